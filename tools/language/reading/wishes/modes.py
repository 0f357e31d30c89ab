"""How one travels to each place: "the train from Rome to Florence, then fly to London", "en tren", "mit dem Zug"."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, cast

from tripintent.state.frame import Mode, Visit
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceMention

_DRIVE = r"\b(?P<by_drive>driv(?:e|ing))\b(?!\s+(?:licen[sc]e|distance))"
_FLY = r"\b(?P<by_fly>fly|flying|flights?{})\b"
_NEXT = r"[,;.]|\b(?:then|and|after that|before{})\b"
"""Where the words about one place end and those about the next begin."""
_AFTERTHOUGHT = r"\s*,\s*%by_mode%\s*(?:the\s+)?\w+(?=\s*(?:$|[,;.]|{}))"
"""A mode set off behind its place ("to Florence, by train, then …")."""
_UNDECIDED = r"(?:\b\w+\s+)?\b{0}\s+(?:or|ou|oder|o|u)\s+(?:\w+\s+)?{0}\b"
"""Two modes to choose from are no wish for either ("by train or plane", "en train ou avion, peu importe")."""
_AMONG = re.compile(
    r"\w+\s+(?:between|zwischen|entre|tra|fra)\s+(?:(?:the|den|las|los|les|as|os|le|i)\s+)?(?:(?:two|both|beiden?|dos|deux|due|duas|dois)\b"
    r"|(?:cit(?:y|ies|ta)|stops?|them|stadten|orten|ciudades|villes|cidades|paradas|etapes|tappe)\b)"
)
"""A mode for every way from stop to stop, none of which is named ("train between the cities is fine")."""
_GROUND = ("train", "car", "ferry", "bus")


class _Said(NamedTuple):
    """A mode and where it is said; ``leads`` tells whether a way follows it ("the train from …")."""

    mode: Mode
    at: int
    end: int
    leads: bool
    plane: bool = False


class _Patterns(NamedTuple):
    mode: re.Pattern[str]
    way: re.Pattern[str]
    next: re.Pattern[str]
    afterthought: re.Pattern[str]
    undecided: re.Pattern[str]


@cache
def _patterns(language: str) -> _Patterns:
    words = lexicon(language)
    nouns = words.tables("modes")
    way = alternation(
        ["to", "from", "between", "zwischen", "entre", "tra", "fra", *words.cues("origin"), *words.cues("destination")]
    )
    by = "|".join(rf"(?P<by_{mode}>{alternation(nouns[mode])})" for mode in (*_GROUND, "flight"))
    alone = "|".join(rf"(?P<noun_{mode}>{alternation(nouns[mode])})" for mode in ("train", "ferry", "bus"))
    flying = "".join(rf"|{re.escape(word)}" for word in words.cues("flight"))
    then = "".join(rf"|{re.escape(word)}" for word in (*words.cues("then"), "y", "et", "und", "e"))
    then = then if words.language != "en" else ""
    train = alternation(nouns["train"])
    plain = rf"\b(?P<plain_train>eurostar)\b|\b(?:only|just)\s+(?P<only_train>{train})\b|\b(?P<tail_train>{train})\s+(?:only|instead)\b"
    mode = rf"{plain}|\b%by_mode%\s*(?:{by})\b|\b(?:{alone})(?=\s+(?:{way}\b|(?P<name>\w)))|{_DRIVE}|" + _FLY.format(
        flying
    )
    return _Patterns(
        words.compile(mode),
        re.compile(rf"\s+{way}\b"),
        re.compile(_NEXT.format(then)),
        words.compile(_AFTERTHOUGHT.format(r"then\b|and\b" + then)),
        re.compile(_UNDECIDED.format(alternation([noun for mode in (*_GROUND, "flight") for noun in nouns[mode]]))),
    )


def modes_to(message: Message, places: Sequence[PlaceMention], language: str) -> list[Mode | None]:
    """Return the mode of travel to each destination, in the order given; None where nothing was said."""
    said = _said(message, language) if places else []
    ground = any(s.mode != "flight" for s in said)
    if not said or not (ground or any(s.plane for s in said)):
        return [None] * len(places)
    one = len({s.mode for s in said}) == 1
    if one and not said[0].leads and not places[0].end <= said[0].at < places[-1].start:
        return [said[0].mode if i or len(places) == 1 else None for i in range(len(places))]
    modes = _by_clause(message, places, said, language)
    return _carried(modes) if one and said[0].leads else modes


def mode_of_all(message: Message, language: str, visits: Sequence[Visit]) -> tuple[Mode, int, int] | None:
    """Return the one mode that a message without places asks for ("ok, by plane then"), and the words that say so.

    To fly is said of any trip; it counts as a change only where another mode was said before.
    """
    said = _said(message, language)
    on_the_ground = [s for s in said if s.mode != "flight"]
    said = said if any(s.plane for s in said) else on_the_ground or said  # "no flights, train only"
    if len({s.mode for s in said}) != 1 or any(s.leads for s in said):
        return None
    mode, at, end, *_ = said[0]
    known = {visit.mode for visit in visits}
    return (mode, at, end) if mode != "flight" or known - {None, "flight"} else None


def _said(message: Message, language: str) -> list[_Said]:
    patterns = _patterns(language)
    found = []
    undecided = [match.span() for match in patterns.undecided.finditer(message.folded)]
    for match in patterns.mode.finditer(message.folded):
        if any(start <= match.start() < end for start, end in undecided):
            continue
        if match["name"] and not message.text[match.start("name")].isupper():
            continue
        form, name = next(key for key, value in match.groupdict().items() if value and key != "name").split("_")
        mode = cast("Mode", {"drive": "car", "fly": "flight"}.get(name, name))
        among = _AMONG.match(message.folded, message.folded.rfind(" ", 0, match.end()) + 1)
        leads = not among and (form == "noun" or bool(patterns.way.match(message.folded, match.end())))
        end = among.end() if among else match.end()
        found.append(_Said(mode, match.start(), end, leads, plane=name == "flight"))
    return found


def _by_clause(message: Message, places: Sequence[PlaceMention], said: list[_Said], language: str) -> list[Mode | None]:
    """Give each place the mode said in its own words; what is left at the end of a message belongs to the last one."""
    ends = [_clause_end(message, a.end, b.start, language) for a, b in pairwise(places)]
    ends.append(_clause_end(message, places[-1].end, len(message.text), language))
    modes: list[Mode | None] = []
    start = 0
    for end in ends:
        own: list[Mode] = [s.mode for s in said if start <= s.at < end]
        modes.append(own[-1] if own else None)
        start = end
    rest: list[Mode] = [s.mode for s in said if s.at >= start and s.mode != "flight"]
    if rest and modes[-1] in (None, "flight"):
        modes[-1] = rest[0]
    return modes


def _clause_end(message: Message, start: int, end: int, language: str) -> int:
    patterns = _patterns(language)
    late = patterns.afterthought.match(message.folded, start, end)
    match = patterns.next.search(message.folded, late.end() if late else start, end)
    return match.start() if match else end if end == len(message.text) else start


def _carried(modes: list[Mode | None]) -> list[Mode | None]:
    """Let the only mode said hold for the places after it ("the train from Rome to Florence and Venice")."""
    carried: list[Mode | None] = []
    for mode in modes:
        carried.append(mode or (carried[-1] if carried else None))
    return carried
