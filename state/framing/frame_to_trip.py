"""From a frame to the merge of a patch: segments, lodging, party, preferences and constraints.

Where no money was said it is that of the country where the trip starts: ISO 3166 to ISO 4217, for the currencies that the European
Central Bank rates.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tripintent.state.frame import Frame
from tripintent.state.framing.dates import dates_from_hotel, settled, with_landing_days, with_travel_dates
from tripintent.state.framing.lodging import from_flights, lodging_of
from tripintent.state.framing.segments import Near, flights_needed, segments_of, trip_type, wants_return

_EURO = "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK"
_OTHERS = (
    "AU AUD, BR BRL, CA CAD, CH CHF, LI CHF, CN CNY, CZ CZK, DK DKK, GB GBP, GG GBP, IM GBP, JE GBP, HK HKD, HU HUF, ID IDR, "
    "IL ILS, IN INR, JP JPY, KR KRW, MX MXN, MY MYR, NO NOK, NZ NZD, PH PHP, PL PLN, RO RON, SE SEK, SG SGD, TH THB, TR TRY, "
    "US USD, ZA ZAR"
)
MONEY: dict[str, str] = dict.fromkeys(_EURO.split(), "EUR") | {pair[:2]: pair[3:] for pair in _OTHERS.split(", ")}
ELSEWHERE = "USD"


def home_money(frame: Frame) -> str:
    """Return the ISO code of the money of where the trip starts; US dollars where that is not known or not rated."""
    origin = frame.origin or next((leg.origin for leg in frame.legs if leg.origin), None)
    return MONEY.get((origin and origin.country) or "", ELSEWHERE)


def readers_money(locale: str) -> str | None:
    """Return the money of a reader's country, or of that of the language; None where it would be taken anyway."""
    found = MONEY.get(locale.replace("_", "-").rpartition("-")[2].upper(), ELSEWHERE)
    return found if found != ELSEWHERE else None


def money_of(frame: Frame) -> str:
    """Return the ISO code in which amounts are meant: what was said, else the money of where the trip starts."""
    return frame.currency or home_money(frame)


def travelers_of(frame: Frame) -> dict[str, Any]:
    """Return the head counts as plain data; a split outranks a bare total."""
    children, infants = frame.children, frame.infants
    if frame.ages and children is None and infants is None:
        infants = sum(a < 2 for a in frame.ages) or None
        children = sum(2 <= a < 18 for a in frame.ages) or None
    return {
        "adults": frame.adults,
        "children": children,
        "infants": infants,
        "total": frame.travelers,
        "child_ages": list(frame.ages),
    }


def heads_of(frame: Frame) -> int | None:
    """Return how many travel, None when it is not known."""
    t = travelers_of(frame)
    split = (t["adults"] or 0) + (t["children"] or 0) + (t["infants"] or 0)
    return t["total"] or (split if t["adults"] else None)


_IDEAL_FLIGHTS = {"max_stops": "max_stops", "max_hours": "max_hours", "avoid_self_transfer": "avoid_self_transfer"}
_IDEAL_HOTELS = {"stars": "star_min", "amenities": "amenities", "board": "board", "near": "near"}
"""Slots that only rank where "ideally" was said, and their names in the preferences."""
_FLIGHTS = {"cabin", "max_stops", "max_hours", "avoid_red_eye", "avoid_self_transfer", "checked_bags", "airports"}
_AVOIDED_FLIGHTS = {"avoid_airlines", "avoid_airports", "avoid_via", "avoid_fares"}
_HOTELS = {"hotel_name", "near", "amenities", "board", "room_type", "house_rules"}
_AVOIDED_HOTELS = {"max_stars", "avoid_hotels", "avoid_areas"}
"""Slots that have the same name there."""

PRICE_ALONE = 100.0
"""Weight of the price where all else only parts trips that cost the same."""


def preferences_of(frame: Frame) -> dict[str, object]:
    """Return the preferences as plain data: only what was said."""
    limits = ((frame.max_nightly, "max_daily_rate"), (frame.lodging_budget, "budget"))
    most = {name: {"amount": sum_, "currency": money_of(frame)} if sum_ else None for sum_, name in limits}
    return {
        "flight": {
            **frame.model_dump(mode="json", include=_FLIGHTS | _AVOIDED_FLIGHTS),
            "preferred_airlines": list(frame.airlines),
            "required": ["preferred_airlines"] if "airlines" in frame.hard else [],
            "ideal": [name for slot, name in _IDEAL_FLIGHTS.items() if slot in frame.soft],
        },
        "weights": {"price": PRICE_ALONE} if frame.price_first else {},
        "hotel": {
            "star_min": frame.stars,
            **frame.model_dump(mode="json", include=_HOTELS | _AVOIDED_HOTELS),
            "kinds": list(frame.stay_kinds),
            "refundable_only": frame.refundable_hotel,
            **most,
            "ideal": [name for slot, name in _IDEAL_HOTELS.items() if slot in frame.soft],
        },
        "declined": list(frame.avoid_options),
    }


def constraints_of(frame: Frame) -> dict[str, object]:
    """Return the limits as plain data. A budget per person is multiplied once the head count is known."""
    currency = money_of(frame)
    each = (
        {"amount": frame.budget, "currency": currency} if frame.budget is not None and frame.budget_per_person else None
    )
    heads = heads_of(frame) if each else 1
    total = frame.budget * heads if frame.budget is not None and heads else None
    return {
        "budget_total": {"amount": total, "currency": currency} if total is not None else None,
        "budget_per_person": each,
        "currency": frame.currency,
        "home_currency": home_money(frame) if frame.origin else None,
        "refundable_preference": {True: "refundable", False: "either", None: None}[frame.refundable],
        "flights_needed": flights_needed(frame),
    }


class Framed(NamedTuple):
    """The merge of a patch, and codes of what was assumed to make the plan."""

    merge: dict[str, object]
    assumptions: tuple[str, ...]


_HOME = {"code", "name", "said", "country"}


def built(frame: Frame, near: Near) -> dict[str, object]:
    """Return everything that a frame decides about a trip, as plain data."""
    frame = with_landing_days(settled(frame))
    home = frame.origin
    return {
        "itinerary": {
            "trip_type": trip_type(frame),
            "segments": (segments := segments_of(frame, near)),
            "home": None if segments or not home else {"type": home.kind, **home.model_dump(include=_HOME)},
            "lodging": lodging_of(frame),
            "meetings": [meeting.model_dump() for meeting in frame.meetings],
        },
        "party": {"travelers": travelers_of(frame)},
        "preferences": preferences_of(frame),
        "constraints": constraints_of(frame),
    }


def merge_of(before: Frame, after: Frame, near: Near) -> Framed:
    """Return the patch from one frame to the next: only what the change of words changed.

    What the trip knows from elsewhere (an import, a person's edit) and no one spoke about stays untouched.
    """
    return Framed(_changes(built(before, near), built(after, near)), _assumptions(after))


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            inner = _changes(old, value)
            if inner:
                changes[key] = inner
        elif value != old:
            changes[key] = value
    return changes


def _assumptions(frame: Frame) -> tuple[str, ...]:
    from_hotel = dates_from_hotel(frame)
    frame = with_travel_dates(frame)
    heads_only = frame.travelers is not None and frame.adults is None and frame.children is None
    travels = flights_needed(frame) is not False or any(v.mode for v in frame.visits)
    derived_return = wants_return(frame) and not frame.return_ and bool(frame.visits)
    sums = frame.budget is not None or not travels
    codes = {
        "travel_dates_from_hotel": from_hotel,
        "hotel_dates_from_travel": travels and from_flights(frame),
        "travelers_are_adults": heads_only,
        "return_from_length": travels and derived_return,
        "currency_usd": sums and not frame.currency and money_of(frame) == ELSEWHERE,
        "child_ages": bool(frame.children) and len([a for a in frame.ages if a >= 2]) < (frame.children or 0),
        "economy": frame.cabin is None and flights_needed(frame) is not False,
        "hotel_only": frame.flights_needed is None and flights_needed(frame) is False,
    }
    return (*(code for code, holds in codes.items() if holds), *_home(frame), *_readings(frame))


def _home(frame: Frame) -> Iterator[str]:
    """Yield ``currency_home:<ISO 4217>`` where amounts are in the money of where the trip starts."""
    if not frame.currency and home_money(frame) != ELSEWHERE:
        yield f"currency_home:{home_money(frame)}"


def _readings(frame: Frame) -> Iterator[str]:
    """Yield ``reading:<said>:<name with region or country>:<code>`` for each ambiguous name that was read as one place."""
    ends = [end for leg in frame.legs for end in (leg.origin, leg.destination)]
    places = (frame.origin, *(v.place for v in frame.visits), *ends)
    settled = {p.said: p for p in places if p and p.candidates and p.code}
    for said, place in settled.items():
        name = ", ".join(part for part in (place.name or said, place.region or place.country) if part)
        yield f"reading:{said}:{name}:{place.code}"
