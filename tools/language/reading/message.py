"""A message prepared for reading: folded text of the same length, sentences, and spans already understood."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from tripintent.state.readable import readable
from tripintent.tools.language.reading.slips import respelt
from tripintent.tools.places.folding import fold

_BREAK = re.compile(r"[.!?;]+(?=\s|$)|[.!?](?=[A-Z])|\n+")
_NOT_A_BREAK = re.compile(
    r"\b(?:st|mt|ft|dr|mr|mrs|ms|d\.c|u\.s|e\.g|i\.e|a\.m|p\.m|approx|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov"
    r"|dec|no|\d)\.$"
)
_MONTH_BEHIND = re.compile(r"\s+(?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec|bis|und)")
FILLER = "\x00"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message; ``asks`` tells whether it ends in a question mark."""

    start: int
    end: int
    asks: bool


@dataclass
class Message:
    """A traveller's text. ``folded`` has the same length, so positions hold in both."""

    text: str
    taken: list[tuple[int, int]] = field(default_factory=list)
    soft: list[tuple[int, int]] = field(default_factory=list)
    asked: list[tuple[int, int]] = field(default_factory=list)
    _open: tuple[int, str] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep what is read of an over-long text."""
        self.text = readable(self.text).read

    @cached_property
    def folded(self) -> str:
        """The text in lower case without accents, slips in counted words put right."""
        return respelt(fold(self.text))

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences, left to right; an abbreviation's dot ends none."""
        found: list[Sentence] = []
        start = 0
        for mark in _BREAK.finditer(self.text):
            if mark.group() == "." and self._is_abbreviation(mark.start()):
                continue
            if self.text[start : mark.start()].strip():
                found.append(Sentence(start, mark.end(), "?" in mark.group()))
            start = mark.end()
        if self.text[start:].strip():
            found.append(Sentence(start, len(self.text), asks=False))
        return found

    def _is_abbreviation(self, dot: int) -> bool:
        before, behind = self.folded[max(0, dot - 8) : dot + 1], self.folded[dot + 1 : dot + 12]
        return bool(_NOT_A_BREAK.search(before)) or (before[-2:-1].isdigit() and bool(_MONTH_BEHIND.match(behind)))

    @property
    def open(self) -> str:
        """The folded text with everything already understood blanked out; made anew where more was taken since."""
        if self._open is None or self._open[0] != len(self.taken):
            self._open = len(self.taken), self._without(self.taken)
        return self._open[1]

    @property
    def said(self) -> str:
        """The folded text without its side questions: for words that may mean two things ("American" food and airline)."""
        return self._without(self.asked)

    def _without(self, spans: list[tuple[int, int]]) -> str:
        letters = list(self.folded)
        for start, end in spans:
            letters[start:end] = (" " if (start, end) in self.soft else FILLER) * (end - start)
        return "".join(letters)

    def take(self, start: int, end: int, *, soft: bool = False, asked: bool = False) -> None:
        """Mark a span as understood; a soft one leaves a blank, so that its neighbours still stand together.

        An ``asked`` one is a side question: it wishes for nothing.
        """
        self.taken.append((start, end))
        if soft:
            self.soft.append((start, end))
            self._open = None
        if asked:
            self.asked.append((start, end))

    def sentence_at(self, position: int) -> Sentence:
        """Return the sentence that holds a position."""
        for sentence in self.sentences:
            if position < sentence.end:
                return sentence
        return Sentence(0, len(self.text), asks=False)
