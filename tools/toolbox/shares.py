"""What an option costs: each traveller, who shares the parts that they take, and beside what is chosen now."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal

from tripintent.state.bundles import Bundle
from tripintent.state.derived import current_ranking, open_plan, selected_bundle
from tripintent.state.money import Money, payable
from tripintent.state.offers import Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.clock import Rates
from tripintent.tools.ports.ports import Ports

IN_FORCE = ("confirmed", "in_doubt")


def takers_of(bundle: Bundle, trip: TripIntent) -> list[tuple[str, tuple[str, ...]]]:
    """Return the parts of an option: the id of the offer, and the ids of those who take it. Two may take like rooms."""
    plan, ranking = open_plan(trip), current_ranking(trip)
    parts = (
        (plan.flights, bundle.flight_option_ids, ranking.flight_keys if ranking else ()),
        (plan.hotels, bundle.hotel_option_ids, ranking.hotel_keys if ranking else ()),
    )
    return [
        (option, one.who)
        for asked, options, keys in parts
        for one, option in zip([one for one in asked if not keys or one.key in keys], options, strict=False)
    ]


def per_person(bundle: Bundle, trip: TripIntent) -> Money | None:
    """Return each one's share of an option, rounded; None for one traveller, and where not all take the same parts."""
    takers = {who for _, who in takers_of(bundle, trip)} or {tuple(one.id for one in trip.party.members())}
    heads = len(next(iter(takers))) if len(takers) == 1 else 1
    return bundle.whole.share(heads) if heads > 1 else None


def by_person(bundle: Bundle, trip: TripIntent, offers: Mapping[str, Offer], rates: Rates) -> dict[str, Money]:
    """Return what each pays, by traveller's id, where they do not all take the same parts; else nothing."""
    takers = takers_of(bundle, trip)
    if len({who for _, who in takers}) < 2 or any(option not in offers for option, _ in takers):
        return {}
    currency, sums = bundle.estimated_total.currency, defaultdict[str, Decimal](Decimal)
    for option, who in takers:
        offer = offers[option]
        price = rates.convert(offer.total_price, currency).amount
        if offer.due_at_property:
            price += rates.convert(offer.due_at_property, currency).amount
        for one in who:
            sums[one] += price / len(who)
    return {one: payable(amount, currency) for one, amount in sorted(sums.items())}


def now_costs(trip: TripIntent) -> Money | None:
    """Return what is chosen now costs; what is booked was paid, and an option of a change costs what it costs beside it."""
    chosen = selected_bundle(trip)
    return chosen.whole if chosen else None


def less(one: Money, other: Money | None, ports: Ports) -> Money | None:
    """Return the difference in the currency of the first; None where there is nothing to compare with."""
    if other is None:
        return None
    return Money(amount=one.amount - ports.rates.convert(other, one.currency).amount, currency=one.currency)
