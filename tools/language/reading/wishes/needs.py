"""Whether a hotel and flights are wanted, said in other words: where one sleeps, what is no longer needed, what one drives."""

import re
from collections.abc import Iterator

from tripintent.state.frame import Frame
from tripintent.state.operations import Want
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes
from tripintent.tools.language.reading.talk.corrections import dropped_claims


def read_needs(message: Message, language: str, scopes: Scopes, claims: list[SlotValue]) -> list[SlotValue]:
    """Return the claims with what is said of sleeping elsewhere and of things no longer needed."""
    text = message.folded
    claims = list(_never_said(message, language, claims))
    part = _part_of_stay(message, language)
    if part:
        others = [c for c in claims if c.slot not in {"lodging_needed", "nights", "duration_days", "flights_needed"}]
        return [*others, *part]
    found: list[SlotValue] = []
    elsewhere = pattern("needs", "sleeps_elsewhere", language).search(text)
    if elsewhere and not scopes.turn_of(*elsewhere.span()):
        message.take(*elsewhere.span())
        found.append(SlotValue("lodging_needed", value=False, start=elsewhere.start(), end=elsewhere.end()))
    loosened = list(dropped_claims(message, language))  # "the flight time doesn't matter" needs flights
    for slot, concept in (("lodging_needed", "lodging"), ("flights_needed", "flights")):
        found += [
            SlotValue(slot, value=False, start=match.start(), end=match.end())
            for match in pattern("needs", concept, language).finditer(text)
            if scopes.turn_of(*match.span()) == "needless"
            and not any(one.start <= match.start() < one.end for one in loosened)
            and not (_named(text, match.start()) or _SUPPOSED.search(text[: match.start()]))
        ]
    drives = pattern("needs", "by_car", language).search(text)
    if drives and not any(c.slot == "flights_needed" and c.value for c in claims):
        found.append(SlotValue("flights_needed", value=False, start=drives.start(), end=drives.end()))
    slots = {c.slot for c in found}
    kept = [c for c in claims if c.slot not in slots]
    if {"flights_needed"} & slots and "lodging_needed" in slots:
        return [
            c for c in claims if c.slot not in slots
        ]  # "forget the flights and the hotel" cancels a trip and is no wish for one
    return [*kept, *found]


def _never_said(message: Message, language: str, claims: list[SlotValue]) -> Iterator[SlotValue]:
    """Turn round what the traveller says never to have said: "I never said no hotel" wants one."""
    never = pattern("needs", "never_said", language).search(message.folded)
    for claim in claims:
        said = never and claim.slot in {"lodging_needed", "flights_needed"} and 0 <= claim.start - never.end() <= _CLOSE
        yield claim._replace(value=not claim.value) if said else claim


_CLOSE = 12
"""Characters between "I never said" and what was not said."""


def read_flight_alone(message: Message, language: str, frame: Frame, claims: list[SlotValue]) -> Iterator[SlotValue]:
    """Yield that no hotel is wanted where the first words of a trip ask for a flight, and nothing of them is about a stay."""
    if frame.visits or frame.origin or frame.depart or frame.lodging_needed is not None:
        return
    asked = pattern("needs", "wants_flights", language).search(message.folded)
    stays = {c.slot for c in claims} & _OF_A_STAY or pattern("needs", "lodging", language).search(message.folded)
    if asked and not stays:
        yield SlotValue("lodging_needed", value=False, start=asked.start(), end=asked.end(), confidence=0.8)


_OF_A_STAY = frozenset({"lodging_needed", "area", "stars", "rooms", "check_in", "check_out", "hotel_name", "nights"})


def read_price_first(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield "as cheap as possible", said before there is anything to choose from."""
    days = [m.span() for m in matches("changes", "cheapest_days", language, message.folded)]
    said = pattern("needs", "price_first", language).search(message.open)
    if said and not any(a < said.end() and b > said.start() for a, b in days):
        message.take(*said.span())
        yield SlotValue("price_first", value=True, start=said.start(), end=said.end())


_SUPPOSED = re.compile(r"\b(?:if|si|wenn|falls|se|what would)\s+(?:\w+\s+){0,5}$")
"""Before a thing: it is only supposed that it goes ("what would I lose if we scrap the flights")."""


def _named(text: str, start: int) -> bool:
    """Tell "that hotel" and "the hotel's breakfast" from hotels at all."""
    return text[max(0, start - 6) : start].strip().endswith(("that", "this", "cet", "ese", "esse", "quell"))


def _part_of_stay(message: Message, language: str) -> list[SlotValue]:
    """Read "a hotel only for the first three nights": the length of the stay, whatever follows it."""
    for match in matches("needs", "part_of_stay", language, message.folded):
        nights = lexicon(language).number(next(v for v in match.groupdict().values() if v))
        if nights:
            return [
                SlotValue("lodging_needed", value=True, start=match.start(), end=match.end()),
                SlotValue("nights", nights, *match.span()),
            ]
    return []


def read_refused_hotel(message: Message, language: str, hotels: tuple[str, ...]) -> Iterator[Want]:
    """Yield that the hotels in view are not wanted: "change the hotel, I don't want that one"."""
    match = pattern("needs", "refuses_shown", language).search(message.folded)
    if match and hotels:
        said = message.text[match.start() : match.end()]
        yield Want(slot="hotels", value=hotels, polarity="avoid", text=said, start=match.start(), end=match.end())


def read_kinds(message: Message, language: str, scopes: Scopes) -> Iterator[Want]:
    """Yield kinds of places to sleep that are not wanted: "anything but hostels"."""
    for match in pattern("needs", "kinds", language).finditer(message.folded):
        if scopes.turn_of(*match.span()) in ("deny", "except"):
            name = match.lastgroup or "hostel"
            said = message.text[match.start() : match.end()]
            yield Want(slot="hotels", value=(name,), polarity="avoid", text=said, start=match.start(), end=match.end())
