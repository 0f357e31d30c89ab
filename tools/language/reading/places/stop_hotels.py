"""A hotel at one stop of several: "no hotel in Paris", "in Rome we stay with friends", "a hotel in Venice too"."""

import re
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import Frame, Visit
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceMention
from tripintent.tools.language.reading.places.visits import is_same
from tripintent.tools.language.reading.wishes.lodging import hotel_needed, no_hotel

_IN = r"(?:in|at|for|en|a|em|ad)"
_REACH = 70
"""So many characters before a place are looked at."""


class HotelSaid(NamedTuple):
    """Whether a hotel is wanted at a stop, and the words that say so."""

    wanted: bool
    start: int
    end: int


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    no, need = no_hotel(language).pattern, hotel_needed(language).pattern
    return (
        re.compile(rf"(?:{no})\s+{_IN}\s+$"),
        re.compile(rf"\s+(?:(?:we|i)\s+)?(?:{no})"),
        re.compile(rf"\b{_IN}\s+$"),
        re.compile(rf"(?:{need})(?:\s+{_IN})?\s+$"),
    )


def with_stop_hotels(
    message: Message, language: str, places: list[PlaceMention], claims: list[SlotValue], frame: Frame
) -> list[SlotValue]:
    """Give each stop of several its own word on hotels. Where one is refused at some of them, the others want one."""
    route = next((claim for claim in claims if claim.slot == "visits"), None)
    visits = route.value if route else frame.visits
    if len(visits) > 1 and (one := _only_there(message, places, claims)):
        return _with_hotel_at(one, visits, claims, route)
    said = [(place, hotel) for place in places if (hotel := hotel_at(message, language, place))]
    told = tuple(_told(visit, said) for visit in visits)
    if len(visits) < 2 or told == visits:
        return claims
    words = SlotValue("visits", told, said[0][1].start, said[-1][1].end)
    others = [claim for claim in claims if claim.slot not in {"visits", "lodging_needed"}]
    wanted = any(visit.hotel is not False for visit in told) and (
        frame.lodging_needed is not False or any(hotel.wanted for _, hotel in said)
    )
    return [
        *others,
        route._replace(value=told) if route else words,
        words._replace(slot="lodging_needed", value=wanted),
    ]


def _only_there(message: Message, places: list[PlaceMention], claims: list[SlotValue]) -> PlaceMention | None:
    """Return the one stop with a hotel: "hotel only in Singapore" within a longer journey leaves its flights alone."""
    ends = [claim.end for claim in claims if claim.slot == "flights_needed" and claim.value is False]
    there = (p for p in places for end in ends if re.fullmatch(rf"\s+{_IN}\s+", message.folded[end : p.start]))
    return next(there, None)


def _with_hotel_at(
    one: PlaceMention, visits: tuple[Visit, ...], claims: list[SlotValue], route: SlotValue | None
) -> list[SlotValue]:
    told = tuple(
        visit.model_copy(update={"hotel": None if is_same(one.place, visit.place) else False}) for visit in visits
    )
    words = SlotValue("visits", told, one.start, one.end)
    others = [c for c in claims if c.slot != "visits" and not (c.slot == "flights_needed" and c.value is False)]
    return [*others, route._replace(value=told) if route else words]


def _told(visit: Visit, said: list[tuple[PlaceMention, HotelSaid]]) -> Visit:
    """Return the visit with the last word on it; a wish changes only what was refused before."""
    words = [hotel.wanted for place, hotel in said if is_same(place.place, visit.place)]
    if not words or (words[-1] and visit.hotel is not False):
        return visit
    return visit.model_copy(update={"hotel": words[-1]})


def hotel_at(message: Message, language: str, place: PlaceMention) -> HotelSaid | None:
    """Return what is said of a hotel at a place by name; what is said behind a comma is said of the whole trip."""
    refused, refused_behind, inside, wanted = _patterns(language)
    offset = max(0, place.start - _REACH)
    lead = message.folded[offset : place.start]
    match = refused.search(lead)
    if match:
        return HotelSaid(wanted=False, start=offset + match.start(), end=offset + match.end())
    behind = refused_behind.match(message.folded[place.end :]) if inside.search(lead) else None
    if behind:
        return HotelSaid(wanted=False, start=place.end + behind.start(), end=place.end + behind.end())
    match = wanted.search(lead)
    return HotelSaid(wanted=True, start=offset + match.start(), end=offset + match.end()) if match else None
