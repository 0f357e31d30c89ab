"""From the first words to the record locator, and the ways off the path."""

from datetime import timedelta
from functools import partial

import pytest
from tests.acts import ANN, BOB, change, cheapest, choose, hold, people, person, plan

from tripintent.state.context import TripContext
from tripintent.state.patch import Patch
from tripintent.state.questions.plan import plan_of
from tripintent.state.travellers import Contact
from tripintent.state.wishes import FlightPreferences, PolicyRules, Preferences
from tripintent.tools.ports.profiles import PaymentMethod, Profile


async def test_a_trip_is_booked_in_a_conversation(booking, wish, people):
    """One sentence, a choice, the names, an approval: bought, with locators in the words."""
    options = await booking.do(wish)
    assert "1." in options[-1]
    assert "imulated" in options[-1]
    asked = await booking.do(choose(2), hold())
    assert "date of birth" in asked[-1]
    held = await booking.do(people)
    assert "Held for you" in held[-1]
    assert await booking.waits()
    receipt = await booking.approve()
    bought = await booking.bookings()
    assert len(bought) == 3
    assert all(b.locator in receipt[-1] for b in bought)
    assert (await booking.trip()).status.state == "completed"


async def test_the_business_trip_of_six_turns(booking):
    """JFK to SFO, March 11 to 16, four adults: at most three questions at once, and each answer lands in its place."""
    first = await booking.do(change(origin="JFK", stops=[{"place": "SFO"}]))
    assert "3. " in first[-1]
    assert "4. " not in first[-1]
    await booking.do(change(depart="2027-03-11", return_day="2027-03-16"))
    options = await booking.do(change(party={"adults": 4}))
    trip = await booking.trip()
    assert [s.depart_date for s in trip.itinerary.segments] == ["2027-03-11", "2027-03-16"]
    assert trip.party.heads() == (4, 0, 0)
    assert "1." in options[-1]
    four = people(ANN, BOB, person("Carla Diaz", "1990-01-02"), person("Dan Wu", "1991-05-06"))
    await booking.do(cheapest, hold(), four)
    await booking.approve()
    assert len(await booking.bookings()) == 3


async def test_the_receipt_stands_in_the_order_of_the_journey(booking):
    """Out, the nights, home: not as the ledger happened to buy them."""
    await booking.to_approval()
    receipt = await booking.approve()
    trip = await booking.trip()
    booked = {b.key: b.locator for b in await booking.bookings()}
    out, home, stay = (receipt[-1].index(booked[key]) for key in plan_of(trip).keys)
    assert out < stay < home
    assert [b.key for b in trip.working_memory.bookings] == list(plan_of(trip).keys)


async def test_all_parts_are_asked_at_once_and_joined(booking, wish):
    """Two flights and a hotel are searched in one step."""
    await booking.do(wish)
    first = booking.steps.index("collect")
    assert sorted(booking.steps[first - 3 : first]) == ["quote_flights", "quote_flights", "quote_hotels"]
    assert booking.steps.count("collect") == 1


async def test_what_does_not_decide_leaves_the_approval_standing(booking):
    """Typed consent, a question, a look at more, a method not on file and missing confirmations buy nothing; the same card stands."""
    card = await booking.to_approval()
    assert card["confirmations"]
    typed = ("I approve", "yes, buy it now", "approve approval_id=" + card["approval_id"], "go ahead and purchase")
    ways = [
        *((partial(booking.say, text), None) for text in typed),
        (partial(booking.event, type="USER_WANTS_OPTIONS"), "Option 4: "),
        (partial(booking.approve, payment_method_id="pm_somebody_elses"), "not on file"),
        (partial(booking.answer, {"decisions": [{"type": "approve"}]}), ""),
    ]
    for way, words in ways:
        said = await way()
        assert said == [] if words is None else words in said[-1]
        assert await booking.bookings() == []
        assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_a_change_while_an_approval_waits_voids_it_and_releases_what_no_longer_fits(booking):
    """Only with ``let_hold_go``: the approval is void then, holds are released, new quotes come."""
    card = await booking.to_approval()
    await booking.do(change(party={"adults": 3}))
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "open"
    await booking.do(change(party={"adults": 3}, let_hold_go=True))
    trip = await booking.trip()
    assert not await booking.waits()
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "void"
    assert (await booking.ports.desk.ledger_status(trip.ledger_id)).live_holds == ()
    assert trip.party.heads()[0] == 3
    assert not trip.working_memory.hold_requested


async def test_a_rejection_closes_the_approval_and_keeps_the_trip(booking):
    """Reject with a reason: nothing bought, holds released, the trip is still there."""
    card = await booking.to_approval()
    said = await booking.answer({"decisions": [{"type": "reject", "message": "too expensive"}]})
    assert "too expensive" in said[-1]
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "rejected"
    assert await booking.bookings() == []
    assert (await booking.trip()).itinerary.segments


async def test_a_no_that_names_another_trips_approval_touches_and_shows_nothing(booking):
    """The other trip's approval and holds stay, none of them shows up here, and one's own card is asked again."""
    card = await booking.to_approval()
    other = booking.on("t2")
    own = await other.to_approval()
    args = {"approval_id": card["approval_id"]}
    said = await other.answer({"decisions": [{"type": "reject", "args": args}]})
    approval = await booking.ports.desk.approval(card["approval_id"])
    foreign = {line.hold_id for line in approval.lines}
    assert approval.state == "open"
    assert not foreign & {hold.hold_id for hold in (await other.trip()).working_memory.holds}
    assert ("another trip" in said[0], (await other.card())["approval_id"]) == (True, own["approval_id"])


class TwoCards:
    """A traveller with two payment methods on file, one of which is declined."""

    tokens = ("3ds_",)

    async def list(self, traveller: str = "") -> list[PaymentMethod]:
        return [
            PaymentMethod(payment_method_id="pm_good", label="Good", default=True),
            PaymentMethod(payment_method_id="pm_declined_1", label="Declined"),
        ]


async def test_an_edit_changes_the_payment_method(booking):
    """Edit carries payment method and confirmations; a declined card buys nothing, and another approval may."""
    booking = booking.rebuilt(payment_methods=TwoCards())
    card = await booking.to_approval()
    args = {"payment_method_id": "pm_declined_1", "confirmations": [c["id"] for c in card["confirmations"]]}
    said = await booking.answer({"decisions": [{"type": "edit", "edited_action": {"name": "purchase", "args": args}}]})
    assert await booking.bookings() == []
    assert "declin" in " ".join(said).casefold()


async def test_expired_holds_are_told_and_nothing_is_bought(booking):
    """Days later the hold is gone: it is said, and the stale approval buys nothing."""
    await booking.to_approval()
    booking.clock.advance(timedelta(days=3))
    said = await booking.event(type="USER_WANTS_OPTIONS")
    assert "No longer held" in " ".join(said)
    assert await booking.bookings() == []


async def test_profiles_spare_asking(booking, wish):
    """Who is known is not asked for again."""
    me = Profile(
        profile_id="ann",
        given_name="Ann",
        family_name="Smith",
        date_of_birth="1985-03-04",
        contact=Contact(email="ann@example.org"),
    )
    await booking.ports.profiles.save(me)
    booking.context = booking.context.model_copy(update={"traveller": "ann"})
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21"), cheapest, hold())
    assert await booking.waits()
    assert (await booking.trip()).party.guests[0].name == "Ann Smith"


async def test_who_was_named_once_is_not_asked_for_again(booking):
    """The next trip of the same traveller goes straight to the approval."""
    booking.context = booking.context.model_copy(update={"traveller": "ann"})
    await booking.to_approval()
    second = booking.on("t2")
    second.context = booking.context
    await second.do(plan("Boston", "Chicago", "2027-06-14", "2027-06-16"), cheapest, hold())
    assert await second.waits()


@pytest.mark.parametrize("org", ["", "acme"])
async def test_profiles_of_other_organisations_stay_closed(booking, org):
    """A traveller of the same name as another organisation's gets neither their details nor their home airport."""
    theirs = {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04", "home_airport": "ZRH"}
    await booking.ports.profiles.save(Profile(profile_id="ann", org="umbrella", **theirs))
    booking.context = TripContext(organisation=org, traveller="ann")
    alone = {"adults": 1}
    await booking.do(change(stops=[{"place": "Lisbon"}], depart="2027-06-14", return_day="2027-06-21", party=alone))
    assert (await booking.trip()).itinerary.segments[0].origin.code is None
    await booking.do(change(origin="Boston"), cheapest, hold())
    assert not await booking.waits()
    assert "1985" not in str((await booking.trip()).party)


@pytest.mark.parametrize(("org", "known"), [("", ["1985-03-04", None]), ("acme", ["1985-03-04", "1990-04-12"])])
async def test_a_name_brings_colleagues_but_no_private_stranger(booking, org, known):
    """Without an organisation a name finds only whom the writer travelled with; colleagues may name each other."""
    save = booking.ports.profiles.save
    await save(Profile(profile_id="ann", org=org, given_name="Ann", family_name="Smith"))
    await save(
        Profile(profile_id="ann/bob-jones", org=org, given_name="Bob", family_name="Jones", date_of_birth=known[0])
    )
    await save(Profile(profile_id="eve", org=org, given_name="Eve", family_name="Stone", date_of_birth="1990-04-12"))
    booking.context = TripContext(organisation=org, traveller="ann")
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=3), cheapest, hold())
    await booking.do(people(ANN, person("Bob Jones"), person("Eve Stone")))
    born = {guest.name: guest.date_of_birth for guest in (await booking.trip()).party.guests}
    assert [born["Bob Jones"], born["Eve Stone"]] == known


async def test_every_decision_is_in_the_audit(booking):
    """The audit says which node did what, and its chain is intact."""
    await booking.to_approval()
    await booking.approve()
    trip = await booking.trip()
    types = [e.type for e in await booking.ports.desk.audit(trip.ledger_id)]
    assert {"node.apply", "node.rank", "node.choose", "node.hold", "node.purchase"} <= set(types)
    assert await booking.ports.desk.verify_audit() is None


async def test_more_options_and_cheaper_ones_are_shown_with_their_numbers(booking, wish):
    """Options keep their numbers, so that "the fifth" is the fifth; a list asked for shows though one was chosen."""
    await booking.do(wish)
    more = await booking.event(type="USER_WANTS_OPTIONS")
    assert "Option 4: " in more[-1]
    assert not any(line.startswith("Option 1: ") for line in more[-1].splitlines())
    await booking.do(choose(1))
    cheaper = await booking.event(type="USER_WANTS_OPTIONS", order="cheapest")
    totals = [b.whole.amount for b in (await booking.trip()).working_memory.ranking.bundles]
    assert f"{min(totals):,.2f}" in cheaper[-1].splitlines()[1]


async def test_what_a_profile_likes_ranks_and_filters_nothing(booking):
    """The airlines of a stored profile count in the score of every option; the trip's own wishes stay as they were said."""
    wish = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", lodging={"needed": False})
    await booking.do(wish)
    before = (await booking.trip()).working_memory.ranking
    liked = Preferences(flight=FlightPreferences(preferred_airlines=("Fable Air",)))
    await booking.ports.profiles.save(Profile(profile_id="ann", preferences=liked))
    second = booking.on("t2")
    second.context = booking.context.model_copy(update={"traveller": "ann"})
    await second.do(wish)
    trip = await second.trip()
    after = trip.working_memory.ranking
    assert "preference" not in before.bundles[0].scores
    assert "preference" in after.bundles[0].scores
    assert trip.preferences.flight.preferred_airlines == ()
    assert "preferred_airlines" not in after.dropped


async def test_rules_of_everybody_on_the_trip_count(booking):
    """The rules of a companion with a profile count beside the writer's own; everything ruled out is asked about."""
    booking.context = TripContext(organisation="acme", traveller="ann")
    for one in ("ann", "ann/bob"):
        await booking.ports.profiles.save(Profile(profile_id=one, org="acme"))
    await booking.ports.policies.set("acme", PolicyRules(max_stars=4))
    await booking.ports.policies.set("acme", PolicyRules(max_stops=0), traveller="ann/bob")
    await booking.event(type="USER_WANTS_OPTIONS")
    edit = Patch(merge={"party": {"traveler_profile_ids": ("ann", "ann/bob")}})
    await booking.graph.aupdate_state(booking.config, {"trip_intent": edit}, as_node="publish")
    said = await booking.do(plan("Boston", "Nairobi", "2027-06-14", "2027-06-21", adults=2))
    rules = (await booking.trip()).policy.rules
    assert (rules.max_stars, rules.max_stops) == (4, 0)
    assert "travel policy rules out every one of them" in said[-1]
    assert "more stops than the travel policy allows (acme/ann/bob): " in said[-1]
    assert not (await booking.trip()).working_memory.ranking.bundles
