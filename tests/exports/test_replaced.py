"""A flight that another one replaced, and that brings nothing back: it stays booked, and nobody is sent to its gate."""

import pytest
from icalendar import Calendar
from tests.acts import agree, cancel, change, cheapest, do, documents, hold, move
from tests.exports.conftest import Booked

from tripintent.app.exports import booked_items, export
from tripintent.app.exports.documents import document_file
from tripintent.app.exports.sheet import sheet
from tripintent.app.http.reading import trip_view
from tripintent.app.itineraries import Itineraries
from tripintent.app.planning import PlanningDocuments
from tripintent.nodes.view import segments_now
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.rebooking import replaced


@pytest.fixture
async def moved(booked: Booked) -> Booked:
    """The way home is two days later, and bought; the earlier ticket was not refundable."""
    await do(booked.session, "t1", move("flight", which="return", date="2027-06-23"))
    await do(booked.session, "t1", cheapest, hold())
    result = await agree(booked.session, "t1")
    assert [one.status for one in result.trip.working_memory.bookings] == ["confirmed"] * 4
    return booked._replace(trip=result.trip)


async def test_the_options_say_that_what_is_paid_for_the_old_flight_is_lost(booked: Booked) -> None:
    """Before anything is chosen, with the sum."""
    result = await do(booked.session, "t1", move("flight", which="return", date="2027-06-23"))
    (old,) = replaced(result.trip)
    told = "\n".join(map(str, result.messages)).partition("\nIf you take one of these: ")[2]
    assert f"is no longer used; nothing of the ${old.total.amount} comes back" in told.splitlines()[0]


async def test_the_budget_is_of_the_trip_as_booked_until_a_change_is_approved(booked: Booked) -> None:
    """What waits is one line; once bought, what it replaced is lost; of a cancelled trip no part is left, in its file neither."""
    session, view = booked.session, PlanningDocuments(booked.session).view
    total = {"trip": {"amount": 4000, "currency": "USD"}}
    before = (await do(session, "t1", change(budget=total), documents("budget"))) and (await view("t1")).budget
    await do(session, "t1", move("flight", which="return", date="2027-06-23"), cheapest, hold())
    waits, card = (await view("t1")).budget, await session.waiting("t1")
    assert (waits.parts, waits.per_day, waits.free) == (before.parts, before.per_day, before.free)
    assert str(waits.waits) == card.args["difference"]["amount"]
    after = (await agree(session, "t1")) and (await view("t1")).budget
    assert (after.waits, after.spent) == (0, before.spent + waits.waits)
    assert (after.lost, sum(one.amount for one in after.parts)) == (before.spent + waits.waits - after.paid, 4000)
    await do(session, "t1", cancel())
    assert (await view("t1")).budget.parts == after.parts
    await agree(session, "t1")
    file = (await document_file(session, "t1", "budget", "md")).content.decode()
    assert ((await view("t1")).budget.parts, "planned" in file, "| Lost |" in file) == ([], False, True)


async def test_it_is_no_flight_to_take(moved: Booked) -> None:
    """Not in the checklist, not among the days, cancelled in a calendar; where it is listed it is marked."""
    (old,) = (one for one in moved.trip.working_memory.bookings if one.has_successor)
    assert old.part
    assert old.part.day == "2027-06-21"
    assert trip_view(moved.trip).replaced == (old.booking_id,)
    made = await do(moved.session, "t1", documents("checklist"))
    told = " ".join(map(str, made.messages))
    assert "Be at Lisbon (LIS) airport on 23 June" in told
    assert "airport on 21 June" not in told
    plan = await Itineraries(moved.session).read("t1")
    assert (plan.start_date, plan.end_date) == ("2027-06-14", "2027-06-24"), "as booked: it lands the next day"
    flown = [one.start_datetime for one in await segments_now(ItineraryDocument(), moved.trip, moved.ports)]
    assert not any(str(moment).startswith("2027-06-21") for moment in flown)
    rows = sheet(moved.trip, await booked_items(moved.trip, moved.ports), moved.ports.places)["rows"]
    assert isinstance(rows, list)
    assert ["replaced, lost" in one["reference"] for one in rows] == [False, False, True, False]
    calendar = Calendar.from_ical((await export(moved.trip, "ics", moved.ports)).content)
    gone = {str(one["uid"]).rpartition("-")[0] for one in calendar.walk("VEVENT") if one["status"] == "CANCELLED"}
    assert gone == {old.booking_id}
    await do(moved.session, "t1", cancel())
    await agree(moved.session, "t1")
    assert not await Itineraries(moved.session).check("t1"), "nothing urges to book again"
