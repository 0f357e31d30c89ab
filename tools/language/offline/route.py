"""The route that clauses say: where the journey starts, its stops in order, the two ends of the way back, its kind."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tripintent.state.frame import Place, Visit
from tripintent.state.operations import Operation, SetSlot
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.places import reading_beside
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.doubtful_places import doubts, either_of, unknown_names
from tripintent.tools.language.offline.place_roles import Named, Role, has_word, in_context, named_places, source
from tripintent.tools.language.offline.stop_changes import changed_stops
from tripintent.tools.language.offline.stops import either, gap, is_same, is_wide, joins_list, leads_to
from tripintent.tools.language.offline.words import pattern
from tripintent.tools.places.airports import great_circle_km, shared_catalogue

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_ROLES: dict[str, Role] = {"visits": "destination", "origin": "origin"}
_CODE = 3
_PART, _DAY_TRIP = 25.0, 60.0
"""Kilometres from a town in which a place without an airport is a part of it, or is visited for a day."""
_TYPES = ("one_way", "round_trip", "multi_city")


class Route(NamedTuple):
    """The reading of a route, and the values that belong to its stops alone, not to the journey as a whole."""

    operations: list[Operation]
    places: tuple[Named, ...] = ()
    lengths: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()


def read_route(clauses: Sequence[Clause], known: "Known", route: Route | None = None) -> list[Operation]:
    """Return the operations of the route, and what has to be asked about its places. ``route``: where it was read before."""
    route = routed(clauses, known) if route is None else route
    return [*route.operations, *doubts(clauses, route.places)] if clauses else []


def routed(clauses: Sequence[Clause], known: "Known") -> Route:
    """Return the route of some clauses of a message, with the lengths and days that its stops take."""
    if not clauses:
        return Route([])
    awaited = bool({"origin", "visits"} & set(known.asked))
    fresh = not known.frame.visits
    said = [one for clause in clauses for one in named_places(clause, fresh=fresh, awaited=awaited)]
    said = sorted([*said, *unknown_names(clauses, said, known)], key=lambda one: one.start)
    if made := _told_apart(clauses, said, known):
        return Route(made)
    places = _settled(clauses, _without_parts(clauses[0], _read_together(clauses[0], said, known)), known)
    stops = changed_stops(clauses, places, known)
    operations = [
        *_trip_type(clauses),
        *_origin(clauses, places, known),
        *stops.operations,
        *_way_back(clauses, places, known),
    ]
    settled = tuple(one for one in places if one.role in ("origin", "destination"))
    return Route(operations, settled, stops.lengths, stops.days)


def _told_apart(clauses: Sequence[Clause], said: Sequence[Named], known: "Known") -> list[Operation]:
    """Return the town of a known name that lies in the state said: "Maine, not Oregon" for the Portland in Oregon."""
    wide = [one for one in said if is_wide(one.place) and one.role in ("unknown", "denied")]
    wanted = [one for one in wide if one.role == "unknown"]
    if len(wanted) != 1 or len(wide) != len(said):
        return []
    gazetteer, inside = clauses[0].message.gazetteer, wanted[0]
    stops = known.frame.visits
    for slot, town in (("origin", known.frame.origin), *(("visits", visit.place) for visit in stops)):
        denied = town and any(_lies_in(town, one.place) for one in wide if one.role == "denied")
        if town is None or not (denied or town.candidates) or _lies_in(town, inside.place):
            continue
        other = gazetteer.resolve(f"{town.name or town.said}, {inside.place.name or inside.place.said}")
        if other.kind in ("unknown", "region", "country") or not _lies_in(other, inside.place):
            continue
        place = other.model_copy(update={"said": town.said})
        visits = tuple(v.model_copy(update={"place": place}) if v.place == town else v for v in stops)
        return [_set(clauses, inside, slot, place if slot == "origin" else visits)]
    return []


def _lies_in(town: Place, wide: Place) -> bool:
    """Tell whether a town lies in a state or country."""
    return town.country == wide.country and (wide.kind == "country" or town.region == (wide.name or wide.said))


def _read_together(clause: Clause, places: Sequence[Named], known: "Known") -> list[Named]:
    """Read an ambiguous name beside the others: in a country of theirs, else as by far the nearest."""
    frame, gazetteer = known.frame, clause.message.gazetteer
    others = [p.place for p in places] + [v.place for v in frame.visits] + ([frame.origin] if frame.origin else [])
    chosen: list[Place | None] = []
    for one in places:
        stop = next((v.place for v in frame.visits for c in one.place.candidates if is_same(v.place, c)), None)
        chosen.append(stop or reading_beside(one.place, others, gazetteer))
    return in_context(places, chosen)


def _without_parts(clause: Clause, places: Sequence[Named]) -> list[Named]:
    """Return the places without the parts of a town that is named as well: "London, for a meeting at Canary Wharf".

    Lengths of several say that each is a stop of its own: "3 nights in Rome and 2 in Ostia".
    """
    several = len(clause.message.of("length")) > 1
    towns = [] if several else [one.place for one in places if one.place.code]
    return [one for one in places if not _is_near(one.place, towns, _PART, clause)]


def _is_near(place: Place, towns: Sequence[Place], within_km: float, clause: Clause) -> bool:
    """Tell whether a place without an airport lies so near to one of some towns."""
    position = clause.message.gazetteer.position
    here = position(place) if place.code is None and place.kind == "city" else None
    around = [there for town in towns if (there := position(town))]
    return here is not None and any(great_circle_km(*here, *there) < within_km for there in around)


def _settled(clauses: Sequence[Clause], said: list[Named], known: "Known") -> list[Named]:
    """Give every place a role: by its words, the place that follows, the list it is in, the question, then what is open."""
    denied = [p for p in said if p.role == "denied"]
    said = [p for p in said if p.role not in ("via", "denied")]
    settled: list[Named] = []
    for n, one in enumerate(said):
        role = _role(clauses, said, n, settled, known)
        if one.role == "unknown" and role != "unknown" and _puts_origin_right(denied, known):
            role = "origin"
        if role == "destination" and settled and settled[-1].role == "return_from":
            between = gap(clauses[0].message, settled[-1].end, one.start)
            role = "return_to" if leads_to(clauses[0].language).fullmatch(between) else role
        if role != "unknown":
            settled.append(one._replace(role=role))
    settled = [_of_way_back(one, settled, known) for one in settled]
    return [*either_of(clauses[0].message, settled), *denied]


def _role(clauses: Sequence[Clause], said: list[Named], n: int, settled: list[Named], known: "Known") -> Role:
    one, message = said[n], clauses[0].message
    behind = gap(message, one.end, said[n + 1].start) if n + 1 < len(said) else None
    if behind is not None and not one.sure and leads_to(message.language).fullmatch(behind):
        return "origin" if said[n + 1].role in ("unknown", "destination") else one.role
    if behind is not None and one.role == said[n + 1].role == "unknown" and _side_by_side(clauses, one, said[n + 1]):
        return "origin"
    wanted: list[Role] = [_ROLES[slot] for slot in known.asked if slot in _ROLES]
    fixed = {p.role for p in said if p.sure}
    if one.role == "unknown":
        if settled and either(message.language).fullmatch(gap(message, settled[-1].end, one.start)):
            return settled[-1].role
        listed = _listed(message.language, gap(message, settled[-1].end, one.start)) if settled else False
        if listed and settled[-1].role == "destination" and not (len(wanted) == 2 and len(said) == 2):
            return "destination"
        if settled and settled[-1].role == "destination" and is_wide(settled[-1].place):
            return "destination"
        if behind is not None and said[n + 1].role == "destination" and _listed(message.language, behind):
            return "destination"
        if settled and any(is_same(one.place, other.place) for other in settled):
            return "unknown"
        if wanted != ["origin"] and any(is_same(one.place, v.place) for v in known.frame.visits):
            return "destination"
        return _open_role(known, wanted, fixed | {p.role for p in settled})
    if one.weak and wanted == ["origin"] and "origin" not in fixed:
        return "origin"
    if one.role == "origin" and settled and settled[-1].role == "origin" and _between(message.folded, settled[-1], one):
        return "destination"
    return one.role


def _side_by_side(clauses: Sequence[Clause], one: Named, other: Named) -> bool:
    """Tell whether two names are the ends of a way said without words: "jfk lhr", "oslo 1 march malta"."""
    message = clauses[0].message
    if gap(message, one.end, other.start).strip():
        return False
    language, start = message.language, max((c.start for c in clauses if c.start <= one.start), default=0)
    kinds = "|".join(alternation(lexicon(language).phrases(name)) for name in _TYPES)
    flight = pattern(rf"(?:{kinds}|{source('flight', language=language)})\s*$").search(
        message.folded[start : one.start]
    )
    dated = bool(message.text[one.end : other.start].strip() or flight)
    return dated or other.end - other.start <= _CODE >= one.end - one.start or one.start in {c.start for c in clauses}


def _between(text: str, first: Named, second: Named) -> bool:
    """Tell "between Rome and Paris"."""
    return text[first.end : second.start].strip() in ("and", "und", "et", "y", "e")


def _listed(language: str, between: str) -> bool:
    return joins_list(language).fullmatch(between) is not None


def _open_role(known: "Known", wanted: Sequence[Role], given: Collection[str]) -> Role:
    frame = known.frame
    has = {"origin": frame.origin is not None, "destination": bool(frame.visits)}
    for role in wanted:
        if role not in given and (len(wanted) == 1 or not has[role]):
            return role
    if "origin" in given and "destination" not in given:
        return "destination"
    if "destination" in given:
        return "origin" if wanted and "origin" not in given and not has["origin"] else "unknown"
    return "origin" if has["destination"] and not has["origin"] and wanted else "destination"


def _puts_origin_right(denied: Sequence[Named], known: "Known") -> bool:
    """Tell whether what is denied is where the journey starts ("Boston instead of New York")."""
    origin, stops = known.frame.origin, [v.place for v in known.frame.visits]
    return origin is not None and any(
        is_same(p.place, origin) and not any(is_same(p.place, stop) for stop in stops) for p in denied
    )


def _of_way_back(one: Named, settled: Sequence[Named], known: "Known") -> Named:
    """Read "return from London" as the start where this was asked for, or where the words lead on to a destination."""
    start_open = known.frame.origin is None and not any(p.role == "origin" for p in settled)
    if one.role == "return_from" and start_open:
        leads = not known.frame.visits and any(p.role == "destination" and p.start > one.start for p in settled)
        return one._replace(role="origin") if "origin" in known.asked or leads else one
    return one


def _origin(clauses: Sequence[Clause], places: Sequence[Named], known: "Known") -> Iterator[Operation]:
    origins = [p for p in places if p.role == "origin" and not _is_of_a_stop(p.place, known)]
    if origins:
        one = origins[0] if len(origins) > 2 else origins[-1]
        yield _set(clauses, one, "origin", one.place)
        return
    home = clauses[0].message.gazetteer.resolve(known.home) if known.home else None
    for clause in clauses if home else ():
        language = clause.language
        away, house = (source(name, language=language) for name in ("origin", "home"))
        match = pattern(rf"{away}\s+{house}").search(clause.folded)
        if match:
            start = clause.start + match.start()
            yield clause.made(SetSlot, start, clause.start + match.end(), slot="origin", value=home)
            return
    yield from _origin_made_plain(clauses, places, known)


def _is_of_a_stop(place: Place, known: "Known") -> bool:
    """Tell whether a place is an airport of a town that the trip goes to: "that is too tight from Gatwick" is not a start."""
    stops = [visit.place.code for visit in known.frame.visits if visit.place.code]
    if not place.code or place.code in stops:
        return False
    catalogue = shared_catalogue()
    there = {one.code for code in stops for one in catalogue.airports_for(code)}
    return any(one.code in there for one in catalogue.airports_for(place.code))


def _origin_made_plain(clauses: Sequence[Clause], places: Sequence[Named], known: "Known") -> Iterator[Operation]:
    """Yield the reading of an origin that was ambiguous until the other end was said."""
    origin = known.frame.origin
    if origin and origin.candidates and not origin.code and places:
        chosen = reading_beside(origin, [p.place for p in places], clauses[0].message.gazetteer)
        if chosen:
            yield _set(clauses, places[0]._replace(certainty=0.8), "origin", chosen)


def _set(clauses: Sequence[Clause], one: Named, slot: str, value: object) -> SetSlot:
    return clauses[0].made(SetSlot, one.start, one.end, slot=slot, value=value, certainty=one.certainty)


def _way_back(clauses: Sequence[Clause], places: Sequence[Named], known: "Known") -> Iterator[Operation]:
    stops = [*(v.place for v in known.frame.visits), *(p.place for p in places if p.role == "destination")]
    origin = next((p.place for p in places if p.role == "origin"), known.frame.origin)
    for one in places:
        if one.role == "return_from" and stops and not is_same(stops[-1], one.place):
            yield _set(clauses, one, "return_from", one.place)
        elif one.role == "return_from" and not stops:
            yield _set(clauses, one, "visits", (Visit(place=one.place),))
        elif one.role == "return_to" and origin is None:
            yield _set(clauses, one, "origin", one.place)
        elif one.role == "return_to" and not stops and origin and not is_same(origin, one.place):
            yield _set(clauses, one, "visits", (Visit(place=one.place),))
        elif one.role == "return_to" and origin and not is_same(origin, one.place):
            yield _set(clauses, one, "return_to", one.place)


@cache
def _type_words(name: str, language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){alternation(lexicon(language).phrases(name))}(?!\w)")


def _trip_type(clauses: Sequence[Clause]) -> Iterator[Operation]:
    """Yield the kind of journey; two kinds in one clause are not a choice, unless one is denied."""
    found: list[tuple[Clause, str, int, int]] = []
    for clause in clauses:
        here: list[tuple[Clause, str, int, int]] = []
        for name in _TYPES:
            for match in _type_words(name, clause.language).finditer(clause.folded):
                before = clause.folded[: match.start()]
                if not pattern(rf"{source('not', language=clause.language)}(?:\s+\w+)?\s*$").search(before):
                    here.append((clause, name, match.start(), match.end()))
        here = [one for one in here if not any(o[2] <= one[2] and one[3] < o[3] for o in here)]
        either = len({one[1] for one in here}) > 1 and has_word("or", clause.language, clause.folded)
        found += [] if either else here
    for clause, name, start, end in found[-1:]:
        yield clause.made(SetSlot, clause.start + start, clause.start + end, slot="trip_type", value=name)
