"""A message and the values that stand in it: days, amounts, people, places, options and names, each with its span."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal

from tripintent.tools.language.exact.clock import find_times
from tripintent.tools.language.exact.contacts import EMAIL
from tripintent.tools.language.exact.days import DayContext, DaySpan, find_dates, read_days
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.money import MoneySpan, read_money
from tripintent.tools.language.exact.places import find_spots
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.offline.words import cue, is_small, pattern
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.index import everyday
from tripintent.tools.places.scan import Spot, is_prominent
from tripintent.tools.places.tables import table

Kind = Literal["email", "hotel", "entry", "money", "day", "length", "time", "place", "airline", "people", "number"]
_MARKS = {
    "email": "<MAIL>",
    "hotel": "<HOTEL>",
    "entry": "<ENTRY>",
    "money": "<MONEY>",
    "day": "<DATE>",
    "length": "<LENGTH>",
    "time": "<TIME>",
    "place": "<PLACE>",
    "airline": "<AIRLINE>",
    "people": "<PEOPLE>",
    "number": "<NUM>",
}
_LENGTHS = ("nights", "days", "flexible")
_SHORTEST_NAME = 4
_BRACKETS = re.compile(r"\([^().!?;\n]{1,80}\)")
"""A remark in brackets, which belongs to what is before it."""


@dataclass(frozen=True)
class Value:
    """One value of a message: its kind, its place, and what the exact reader made of it."""

    kind: Kind
    start: int
    end: int
    value: object = None

    def within(self, start: int, end: int) -> bool:
        """Tell whether the value lies in a part of the message."""
        return start <= self.start and self.end <= end


@dataclass(frozen=True)
class Names:
    """Names that the traveller has in view: hotels of the options, entries of the plan."""

    hotels: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Message:
    """A message, read once for all parts of the reader."""

    text: str
    language: str
    today: date
    gazetteer: Gazetteer
    names: Names = Names()
    after: date | None = None
    """The day that other days follow: the known departure."""
    near: date | None = None
    """The day in whose month a bare "the 5th" lies."""

    @cached_property
    def folded(self) -> str:
        """The text in lower case without accents, of the same length."""
        return fold(self.text)

    @cached_property
    def brackets(self) -> list[tuple[int, int]]:
        """Where remarks in brackets stand, each within a sentence."""
        return [match.span() for match in _BRACKETS.finditer(self.text)]

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """All values, left to right; what one takes, no other has."""
        taken: list[Value] = []
        for value in self._found():
            if all(value.end <= one.start or value.start >= one.end for one in taken):
                taken.append(value)
        return tuple(sorted(taken, key=lambda one: one.start))

    @cached_property
    def mentions(self) -> list[DateMention]:
        """The dates, left to right; two bare numbers around the known days are days of theirs ("11 to 14")."""
        found = find_dates(self.folded, self.language, self.today, self.after)
        bare = (one for match in pattern(_BARE_DAYS).finditer(self.folded) for one in self._days_near(match))
        free = [b for b in bare if all(b.end <= one.start or b.start >= one.end for one in found)]
        return sorted([*found, *free], key=lambda one: one.start)

    def _days_near(self, match: re.Match[str]) -> Iterator[DateMention]:
        """Yield what two bare numbers are, as days, where they are around the known ones; behind "children" they are ages."""
        first, last = int(match[1]), int(match[2])
        if lexicon(self.language).compile(_YOUNG).search(self.folded[: match.start()]):
            return
        if self.near is None or not first < last or abs(first - self.near.day) > _AROUND:
            return
        for one in find_dates(
            f"{self.near:%B} {first} to {last}".casefold(), "en", self.today, self.near.replace(day=1)
        ):
            yield one._replace(start=match.start(), end=match.end())

    @cached_property
    def spots(self) -> list[Spot]:
        """The names of places, left to right, everyday words among them; where nouns have capitals, a capital tells nothing."""
        found = find_spots(self.text, self.gazetteer)
        if self.language not in _CAPITAL_NOUNS:
            return found
        said_alone = [one.sure and not (one.qualifier or one.code) and one.key in everyday() for one in found]
        return [one._replace(sure=False) if alone else one for one, alone in zip(found, said_alone, strict=True)]

    def of(self, *kinds: Kind, start: int = 0, end: int | None = None) -> list[Value]:
        """Return the values of some kinds within a part of the message."""
        stop = len(self.text) if end is None else end
        return [one for one in self.values if one.kind in kinds and one.within(start, stop)]

    def marked(self, start: int = 0, end: int | None = None) -> str:
        """Return a part of the folded text with its values replaced by marks of their kind."""
        stop = len(self.text) if end is None else end
        parts: list[str] = []
        at = start
        for one in self.values:
            if one.within(at, stop):
                parts += [self.folded[at : one.start], _MARKS[one.kind]]
                at = one.end
        return "".join((*parts, self.folded[at:stop]))

    def _found(self) -> Iterator[Value]:
        """Yield the values, those that others must not cut up first."""
        for match in pattern(EMAIL).finditer(self.text):
            yield Value("email", *match.span(), match.group())
        yield from self._named("entry", self.names.entries)
        yield from self._named("hotel", self.names.hotels)
        for money in read_money(self.text, self.language):
            yield Value("money", money.start, money.end, money)
        context = DayContext(self.today, self.language, self.after, self.near)
        days = [_day(one) for one in read_days(self.text, context, self.mentions)]
        yield from (one for one in days if one.kind == "day")
        for times in find_times(self.folded, self.language):
            if self._is_limit(times.start, times.end):
                continue
            yield Value("time", times.start, times.end, times)
        yield from (one for one in days if one.kind == "length")
        for n, spot in enumerate(self.spots):
            if self._is_place(spot, self.spots[max(0, n - 1) : n + 2]):
                yield Value("place", spot.start, spot.end, spot)
        for match in pattern(r"(?<![\w.,])\d{1,4}(?![\w]|[.,]\d)").finditer(self.folded):
            yield Value("number", *match.span(), int(match.group()))

    def _named(self, kind: Kind, names: Sequence[str]) -> Iterator[Value]:
        """Yield the places of a name in view, in full or by its telling part."""
        for name in names:
            said = fold(name)
            if len(said) >= _SHORTEST_NAME and (at := self.folded.find(said)) >= 0:
                yield Value(kind, at, at + len(said), name)

    def _is_limit(self, start: int, end: int) -> bool:
        """Tell whether four bare digits are an amount by the word before them: "under 1500" is not an hour."""
        if not pattern(r"\d{4}").fullmatch(self.folded, start, end):
            return False
        before = self.folded[max(0, start - _LIMIT_WORDS) : start]
        return cue("limit_before", self.language, "offline_party").search(f"{before}|") is not None

    def is_ordinal(self, dot: int) -> bool:
        """Tell whether a dot makes a number an ordinal, and ends no sentence: "am 10. abends"."""
        behind = _BEHIND_DOT.match(self.text, dot + 1)
        return self.text[max(dot - 1, 0) : dot].isdigit() and behind is not None and behind[1].islower()

    def is_verb(self, start: int, end: int) -> bool:
        """Tell whether a word in small letters has an object behind it: "to surprise my girlfriend", "to split it" name no town."""
        objects = lexicon(self.language).compile(r"\s+(?:%possessive%\s|(?:it|them|everything|evenly)\b)")
        return self.text[start : start + 1].islower() and objects.match(self.folded, end) is not None

    def _is_place(self, spot: Spot, around: Sequence[Spot]) -> bool:
        said = self.text[spot.start : spot.end]
        if self.is_verb(spot.start, spot.end):
            return False
        if said[:1].islower() and spot.qualifier is None and _is_ordinary(spot.key, self.language):
            gaps = (self.folded[one.end : other.start] for one, other in pairwise(around))
            return any(pattern(_ROUTE).fullmatch(gap) for gap in gaps)
        if spot.sure and (is_prominent(spot.key) or spot.code or spot.qualifier or said[:1].isupper()):
            return not (is_small(spot.key, self.language) and said.islower())
        return spot.sure and not is_small(spot.key, self.language)


_BEHIND_DOT = re.compile(r"\s*(\S)")
_BARE_DAYS = (
    r"(?<![\w.,:/€$£-])(\d{1,2})\s?(?:-|–|to|till|until|bis|al?|au)\s?(\d{1,2})(?![\w:.,/%€$£-])(?=\s*(?:$|[?!;,)\n]))"
)
"""Two numbers with nothing behind them that they could count."""
_YOUNG = r"(?:%child%|%infant%|%toddler%|%aged%)(?:\s+\w{1,4}){0,2}\s*$"
_AROUND = 5
"""Days from a known departure within which bare numbers are days rather than hours."""
_LIMIT_WORDS = 24
"""Letters before an amount in which a word of limit may stand."""
_CAPITAL_NOUNS = frozenset({"de"})
_ROUTE = r"\s*(?:-+>?|→|>|/|a|ad|to|para|pra|hasta|hacia|ate|vers|per|nach|bis)\s*"
"""Between the two ends of a way, where an ordinary word is a town."""


@cache
def _ordinary(language: str) -> frozenset[str]:
    return frozenset(word for code in chain(language) for word in table("ordinary").get(code, ()))


def _is_ordinary(key: str, language: str) -> bool:
    """Tell whether the name of a town is an ordinary word of the language ("un bimbo")."""
    return key in _ordinary(language)


def _day(span: DaySpan) -> Value:
    return Value("length" if span.kind in _LENGTHS else "day", span.start, span.end, span)


def spans_of(values: Iterable[Value]) -> list[tuple[int, int]]:
    """Return where values stand."""
    return [(one.start, one.end) for one in values]


__all__ = ["DaySpan", "Message", "MoneySpan", "Names", "Value", "spans_of"]
