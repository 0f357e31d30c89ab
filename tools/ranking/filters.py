"""Hard filters: only what the traveller or the policy asked for. Every drop has a reason code."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TypeVar

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.ports.ranking import RankRequest
from tripintent.tools.ranking.limits import above_class, flies, flights_enabled, hotels_enabled, room_rate
from tripintent.tools.ranking.prices import Prices

Kind = TypeVar("Kind", FlightOffer, HotelOffer)
Test = tuple[str, Callable[[Kind], bool]]
"""A reason code, and a test that is true when an offer must go for that reason."""


def flight_tests(request: RankRequest, prices: Prices) -> list[Test[FlightOffer]]:
    """Return the tests that this request asks for, in the order in which reasons are counted."""
    wishes, rules, tests = request.preferences.flight, request.rules, list[Test[FlightOffer]]()
    if not flights_enabled(request.constraints.enabled_services):
        tests.append(("flights_not_enabled", lambda _: True))
    if (stops := wishes.max_stops) is not None and "max_stops" not in wishes.ideal:
        tests.append(("max_stops", lambda offer: offer.stops > stops))
    if (hours := wishes.max_hours) is not None and "max_hours" not in wishes.ideal:
        tests.append(("max_hours", lambda offer: offer.duration > timedelta(hours=hours)))
    if (policy_stops := rules.max_stops) is not None:
        tests.append(("policy.max_stops", lambda offer: offer.stops > policy_stops))
    if (cabin := wishes.max_class) is not None:
        tests.append(("max_class", lambda offer: above_class(offer, cabin)))
    if (policy_cabin := rules.max_class) is not None:
        tests.append(("policy.max_class", lambda offer: above_class(offer, policy_cabin)))
    if (budget := wishes.max_budget) is not None:
        tests.append(("max_budget", _dearer(budget, lambda offer: offer.total_price, prices)))
    if wishes.avoid_self_transfer and "avoid_self_transfer" not in wishes.ideal:
        tests.append(("avoid_self_transfer", lambda offer: offer.self_transfer))
    if airlines := wishes.avoid_airlines:
        tests.append(("avoid_airlines", lambda offer: any(flies(hop, airlines) for hop in offer.segments)))
    if (must := wishes.preferred_airlines) and "preferred_airlines" in wishes.required:
        tests.append(("preferred_airlines", lambda offer: not all(flies(hop, must) for hop in offer.segments)))
    return [*tests, *_refund_tests(request)]


def hotel_tests(request: RankRequest, prices: Prices) -> list[Test[HotelOffer]]:
    """Return the tests that this request asks for, in the order in which reasons are counted."""
    wishes, rules, tests = request.preferences.hotel, request.rules, list[Test[HotelOffer]]()
    if not hotels_enabled(request.constraints.enabled_services):
        tests.append(("hotels_not_enabled", lambda _: True))
    if (fewest := wishes.star_min) is not None and "star_min" not in wishes.ideal:
        tests.append(("star_min", lambda offer: offer.star_rating is not None and offer.star_rating < fewest))
    if (most := wishes.max_stars) is not None:
        tests.append(("max_stars", lambda offer: offer.star_rating is not None and offer.star_rating > most))
    if (policy_most := rules.max_stars) is not None:
        tests.append(
            ("policy.max_stars", lambda offer: offer.star_rating is not None and offer.star_rating > policy_most)
        )
    if (rate := wishes.max_daily_rate) is not None:
        tests.append(("max_daily_rate", _dearer(rate, room_rate, prices)))
    if (policy_rate := rules.max_daily_rate) is not None:
        tests.append(("policy.max_daily_rate", _dearer(policy_rate, room_rate, prices)))
    if (place := wishes.near) and (farthest := place.limit_km) and "near" not in wishes.ideal:
        tests.append(("near", lambda offer: request.near_km.get(offer.option_id, 0.0) > farthest))
    if wishes.refundable_only:
        tests.append(("refundable_only", lambda offer: not offer.refundable))
    return [*tests, *_refund_tests(request)]


def keep(offers: Iterable[Kind], tests: list[Test[Kind]], dropped: Counter[str]) -> list[Kind]:
    """Return the offers that no test drops; each drop is counted once, under the first reason."""
    kept = []
    for offer in offers:
        reason = next((code for code, fails in tests if fails(offer)), None)
        if reason is None:
            kept.append(offer)
        else:
            dropped[reason] += 1
    return kept


def _refund_tests(request: RankRequest) -> list[tuple[str, Callable[[FlightOffer | HotelOffer], bool]]]:
    tests = list[tuple[str, Callable[[FlightOffer | HotelOffer], bool]]]()
    if request.rules.require_refundable:
        tests.append(("policy.require_refundable", lambda offer: not offer.refundable))
    if request.constraints.refundable_preference == "refundable":
        tests.append(("refundable_preference", lambda offer: not offer.refundable))
    return tests


def _dearer(limit: Money, price: Callable[[Kind], Money], prices: Prices) -> Callable[[Kind], bool]:
    most = prices.units(limit)
    return lambda offer: prices.units(price(offer)) > most
