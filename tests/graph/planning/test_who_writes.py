"""Who shares costs and who writes, told before there is a budget, over several messages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession


@pytest.fixture
def session(tmp_path: Path) -> Iterator[SyncSession]:
    with SyncSession(Settings(db=tmp_path / "t.db")) as opened:
        yield opened


TALKS = [
    (
        "zu viert in Prag (Lukas, Tim, Jonas und Felix). Ich hab die Wohnung bezahlt, 480 Euro, Tim Benzin 95 Euro. wer schuldet wem was?",
        "Ich bin Lukas. Wer schuldet wem was?",
        ("143,75", "48,75"),
    ),
    (
        "we were three in Rome (Ann, Bob and Cid). I paid 90 for the taxi, Bob paid 30. who owes whom?",
        "I'm Ann. who owes whom?",
        ("€40", "€10"),
    ),
]


@pytest.mark.parametrize(("told", "me", "owed"), TALKS)
def test_who_writes_is_kept_with_the_costs(session, told, me, owed):
    """Names in brackets are the company; the one of them who writes has paid what "I" paid, and the sums are right."""
    asked = "\n".join(one.text for one in session.say("t", told).said)
    assert all(sum_ not in asked for sum_ in owed)
    told_then = "\n".join(one.text for one in session.say("t", me).said)
    assert all(sum_ in told_then for sum_ in owed)


def test_brackets_with_oneself_need_no_question(session):
    """Each amount has its payer, nothing asks for a budget, and who paid nothing owes a whole share."""
    said = session.say(
        "t",
        "4 of us were in Prague (me, Tom, Kim and Ola). i paid the flat 480 eur, Tom paid dinners 220, Kim paid the taxis 60. "
        "Ola paid nothing. who owes who what?",
    ).said
    words = "\n".join(one.text for one in said)
    assert all(one in words for one in ("Ola owes you €190", "Kim owes you €100", "Kim owes Tom €30"))
    assert "❌" not in words


PAID = [
    ("I paid 300 for the boat, Jan 45 for parking and 80 for dinner, Lea paid nothing", ("Jan €125", "you €300")),
    ("I paid 300 for the boat and Jan paid 45 for parking and 80 for dinner", ("Jan €125", "you €300")),
    ("Jan paid 120 for the hotel and 30 for taxis, Ivo 40 for lunch", ("Jan €150", "Ivo €40")),
]


@pytest.mark.parametrize(("told", "each"), PAID)
def test_each_sum_has_who_paid_it(session, told, each):
    """Somebody named before a sum paid it and those that follow, until the next name; a name may be a month too."""
    session.say("t", "we were five in Split (Ivo, Mara, Jan, Lea and me)")
    words = "\n".join(one.text for one in session.say("t", f"{told}. who paid what?").said)
    assert all(one in words for one in each)


def test_a_cost_is_put_right_before_there_is_a_budget(session):
    """A no before it and a word of regret both change the cost that is named; none is counted twice."""
    session.say("t", "we were three in Split (Ivo, Jan and me). I paid 300 for the boat, Jan paid 80 for dinner")
    session.say("t", "no, dinner was 90")
    session.say("t", "sorry, the boat was 270")
    words = "\n".join(one.text for one in session.say("t", "who owes whom?").said)
    assert "Ivo owes you €120" in words
    assert "Jan owes you €30" in words
