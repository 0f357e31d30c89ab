"""Kept trips as bundles: ids, totals, labels, and the reasons in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from tripintent.state.bundles import Bundle
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.language.replies.rendering import bundle_reasons
from tripintent.tools.ranking.best_first import RankedCandidate
from tripintent.tools.ranking.criteria import Criteria
from tripintent.tools.ranking.limits import Prices
from tripintent.tools.ranking.shortlist import BEST_HOTEL, Kept
from tripintent.tools.ranking.weights import Scoring

_ID_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best of the list in each respect: what every trip of the list is compared with."""

    best: Criteria
    best_stars: float | None
    least_plain: int
    refundable_from: int | None


def bundles(kept: Sequence[Kept], scoring: Scoring, prices: Prices, budget: int | None) -> tuple[Bundle, ...]:
    """Return the bundles of the kept trips, in their order. ``budget`` is the traveller's, in price units."""
    if not kept:
        return ()
    comparison = _comparison([k.found for k in kept])
    return tuple(_bundle(k, scoring, prices, budget, comparison) for k in kept)


def bundle_id(option_ids: Sequence[str]) -> str:
    """Return the id of a trip: the same options in the same order always make the same one."""
    return "bndl_" + sha256("\n".join(option_ids).encode()).hexdigest()[:_ID_LENGTH]


def _bundle(kept: Kept, scoring: Scoring, prices: Prices, budget: int | None, comparison: Comparison) -> Bundle:
    found, sums = kept.found, kept.found.criteria
    over = None if budget is None or sums.price <= budget else prices.total(sums.price - budget)
    tax = prices.local_tax(pick.offer for pick in found.picks)
    gaps, fewer = _gaps(found, comparison), (_stars(found) or 0) < (comparison.best_stars or 0)
    # no "best hotels" beside more stars
    labels = tuple(one for one in kept.labels if not (one == BEST_HOTEL and fewer))
    bundle = Bundle(
        bundle_id=bundle_id(found.key),
        flight_option_ids=found.key[: scoring.flights],
        hotel_option_ids=found.key[scoring.flights :],
        estimated_total=prices.total(sums.price - tax),
        local_tax=prices.total(tax) if tax else None,
        rates_date=prices.rates_date(pick.offer.total_price for pick in found.picks),
        score=round(scoring.score(sums), 6),
        scores=scoring.parts(sums) | gaps,
        minutes=sums.minutes,
        stops=sums.stops,
        refundable=sums.non_refundable == 0,
        stars=_stars(found),
        labels=labels,
        over_budget=over,
    )
    why, tradeoffs = bundle_reasons(bundle, "en")
    return bundle.model_copy(update={"why_this_bundle": why, "tradeoffs": tradeoffs})


def _comparison(found: Sequence[RankedCandidate]) -> Comparison:
    best = Criteria(*map(min, zip(*(f.criteria for f in found), strict=True)))
    refundable = [f.criteria.price for f in found if not f.criteria.non_refundable]
    stars = [stars for f in found if (stars := _stars(f)) is not None]
    return Comparison(best, max(stars, default=None), min(map(_plainness, found)), min(refundable, default=None))


def _gaps(found: RankedCandidate, comparison: Comparison) -> dict[str, float]:
    """Return the figures of the reasons and trade-offs, which each language phrases."""
    sums, best = found.criteria, comparison.best
    under = (comparison.best_stars or 0.0) - (_stars(found) or comparison.best_stars or 0.0)
    dearer = comparison.refundable_from is not None and comparison.refundable_from > sums.price
    gaps = {
        "price_over_cheapest": (sums.price - best.price) / 10_000,
        "minutes_over_fastest": float(sums.minutes - best.minutes),
        "stops_over_fewest": float(sums.stops - best.stops),
        "stars_under_best": under,
        "discomfort_over_best": 0.0 if under > 0 else float(_plainness(found) - comparison.least_plain),
        "own_transfers": float(_own_transfers(found)),
        "refundable_from": (comparison.refundable_from or 0) / 10_000 if sums.non_refundable and dearer else 0.0,
    }
    kept = {name: gap for name, gap in gaps.items() if gap > 0}
    return kept | {"refundable_parts": float(len(found.picks) - sums.non_refundable)}


def _plainness(found: RankedCandidate) -> int:
    """Return the discomfort of the hotels alone, in thousandths."""
    return sum(p.criteria.plainness for p in found.picks if isinstance(p.offer, HotelOffer))


def _own_transfers(found: RankedCandidate) -> int:
    """Return how many of the flights are on separate tickets."""
    return sum(isinstance(p.offer, FlightOffer) and p.offer.self_transfer for p in found.picks)


def _stars(found: RankedCandidate) -> float | None:
    """Return the mean of the known stars."""
    known = [p.offer.star_rating for p in found.picks if isinstance(p.offer, HotelOffer) and p.offer.star_rating]
    return round(sum(known) / len(known), 1) if known else None
