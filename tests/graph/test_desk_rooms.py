"""From a question to a booked, approved room in one conversation: held and bought by the ledger, in another process too."""

import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.tools.suppliers.embedded.store import Store

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
TAKEN = (
    ("Is breakfast included?", "£14"),
    ("A double room from 3 to 5 December for 2 adults", "Double room"),
    ("Do you have parking?", "£15"),
    ("We take the double room", "Gladly"),
    ("Ann Smith, Bob Smith", "Held for you"),
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db=tmp_path / "t.db", now=NOW, service=HOUSE)


@pytest.fixture
async def desk(settings: Settings) -> AsyncIterator[Session]:
    async with open_session(settings) as opened:
        yield opened


def _said(result: TurnResult) -> str:
    return "\n".join(result.messages)


def _functions(result: TurnResult) -> list[str]:
    return [str(one["function"]) for one in result.functions]


async def _confirmed(session: Session, thread: str) -> TurnResult:
    waiting = await session.waiting(thread)
    assert waiting is not None
    ids = tuple(one["id"] for one in waiting.args["confirmations"])
    return await session.approve(thread, Answer(confirmations=ids))


async def test_from_a_question_to_a_booked_room(desk, settings):
    """The knowledge, the rooms, the hold, the approval and the purchase in one talk; questions between them are answered."""
    for words, expected in TAKEN:
        result = await desk.say("t", words)
        assert expected in _said(result), words
    assert result.interrupt is not None
    beside = await desk.say("t", "When does breakfast start?")
    assert "07:00" in _said(beside)
    assert beside.interrupt is not None
    bought = await _confirmed(desk, "t")
    (booking,) = bought.trip.working_memory.bookings
    assert (booking.status, str(booking.total.amount)) == ("confirmed", "301.00")
    assert Store(storage_of(settings).supplier).totals()["payments"] == 1
    after = await desk.say("t", "And where can we park?")
    assert _functions(after) == ["FAQ_AGENT"]


async def test_the_house_is_killed_while_the_approval_waits(tmp_path, settings):
    """What was held is bought once by another process, which knows no service file; a second yes buys nothing."""
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from datetime import datetime, UTC\n"
        "from tripintent.app.opening import open_session\n"
        "from tripintent.app.settings import Settings\n"
        f"settings = Settings(db=Path({str(settings.db)!r}), now=datetime(2026, 11, 24, 9, tzinfo=UTC), "
        f"service=Path({str(HOUSE)!r}))\n"
        "async def main():\n"
        "    async with open_session(settings) as desk:\n"
        f"        for words in {[words for words, _ in TAKEN]!r}:\n"
        "            await desk.say('t', words)\n"
        "        print('waits', flush=True)\n"
        "        await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, text=True)  # noqa: ASYNC220
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "waits"
    process.send_signal(signal.SIGKILL)
    process.wait()
    async with open_session(Settings(db=settings.db, now=NOW)) as other:
        bought = await _confirmed(other, "t")
        assert [b.status for b in bought.trip.working_memory.bookings] == ["confirmed"]
        assert bought.interrupt is None
    totals = Store(storage_of(settings).supplier).totals()
    assert (totals["payments"], totals["confirmed"], totals.get("held", 0)) == (1, 1, 0)


@pytest.mark.parametrize(
    ("wish", "take", "name"),
    [
        (
            "Ein Doppelzimmer vom 3. bis 5. Dezember für zwei Erwachsene",
            "Wir nehmen das Doppelzimmer",
            "Ada Park, Ben Park",
        ),
        ("Une chambre pour deux adultes du 3 au 5 décembre", "la première, s'il vous plaît", "Ada Park, Ben Park"),
        ("A room for two adults from 3 to 5 December", "the cheapest please", "Ada Park, Ben Park"),
    ],
)
async def test_a_room_is_named_in_the_guests_way(desk, wish, take, name):
    """By its kind, its place in the list or its price; the booking goes on in the guest's language."""
    await desk.say("t", wish)
    taken = await desk.say("t", take)
    assert _functions(taken) == ["AVAILABILITY_AGENT", "BOOKING"]
    held = await desk.say("t", name)
    assert held.interrupt is not None
    assert [h.status for h in held.trip.working_memory.holds] == ["held"]
    assert "Double room" in held.trip.working_memory.holds[0].title


@pytest.mark.parametrize("words", ["no thanks", "is the double room quiet?", "what time is breakfast?", "nein danke"])
async def test_what_takes_no_room_holds_none(desk, words):
    """A refusal and a question leave everything as it was."""
    await desk.say("t", "A room for two adults from 3 to 5 December")
    result = await desk.say("t", words)
    assert result.interrupt is None
    assert not result.trip.working_memory.holds
    assert "BOOKING" not in _functions(result)


async def test_a_room_that_is_not_named_is_asked_for(desk):
    """Two kinds of room were shown: "I take it" is no choice between them."""
    await desk.say("t", "A room for two adults from 3 to 5 December")
    asked = await desk.say("t", "we take it")
    assert "Double room, Family room" in _said(asked)
    assert _functions(await desk.say("t", "the family room")) == ["AVAILABILITY_AGENT", "BOOKING"]


async def test_a_no_at_the_approval_gives_the_room_back(desk, settings):
    """The hold is released, and nothing is paid."""
    for words, _ in TAKEN:
        await desk.say("t", words)
    refused = await desk.say("t", "No, I don't want it after all")
    assert refused.interrupt is None
    assert not [h for h in refused.trip.working_memory.holds if h.status == "held"]
    assert Store(storage_of(settings).supplier).totals()["payments"] == 0


async def test_rooms_of_the_service_file_are_sold(tmp_path):
    """Its kinds, its prices and its meals; other houses' rooms are not."""
    (tmp_path / "accommodations").mkdir()
    text = HOUSE.read_text("utf-8") + (
        "rooms:\n  - {name: Loft under the roof, sleeps: 3, count: 40, price: 180.50, boards: {breakfast: 14}}\n"
    )
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    async with open_session(Settings(db=tmp_path / "t.db", now=NOW, service=tmp_path / "mine.yaml")) as desk:
        shown = _said(await desk.say("t", "A room for two adults on 30 November"))
        assert "Loft under the roof: 180.50 GBP" in shown
        assert "Loft under the roof with breakfast: 208.50 GBP" in shown
        assert "Double room" not in shown
        held = await desk.say("t", "the one with breakfast, please")
        assert "208.50" in _said(held)
