"""The approval prompt: one card, one yes for it and all its points."""

import pytest

from tripintent.app.cli.deciding import ask_approval, deciding
from tripintent.app.cli.rendering import Renderer, card_lines, terminal_lines
from tripintent.app.cli.slash import COMMANDS, completed
from tripintent.app.results import Pending

POINTS = [{"id": "bags GVA", "text": "Bags are collected at [GVA]."}, {"id": "refund", "text": "Not refundable."}]


class Scripted(Renderer):
    """Answers from a list; keeps what was asked, and how often the card was shown."""

    def __init__(self, *answers):
        super().__init__()
        self.answers, self.asked, self.cards = list(answers), [], 0

    def card(self, pending, *, again=True, language="en"):
        self.cards += 1
        return True

    def ask(self, question):
        self.asked.append(question)
        return self.answers.pop(0)


def waiting(points=(), methods=()):
    args = {
        "approval_id": "a1",
        "cart": [{"title": "LHR–BCN", "total": {"amount": "10", "currency": "GBP"}, "terms": "x", "simulated": True}],
        "confirmations": list(points),
        "payment_methods": list(methods),
        "total": {"amount": "10", "currency": "GBP"},
        "expires_at": "2026-11-26T10:30:00+00:00",
    }
    return Pending("i1", {"action_requests": [{"name": "purchase", "args": args}]})


def test_all_points_are_asked_for_once():
    """Two points, one question, and both are confirmed."""
    asked = Scripted("yes")
    decision, answer, _ = ask_approval(waiting(POINTS), asked)
    assert (decision, answer.confirmations, answer.approval_id) == ("approve", ("bags GVA", "refund"), "a1")
    assert [one.partition(" [")[0] for one in asked.asked] == ["Approve? It confirms all 2 points above."]
    assert asked.cards == 1


def test_without_points_nothing_more_is_asked():
    """One yes is enough where nothing is to be confirmed."""
    asked = Scripted("Y")
    assert ask_approval(waiting(), asked)[0] == "approve"
    assert len(asked.asked) == 1


@pytest.mark.parametrize("said", ["ok", "1", "yes to the first", "y 1"])
def test_only_a_clear_yes_confirms(said):
    """Anything else is a message, and the approval waits."""
    assert ask_approval(waiting(POINTS), Scripted(said)) == said


def test_a_card_is_shown_once_until_it_changes(capsys):
    """The second time it is one line; a changed card, and one that is asked for again, are shown whole."""

    class Answering(Renderer):
        def ask(self, question):
            return "is it refundable?"

    asked, changed = Answering(), waiting()
    changed.args["total"]["amount"] = "11"
    for one, again, whole in ((waiting(), False, 1), (waiting(), False, 0), (waiting(), True, 1), (changed, False, 1)):
        ask_approval(one, asked, again=again)
        shown = capsys.readouterr()
        assert (shown.out.count("LHR–BCN"), shown.err.count("still waiting")) == (whole, 1 - whole)


@pytest.mark.parametrize("said", ["l", "later", " "])
def test_later_decides_nothing(said, capsys):
    """Nothing is decided, and how the card is seen again is said."""
    assert ask_approval(waiting(POINTS), Scripted(said)) is None
    assert "/approve" in capsys.readouterr().err


def test_a_no_and_other_words():
    """A no has its reason; other words are a message."""
    decision, answer, reason = ask_approval(waiting(POINTS), Scripted("n", "too dear"))
    assert (decision, answer.interrupt_id, reason) == ("reject", "i1", "too dear")
    assert ask_approval(waiting(POINTS), Scripted("a later flight, please")) == "a later flight, please"


def test_the_question_and_its_answers_are_in_the_language_of_the_trip():
    """A German is asked in German, and says yes and no in it; the point to confirm stands under German words."""
    asked = Scripted("ja")
    assert ask_approval(waiting(POINTS), asked, language="de")[0] == "approve"
    assert asked.asked[0].startswith("Freigeben? Damit bestätigen Sie alle 2 Punkte oben. [j/n]")
    assert ask_approval(waiting(), Scripted("nein", "zu teuer"), language="de")[0] == "reject"
    assert "To confirm" not in terminal_lines(waiting(POINTS).args, "de")


def test_a_method_that_was_named_is_not_asked_for():
    """`/approve METHOD` chooses how it is paid; without it, several methods are asked for."""
    methods = [{"payment_method_id": one, "label": one} for one in ("visa", "amex")]
    assert ask_approval(waiting((), methods), Scripted("y"), "amex")[1].payment_method_id == "amex"
    assert ask_approval(waiting((), methods), Scripted("y", "1"))[1].payment_method_id == "visa"


def test_the_points_stand_last_on_the_card_and_by_number_in_a_script():
    """A person reads numbered points right above the question; a script passes on the numbers and the card that they are of."""
    args = waiting(POINTS).args
    assert [one[:5] for one in terminal_lines(args).splitlines()[-2:]] == ["  1. ", "  2. "]
    assert "Thu 26 Nov 2026 10:30 UTC" in terminal_lines(args)
    assert "confirm 2: Not refundable." in card_lines(args)
    assert "confirmer 2: Not refundable." in card_lines(args, "fr")
    assert deciding(waiting(POINTS), "t", language="fr").startswith("Décidez avec : tripintent approve --thread t")
    assert deciding(waiting(POINTS), "t") == (
        "Decide with: tripintent approve --thread t --approval a1 --confirm 1 --confirm 2, or tripintent reject --thread t"
    )


@pytest.mark.parametrize(
    ("begun", "found"),
    [("/ap", ["/approve "]), ("/re", ["/release ", "/reject "]), ("/", None), ("ap", []), ("/x", [])],
)
def test_commands_are_completed(begun, found):
    """What begins with a slash, among the commands that the help lists; words are left alone."""
    assert completed(begun) == (found if found is not None else [f"{one} " for one in COMMANDS])
    assert {"/choose", "/help", "/quit"} <= set(COMMANDS)


def test_who_may_not_approve_is_told_who_can_and_not_asked(capsys):
    """Neither at the prompt nor by the commands that a script is told."""
    asked, another = Scripted(), waiting(POINTS)
    another.args["approver"] = "boss"
    assert ask_approval(another, asked, me="anna") is None
    assert (asked.asked, asked.cards) == ([], 1)
    assert "boss has to approve this" in capsys.readouterr().err
    assert deciding(another, "t").startswith("boss has to approve this with: tripintent approve --thread t")
    assert deciding(another, "t").count("--by boss") == 2
    for me, question in (("boss", "Approve?"), ("", "Approve as boss?")):
        asked = Scripted("y")
        assert ask_approval(another, asked, me=me)[1].by == "boss"
        assert asked.asked[0].startswith(question)
    assert deciding(another, "t", "boss").startswith("Decide with: ")
