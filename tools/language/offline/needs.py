"""Parts of a trip that are wanted, ways of travel that are ruled out, likes and dislikes, and how full the days shall be."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tripintent.state.operations import Operation
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.offline.passage import Passage

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known


_NEAR = 12
"""Characters between "I never said" and what was not said."""
_LIKELY = 0.5


def read_needs(passage: Passage, known: "Known") -> list[Operation]:
    """Return which parts of a trip are wanted, and whether one comes back."""
    part = list(_part_of_stay(passage))
    needs = part or list(_parts(passage, known))
    return [*needs, *_trip_type(passage), *_ways(passage)]


def _parts(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield what of flights and hotel is wanted or not; a part that is refused and asked for in one breath is wanted."""
    language = passage.language
    no_hotel, no_flight = _refused(passage, "lodging"), _refused(passage, "flights")
    only_hotel, only_flight = _cue(passage, "only_hotel"), _cue(passage, "only_flights")
    elsewhere = pattern("needs", "sleeps_elsewhere", language).search(passage.text)
    if elsewhere and not passage.turn_of(*elsewhere.span()):
        no_hotel = no_hotel or elsewhere
    if only_hotel or only_flight:
        one = only_hotel or only_flight
        span = one.span() if one else (0, 0)
        yield _turned(passage, "lodging_needed", span, value=only_hotel is not None)
        if only_hotel:
            yield passage.sets("flights_needed", value=False, span=span)
        elif known.frame.flights_needed is not True:
            yield passage.sets("flights_needed", value=True, span=span, certainty=0.9)
        return
    drives = pattern("needs", "by_car", language).search(passage.text)
    flights = _cue(passage, "flight")
    stay = _cue(passage, "stay_wanted") or _named_alone(passage)
    if no_hotel:
        yield _turned(passage, "lodging_needed", no_hotel.span(), value=False)
    elif stay and not passage.turn_of(*stay.span()):
        yield passage.sets("lodging_needed", value=True, span=stay.span(), certainty=0.9)
    if without := no_flight or (None if flights else drives):
        yield _turned(passage, "flights_needed", without.span(), value=False)
    elif flights and not passage.turn_of(*flights.span()) and known.frame.flights_needed is not True:
        yield passage.sets("flights_needed", value=True, span=flights.span(), certainty=0.9)


def _turned(passage: Passage, slot: str, span: tuple[int, int], *, value: bool) -> Operation:
    """Return a need, turned round where one says never to have said it: "I never said no hotel" wants one."""
    never = pattern("needs", "never_said", passage.language).search(passage.text)
    said = never and 0 <= span[0] - never.end() <= _NEAR
    return passage.sets(slot, value=not value if said else value, span=span)


def _named_alone(passage: Passage) -> re.Match[str] | None:
    """Return the word for a hotel in a clause that adds a part to the trip: ", hotel too"."""
    lodging = pattern("needs", "lodging", passage.language)
    adds = [one for one in passage.clauses if one.chances.get("part.add", 0.0) >= _LIKELY]
    return next((match for one in adds if (match := lodging.search(passage.text, one.start, one.end))), None)


def _cue(passage: Passage, name: str) -> re.Match[str] | None:
    return next(passage.finds(name), None)


def _refused(passage: Passage, concept: str) -> re.Match[str] | None:
    """Return words for flights or a hotel that are turned, where these words name the whole part and none of a kind."""
    for match in pattern("needs", concept, passage.language).finditer(passage.text):
        turn = passage.turn_of(*match.span())
        if pattern("needs", "kinds", passage.language).match(passage.text, match.start()):
            continue  # "no hostels" still wants a bed
        reach = next((r for r in reversed(passage.reaches) if r.cue < match.start() < r.end), None)
        between = passage.text[reach.start : match.start()] if reach else ""
        if not turn or turn == "except" or not passage.has("nothing_between", f"<{between}>"):
            continue
        cue = passage.text[reach.cue : reach.start] if reach else ""
        behind = passage.text[match.end() : match.end() + 30]
        if (reach and passage.has("refuses_other", cue)) or passage.has(f"some_{concept}", "<" + behind):
            continue
        if not passage.has("supposed_before", passage.text[: reach.cue if reach else match.start()][-40:] + "|"):
            return match
    return _cue(passage, f"no_{concept}")


def _part_of_stay(passage: Passage) -> Iterator[Operation]:
    """Yield "a hotel only for the first three nights": the length of the stay."""
    for match in matches("needs", "part_of_stay", passage.language, passage.text):
        nights = lexicon(passage.language).number(next(v for v in match.groupdict().values() if v))
        if nights:
            yield passage.sets("lodging_needed", value=True, span=match.span())
            yield passage.sets("nights", nights, match.span())
            return


@cache
def _type_words(name: str, language: str) -> re.Pattern[str]:
    return re.compile(rf"\b{alternation(lexicon(language).phrases(name))}\b")


def _trip_type(passage: Passage) -> Iterator[Operation]:
    """Yield one way or there and back; two types joined by "or" are not a choice, a needless return is one way."""
    found: list[tuple[int, int, str]] = []
    for name in ("round_trip", "one_way", "multi_city"):
        found += [(*m.span(), name) for m in _type_words(name, passage.language).finditer(passage.text)]
        found += [(*m.span(), name) for m in passage.finds(name)]
    found = sorted(
        one for one in found if not any(o[0] <= one[0] and one[1] <= o[1] and o[:2] != one[:2] for o in found)
    )
    if len({one[2] for one in found}) > 1 and re.search(
        r"\b(?:or|oder|ou|o)\b", passage.text[found[0][1] : found[-1][0]]
    ):
        return
    for start, end, name in reversed(found):
        turned = name != "one_way" and passage.turn_of(start, end)
        if name == "one_way" and passage.turn_of(start, end) and not _is_refusal(passage, start, end):
            continue
        yield passage.sets("trip_type", "one_way" if turned else name, (start, end))
        return
    for match in pattern("loosened", "return_", passage.language).finditer(passage.text):
        yield passage.sets("trip_type", "one_way", match.span())
        return


def _is_refusal(passage: Passage, start: int, end: int) -> bool:
    """Tell whether words for one way refuse the way back themselves ("no return flight")."""
    return any(r.cue >= start and r.cue < end for r in passage.reaches)


def _ways(passage: Passage) -> Iterator[Operation]:
    """Yield ways of getting about that are ruled out, and a train or bus that is wanted."""
    bans: list[str] = []
    span = (0, 0)
    for wish, name in (("no flight", "flying_at_all"), ("no self-driving", "self_driving")):
        for match in passage.finds(name):
            if passage.turn_of(*match.span()) in ("deny", "except") or passage.has("says_no", match.group()):
                bans.append(wish)
                span = match.span()
                break
    if bans:
        yield passage.wants("transport_wishes", tuple(bans), span, "require")
    for match in passage.finds("ground_wanted"):
        value = not passage.turn_of(*match.span())
        yield passage.sets("ground_needed", value=value, span=match.span(), certainty=0.9)
        return


_NO = (
    r"(?:no|not|nicht|kein\w*|pas|sans|non|niente|nao|sem|sin|nada|without|ohne|fewer|less|weniger"
    r"|moins|menos|meno|avoid|hate|skip|nothing|nichts|rien|statt|instead of|rather than|aren't|isn't|don't)"
)
