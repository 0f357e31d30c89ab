"""Stays that begin when one lands: each flight goes with the rooms of its own night."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.ranking.conftest import DAY, RoundRates, flight, hotel

from tripintent.state.offers import begins, night_of
from tripintent.tools.ports.ranking import RankRequest
from tripintent.tools.ranking.criteria import trouble
from tripintent.tools.ranking.ranker import WholeTripRanker
from tripintent.tools.ranking.sound import FEWEST_STARS, LITTLE_MORE

FIRST = DAY.date()
END = 5


def room(option_id, price, night, **facts):
    """A room from that many nights after the first to the end of the stay."""
    offer = hotel(option_id, price, nights=END - night, **facts)
    return offer.model_copy(
        update={"check_in": FIRST + timedelta(days=night), "check_out": FIRST + timedelta(days=END)}
    )


def back():
    return flight("back", 50, day=END)


async def test_a_flight_goes_with_the_rooms_of_its_night(ranker):
    """Who lands on the day sleeps from that day, who lands a day later pays a night less."""
    same_day, overnight = flight("day", 100, leave=8, hours=8), flight("night", 100, leave=22, hours=8)
    rooms = (room("five", 500, 0), room("four", 400, 1))
    request = RankRequest(flights=((same_day, overnight), (back(),)), hotels=(rooms,), arrives_with=(0,))
    found = {(b.flight_option_ids[0], b.hotel_option_ids[0]) for b in (await ranker.rank(request)).bundles}
    assert found == {("day", "five"), ("night", "four")}


@pytest.mark.parametrize(("leave", "hours", "other"), [(20, 6, 1), (22, 8, 2)])
async def test_the_small_hours_and_a_night_without_rooms_go_with_the_night_before(ranker, leave, hours, other):
    """Landing at two uses the bed of the day before; where the night of the landing is full, the one before is paid."""
    late = flight("late", 100, leave=leave, hours=hours)
    rooms = room("five", 500, 0), room("other", 400, other)
    request = RankRequest(flights=((late,),), hotels=(rooms,), arrives_with=(0,))
    (bundle,) = (await ranker.rank(request)).bundles
    assert bundle.hotel_option_ids == ("five",)


@pytest.mark.parametrize(("landing", "first"), [(0, 1), (1, 1), (2, 1), (3, 3), (9, 3)])
def test_which_night_to_begin(landing, first):
    """The night of the landing, else the last before it, else the earliest there is."""
    assert begins([date(2027, 3, 3), date(2027, 3, 1)], date(2027, 3, 1) + timedelta(days=landing - 1)) == date(
        2027, 3, first
    )


flights_drawn = st.lists(
    st.tuples(st.integers(1, 9), st.integers(0, 23), st.integers(1, 40), st.integers(0, 2), st.booleans()),
    min_size=1,
    max_size=5,
)
rooms_drawn = st.lists(
    st.tuples(st.integers(1, 9), st.integers(0, 2), st.integers(1, 5), st.booleans()), min_size=1, max_size=6
)


@given(out=flights_drawn, stays=rooms_drawn)
async def test_the_best_of_each_kind_is_brute_forces(out, stays):
    """Over all nights together: cheapest, fastest and fewest stops of the pairs that belong together, and no other pair."""
    legs = tuple(
        flight(f"F{i}", 100 * price, leave=leave, hours=hours, stops=stops, refundable=refundable)
        for i, (price, leave, hours, stops, refundable) in enumerate(out)
    )
    rooms = tuple(
        room(f"H{i}", 100 * price, night, stars=stars, refundable=refundable)
        for i, (price, night, stars, refundable) in enumerate(stays)
    )
    nights = {r.check_in for r in rooms}
    pairs = {
        (f.option_id, r.option_id): (f.total_price.amount + r.total_price.amount, f.duration, f.stops)
        for f in legs
        for r in rooms
        if begins(nights, night_of(f.arrive_at)) == r.check_in
    }
    request = RankRequest(flights=(legs,), hotels=(rooms,), arrives_with=(0,), limit=40)
    result = await WholeTripRanker(RoundRates()).rank(request)
    assert bool(result.bundles) == bool(pairs)
    kept = {(*b.flight_option_ids, *b.hotel_option_ids) for b in result.bundles}
    assert kept <= set(pairs)
    for n, label in enumerate(("cheapest", "fastest", "fewest_stops") if pairs else ()):
        (champion,) = [b for b in result.bundles if label in b.labels]
        assert pairs[champion.flight_option_ids[0], champion.hotel_option_ids[0]][n] == min(
            p[n] for p in pairs.values()
        )
    if pairs:
        straight = {f.option_id for f in legs if not any(_no_worse_with_fewer_stops(one, f) for one in legs)}
        direct = [b for b in result.bundles if b.flight_option_ids[0] in straight]
        starred = [b for b in result.bundles if b.stars is None or b.stars >= FEWEST_STARS]
        sound = [b for b in direct if b in starred] or direct or starred or result.bundles
        assert result.bundles[0].score == max(b.score for b in sound)


def _no_worse_with_fewer_stops(one, other):
    """Tell whether one flight has fewer stops, takes no longer, costs little more, is no more trouble and comes back as the other does."""
    little_more = one.total_price.amount <= other.total_price.amount * Decimal(str(LITTLE_MORE))
    eased = (one.refundable or not other.refundable) and trouble(one, {}) <= trouble(other, {})
    return one.stops < other.stops and one.duration <= other.duration and little_more and eased
