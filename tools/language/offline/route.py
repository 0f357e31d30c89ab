"""The route: from places with roles to origin, visits and legs."""

import re
from collections.abc import Iterator

from tripintent.state.frame import Frame, Leg, Place, Visit, When
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.dates.mentions import DateMention
from tripintent.tools.language.offline.lexicon import lexicon
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.places import PlaceMention, Role

_ADD = re.compile(r"\b(?:also|add|then|after that|afterwards|as well|followed by|onwards? to|extend)\b")
_REPLACE = re.compile(
    r"\b(?:instead|change|actually|rather|switch|make it|sorry|i meant|i mean|correction|replace|not)\b"
)
_NIGHTS = r"(?P<n>%num%)(?:\s*(?:%night%|%day%))?\s+(?:in|at|a|en|a|nach|em)\s+$"
_NIGHTS_AFTER = r"^\s*(?:\(|for|,)?\s*(?:for\s+)?(?P<n>%num%)\s*(?:%night%|%day%)"
_MODES = re.compile(
    r"\b(?:by|take (?:the|a)|taking (?:the|a)|on the|via)\s+(?P<mode>train|eurostar|car|ferry|boat|bus|coach|plane|rail)\b|\b(?P<verb>driv(?:e|ing)|fly(?:ing)?|rent(?:ing)? a car)\b|\b(?P<noun>train|ferry) (?:to|from)\b"
)
_MODE_NAMES = {
    "train": "train",
    "eurostar": "train",
    "rail": "train",
    "car": "car",
    "boat": "ferry",
    "ferry": "ferry",
    "bus": "bus",
    "coach": "bus",
    "plane": "flight",
}


def route_claims(
    message: Message,
    language: str,
    places: list[PlaceMention],
    dates: list[DateMention],
    frame: Frame,
    asked: tuple[str, ...],
) -> Iterator[Claim]:
    """Yield ``origin``, ``visits``, ``return_from``, ``return_to`` and ``legs``."""
    settled = _settle([p for p in places if p.role != "via"], message, frame, asked)
    settled = _answered_return(settled, frame, asked)
    legs = _legs(settled, message, dates)
    if legs:
        yield Claim("legs", tuple(legs), settled[0].start, settled[-1].end)
        yield Claim("trip_type", "multi_city", settled[0].start, settled[-1].end, 0.9)
    origins = [p for p in settled if p.role == "origin"]
    if origins:
        last = origins[0] if legs else origins[-1]
        yield Claim("origin", last.place, last.start, last.end, last.confidence)
    yield from _visits(message, language, settled, frame)
    yield from _way_back(settled, frame)


def _settle(places: list[PlaceMention], message: Message, frame: Frame, asked: tuple[str, ...]) -> list[PlaceMention]:
    """Give every place without words beside it a role: by the place that follows, the question, then what is open."""
    settled: list[PlaceMention] = []
    fixed = {p.role for p in places if p.strong}
    wanted = [{"visits": "destination"}.get(s, s) for s in asked if s in {"origin", "visits"}]
    for i, place in enumerate(places):
        role = place.role
        if (
            role == "unknown"
            and i + 1 < len(places)
            and re.fullmatch(r"\s*(?:to|->|→|-|–|>)\s*(?:the\s+)?", message.folded[place.end : places[i + 1].start])
        ):
            role = "origin"
        if role == "unknown" and any(_same(place.place, s.place) for s in settled):
            continue
        given = fixed | {p.role for p in settled}
        if role == "unknown" or (
            role == "destination" and not place.strong and wanted == ["origin"] and "origin" not in fixed
        ):
            role = _open_role(frame, wanted, given)
        settled.append(place._replace(role=role))
    return settled


def _answered_return(places: list[PlaceMention], frame: Frame, asked: tuple[str, ...]) -> list[PlaceMention]:
    """Read "I'd like to return from London" as the origin when the origin was asked for and nothing else gives it."""
    if "origin" not in asked or frame.origin or any(p.role == "origin" for p in places):
        return places
    return [p._replace(role="origin") if p.role == "return_from" else p for p in places]


def _open_role(frame: Frame, wanted: list[str], given: set[str]) -> Role:
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


def _known(frame: Frame, role: str) -> bool:
    return bool(frame.origin) if role == "origin" else bool(frame.visits)


def _visits(message: Message, language: str, places: list[PlaceMention], frame: Frame) -> Iterator[Claim]:
    found = [p for p in places if p.role == "destination"]
    if not found:
        return
    chosen = _last_said(message, found)
    visits = tuple(_visit(message, language, p) for p in chosen)
    start, end = chosen[0].start, chosen[-1].end
    text = message.folded
    added = bool(frame.visits) and bool(_ADD.search(text)) and not _REPLACE.search(text)
    if added and any(_same(v.place, frame.visits[-1].place) for v in visits):
        added = False
    if added:
        old = tuple(v for v in frame.visits if not any(_same(v.place, w.place) for w in visits))
        visits = old + visits
    else:
        visits = tuple(_kept(v, frame) for v in visits)
    yield Claim("visits", visits, start, end, min(p.confidence for p in chosen))


def _last_said(message: Message, found: list[PlaceMention]) -> list[PlaceMention]:
    """Drop repetitions, and the first of two alternatives that a sentence corrects."""
    chosen: list[PlaceMention] = []
    for place in found:
        if all(not _same(place.place, c.place) for c in chosen):
            chosen.append(place)
    return chosen


def _same(a: Place, b: Place) -> bool:
    return (a.code is not None and a.code == b.code) or (a.name or a.said).casefold() == (b.name or b.said).casefold()


def _kept(visit: Visit, frame: Frame) -> Visit:
    """Keep what was said about a place before when it is named again."""
    for old in frame.visits:
        if _same(old.place, visit.place):
            said = visit.model_dump(exclude_none=True)
            return old.model_copy(update={k: getattr(visit, k) for k in said})
    return visit


def _visit(message: Message, language: str, place: PlaceMention) -> Visit:
    words = lexicon(language)
    before = message.folded[max(0, place.start - 30) : place.start]
    behind = message.folded[place.end : place.end + 30]
    match = words.compile(_NIGHTS).search(before) or words.compile(_NIGHTS_AFTER).match(behind)
    nights = words.number(match["n"]) if match else None
    return Visit(place=place.place, nights=nights)


def _way_back(places: list[PlaceMention], frame: Frame) -> Iterator[Claim]:
    visits = [p for p in places if p.role == "destination"]
    origins = [p for p in places if p.role == "origin"]
    for place in places:
        if place.role == "return_from":
            known = [v.place for v in frame.visits] + [v.place for v in visits]
            if not known:
                yield Claim("visits", (Visit(place=place.place),), place.start, place.end, 0.8)
            elif not _same(known[-1], place.place):
                yield Claim("return_from", place.place, place.start, place.end)
        if place.role == "return_to":
            home = origins[0].place if origins else frame.origin
            if home is None:
                yield Claim("origin", place.place, place.start, place.end, 0.8)
            elif not _same(home, place.place):
                yield Claim("return_to", place.place, place.start, place.end)


def _legs(places: list[PlaceMention], message: Message, dates: list[DateMention]) -> list[Leg]:
    """Read legs spelt out pair by pair: "SFO to LHR on June 3, LHR to CDG on June 10"."""
    pairs = [(a, b) for a, b in zip(places, places[1:], strict=False) if a.role == "origin" and b.role == "destination"]
    if len(pairs) < 2:
        return []
    legs = []
    for i, (a, b) in enumerate(pairs):
        until = pairs[i + 1][0].start if i + 1 < len(pairs) else len(message.text)
        when = next((d.when for d in dates if b.end <= d.start < until), None)
        legs.append(Leg(origin=a.place, destination=b.place, depart=when))
    return legs if any(leg.depart for leg in legs) else []


def modes(message: Message) -> list[tuple[str, int, int]]:
    """Return ways of travelling said, as (mode, start, end)."""
    found = []
    for match in _MODES.finditer(message.folded):
        said = match["mode"] or match["noun"]
        mode = _MODE_NAMES[said] if said else ("flight" if match["verb"].startswith("fly") else "car")
        found.append((mode, *match.span()))
    return found


def dated(visit: Visit, when: When | None) -> Visit:
    """Return the visit with its day of arrival."""
    return visit.model_copy(update={"arrive": when}) if when else visit
