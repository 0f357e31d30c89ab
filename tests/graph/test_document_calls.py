"""Days and documents through the assistant by calls alone: planned between the flights, edited by ids, made behind the gate, counted."""

from typing import Any

import pytest
from tests.acts import ANN, BOB, agree, days, do, people, plan

from tripintent.app.calls import act
from tripintent.state.acts import Outcome
from tripintent.state.planning.checklist import Checklist

PEOPLE = people(ANN, BOB)


def trip(adults: int = 2, **constraints: Any) -> dict[str, Any]:
    """Return the README's own trip as a document."""
    legs = [("BOS", "LIS", "2027-06-14"), ("LIS", "BOS", "2027-06-21")]
    return {
        "party": {"travelers": {"adults": adults}},
        "itinerary": {
            "trip_type": "round_trip",
            "segments": [{"origin": a, "destination": b, "depart_date": day} for a, b, day in legs],
            "lodging": {"needed": True, "check_in": "2027-06-14", "check_out": "2027-06-21"},
        },
        "constraints": constraints,
    }


async def begun(session: Any, *, likes: Any = ("history", "food"), **more: Any) -> None:
    """Begin the trip without a sentence."""
    await session.event("t", {"type": "INTENT_READY", "trip_intent": trip(**more)})
    if likes:
        await called(session, "update_preferences", interests=list(likes))


async def called(session: Any, tool: str, **arguments: Any) -> Outcome:
    """Call one tool, and return what came of it."""
    done, _ = await act(session, "t", tool, arguments)
    return done.outcome


async def entries(session: Any, **arguments: Any) -> list[dict[str, Any]]:
    """Return the entries of the plan, in order of time."""
    found = await called(session, "check_itinerary", **arguments)
    return [one for day in found.facts["days"] for one in day["entries"]]


def sights(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what there is to see and to eat: no flights, no stays."""
    return [one for one in found if one["kind"] == "activity"]


async def test_no_sight_is_planned_before_landing_or_after_leaving(session: Any) -> None:
    """The flights that are shown, then those that are chosen, bound the days: one lands on the 15th, hours after Boston."""
    await begun(session)
    done = await called(session, "plan_days")
    assert done.facts["flights_of"] == ["shown"]
    await called(session, "choose", option="1")
    done = await called(session, "plan_days")
    assert (done.ok, done.facts["flights_of"]) == (True, ["chosen"])
    now = await session.trip("t")
    ids = now.working_memory.selected.flight_option_ids
    known = await session.acting("t").offers.options(now.ledger_id, list(ids))
    out, home = sorted(known.values(), key=lambda one: one.depart_at)
    times = [one["start"] for one in sights(await entries(session))]
    assert len(times) > 10
    assert min(times) >= out.arrive_at.replace(tzinfo=None).isoformat()
    assert max(times) <= home.depart_at.replace(tzinfo=None).isoformat()


async def test_own_flights_and_trains_block_their_hours(session: Any) -> None:
    """Bought elsewhere and put into the plan: the flights shown count no more, and a train at noon has its hours."""
    await begun(session)
    put = [
        {"op": "add", "kind": "flight", "name": "TP 210", "day": "2027-06-14", "start": "22:00", "end": "13:00",
         "origin": "BOS", "destination": "LIS", "operator": "TAP", "number": "XK21PQ"},
        {"op": "add", "kind": "train", "name": "IC 523", "operator": "CP", "day": "2027-06-17", "start": "11:00",
         "end": "14:00", "origin": "Lisbon", "destination": "Lisbon"},
    ]  # fmt: skip
    added = await called(session, "edit_itinerary", edits=put)
    assert added.ok, added.rejected
    done = await called(session, "plan_days")
    assert done.facts["flights_of"] == ["plan"]
    found = await entries(session)
    assert any(one["title"].startswith("CP IC 523") for one in found)
    seen = sights(found)
    assert min(one["start"] for one in seen) >= "2027-06-15T14:00"
    thursday = [one for one in seen if one["start"].startswith("2027-06-17")]
    assert thursday
    assert not [one for one in thursday if one["end"] > "2027-06-17T10:30" and one["start"] < "2027-06-17T14:30"]


async def test_entries_are_edited_by_ids_that_stay(session: Any) -> None:
    """Each entry keeps its id; moving one moves no other; what is not there is named with what is."""
    await begun(session)
    await called(session, "plan_days")
    before = {one["id"]: one for one in await entries(session)}
    castle, museum = "activity-lisbon-sao-jorge-castle", "activity-lisbon-national-tile-museum"
    done = await called(
        session,
        "edit_itinerary",
        edits=[
            {"op": "add", "name": "Fado", "day": "2027-06-17", "start": "21:00", "place": "Alfama"},
            {"op": "move", "entry": castle, "start": "15:00"},
            {"op": "remove", "entry": museum},
            {"op": "change", "entry": "the meeting", "start": "10:00"},
        ],
    )
    assert done.ok
    (lost,) = done.rejected
    assert lost.path == "edits[3].entry"
    assert lost.candidates
    after = {one["id"]: one for one in await entries(session)}
    assert set(before) - set(after) == {museum}
    (fado,) = set(after) - set(before)
    assert after[fado]["start"] == "2027-06-17T21:00"
    assert after[castle]["start"].endswith("T15:00")
    same = [one for one in before if one not in (castle, museum)]
    assert all((after[one]["start"], after[one]["end"]) == (before[one]["start"], before[one]["end"]) for one in same)
    again = await called(session, "plan_days", days=[{"day": "2027-06-17", "avoid": ["market"]}], keep=[castle])
    third = {one["id"]: one for one in await entries(session)}
    assert again.ok
    assert {fado, castle} <= set(third)
    assert "activity-lisbon-time-out-market" not in {i for i, one in third.items() if "06-17" in one["start"]}
    assert museum not in third


async def test_a_booking_in_the_plan_is_moved_by_no_tool(session: Any) -> None:
    """What is held stands in the plan as it is: by id, by the designer's own tools, or on the way with another entry."""
    await begun(session)
    await called(session, "choose", option="1")
    await do(session, "t", PEOPLE)
    await called(session, "hold")
    booked = [one for one in await entries(session) if one["booked"]]
    assert {one["kind"] for one in booked} == {"flight", "hotel"}
    flight = next(one["id"] for one in booked if one["kind"] == "flight")
    for edit in ({"op": "move", "start": "09:00"}, {"op": "change", "start": "09:00"}, {"op": "remove"}):
        done = await called(session, "edit_itinerary", edits=[{**edit, "entry": flight}])
        assert not done.ok
        assert "booked or held" in done.rejected[0].why
    for name, more in (("move_segment", {"newStartTime": "2027-06-14T09:00"}), ("delete_segment", {})):
        assert not (await called(session, name, segmentId=flight, **more)).ok
    assert [one for one in await entries(session) if one["booked"]] == booked


async def test_documents_are_made_on_the_travellers_words_alone(session: Any) -> None:
    """A click makes what is ready; what is not ready is refused with what is missing, and the others are made."""
    await begun(session, likes=())
    status = (await called(session, "requirements_status")).facts
    assert status["checklist"] | {"assumed": {}} == {
        "ready": True, "made": False, "missing": [], "follow_up": None, "assumed": {},
        "has": ["destination", "current_location", "trip_duration", "num_travelers"],
    }  # fmt: skip
    assert status["budget"]["missing"] == ["total_budget"]
    assert status["budget"]["follow_up"] == "total_budget"
    done = await called(session, "create_documents", kinds=["Checklist", "budget", "itinerary"])
    assert done.changed == ("checklist",)
    assert {one.path: one.candidates for one in done.rejected} == {
        "kinds[1]": ("total_budget",),
        "kinds[2]": ("interests",),
    }
    now = await session.trip("t")
    kept = await session.acting("t").documents.get(session.principal("t"), now.trip_id, Checklist)
    assert kept is not None
    item = done.facts["checklist"]["categories"][0]["items"][0]
    edits = [
        {"op": "tick", "item": item["id"]},
        {"op": "add", "text": "contact lenses"},
        {"op": "tick", "item": "skis"},
    ]
    edited = await called(session, "edit_checklist", edits=edits)
    assert (edited.facts["items"][0]["done"], edited.facts["items"][1]["text"]) == (True, "contact lenses")
    assert edited.rejected[0].path == "edits[2].item"
    again = await called(session, "create_documents", kinds=["checklist"])
    items = [one for part in again.facts["checklist"]["categories"] for one in part["items"]]
    assert [one["text"] for one in items if one.get("done")] == [item["text"]]
    assert "contact lenses" in [one["text"] for one in items]


async def test_what_was_bought_since_is_spent_and_who_paid_it_is_counted_once(session: Any) -> None:
    """The budget follows the purchase; Ben's payment of the flights is a debt of the others and no second expense."""
    await begun(session, budget_total={"amount": "9000", "currency": "USD"})
    made = await called(session, "create_documents", kinds=["budget"])
    assert made.facts["budget"]["spent"]["amount"] == "0.00"
    await called(session, "choose", option="1")
    await do(session, "t", PEOPLE)
    await session.event("t", {"type": "USER_WANTS_PURCHASE"})
    await agree(session, "t")
    bookings = (await session.trip("t")).working_memory.bookings
    total = sum(one.total.amount for one in bookings)
    flight = next(one for one in bookings if one.item_type == "flight")
    done = await called(session, "record_expense", booking=flight.booking_id, me="Ann", paid_by=[{"name": "Bob"}])
    assert done.ok, done.rejected
    figures = done.facts["budget"]
    assert figures["spent"]["amount"] == figures["booked"]["amount"] == f"{total:.2f}"
    due = float(figures["due_on_the_spot"]["amount"])
    assert due > 0
    assert float(figures["left"]["amount"]) == pytest.approx(9000 - float(total) - due)


MAIL = """{"@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "XK21PQ",
"reservationStatus": "http://schema.org/Confirmed", "reservationFor": {"@type": "Flight", "flightNumber": "210",
"airline": {"@type": "Airline", "name": "TAP", "iataCode": "TP"},
"departureAirport": {"@type": "Airport", "iataCode": "BOS", "name": "Boston"}, "departureTime": "%s-06-14T22:00:00-04:00",
"arrivalAirport": {"@type": "Airport", "iataCode": "LIS", "name": "Lisbon"}, "arrivalTime": "%s-06-15T09:40:00+01:00"}}"""


async def test_a_reservation_from_elsewhere_is_taken_in_and_gives_the_hours(session: Any) -> None:
    """The flight of a mail stands in the plan with its number; what does not fit the trip is asked about first."""
    await begun(session)
    read = await called(session, "import_reservation", text=MAIL % (2027, 2027))
    assert read.ok, read.rejected
    (flight,) = [one for day in read.facts["days"] for one in day["entries"]]
    assert (flight["kind"], flight["number"], flight.get("booked", False)) == ("flight", "XK21PQ", False)
    assert (await called(session, "plan_days")).facts["flights_of"] == ["plan"]
    assert min(one["start"] for one in sights(await entries(session))) >= "2027-06-15T10:40"
    far = await called(session, "import_reservation", text=(MAIL % (2028, 2028)).replace("LIS", "NRT"))
    assert (far.ok, far.rejected[0].path) == (False, "anyway")
    none = await called(session, "import_reservation", text="see you soon")
    assert (none.ok, none.rejected[0].path) == (False, "text")


OWN = [
    {"op": "add", "kind": "flight", "name": "TP 1011", "day": "2027-06-14", "start": "10:00", "end": "10:20",
     "origin": "MAD", "destination": "LIS"},
    {"op": "add", "kind": "hotel", "name": "Casa Ana", "place": "Lisbon", "day": "2027-06-14", "until": "2027-06-16"},
    {"op": "add", "kind": "hotel", "name": "Casa Rui", "place": "Porto", "day": "2027-06-16", "until": "2027-06-19"},
    {"op": "add", "kind": "flight", "name": "TP 1012", "day": "2027-06-19", "start": "20:00", "end": "22:20",
     "origin": "OPO", "destination": "MAD"},
]  # fmt: skip


async def test_a_trip_of_own_bookings_alone_is_planned(session: Any) -> None:
    """Flights and hotels bought elsewhere say where from, where to and when: days, checklist and budget need no more."""
    done = await called(session, "edit_itinerary", edits=OWN)
    assert done.ok, done.rejected
    status = await called(session, "requirements_status")
    assert status.facts["checklist"]["missing"] == []
    assert status.facts["budget"]["missing"] == ["total_budget"]
    done = await called(session, "plan_days", likes=["history", "food"])
    assert (done.ok, done.facts["flights_of"]) == (True, ["plan"])
    found = sights(await entries(session))
    assert {one["id"].split("-")[1] for one in found if one["start"] < "2027-06-16" and "activity" in one["id"]} == {
        "lisbon"
    }
    assert {one["id"].split("-")[1] for one in found if one["start"] > "2027-06-17" and "activity" in one["id"]} == {
        "porto"
    }
    await called(session, "update_trip", budget={"trip": {"amount": 900, "currency": "EUR"}})
    made = await called(session, "create_documents", kinds=["checklist", "budget"])
    assert made.changed == ("checklist", "budget")


async def test_the_town_of_an_own_stay_and_the_home_can_be_said(session: Any) -> None:
    """A hotel gets its town later; where one starts from is kept though no flight is searched."""
    stay = {"op": "add", "kind": "hotel", "name": "Casa Ana", "day": "2027-06-14", "until": "2027-06-18"}
    await called(session, "edit_itinerary", edits=[stay])
    done = await called(session, "edit_itinerary", edits=[{"op": "change", "entry": "Casa Ana", "place": "Madeira"}])
    (hotel,) = done.facts["days"][0]["entries"]
    assert (hotel["title"], hotel["place"]) == ("Casa Ana", "Madeira")
    done = await called(session, "edit_itinerary", edits=[{"op": "change", "entry": "Casa Ana", "place": "Porto"}])
    assert (done.facts["days"][0]["entries"][0]["zone"]) == "Europe/Lisbon"
    assert (await called(session, "requirements_status")).facts["checklist"]["missing"] == ["current_location"]
    done = await called(session, "update_trip", origin="Madrid", flights_needed=False)
    assert "itinerary.home" in done.changed
    assert (await called(session, "requirements_status")).facts["checklist"]["missing"] == []
    await called(session, "update_trip", stops=[{"place": "Porto"}], flights_needed=None, depart="2027-06-14")
    leg = (await session.trip("t")).itinerary.segments[0]
    assert (leg.origin.code, leg.destination.code) == ("MAD", "OPO")


WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)


async def test_each_reply_is_told_once(session):
    """What a mounted system says is told as it says it, and not again when it ends."""
    result = await do(session, "t", WISH)
    kept = [said.text for said in await session.history("t") if said.role == "assistant"]
    assert list(result.messages) == kept


async def test_the_days_of_the_flights_are_the_days_of_the_plan(session):
    """The designer does not ask for dates that the trip's legs already hold; their days are filled."""
    result = await do(session, "t", WISH, days(likes=["food", "history"], pace="leisurely"))
    document = next(one for kind, one in result.documents.items() if kind == "itinerary")
    assert (document["startDate"], document["endDate"]) == ("2027-06-14", "2027-06-21")
    assert document["segments"]
