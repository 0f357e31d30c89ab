"""The policies of several travellers as one, through the graph: the strictest rule counts, and whose it is is told."""

from tests.acts import change, plan

from tripintent.state.context import TripContext
from tripintent.state.derived import current_ranking
from tripintent.state.patch import Patch
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.profiles import Profile

WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)


async def together(booking, **companion):
    """Return what is said to Ann, whose organisation allows one stop, with Bob and rules of his own beside her."""
    booking.context = TripContext(organisation="acme", traveller="ann")
    for one in ("ann", "ann/bob"):
        await booking.ports.profiles.save(Profile(profile_id=one, org="acme"))
    await booking.ports.policies.set("acme", PolicyRules(max_stops=1, max_stars=4))
    if companion:
        await booking.ports.policies.set("acme", PolicyRules(**companion), traveller="ann/bob")
    await booking.do(change(origin="Boston"))
    edit = Patch(merge={"party": {"traveler_profile_ids": ("ann", "ann/bob")}})
    await booking.graph.aupdate_state(booking.config, {"trip_intent": edit}, as_node="publish")
    return (await booking.do(WISH))[-1]


async def test_the_strictest_rule_of_each_counts_and_is_told(booking):
    """Bob flies non-stop alone; the stars are the organisation's; each rule is told with whose it is."""
    await together(booking, max_stops=0, max_stars=5)
    trip = await booking.trip()
    assert (trip.policy.rules.max_stops, trip.policy.rules.max_stars) == (0, 4)
    assert trip.policy.asked_by == {"max_stops": "acme/ann/bob", "max_stars": "acme"}
    assert {b.stops for b in current_ranking(trip).bundles} == {0}
    facts = (await booking.state()).values["messages"][-1].additional_kwargs["facts"]["ruled"]
    assert {one["why"]: one["by"] for one in facts} == {"policy.max_stops": "acme/ann/bob", "policy.max_stars": "acme"}


async def test_one_policy_alone_is_nobodys_in_particular(booking):
    """Where all go by the same rules no one is named."""
    said = await together(booking)
    assert (await booking.trip()).policy.asked_by == {}
    assert "Left out by" not in said
