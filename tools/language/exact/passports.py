"""Countries of passports in a text: "a German passport", "Indian and British passports", "my passport is from the UK"."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.regions import regions

_LISTED = re.compile(r"\s*,\s*(?:(?:and|und|y|et|e)\s+)?|\s+(?:and|und|y|et|e)\s+")
_STOP = re.compile(r"[.;!?]")
_STEM = 5
"""Letters: the ending of a shorter word does not count."""
_ENDING = 3


_Span = tuple[int, int]


class SaidPassport(NamedTuple):
    """The country of a passport, and the words that say it; they name no place of a journey."""

    country: str
    start: int
    end: int


class _Table(NamedTuple):
    pattern: re.Pattern[str]
    nations: Mapping[str, str]


@cache
def _table(language: str) -> _Table:
    rows: dict[str, str] = dict(read_words(language, "documents")["passports"])
    return _Table(re.compile(rows.pop("pattern")), rows)


def read_passports(folded: str, language: str) -> tuple[SaidPassport, ...]:
    """Return the passports of a folded text, of one language and English, which people mix in; each country once."""
    found: dict[str, SaidPassport] = {}
    for table in (_table(code) for code in dict.fromkeys((language, "en"))):
        for match in table.pattern.finditer(folded):
            start = max(folded.rfind(mark, 0, match.start()) for mark in ".;!?") + 1
            before = _parts(folded, start, start + len(folded[start : match.start()].rstrip(" ,")))
            stop = _STOP.search(folded, match.end())
            end = stop.start() if stop else len(folded)
            behind = _parts(folded, match.end(), end)[1:] if _LISTED.match(folded, match.end()) else []
            own = [match.span(name) for name, said in match.groupdict().items() if said]
            named = [(span, _nation(folded, span, table) or _country(folded, span)) for span in own]
            for run in (_run(reversed(before), folded, table)[::-1], named, _run(behind, folded, table)):
                for span, country in run:
                    if country:
                        found.setdefault(country, SaidPassport(country, *span))
    return tuple(found.values())


def _parts(folded: str, start: int, end: int) -> list[_Span]:
    """Return the spans of the parts of a list."""
    marks = [m.span() for m in _LISTED.finditer(folded, start, end)]
    return list(zip([start, *(b for _, b in marks)], [*(a for a, _ in marks), end], strict=True))


def _run(parts: Iterable[_Span], folded: str, table: _Table) -> list[tuple[_Span, str | None]]:
    """Return the parts up to the first that names no country: of a list, its unbroken run beside the passport."""
    named = ((span, _nation(folded, span, table)) for span in parts)
    return list(takewhile(lambda one: one[1] is not None, named))


def _nation(folded: str, span: _Span, table: _Table) -> str | None:
    said = folded[slice(*span)].strip()
    last = said.rsplit(" ", 1)[-1]
    return table.nations.get(said) or table.nations.get(last) or _declined(last, table)


def _country(folded: str, span: _Span) -> str | None:
    """Return a country by its name ("my passport is from Germany")."""
    region = regions().get(name_key(folded[slice(*span)]))
    return region.country if region and region.is_country else None


def _declined(said: str, table: _Table) -> str | None:
    """Return the country of an adjective with another ending: "türkische", "mexicanas", "françaises"."""
    stems = (n for n in table.nations if len(n) > _STEM and said.startswith(n[:-1]) and len(said) - len(n) <= _ENDING)
    best = max(stems, key=len, default=None)
    return table.nations[best] if best else None
