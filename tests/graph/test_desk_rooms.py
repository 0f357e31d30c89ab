"""A room of an organisation, from what its desk hands over to the booking: held and bought by the ledger, in another process too."""

import signal
import subprocess
import sys
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest
from tests.acts import ANN, BOB, Event, agree, choose, do, hold, people

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.tools.suppliers.embedded.store import Store

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
NAME = "The Punt & Willow Hotel"
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


def room_for_two(check_in: str = "2026-12-03", check_out: str = "2026-12-05") -> Event:
    """Return what the desk hands to the booking: one stay in the house, and no journey."""
    stay = {"location_code": NAME, "location_name": NAME, "rooms": 1, "check_in": check_in, "check_out": check_out}
    document = {
        "party": {"travelers": {"adults": 2}},
        "itinerary": {"segments": [], "lodging": {"needed": True, "rooms": 1, "stays": [stay]}},
        "preferences": {"hotel": {"hotel_name": NAME}},
        "constraints": {"flights_needed": False, "currency": "GBP"},
    }
    return {"type": "INTENT_READY", "trip_intent": document}


TAKEN = (room_for_two(), choose(1), hold(), people(ANN, BOB))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db=tmp_path / "t.db", now=NOW, service=HOUSE)


async def test_a_room_is_booked(desk, settings):
    """The rooms, the hold, the approval and the purchase in one talk; a look beside the card leaves it waiting."""
    result = await do(desk, "t", *TAKEN)
    assert result.interrupt is not None
    beside = await desk.event("t", {"type": "USER_WANTS_OPTIONS"})
    assert beside.interrupt is not None
    bought = await agree(desk, "t")
    (booking,) = bought.trip.working_memory.bookings
    assert (booking.status, str(booking.total.amount)) == ("confirmed", "301.00")
    assert Store(storage_of(settings).supplier).totals()["payments"] == 1


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
        f"        for event in {[*TAKEN]!r}:\n"
        "            await desk.event('t', event)\n"
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
        bought = await agree(other, "t")
        assert [b.status for b in bought.trip.working_memory.bookings] == ["confirmed"]
        assert bought.interrupt is None
    totals = Store(storage_of(settings).supplier).totals()
    assert (totals["payments"], totals["confirmed"], totals.get("held", 0)) == (1, 1, 0)


async def test_rooms_of_the_service_file_are_sold(tmp_path):
    """Its kinds, its prices and its meals; other houses' rooms are not."""
    (tmp_path / "accommodations").mkdir()
    text = HOUSE.read_text("utf-8") + (
        "rooms:\n  - {name: Loft under the roof, sleeps: 3, count: 40, price: 180.50, boards: {breakfast: 14}}\n"
    )
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    async with open_session(Settings(db=tmp_path / "t.db", now=NOW, service=tmp_path / "mine.yaml")) as desk:
        await do(desk, "t", room_for_two("2026-11-30", "2026-12-01"))
        trip = await desk.trip("t")
        ids = [one.hotel_option_ids[0] for one in trip.working_memory.ranking.bundles]
        known = (await desk.ports.offers.options(trip.ledger_id, ids)).values()
        sold = {(one.room_description, str(one.total_price.amount)) for one in known}
        assert sold == {("Loft under the roof, sleeps 3", "180.50"), ("Loft under the roof, sleeps 3", "208.50")}
        held = await do(desk, "t", choose(1), hold(), people(ANN, BOB))
        assert held.interrupt is not None
        assert held.interrupt.args["total"]["amount"] in ("180.50", "208.50")


async def test_each_of_two_stays_is_looked_for(desk):
    """A kind that is there on both days is asked about; one that is on no list is said to be missing."""
    wish = "a suite from 3 to 5 December for two? And is there a double room for one from 10 to 12 December?"
    offer, asked, taken = ["\n".join((await desk.say("t", one)).messages) for one in (wish, "the double", "the first")]
    days = "Double room (Thursday, 3 December 2026)" in asked
    assert (offer.count("2 nights, "), offer.count("not among them"), days) == (2, 1, True)
    assert "from Thursday, 3 December 2026, 2 nights, £301.00; price for 1 room, 2 people" in taken


async def test_a_yes_with_a_name_holds_on_to_the_chosen_room(tmp_path):
    """Rooms, people and "1 left" are in the guest's language; of a room no birth is asked, and the name is taken."""
    now = NOW.replace(day=28)
    settings = Settings(_env_file=None, db=tmp_path / "t.db", now=now, service=HOUSE)
    messages = ("habitacion doble del 5 al 8 de diciembre, somos dos", "la primera por favor", "si, adelante, Ana Ruiz")
    async with open_session(settings) as desk:
        offer, chosen, named = ["\n".join((await desk.say("t", words)).messages) for words in messages]
    assert ("para 2 personas" in offer, "Habitación doble" in offer, "queda 1;" in offer) == (True, True, True)
    assert "Se la guardo" in offer
    assert ("Habitación doble" in chosen, "nacimiento" in chosen) == (True, False)
    assert "Ana Ruiz" in named
    assert "el nombre de adulto 2" in named
