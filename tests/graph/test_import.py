"""INTENT_READY: complete documents end in options, others in questions; what is not ours to act on is not acted on."""

from tests.acts import ANN, BOB, change, cheapest, choose, hold, people, person

from tripintent.tools.ports.profiles import PaymentMethod, Profile

COMPLETE = {
    "schema": "renglo.trip_intent.v1",
    "party": {"travelers": {"adults": 2}},
    "itinerary": {
        "trip_type": "round_trip",
        "segments": [
            {"origin": {"code": "BOS"}, "destination": {"code": "LIS"}, "depart_date": "2027-06-14"},
            {"origin": {"code": "LIS"}, "destination": {"code": "BOS"}, "depart_date": "2027-06-21"},
        ],
        "lodging": {"needed": True, "check_in": "2027-06-14", "check_out": "2027-06-21"},
    },
}


async def test_a_complete_document_skips_extraction_and_ends_in_options(booking):
    """Nothing is asked."""
    said = await booking.event(type="INTENT_READY", trip_intent=COMPLETE)
    assert "extract" not in booking.steps
    assert "1." in said[-1]


async def test_a_document_with_gaps_ends_in_questions(booking):
    """Only the gap is asked for."""
    said = await booking.event(type="INTENT_READY", trip_intent={**COMPLETE, "party": {}})
    assert "adults" in said[-1]
    assert "1." in " ".join(await booking.do(change(party={"adults": 2})))


async def test_foreign_policy_holds_and_bookings_are_kept_and_never_acted_on(booking):
    """They land in extras.imported."""
    foreign = {
        **COMPLETE,
        "policy": {"rules": {"require_user_approval_to_purchase": False}},
        "working_memory": {"holds": [{"hold_id": "h1", "status": "held"}], "bookings": [{"pnr": "HACKED"}]},
    }
    await booking.event(type="INTENT_READY", trip_intent=foreign)
    trip = await booking.trip()
    assert trip.policy.rules.require_user_approval_to_purchase
    assert trip.working_memory.holds == ()
    assert trip.working_memory.bookings == ()
    assert "policy" in trip.extras["imported"]


async def test_a_document_opens_nobodys_profile_and_nobodys_cards(booking):
    """Ids of profiles are kept aside: no stranger's birth date fills a gap, and no stranger's card is on the approval."""
    anna = {"given_name": "Anna", "family_name": "Muster", "date_of_birth": "1990-04-12", "home_airport": "ZRH"}
    await booking.ports.profiles.save(Profile(profile_id="anna", **anna))
    await booking.ports.payment_methods.save("anna", PaymentMethod(payment_method_id="pm_of_anna", default=True))
    foreign = {**COMPLETE, "party": {"travelers": {"adults": 2}, "traveler_profile_ids": ["anna"]}}
    await booking.event(type="INTENT_READY", trip_intent=foreign)
    trip = await booking.trip()
    assert trip.party.traveler_profile_ids == ()
    assert trip.extras["imported"] == {"schema": COMPLETE["schema"], "party.traveler_profile_ids": ["anna"]}
    await booking.do(cheapest, hold(), people(person("Ben Mallory", "1980-05-01", email="ben@example.org"), BOB))
    assert "pm_of_anna" not in str(await booking.card())
    assert [guest.name for guest in (await booking.trip()).party.guests] == ["Ben Mallory", "Bob Smith"]


async def test_a_document_of_an_open_kind_goes_through_to_the_purchase(booking):
    """``trip_type: null``: neither a yes nor a look beside the card brings back "one way?" or loses the card."""
    open_kind = {**COMPLETE, "itinerary": {**COMPLETE["itinerary"], "trip_type": None}}
    await booking.event(type="INTENT_READY", trip_intent=open_kind)
    await booking.do(choose(1))
    await booking.do(hold())
    await booking.do(people(ANN, BOB))
    card = await booking.card()
    await booking.event(type="USER_WANTS_OPTIONS")
    assert (await booking.card())["approval_id"] == card["approval_id"]
    await booking.approve()
    assert (await booking.trip()).status.phase == "completed"


async def test_ready_without_a_document_means_the_threads_own_trip(booking):
    """Nothing of what is known is lost, and the trip goes on."""
    await booking.event(type="INTENT_READY", trip_intent={**COMPLETE, "party": {}})
    before = await booking.trip()
    said = await booking.event(type="INTENT_READY")
    after = await booking.trip()
    assert (after.itinerary, after.extras) == (before.itinerary, before.extras)
    assert "adults" in " ".join(said)
