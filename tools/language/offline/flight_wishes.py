"""How one wants to fly: cabin, stops, hours, bags, airlines, airports, terms of the ticket."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rapidfuzz import fuzz, process

from tripintent.state.frame import Place, SpecialRequest
from tripintent.state.operations import Ask, Operation, Polarity
from tripintent.tools.language.exact import airlines
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.offline.message import Value
from tripintent.tools.language.offline.passage import Passage
from tripintent.tools.language.offline.stops import either
from tripintent.tools.places.metro import METROS

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_MOST_STOPS, _MOST_HOURS = 2, 72
_CAPITALS = {"ita", "ana"}
"""Names that are also words: airlines in capitals only."""
_PLAIN = frozenset(
    [
        "american",
        "delta",
        "united",
        "southwest",
        "continental",
        "northwest",
        "swiss",
        "spirit",
        "frontier",
        "iberia",
        "garuda",
        "latam",
        "cathay",
        "alaska",
    ]
)
_JOINED = re.compile(r"\s*(?:,|/|&|\b(?:or|and|nor|o|y|u|ou|et|e|oder|und|noch|ni|nem|ne)\b)\s*(?:or\s+)?")
_SLIP = re.compile(r"\b([a-z]{4,}) (air ?lines?|airways)\b")
_LEAD = 30
_ALL = 20
"""Letters behind a number of bags in which "in total" is looked for."""


def read_flight_wishes(passage: Passage, known: "Known") -> list[Operation]:
    """Return what is wished of flights."""
    return [
        *_cabins(passage, known),
        *_stops(passage),
        *_longest(passage),
        *_bags(passage, known),
        *_airlines(passage, known),
        *_airports(passage, known),
    ]


@cache
def _cabin_words(language: str) -> list[tuple[str, re.Pattern[str]]]:
    tables = lexicon(language).tables("cabins")
    return [(cabin, re.compile(rf"(?<![\w-]){alternation(words)}(?!\w)")) for cabin, words in tables.items()]


def _cabins(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield the cabin, the last one of several; two joined by "or" are not a choice, refused ones are avoided."""
    found: list[tuple[int, int, str]] = []
    for cabin, rule in _cabin_words(passage.language):
        for match in rule.finditer(passage.text):
            start, end = match.span()
            business = match.group() == "business" and "cabin" not in known.asked
            if business and (
                passage.has("no_cabin_behind", "<" + passage.text[end:])
                or passage.has("no_cabin_before", passage.text[max(0, start - 16) : start] + "|")
            ):
                continue
            if not any(a < end and start < b for a, b, _ in found):
                found.append((start, end, cabin))
    found.sort()
    wanted = [one for one in found if not passage.turn_of(*one[:2])]
    if len({one[2] for one in wanted}) > 1:
        between = passage.text[wanted[0][1] : wanted[-1][0]]
        lead = passage.text[max(0, wanted[0][0] - 12) : wanted[0][0]]
        if passage.has("both_of", f"{lead} {between}") and not passage.has("corrects", between):
            wanted = []
    for start, end, cabin in wanted[-1:]:
        wish = passage.is_wish(start, end)
        made = passage.wants("cabin", cabin, (start, end)) if wish else passage.sets("cabin", cabin, (start, end))
        yield made
    for start, end, cabin in found:
        turn = passage.turn_of(start, end)
        if turn and cabin not in {one[2] for one in wanted}:
            yield passage.wants("cabin", cabin, (start, end))


def _stops(passage: Passage) -> Iterator[Operation]:
    """Yield the most stops: none for "nonstop", "no stops"; what is called needless is lifted."""
    foreign = lexicon(passage.language).cues("nonstop")
    listed = re.compile(rf"(?<!\w){alternation(foreign)}(?!\w)").finditer(passage.text) if foreign else ()
    for match in (*passage.finds("stops_fine"),):
        yield passage.wants("max_stops", None, match.span(), "no_matter")
        return
    for match in (*passage.finds("nonstop"), *listed):
        cue_inside = any(match.start() <= r.cue < match.end() for r in passage.reaches)
        turn = None if cue_inside else passage.turn_of(*match.span())
        if turn:
            yield passage.wants("max_stops", None, match.span(), "no_matter")
        elif passage.is_wish(*match.span()):
            yield passage.wants("max_stops", 0, match.span())
        else:
            yield passage.sets("max_stops", 0, match.span())
        return
    for match in passage.finds("stop_noun"):
        if passage.turn_of(*match.span()) in ("deny", "except"):
            yield passage.sets("max_stops", 0, match.span())
            return
    for match in matches("stops", "most", passage.language, passage.text):
        number = lexicon(passage.language).number(match["n"])
        stops = 1 if number is None else number  # "a single", "una sola"
        if 0 < stops <= _MOST_STOPS:
            yield passage.sets("max_stops", stops, match.span())
            return


def _longest(passage: Passage) -> Iterator[Operation]:
    """Yield how many hours the way may take; a wait, a drive, a deadline and a time of day are none."""
    for concept in ("most", "over"):
        for match in matches("hours", concept, passage.language, passage.text):
            said, span = match["n"].replace(",", "."), match.span()
            hours = lexicon(passage.language).number(said) if said[0].isalpha() else float(said)
            around = passage.around(*span).replace(match.group(), " ", 1)
            of_else = pattern("hours", "of_else", passage.language).search(around)
            clock = pattern("hours", "clock", passage.language).search(around)
            turned = passage.turn_of(*span) is not None
            if not hours or not 1 <= hours <= _MOST_HOURS or of_else or clock or (concept == "over" and not turned):
                continue
            if passage.is_wish(*span):
                yield passage.wants("max_hours", float(hours), span, "prefer")
            else:
                yield passage.sets("max_hours", float(hours), span)
            return


def _bags(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield how many bags each person checks in; a number for all of them is shared out, where it can be, else kept as a note."""
    none = pattern("needs", "hand_luggage", passage.language).search(passage.text) or next(
        passage.finds("no_bags"), None
    )
    if none:
        yield passage.sets("checked_bags", 0, none.span())
        return
    asked = "checked_bags" in known.asked
    for match in (*passage.finds("bag_count"), *(passage.finds("bare_number", passage.bare) if asked else ())):
        count = lexicon(passage.language).number(match["n"])
        said = match["n"]
        if passage.turn_of(*match.span()):
            count = 0
        elif count is None:
            count = 0 if passage.has("none", said) else 1
        yield from _each(passage, known, count, match.span())
        return
    for match in passage.finds("checked_bag"):
        yield passage.sets("checked_bags", 0 if passage.turn_of(*match.span()) else 1, match.span())
        return


def _each(passage: Passage, known: "Known", count: int, span: tuple[int, int]) -> Iterator[Operation]:
    heads = known.frame.travelers or (known.frame.adults or 0) + (known.frame.children or 0)
    for_all = count > 0 and heads > 1 and passage.has("in_total", "<" + passage.text[span[1] :].lstrip(" ,"))
    if for_all and count % heads:
        note = SpecialRequest(kind="note", said=passage.message.text[span[0] : span[1] + _ALL].strip(" ,."), to="note")
        yield Ask(request=note, **passage.where(*span))
        return
    yield passage.sets("checked_bags", count // heads if for_all else count, span)


@cache
def _airline_words() -> re.Pattern[str]:
    spellings = sorted(airlines.names(), key=len, reverse=True)
    return re.compile(r"(?<![\w-])(" + "|".join(re.escape(s) for s in spellings) + r")(?![\w-])")


def _airlines(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield the airlines that are wanted or not; a plain word ("united") needs words of flying beside it, or the question."""
    asked = "airlines" in known.asked
    found = list(_named_airlines(passage, asked=asked))
    wanted = tuple(name for name, start, end in found if not passage.turn_of(start, end))
    old = tuple(name for name in known.frame.airlines if name not in wanted)
    if wanted and old and not passage.has("also", passage.around(*found[0][1:])):
        yield passage.wants("airlines", old, found[0][1:], "no_matter")
    for name, start, end in found:
        before = passage.text[max(0, start - _LEAD) : start] + "|"
        if passage.has("not_only_before", before):
            yield passage.wants("airlines", (name,), (start, end), "no_matter")
            continue
        made = passage.wants("airlines", (name,), (start, end))
        turned = made.polarity in ("avoid", "no_matter")
        alone = passage.has("only_behind", "<" + passage.text[end:]) or passage.has("only_before", before)
        yield made.model_copy(update={"must": not turned and (made.must or alone)})


def _named_airlines(passage: Passage, *, asked: bool) -> Iterator[tuple[str, int, int]]:
    text = passage.without("hotel", "entry", "email")
    listed = -1
    found = list(_airline_words().finditer(text))
    for match in found:
        said, (start, end) = match[1], match.span()
        if said in _CAPITALS and not passage.message.text[start:end].isupper():
            continue
        joined = _JOINED.match(text, end)
        if said in _PLAIN and not (asked or listed == start or _is_airline(passage, match, joined, found)):
            continue
        listed = joined.end() if joined else -1
        yield airlines.names()[said], start, end
    for match in _SLIP.finditer(text):
        if not _airline_words().search(match.group()):
            best = process.extractOne(match.group(), list(airlines.names()), scorer=fuzz.ratio, score_cutoff=86)
            if best:
                yield airlines.names()[best[0]], match.start(), match.end()


def _is_airline(
    passage: Passage, match: re.Match[str], joined: re.Match[str] | None, others: Sequence[re.Match[str]]
) -> bool:
    behind = "<" + passage.text[match.end() :]
    if passage.has("no_airline_behind", behind):
        return False
    if passage.has("airline_behind", behind) or passage.has("only_behind", behind):
        return True
    if joined and any(one.start() == joined.end() for one in others):
        return True
    before = passage.text[max(0, match.start() - _LEAD) : match.start()] + "|"
    wish = pattern("scope", "wish", passage.language).search(before)
    led = passage.has("airline_before", before) or (wish is not None and not before[wish.end() :].strip(" ,:|"))
    return led and passage.has("airline_ends", behind)


def _airports(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield airports that are ruled out, and places not to change at; a stop that is refused is left to the route."""
    gazetteer = passage.message.gazetteer
    frame = known.frame
    ends = [frame.origin, frame.return_from, frame.return_to, *(visit.place for visit in frame.visits)]
    towns = {_city(place) for place in ends if place} - {None}
    for value in (one for clause in passage.clauses for one in clause.of("place")):
        spot: Any = value.value
        place = gazetteer.place(passage.message.text, spot)
        lead = passage.text[max(0, value.start - _LEAD) : value.start]
        via = re.search(pattern("needs", "via", passage.language).pattern + r"\W*(?:\w+\s+){0,1}$", lead)
        turn = passage.turn_of(value.start, value.end)
        codes = _codes(place, gazetteer)
        if turn in ("deny", "except") and codes and (via or _talks_of_changing(passage)):
            yield passage.wants("via", codes, (value.start, value.end), "avoid")
        elif place.kind == "airport" and codes and _of_a_city(passage, place, towns, value):
            yield passage.wants("airports", codes, (value.start, value.end), _airport_polarity(passage, value))


def _of_a_city(passage: Passage, place: Place, towns: set[str | None], value: Value) -> bool:
    """Tell whether an airport is named as one of a city of the trip, or refused among others."""
    turned = passage.turn_of(value.start, value.end) in ("deny", "except")
    if not turned and _beside_another(passage, place, value):
        return True
    only = passage.has("only_before", passage.text[max(0, value.start - _LEAD) : value.start] + "|")
    return turned or (only and _city(place) in towns)


def _beside_another(passage: Passage, place: Place, value: Value) -> bool:
    """Tell whether another airport of the same city does as well: "from Gatwick or Stansted"."""
    message, city = passage.message, _city(place)
    for one in message.of("place"):
        first, second = sorted((value, one), key=lambda v: v.start)
        spot: Any = one.value
        other = message.gazetteer.place(message.text, spot)
        between = message.folded[first.end : second.start]
        serves = one is not value and other.kind == "airport" and _city(other) == city != place.code
        if serves and either(passage.language).fullmatch(between):
            return True
    return False


def _airport_polarity(passage: Passage, value: Value) -> Polarity:
    turn = passage.turn_of(value.start, value.end)
    return "avoid" if turn in ("deny", "except") else "require"


def _talks_of_changing(passage: Passage) -> bool:
    return pattern("needs", "changing_there", passage.language).search(passage.message.folded) is not None


def _city(place: Place) -> str | None:
    code = place.code
    return next((city for city, metro in METROS.items() if code in metro.airports), code)


def _codes(place: Place, gazetteer: Any) -> tuple[str, ...]:
    if place.code is None or place.kind in {"region", "country"}:
        return ()
    return tuple(a.code for a in gazetteer.airports_for(place.code)) or (place.code,)
