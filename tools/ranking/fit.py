"""How far an offer meets the wishes that were spoken (the preference part of the score), and the hard filters with reason codes.

Wishes never filter; filters are only what the traveller or the policy asked for.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeVar

from tripintent.state.frame import CABINS, Board, TimeWindow
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, is_red_eye
from tripintent.state.wishes import FlightPreferences, HotelPreferences, Preferences
from tripintent.tools.ports.ranking import RankRequest
from tripintent.tools.ranking.limits import FLIGHTS, HOTELS, Prices, enabled, flies

BOARDS: tuple[Board, ...] = ("room_only", "breakfast", "half_board", "full_board", "all_inclusive")

_NOWHERE: Mapping[str, float] = {}


def flight_wishes(offer: FlightOffer, wishes: FlightPreferences) -> dict[str, float]:
    """Return each spoken wish and how far the offer meets it, 0..1; empty when nothing was wished."""
    met: dict[str, float] = {}
    if wishes.preferred_airlines:
        met["preferred_airline"] = _share(flies(hop, wishes.preferred_airlines) for hop in offer.segments)
    if wishes.preferred_times:
        met["preferred_time"] = float(_within(f"{offer.depart_at:%H:%M}", wishes.preferred_times))
    if wishes.max_stops is not None and "max_stops" in wishes.ideal:
        met["max_stops"] = float(offer.stops <= wishes.max_stops)
    if wishes.max_hours is not None and "max_hours" in wishes.ideal:
        met["max_hours"] = float(offer.duration <= timedelta(hours=wishes.max_hours))
    if wishes.avoid_red_eye:
        met["no_red_eye"] = float(not any(is_red_eye(hop.depart_at, hop.arrive_at) for hop in offer.segments))
    if wishes.avoid_self_transfer:
        met["avoid_self_transfer"] = float(not offer.self_transfer)
    if wishes.cabin:
        met["cabin"] = float(CABINS.index(offer.cabin) >= CABINS.index(wishes.cabin))
    if wishes.checked_bags:
        met["checked_bags"] = min(1.0, (offer.checked_bags or 0) / wishes.checked_bags)
    return met


def hotel_wishes(
    offer: HotelOffer, wishes: HotelPreferences, near_km: Mapping[str, float] = _NOWHERE
) -> dict[str, float]:
    """Return each spoken wish and how far the offer meets it, 0..1; empty when nothing was wished.

    ``near_km`` is how far offers are from the place to be near; one of which that is not known misses no wish.
    """
    met: dict[str, float] = {}
    if wishes.hotel_name:
        met["hotel_name"] = float(wishes.hotel_name.casefold() in offer.hotel_name.casefold())
    if wishes.kinds and offer.property_kind:
        met["stay_kind"] = float(offer.property_kind in wishes.kinds)
    if wishes.preferred_hotels:
        name = offer.hotel_name.casefold()
        met["preferred_hotel"] = float(any(one.strip().casefold() in name for one in wishes.preferred_hotels))
    if wishes.star_min is not None and "star_min" in wishes.ideal:
        met["star_min"] = float((offer.star_rating or 0.0) >= wishes.star_min)
    if wishes.amenities:
        has = {amenity.casefold() for amenity in offer.amenities}
        met["amenities"] = _share(wish.casefold() in has for wish in wishes.amenities)
    if wishes.board:
        met["board"] = float(offer.board is not None and BOARDS.index(offer.board) >= BOARDS.index(wishes.board))
    if wishes.near and (km := near_km.get(offer.option_id)) is not None:
        met["near"] = _nearness(km, wishes.near.limit_km)
    if wishes.room_type:
        met["room_type"] = float(wishes.room_type.casefold() in offer.room_description.casefold())
    return met


def _nearness(km: float, limit: float | None) -> float:
    """Return 1 within the limit, and what lies farther by how much; without a limit half at one kilometre."""
    return 1 / (1 + km) if limit is None else min(1.0, limit / km) if km else 1.0


NEAR_ENOUGH_KM, NEARLY = 0.8, 1.5
"""Near a place without a limit is what lies within so much of it, or within so many times the distance of the nearest."""


def near_enough(
    preferences: Preferences, near_km: Mapping[str, float]
) -> Callable[[FlightOffer | HotelOffer], bool] | None:
    """Return whether an offer is hardly farther than the nearest; what is not known is. None without such a wish, or with a limit."""
    if not near_km or preferences.hotel.near is None or preferences.hotel.near.limit_km is not None:
        return None
    enough = max(NEAR_ENOUGH_KM, NEARLY * min(near_km.values()))
    return lambda offer: near_km.get(offer.option_id, 0.0) <= enough


def ideals(
    preferences: Preferences, near_km: Mapping[str, float] = _NOWHERE
) -> tuple[Callable[[FlightOffer | HotelOffer], bool], ...]:
    """Return whether an offer meets what "ideally" was said of its kind: all of it together, then each wish alone.

    To be near a place, without a word of how far, is such a wish too: what is hardly farther than the nearest meets it.
    """
    flight, hotel = preferences.flight, preferences.hotel
    near = near_enough(preferences, near_km)
    names = (
        *(name for name in (*flight.ideal, *hotel.ideal) if name != "near" or not near),
        *(("near",) if near else ()),
    )

    def meets(offer: FlightOffer | HotelOffer, wanted: tuple[str, ...]) -> bool:
        met = flight_wishes(offer, flight) if isinstance(offer, FlightOffer) else hotel_wishes(offer, hotel, near_km)
        if near:
            met["near"] = float(near(offer))
        return all(met.get(name, 1.0) >= 1 for name in wanted)

    sets = dict.fromkeys((names, *((name,) for name in names))) if names else ()
    return tuple(partial(meets, wanted=wanted) for wanted in sets)


_OF_FLIGHTS = ("preferred_airlines", "preferred_times", "avoid_red_eye", "cabin", "avoid_self_transfer", "checked_bags")
_OF_HOTELS = ("preferred_hotels", "hotel_name", "kinds", "amenities", "board", "near", "room_type")
"""Wishes of the preferences that count once they are said."""


def any_wishes(preferences: Preferences) -> bool:
    """Tell whether a wish was spoken that an offer can meet or miss."""
    flight, hotel = preferences.flight, preferences.hotel
    ideal = {"max_stops", "max_hours"}.intersection(flight.ideal) or "star_min" in hotel.ideal
    said = (*(getattr(flight, name) for name in _OF_FLIGHTS), *(getattr(hotel, name) for name in _OF_HOTELS))
    return bool(ideal or any(said))


def _within(time: str, windows: Iterable[TimeWindow]) -> bool:
    """Tell whether a local HH:MM is in one of the windows; one that ends before it starts goes over midnight."""
    spans = ((window.start or "00:00", window.end or "23:59") for window in windows)
    return any(a <= time <= b if a <= b else time >= a or time <= b for a, b in spans)


def misfit(met: dict[str, float]) -> float:
    """Return 0..1: the mean of what the wishes miss; 0 when nothing was wished."""
    return 1 - sum(met.values()) / len(met) if met else 0.0


def _share(met: Iterable[bool]) -> float:
    answers = list(met)
    return sum(answers) / len(answers)


Kind = TypeVar("Kind", FlightOffer, HotelOffer)
Test = tuple[str, Callable[[Kind], bool]]
"""A reason code, and a test that is true when an offer must go for that reason."""


def flight_tests(request: RankRequest, prices: Prices) -> list[Test[FlightOffer]]:
    """Return the tests that this request asks for, in the order in which reasons are counted."""
    wishes, rules, tests = request.preferences.flight, request.rules, list[Test[FlightOffer]]()
    if not enabled(request.constraints.enabled_services, FLIGHTS):
        tests.append(("flights_not_enabled", lambda _: True))
    if (stops := wishes.max_stops) is not None and "max_stops" not in wishes.ideal:
        tests.append(("max_stops", lambda offer: offer.stops > stops))
    if (hours := wishes.max_hours) is not None and "max_hours" not in wishes.ideal:
        tests.append(("max_hours", lambda offer: offer.duration > timedelta(hours=hours)))
    if (policy_stops := rules.max_stops) is not None:
        tests.append(("policy.max_stops", lambda offer: offer.stops > policy_stops))
    if (cabin := wishes.max_class) is not None:
        tests.append(("max_class", lambda offer: offer.above(cabin)))
    if (policy_cabin := rules.max_class) is not None:
        tests.append(("policy.max_class", lambda offer: offer.above(policy_cabin)))
    if (budget := wishes.max_budget) is not None:
        tests.append(("max_budget", _dearer(budget, lambda offer: offer.total_price, prices)))
    if wishes.avoid_self_transfer and "avoid_self_transfer" not in wishes.ideal:
        tests.append(("avoid_self_transfer", lambda offer: offer.self_transfer))
    if airlines := wishes.avoid_airlines:
        tests.append(("avoid_airlines", lambda offer: any(flies(hop, airlines) for hop in offer.segments)))
    if (must := wishes.preferred_airlines) and "preferred_airlines" in wishes.required:
        tests.append(("preferred_airlines", lambda offer: not all(flies(hop, must) for hop in offer.segments)))
    return [*tests, *_refund_tests(request, wishes)]


def hotel_tests(request: RankRequest, prices: Prices) -> list[Test[HotelOffer]]:
    """Return the tests that this request asks for, in the order in which reasons are counted."""
    wishes, rules, tests = request.preferences.hotel, request.rules, list[Test[HotelOffer]]()
    if not enabled(request.constraints.enabled_services, HOTELS):
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
        tests.append(("max_daily_rate", _dearer(rate, lambda offer: offer.room_rate, prices)))
    if (policy_rate := rules.max_daily_rate) is not None:
        tests.append(("policy.max_daily_rate", _dearer(policy_rate, lambda offer: offer.room_rate, prices)))
    if (place := wishes.near) and (farthest := place.limit_km) and "near" not in wishes.ideal:
        tests.append(("near", lambda offer: request.near_km.get(offer.option_id, 0.0) > farthest))
    return [*tests, *_refund_tests(request, wishes)]


def lodging_tests(request: RankRequest, prices: Prices) -> list[list[Test[HotelOffer]]]:
    """Return for each stay its own tests: the hotel that was named where it has rooms, and its part of a budget for all hotels.

    Of several stays each has its part of the budget by their cheapest rooms.
    """
    budget = request.preferences.hotel.budget
    named = [_named_tests(request.preferences.hotel.hotel_name, stay) for stay in request.hotels]
    if budget is None:
        return named
    most = prices.units(budget)
    cheapest = [min((prices.units(one.total_price) for one in stay), default=0) for stay in request.hotels]
    parts = [("budget", partial(_beyond, prices, most * least, sum(cheapest))) for least in cheapest]
    return [[*own, part] for own, part in zip(named, parts, strict=True)]


def _named_tests(name: str | None, stay: Sequence[HotelOffer]) -> list[Test[HotelOffer]]:
    """Return the test of a hotel that was asked for by its name; none where it has no room, which is told."""
    fold = (name or "").casefold()
    exact = [one for one in stay if one.hotel_name.casefold() == fold]
    if not fold or not (exact or any(fold in one.hotel_name.casefold() for one in stay)):
        return []
    if exact:
        return [("hotel_name", lambda offer: offer.hotel_name.casefold() != fold)]
    return [("hotel_name", lambda offer: fold not in offer.hotel_name.casefold())]


def _beyond(prices: Prices, most: int, parts: int, offer: HotelOffer) -> bool:
    return prices.units(offer.total_price) * parts > most


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


def _refund_tests(
    request: RankRequest, wishes: FlightPreferences | HotelPreferences
) -> list[tuple[str, Callable[[FlightOffer | HotelOffer], bool]]]:
    tests = list[tuple[str, Callable[[FlightOffer | HotelOffer], bool]]]()
    if wishes.refundable_only:
        tests.append(("refundable_only", lambda offer: not offer.refundable))
    if request.rules.require_refundable:
        tests.append(("policy.require_refundable", lambda offer: not offer.refundable))
    if request.constraints.refundable_preference == "refundable":
        tests.append(("refundable_preference", lambda offer: not offer.refundable))
    return tests


def _dearer(limit: Money, price: Callable[[Kind], Money], prices: Prices) -> Callable[[Kind], bool]:
    most = prices.units(limit)
    return lambda offer: prices.units(price(offer)) > most
