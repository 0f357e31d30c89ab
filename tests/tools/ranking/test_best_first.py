"""The lazy search against the whole product."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tools.ranking.conftest import brute_force, lay_out

from tripintent.tools.ranking.best_first import affordable, reachable, within
from tripintent.tools.ranking.criteria import dominates
from tripintent.tools.ranking.layers import skylines
from tripintent.tools.ranking.shortlist import ALTERNATIVE, COMFORTABLE, Field, _skyline, shortlist

SETTINGS = settings(
    max_examples=75, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)

flights_drawn = st.fixed_dictionaries(
    {
        "price": st.integers(50, 90),
        "leave": st.integers(6, 20),
        "hours": st.integers(1, 12),
        "stops": st.integers(0, 2),
        "refundable": st.booleans(),
    }
)
hotels_drawn = st.fixed_dictionaries(
    {"price": st.integers(50, 90), "stars": st.sampled_from([None, 2, 3, 4, 5]), "refundable": st.booleans()}
)
trips_drawn = st.tuples(
    st.lists(st.lists(flights_drawn, min_size=1, max_size=5), min_size=0, max_size=3),
    st.lists(st.lists(hotels_drawn, min_size=1, max_size=4), min_size=0, max_size=2),
).filter(lambda trip: trip[0] or trip[1])
weights_drawn = st.dictionaries(
    st.sampled_from(["price", "duration", "refundable", "convenience"]), st.sampled_from([0.0, 0.1, 1.0])
)


def budget_at(trips, share):
    """Return a budget between the cheapest (0) and the dearest trip (1)."""
    prices = [criteria.price for _, criteria, _ in trips] or [0]
    return round(min(prices) + share * (max(prices) - min(prices)))


@given(drawn=trips_drawn, weights=weights_drawn)
@SETTINGS
def test_every_trip_comes_out_once_in_order(drawn, weights):
    """The search yields exactly the trips of the product that keep to the clock, each once, cheapest cost first."""
    layers, rules = lay_out(drawn, weights)
    found = list(within(layers, rules.unit_costs, None, steps=10**6))
    slow = brute_force(layers, rules.cost)
    assert [f.cost for f in found] == [cost for cost, _, _ in slow]
    assert sorted(f.key for f in found) == sorted(ids for _, _, ids in slow)


@given(drawn=trips_drawn, weights=weights_drawn, share=st.floats(0, 1))
@SETTINGS
def test_a_budget_leaves_the_affordable_ones_in_order(drawn, weights, share):
    """Within a budget the search yields exactly the affordable trips, in the same order as the product sorted."""
    layers, rules = lay_out(drawn, weights)
    slow = brute_force(layers, rules.cost)
    if not slow:
        return
    budget = budget_at(slow, share)
    found = list(within(layers, rules.unit_costs, budget, steps=10**6))
    assert [f.cost for f in found] == [cost for cost, criteria, _ in slow if criteria.price <= budget]


@given(drawn=trips_drawn, weights=weights_drawn)
@SETTINGS
def test_the_skyline_is_exact(drawn, weights):
    """Skylines of the lists, then of the trips as they come, leave exactly what brute force finds undominated."""
    layers, rules = lay_out(drawn, weights)
    found = list(_skyline(within(skylines(layers), rules.unit_costs, None)))
    slow = brute_force(layers, rules.cost)
    best = [(c, k) for c, k, _ in slow if not any(dominates(other, k) for _, other, _ in slow)]
    assert {f.criteria for f in found} == {criteria for _, criteria in best}
    assert found == sorted(found, key=lambda f: f.cost)


@given(drawn=trips_drawn, question=st.tuples(weights_drawn, st.integers(1, 12), st.none() | st.floats(0, 1)))
@SETTINGS
def test_the_shortlist_is_brute_forces(drawn, question):
    """First the best score of all, then champions, then the skyline's best, all undominated or labelled alternatives."""
    weights, limit, share = question
    layers, rules = lay_out(drawn, weights)
    slow = brute_force(layers, rules.cost)
    if not slow:
        return
    budget = None if share is None else budget_at(slow, share)
    slow = [trip for trip in slow if budget is None or trip[1].price <= budget]
    layers = reachable(layers)
    kept = shortlist(Field([layers], [skylines(layers)], rules, limit), budget)
    assert kept[0].found.cost == slow[0][0]
    assert len(kept) == len({k.found.key for k in kept}) == min(limit, len(slow))
    best = [trip for trip in slow if not any(dominates(other, trip[1]) for _, other, _ in slow)]
    for trip in [k for k in kept if COMFORTABLE not in k.labels]:
        assert (trip.found.criteria in {criteria for _, criteria, _ in best}) == (ALTERNATIVE not in trip.labels)
    champions = {k.found.key for k in kept if k.labels and ALTERNATIVE not in k.labels}
    others = [k.found.cost for k in kept if not k.labels]
    assert others == [cost for cost, _, ids in best if ids not in champions][: len(others)]


@given(drawn=trips_drawn, share=st.floats(-0.2, 1))
@SETTINGS
def test_only_offers_of_some_possible_trip_pass(drawn, share):
    """Reachable and affordable keep exactly the offers that are in some trip within the clock and the budget."""
    layers, rules = lay_out(drawn, {})
    slow = brute_force(layers, rules.cost)
    left = {c.option_id for layer in reachable(layers) for c in layer.candidates}
    assert left == {option for _, _, ids in slow for option in ids}
    budget = budget_at(slow, share)
    left = {c.option_id for layer in affordable(layers, budget) for c in layer.candidates}
    assert left == {option for _, criteria, ids in slow if criteria.price <= budget for option in ids}
