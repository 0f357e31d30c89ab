"""The minimal document of the contract, read whole through the graph; and what the saved document tells of it."""

import json
from pathlib import Path

from tests.acts import change, cheapest, do, plan

from tripintent.state.caps import READ
from tripintent.state.trip import EVENTS_KEPT, TripIntent

MINIMAL = json.loads((Path(__file__).parent / "minimal_document.json").read_text())


def leaves(value, path=()):
    """Yield each path of a document with its value; an empty list or object is a value."""
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from leaves(one, (*path, key))
    else:
        yield path, value


async def test_every_field_of_the_minimal_document_is_read_or_kept(session):
    """What is the plan's is in the plan under its own name; all else is in ``extras.imported``, and nothing is a problem."""
    result = await session.event("t", {"type": "INTENT_READY", "trip_intent": MINIMAL})
    assert [one.kind for one in result.said] == ["options"]
    trip = result.trip.model_dump(mode="json", by_alias=True)
    kept = trip["extras"]["imported"]
    for path, value in leaves(MINIMAL):
        if path in (("trip_id",), ("party", "traveler_profile_ids")) or "segments" in path:
            continue
        aside = path[0] not in READ or path == ("request", "user_message")
        found = kept if aside else trip
        for key in path:
            found = found[key]
        assert value in (found, {}), path
    assert kept["party.traveler_profile_ids"] == []
    assert [(s["origin"]["code"], s["depart_date"]) for s in trip["itinerary"]["segments"]] == [
        ("BOS", "2027-06-14"),
        ("LIS", "2027-06-21"),
    ]


async def test_the_hosts_id_is_kept_beside_our_own(session):
    """A trip is never found by an id that somebody sent."""
    result = await session.event("t", {"type": "INTENT_READY", "trip_intent": MINIMAL})
    assert result.trip.external_id == "host-77"
    assert result.trip.trip_id.startswith("trip_")
    assert (await session.document("t"))["external_id"] == "host-77"
    for wrong in (7, "a\x00b", {"id": 1}):
        told = await session.event(
            f"w{wrong!r:.3}".strip("'{"), {"type": "INTENT_READY", "trip_intent": {**MINIMAL, "trip_id": wrong}}
        )
        assert told.trip.external_id == ""


async def test_fewer_guests_in_a_room_make_more_rooms(session):
    """Four adults, two in a room: two rooms are quoted."""
    party = {"travelers": {"adults": 4}}
    result = await session.event("t", {"type": "INTENT_READY", "trip_intent": {**MINIMAL, "party": party}})
    trip = result.trip
    assert trip.itinerary.lodging.guests_per_room == 2
    (key,) = trip.working_memory.ranking.hotel_keys
    assert {offer.rooms for offer in await session.ports.offers.get(trip.ledger_id, key)} == {2}


async def test_the_saved_document_tells_the_last_events(session):
    """The newest fifty, oldest first, as the audit has them; what a checkpoint holds stays small."""
    wishes = [change(flights={"max_stops": stops}) for stops in (0, 1) * 4]
    result = await do(session, "t", plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2), *wishes)
    principal = session.principal("t")
    saved = await session.ports.documents.get(principal, result.trip.trip_id, TripIntent)
    audit = await session.ports.desk.audit(result.trip.ledger_id)
    assert len(audit) > EVENTS_KEPT
    told = saved.audit.events
    assert len(told) == EVENTS_KEPT
    assert set(told[-1]) == {"trip_id", "type", "data", "at"}
    assert any(one["type"] == "node.rank" for one in told)
    document = await session.document("t")
    assert document["audit"]["events"] == [one.model_dump(mode="json") for one in audit[-EVENTS_KEPT:]]
    assert result.trip.audit.events == ()


async def test_a_reply_tells_what_it_changed_and_made_void(session):
    """Paths, answers that no longer hold, and the tools that come next."""
    first = await do(session, "t", change(origin="Boston", stops=[{"place": "Lisbon"}]))
    assert "itinerary.segments" in first.changes.changed_paths
    assert first.changes.suggested_next_tools == ("generate_followup_questions",)
    days = change(depart="2027-06-14", return_day="2027-06-21", party={"adults": 2})
    moved = await do(session, "t", days, cheapest, change(return_day="2027-06-22"))
    assert moved.changes.changed_paths[0].startswith("itinerary.")
    assert {"flight_quotes_by_segment[1]", "ranked_bundles", "selected"} <= set(moved.changes.invalidations)
    meeting = await do(session, "t", change(meetings=[{"day": "2027-06-22", "start": "10:00", "end": "11:00"}]))
    assert "ranked_bundles" in meeting.changes.invalidations
    assert meeting.changes.suggested_next_tools == ("trip_option_ranker",)
    assert (await session.event("t", {"type": "USER_WANTS_OPTIONS"})).changes.changed_paths == ()
