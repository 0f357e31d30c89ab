"""The route: from places with roles to origin, visits, the two ends of the way back, and legs."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import Frame, Place, Visit
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.places import reading_beside
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.legs import chain_roles, chained_legs, is_chain, legs_of
from tripintent.tools.language.reading.places.names import PlaceMention, Role, undated
from tripintent.tools.language.reading.places.stop_hotels import hotel_at
from tripintent.tools.language.reading.places.visit_dates import answers_of_stops, dated, stop_claims, stop_dates
from tripintent.tools.language.reading.places.visits import is_same, nights_at, nights_everywhere, visits_of
from tripintent.tools.language.reading.wishes.modes import mode_of_all
from tripintent.tools.places.gazetteer import Gazetteer

_ADD = re.compile(
    r"\b(?:also|add|then|after that|afterwards|as well|followed by|onwards? to|extend|puis|ensuite|luego|dann"
    r"|danach|poi)\b"
)
_INSTEAD = re.compile(
    r"\b(?:instead|switch|make it|replace|change (?:it|that|the destination)|i meant|i mean|correction)\b"
)
_REPLACE = re.compile(
    r"\b(?:instead|change|actually|rather|switch|make it|sorry|i meant|i mean|correction|replace|not)\b"
)
_ONLY = re.compile(
    r"\b(?:only|just|skip|drop|remove|without|nothing but|solo|solamente|seulement|nur|apenas|so|soltanto|solo)\s+"
    r"(?:(?:to|in|visit|do|go to|go|a|en|nach|em|the)\s+)*$"
)
_ALONE = re.compile(
    r"\W{0,2}(?:only|alone|instead|solo|solamente|seulement|nur|allein|apenas|soltanto|and nothing else)\b"
)
_AND = r"(?:and|&|\+|/|y|e|ed|et|und)"
_THEN = r"(?:then|luego|despues|puis|ensuite|dann|danach|depois|poi|dopo)"
_LISTED = re.compile(
    rf"\s*(?:,|{_AND}|,?\s*(?:{_AND}\s+)?{_THEN})\s*(?:(?:{_THEN}|{_AND}|on|to|a|ad|in|en|em|nach|para)\s+)*"
)
"""What stands between two stops of one list: "Rome and Paris", "Roma y luego París", "Rom, dann Paris"."""
_FROM_CONTEXT = 0.8
"""Confidence of a reading that only the other end of the route suggests: acted on, and visible."""
_SWAP = re.compile(
    r"\b(?:the )?other way (?:a)?round\b|\bvice versa\b|\b(?:in )?the opposite direction\b|\breverse (?:it|the route)\b"
)
_COMMA = re.compile(r"\s*,\s*")
_OR = re.compile(r"\s*,?\s*(?:or|o|ou|oder|oppure)\s+(?:in\s+|to\s+|a\s+|nach\s+|maybe\s+)?")


@cache
def _to(language: str) -> re.Pattern[str]:
    foreign = alternation(lexicon(language).cues("destination"))
    return re.compile(rf"\s*(?:(?:(?:then\s+)?(?:back|home|on)\s+)?to|->|→|-|–|>|/|{foreign})\s*(?:the\s+)?")


class RouteContext(NamedTuple):
    """What decides about a place that its words leave open."""

    language: str
    frame: Frame
    asked: tuple[str, ...]
    gazetteer: Gazetteer

    @property
    def wanted(self) -> list[Role]:
        """The roles that the assistant asked for."""
        names: dict[str, Role] = {"visits": "destination", "origin": "origin"}
        return [names[slot] for slot in self.asked if slot in names]


def route_claims(
    message: Message, places: list[PlaceMention], dates: list[DateMention], context: RouteContext
) -> Iterator[SlotValue]:
    """Yield ``origin``, ``visits``, ``return_from``, ``return_to`` and ``legs``."""
    frame = context.frame
    places = _in_context(places, context)
    swap = _SWAP.search(message.open)
    if swap and not places and frame.origin and len(frame.visits) == 1:
        yield SlotValue("origin", frame.visits[0].place, *swap.span(), 0.9)
        yield SlotValue("visits", (frame.visits[0].model_copy(update={"place": frame.origin}),), *swap.span(), 0.9)
        return
    settled = _settled(message, places, context)
    chain = chained_legs(message, context.language, places, dates)
    settled = chain_roles(places) if chain else settled
    legs = chain or legs_of(message, context.language, settled, dates)
    if legs:
        span = settled[0].start, settled[-1].end
        yield SlotValue("legs", legs, *span)
        yield SlotValue("trip_type", "multi_city", *span, 0.9)
        yield SlotValue("depart", legs[0].depart, *span)
        yield SlotValue("return_", None, *span)
    origins = [p for p in settled if p.role == "origin"]
    if origins:
        spelt_out = legs or is_chain(settled)
        last = origins[0] if spelt_out else origins[-1]
        yield SlotValue("origin", last.place, last.start, last.end, last.confidence)
        if spelt_out or _closes(settled, last.place):
            settled = [p for p in settled if p.role != "destination" or not is_same(p.place, last.place)]
    else:
        yield from _origin_from_context(settled, context)
    yield from _visits(message, settled, dates, context)
    yield from _way_back(settled, context.frame)


def _closes(places: list[PlaceMention], origin: Place) -> bool:
    """Tell whether a route of several stops ends where it began ("London to Tokyo to Osaka to London")."""
    stops = [p.place for p in places if p.role == "destination"]
    return len(stops) > 1 and is_same(stops[-1], origin)


def _in_context(places: list[PlaceMention], context: RouteContext) -> list[PlaceMention]:
    """Read an ambiguous name in the country of the other end of the route ("San Jose to Nashville"), else as the nearest to it.

    The nearest is taken where it is much nearer than the others ("Birmingham to Porto"). The place keeps its readings, so
    that the choice is named as an assumption and can be taken back.
    """
    frame = context.frame
    known = [p.place for p in places] + [v.place for v in frame.visits] + ([frame.origin] if frame.origin else [])
    settled = []
    for place in places:
        stop = next((v.place for v in frame.visits for c in place.place.candidates if is_same(v.place, c)), None)
        if stop:  # a stop of the trip by another name: "Florencia" beside Florence
            settled.append(place._replace(place=stop))
            continue
        chosen = reading_beside(place.place, known, context.gazetteer)
        settled.append(
            place._replace(place=chosen, confidence=min(place.confidence, _FROM_CONTEXT)) if chosen else place
        )
    return settled


def _origin_from_context(places: list[PlaceMention], context: RouteContext) -> Iterator[SlotValue]:
    """Yield the reading of an origin that was ambiguous until the other end was said; asked about once, it is the likeliest."""
    origin = context.frame.origin
    if origin is None or not origin.candidates or origin.code or not places:
        return
    chosen = reading_beside(origin, [p.place for p in places], context.gazetteer)
    if chosen is None and "origin" in context.asked:
        chosen = origin.candidates[0].model_copy(update={"said": origin.said, "candidates": origin.candidates})
    if chosen:
        yield SlotValue("origin", chosen, places[0].start, places[0].end, _FROM_CONTEXT)


def _settled(message: Message, places: list[PlaceMention], context: RouteContext) -> list[PlaceMention]:
    """Give every place a role: by its words, the place that follows, the question, then what is open."""
    denied = [p for p in places if p.role == "denied"]
    stops = [p for p in places if p.role == "via" and nights_at(message, context.language, p)]
    places = [p for p in places if p.role not in {"via", "denied"}]
    settled: list[PlaceMention] = []
    for i, place in enumerate(places):
        role = _role(message, places, i, settled, context)
        if place.role == "unknown" and _replaces_origin(denied, context.frame):
            role = "origin"
        if role == "unknown":
            continue
        if role == "destination" and settled and settled[-1].role == "return_from":
            joined = _to(context.language).fullmatch(message.open[settled[-1].end : place.start])
            role = "return_to" if joined else role
        settled.append(place._replace(role=role))
    first = next((i for i, p in enumerate(settled) if p.role == "destination"), len(settled))
    settled[first:first] = [stop._replace(role="destination") for stop in stops]
    return _with_return_answered(_without_alternatives(message, settled), context)


def _replaces_origin(denied: list[PlaceMention], frame: Frame) -> bool:
    """Tell whether what is taken back is where the trip starts ("Boston instead of New York")."""
    stops = [v.place for v in frame.visits]
    return frame.origin is not None and any(
        is_same(d.place, frame.origin) and not any(is_same(d.place, stop) for stop in stops) for d in denied
    )


def _role(
    message: Message, places: list[PlaceMention], i: int, settled: list[PlaceMention], context: RouteContext
) -> Role:
    """Return the role of a place that its own words may leave open."""
    place, wanted = places[i], context.wanted
    if place.role == "unknown" and len(places) > 1 and nights_at(message, context.language, place):
        return "destination"
    ahead = _role_ahead(message, places, i, context.language)
    if ahead:
        return ahead
    if place.role == "unknown" and settled:
        before = undated(message.open[settled[-1].end : place.start])
        if _OR.fullmatch(before):
            return settled[-1].role
        listed = _LISTED.fullmatch(before) or nights_at(message, context.language, place)
        if settled[-1].role == "destination" and len(wanted) < 2 and listed:
            return "destination"
    if place.role == "unknown" and settled and settled[-1].role == "destination":
        around = settled[-1].place
        if around.kind in {"region", "country"} and around.country == place.place.country:
            return "destination"  # "the Canaries maybe? Gran Canaria"
    fixed: set[str] = {p.role for p in places if p.strong}
    weak = place.role == "destination" and place.basis == "weak" and wanted == ["origin"] and "origin" not in fixed
    if place.role != "unknown" and not weak:
        return place.role
    if any(is_same(place.place, s.place) for s in settled):
        return "unknown"
    return _open_role(context.frame, wanted, fixed | {p.role for p in settled})


def _role_ahead(message: Message, places: list[PlaceMention], i: int, language: str) -> Role | None:
    """Return the role that the next place gives this one: "X to Y", or "X, then Y" before a destination."""
    if i + 1 == len(places):
        return None
    gap = undated(message.open[places[i].end : places[i + 1].start])
    if places[i].place.kind in {"country", "region"} and re.fullmatch(r"\s*[-:,(]\s*", gap):
        return places[i + 1].role if places[i].role == "unknown" else None
    if not gap.strip() and places[i].role == places[i + 1].role == "unknown":
        return "origin"
    apart = (
        message.folded[: places[i].start].rstrip().endswith((",", ";", ":"))
    )  # a cue before a mark is another clause's
    if (places[i].basis != "cue" or apart) and _to(language).fullmatch(gap):
        return "origin"
    if places[i].role == "unknown" and places[i + 1].role == "destination" and _LISTED.fullmatch(gap):
        return "destination"
    return None


def _open_role(frame: Frame, wanted: list[Role], given: set[str]) -> Role:
    for role in wanted:
        if role not in given and (len(wanted) == 1 or not _known(frame, role)):
            return role
    if "origin" in given and "destination" not in given:
        return "destination"
    if "destination" in given:
        return "origin" if wanted and "origin" not in given and frame.origin is None else "unknown"
    if frame.visits and not frame.origin and wanted:
        return "origin"
    return "destination"


def _known(frame: Frame, role: Role) -> bool:
    return bool(frame.origin) if role == "origin" else bool(frame.visits)


def _without_alternatives(message: Message, places: list[PlaceMention]) -> list[PlaceMention]:
    """Read "Rome or Florence" as one place that may be either: which one is asked about, and the answer chooses."""
    kept: list[PlaceMention] = []
    for place in places:
        if kept and kept[-1].role == place.role and _OR.fullmatch(message.folded[kept[-1].end : place.start]):
            first = kept.pop()
            while kept and kept[-1].role == first.role and _COMMA.fullmatch(message.folded[kept[-1].end : first.start]):
                earlier = kept.pop()
                listed = (earlier.place, *(first.place.candidates or (first.place,)))
                first = earlier._replace(end=first.end, place=first.place.model_copy(update={"candidates": listed}))
            either = (*(first.place.candidates or (first.place,)), place.place)
            open_place = Place(said=message.text[first.start : place.end], kind="city", candidates=either)
            kept.append(first._replace(end=place.end, place=open_place))
            continue
        kept.append(place)
    return kept


def _with_return_answered(places: list[PlaceMention], context: RouteContext) -> list[PlaceMention]:
    """Read "I'd like to return from London" as the origin when the origin was asked for and nothing else gives it."""
    if "origin" not in context.asked or context.frame.origin or any(p.role == "origin" for p in places):
        return places
    return [p._replace(role="origin") if p.role == "return_from" else p for p in places]


def _visits(
    message: Message, places: list[PlaceMention], dates: list[DateMention], context: RouteContext
) -> Iterator[SlotValue]:
    found = _distinct([p for p in places if p.role == "destination"])
    frame = context.frame
    home = pattern("clock", "back", context.language).search(message.folded)
    answers = {} if home else answers_of_stops(dates, found, frame, context.asked)
    if answers:
        yield from stop_claims(answers)
        first, last = min(d.start for d in answers.values()), max(d.end for d in answers.values())
        yield SlotValue("visits", dated(frame.visits, answers), first, last)
        return
    if not found:
        yield from _lengthened(message, context)
        return
    arrivals = stop_dates(message, context.language, found, dates)
    visits = dated(visits_of(message, context.language, found, frame), arrivals)
    yield from stop_claims(arrivals)
    of_hotels = all(hotel_at(message, context.language, place) for place in found)
    lengthens = any(
        pattern("changes", way, context.language).search(message.folded) for way in ("more_nights", "fewer_nights")
    )
    if _are_known(visits, frame) and (of_hotels or lengthens or not _narrows(message.folded, found)):
        visits = tuple(next((v for v in visits if is_same(v.place, w.place)), w) for w in frame.visits)
    if _adds(message.folded[: found[-1].start], visits, frame):
        visits = tuple(v for v in frame.visits if not any(_within(w, v) for w in visits)) + visits
    yield SlotValue("visits", visits, found[0].start, found[-1].end, min(p.confidence for p in found))


def _within(new: Visit, old: Visit) -> bool:
    """Tell whether a stop is said again, or by a city of the country that was named before ("Croatia", "then Split")."""
    country = old.place.kind in {"country", "region"} and old.place.country == new.place.country
    return is_same(new.place, old.place) or country


def _lengthened(message: Message, context: RouteContext) -> Iterator[SlotValue]:
    """Yield the stops known before with what is said of all at once: a length ("3 nights each"), a mode ("by train")."""
    same = nights_everywhere(message, context.language) if len(context.frame.visits) > 1 else None
    if same:
        visits = tuple(v.model_copy(update={"nights": same.nights}) for v in context.frame.visits)
        yield SlotValue("visits", visits, same.start, same.end)
        return
    by = mode_of_all(message, context.language, context.frame.visits)
    if by and context.frame.visits:
        known = context.frame.visits
        changed = tuple(
            v.model_copy(update={"mode": by[0]}) if i or len(known) == 1 else v for i, v in enumerate(known)
        )
        yield SlotValue("visits", changed, *by[1:])


def _are_known(visits: tuple[Visit, ...], frame: Frame) -> bool:
    """Tell whether some of the trip's stops are spoken of again ("no hotel in Paris"), which leaves the others in it."""
    known = all(any(is_same(v.place, w.place) for w in frame.visits) for v in visits)
    return known and len(visits) < len(frame.visits)


def _narrows(text: str, found: list[PlaceMention]) -> bool:
    """Tell whether the stops of a message are all that shall be left ("only Rome", "Rome instead")."""
    return bool(_INSTEAD.search(text) or any(_ONLY.search(text[: p.start]) or _ALONE.match(text, p.end) for p in found))


def _adds(before: str, visits: tuple[Visit, ...], frame: Frame) -> bool:
    if not frame.visits or any(is_same(v.place, frame.visits[-1].place) for v in visits):
        return False
    return bool(_ADD.search(before)) and not _REPLACE.search(before)


def _distinct(found: list[PlaceMention]) -> list[PlaceMention]:
    """Drop repetitions, and a country whose cities are named too ("Japan: Tokyo and Kyoto")."""
    cities = {p.place.country for p in found if p.place.kind not in {"country", "region"}}
    chosen: list[PlaceMention] = []
    for place in found:
        around = place.place.kind in {"country", "region"} and place.place.country in cities
        if not around and all(not is_same(place.place, c.place) for c in chosen):
            chosen.append(place)
    return chosen


def _way_back(places: list[PlaceMention], frame: Frame) -> Iterator[SlotValue]:
    visits = [p.place for p in places if p.role == "destination"]
    origin = next((p.place for p in places if p.role == "origin"), frame.origin)
    for place in places:
        span = place.start, place.end
        if place.role == "return_from":
            known = [*(v.place for v in frame.visits), *visits]
            if not known:
                yield SlotValue("visits", (Visit(place=place.place),), *span, 0.8)
            elif not is_same(known[-1], place.place):
                yield SlotValue("return_from", place.place, *span)
        if place.role == "return_to":
            if origin is None:
                yield SlotValue("origin", place.place, *span, 0.8)
            elif not visits and not frame.visits:
                yield SlotValue("visits", (Visit(place=place.place),), *span, 0.8)
            elif not is_same(origin, place.place):
                yield SlotValue("return_to", place.place, *span)
