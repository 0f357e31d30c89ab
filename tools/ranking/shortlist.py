"""The shortlist: the best trip of each kind, then the best by score, then alternatives, with three unlike ones in front.

The first three differ where it matters: the best balance, the cheapest, the fastest or non-stop.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import merge
from itertools import islice

from tripintent.state import bundles
from tripintent.state.bundles import Identity, part_key
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.ranking.best_first import RankedCandidate, within
from tripintent.tools.ranking.criteria import Candidate, Criteria
from tripintent.tools.ranking.layers import Layer, beaten
from tripintent.tools.ranking.sound import Sound
from tripintent.tools.ranking.weights import Scoring, weighted

BEST_OVERALL, CHEAPEST, FASTEST, FEWEST_STOPS = "best_overall", "cheapest", "fastest", "fewest_stops"
REFUNDABLE, BEST_HOTEL, COMFORTABLE, ALTERNATIVE = "refundable", "best_hotel", "comfortable", "alternative"
MIXED, WISHED = "mixed", "wished"

COMFORT = 3.0
"""Stars of an ordinary hotel: below it a low price is not all that a traveller looks at."""

_FIRST_OF_ALL = 10**24
"""Makes one criterion outweigh all others together, which then only break its ties."""

Ways = Sequence[Sequence[Layer]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A trip that is shown, and why: the codes of what it is best at."""

    found: RankedCandidate
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The choices: the layers of each way (`layers.py`), their skylines, and how trips are scored."""

    ways: Ways
    skylines: Ways
    scoring: Scoring
    limit: int
    sound: tuple[tuple[Sound, ...], ...] = ((),)
    """Tests that the best overall must pass: the first of these sets that any trip within the budget passes."""
    ideals: tuple[Callable[[FlightOffer | HotelOffer], bool], ...] = ()
    """Tests of what was said to be ideal: all of it, then each wish alone. The best trip of the first that any passes is shown."""
    unwanted: frozenset[str] = frozenset()
    """Keys of the whole trips that the traveller declined: they are left out of this field."""
    decent: Sound = lambda _: True
    """The test of a hotel of the best overall."""
    worth: int = 0
    """What such a hotel may make a trip dearer, in price units."""

    def declines(self, found: RankedCandidate) -> bool:
        """Tell whether a trip is one of those."""
        return "-".join(_part_key(pick) for pick in found.picks) in self.unwanted


def cheapest_price(field: Field) -> int:
    """Return the price units of the cheapest trip. A field always has one."""
    return next(_within(field, field.skylines, _led_by(field.scoring, "price"), None)).criteria.price


def shortlist(field: Field, budget: int | None) -> list[Kept]:
    """Return up to ``limit`` trips within the budget: best of its kind first, then by score, then alternatives.

    A trip labelled ``alternative`` is beaten in every respect by another; it is there because it is a different flight
    or hotel, and only when the skyline has fewer trips than asked for. All others are undominated; only a comfortable
    one may be the best of its stars and yet be beaten by a hotel of fewer, or unknown, ones.
    """
    champions = _champions(field, budget)
    kept = champions[: field.limit]
    units = field.scoring.unit_costs
    kept += _more(kept, _skyline(_within(field, field.skylines, units, budget)), field.limit)
    others = islice(_within(field, field.ways, units, budget), 4 * field.limit)
    return kept + [replace(k, labels=(ALTERNATIVE,)) for k in _more(kept, others, field.limit)]


def closest(field: Field, over: int, budget: int | None, room: int) -> list[Kept]:
    """Return up to ``room`` skyline trips, cheapest first, of more than ``over`` and at most ``budget`` price units."""
    by_price = _skyline(_within(field, field.skylines, _led_by(field.scoring, "price"), budget))
    return [Kept(found) for found in islice((f for f in by_price if f.criteria.price > over), room)]


def _champions(field: Field, budget: int | None) -> list[Kept]:
    """Return the best trip of each kind, in the order of ``_place``; one trip may be best at several things."""
    labels: dict[tuple[str, ...], list[str]] = {}
    best: dict[tuple[str, ...], RankedCandidate] = {}
    for label, found in _best_of_each(field, budget):
        if found is None or (label == REFUNDABLE and found.criteria.non_refundable):
            continue
        labels.setdefault(found.key, []).append(label)
        best.setdefault(found.key, replace(found, cost=weighted(found.criteria, field.scoring.unit_costs)))
    return sorted((Kept(best[key], tuple(labels[key])) for key in best), key=_place)


def _soundest(field: Field, passes: Callable[[Candidate], bool], budget: int | None) -> RankedCandidate | None:
    """Return the best trip of parts that pass and are sound, as sound as there is one; its hotels are while that is worth it."""
    for sound in field.sound:
        plain = best_of(field, _all_of(passes, *sound), budget)
        if plain is None:
            continue
        fine = all(map(field.decent, plain.picks))
        decent = plain if fine else best_of(field, _all_of(passes, *sound, field.decent), budget)
        dearer = decent.criteria.price - plain.criteria.price if decent else field.worth + 1
        return plain if dearer > field.worth else decent
    return None


def _all_of(*tests: Sound) -> Sound:
    """Return the test whether a candidate passes all of them."""
    return lambda candidate: all(test(candidate) for test in tests)


def best_of(field: Field, passes: Callable[[Candidate], bool], budget: int | None) -> RankedCandidate | None:
    """Return the best trip within the budget of which every part passes; None without one."""
    return next(_within(field, _only(field.ways, passes), field.scoring.unit_costs, budget), None)


def _only(ways: Ways, passes: Callable[[Candidate], bool]) -> Ways:
    """Return the ways with only the candidates that pass; a way that loses all of a leg or stay is left out."""
    left = [[replace(layer, candidates=tuple(filter(passes, layer.candidates))) for layer in way] for way in ways]
    return [way for way in left if all(layer.candidates for layer in way)]


def _place(champion: Kept) -> tuple[int, int, tuple[str, ...]]:
    """Return the sort key of a champion: what `order` names comes first, the others follow by cost."""
    order = (BEST_OVERALL, WISHED, CHEAPEST, COMFORTABLE, FEWEST_STOPS)
    first = next((n for n, label in enumerate(order) if label in champion.labels), len(order))
    return first, champion.found.cost, champion.found.key


def _best_of_each(field: Field, budget: int | None) -> Iterator[tuple[str, RankedCandidate | None]]:
    """Yield each label with its champion."""
    rules = field.scoring
    yield BEST_OVERALL, _soundest(field, lambda _: True, budget)
    leading = [(CHEAPEST, "price"), (REFUNDABLE, "non_refundable")]
    leading += [(FASTEST, "minutes"), (FEWEST_STOPS, "stops")] if rules.flights else []
    leading += [(BEST_HOTEL, "plainness")] if rules.hotels else []
    for label, criterion in leading:
        yield label, next(_within(field, field.skylines, _led_by(rules, criterion), budget), None)
    wished = (_soundest(field, lambda c, ideal=ideal: ideal(c.offer), budget) for ideal in field.ideals)  # type: ignore[misc]
    yield WISHED, next(filter(None, wished), None)
    if rules.hotels:
        yield COMFORTABLE, _soundest(field, _comfortable, budget)


def _within(field: Field, ways: Ways, units: Criteria, budget: int | None = None) -> Iterator[RankedCandidate]:
    """Yield the trips of all ways within the budget that were not declined, least cost first."""
    found = merge(*(within(way, units, budget) for way in ways), key=lambda found: found.cost)
    return (one for one in found if not field.declines(one)) if field.unwanted else found


def _comfortable(candidate: Candidate) -> bool:
    """Tell whether a hotel is known to have ``COMFORT`` stars; flights all pass."""
    return not isinstance(candidate.offer, HotelOffer) or (candidate.offer.star_rating or 0) >= COMFORT


def _led_by(scoring: Scoring, criterion: str) -> Criteria:
    """Return the unit costs with one criterion before all others; after the stops comes the price."""
    units = scoring.unit_costs._replace(**{criterion: _FIRST_OF_ALL})
    return units._replace(stops=_FIRST_OF_ALL**2, price=_FIRST_OF_ALL) if criterion == "stops" else units


def _skyline(by_cost: Iterable[RankedCandidate]) -> Iterator[RankedCandidate]:
    """Yield the trips that no other trip dominates.

    Exact, because whatever dominates a trip costs less by any positive unit costs and so came before it.
    """
    passed: list[Criteria] = []
    for found in by_cost:
        if not beaten(found.criteria, passed):
            passed.append(found.criteria)
            yield found


def _more(kept: Sequence[Kept], found: Iterable[RankedCandidate], limit: int) -> list[Kept]:
    """Return as many new trips as there is room for."""
    seen = {k.found.key for k in kept}
    new = (Kept(f) for f in found if f.key not in seen)
    return list(islice(new, max(0, limit - len(kept))))


@lru_cache(maxsize=4096)
def _part_key(candidate: Candidate) -> str:
    return part_key(candidate.offer)


SHOWN = 3
WORTH_SAYING = 30
"""Minutes that must be saved over the whole trip for a trip to be shown as the fastest."""


def identity(candidate: Candidate) -> Identity:
    """Return what makes a flight this flight, or a hotel this hotel."""
    return bundles.identity(candidate.offer)


def varied(kept: Sequence[Kept], *, by_price: bool = False) -> list[Kept]:
    """Return the trips with the three to be seen first in front; the others follow as they were.

    The first stays the first. The cheapest and the one with what was wished for follow, then the fastest (a non-stop one before
    all), or the comfortable one where the two before have no comfortable hotel. The third never has the outbound flight that
    both others share, nor their hotels, as long as any trip has others.
    With ``by_price`` that alone changes the order.
    """
    shown, rest = list(kept[:1]), list(kept[1:])
    while rest and len(shown) < SHOWN:
        best = min(range(len(rest)), key=lambda n: (*_fit(rest[n], shown)[: 1 if by_price else None], n))
        shown.append(rest.pop(best))
    return [*shown, *rest]


def _fit(trip: Kept, shown: Sequence[Kept]) -> tuple[int, int, int, int, int, int]:
    """Return how well a trip follows those that are shown already: the smaller the better."""
    mains = {identity(k.found.picks[0]) for k in shown}
    repeated = len(shown) == SHOWN - 1 and len(mains) == 1 and identity(trip.found.picks[0]) in mains
    seen = {label for k in shown for label in k.labels}
    if {CHEAPEST, WISHED}.intersection(trip.labels) - seen:
        return 0, 0, 0, 0, 0, 0
    alike = _look(trip.found) in {_look(k.found) for k in shown}
    slept, hotels = {_hotels(k.found) for k in shown}, _hotels(trip.found)
    same_beds = len(shown) == SHOWN - 1 and slept == {hotels}
    return int(repeated), int(same_beds), int(alike), _kind(trip, shown), int(hotels in slept), trip.found.cost


def _kind(trip: Kept, shown: Sequence[Kept]) -> int:
    """Return the place of what a trip is best at among what the list still lacks; a few minutes saved are nothing."""
    seen = {label for k in shown for label in k.labels}
    quickest = min(k.found.criteria.minutes for k in shown)
    stops = min(k.found.criteria.stops for k in shown)
    wanted: list[Callable[[Kept], bool]] = [
        lambda k: COMFORTABLE in k.labels and COMFORTABLE not in seen,
        lambda k: FEWEST_STOPS in k.labels and not k.found.criteria.stops and stops > 0,
        lambda k: FASTEST in k.labels and k.found.criteria.minutes + WORTH_SAYING <= quickest,
    ]
    return next((n for n, has in enumerate(wanted) if has(trip)), len(wanted))


def _hotels(found: RankedCandidate) -> tuple[Identity, ...]:
    return tuple(identity(pick) for pick in found.picks if isinstance(pick.offer, HotelOffer))


def _look(found: RankedCandidate) -> tuple[Identity, ...]:
    return tuple(map(identity, found.picks))
