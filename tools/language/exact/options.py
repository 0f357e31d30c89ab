"""One of the options shown, by id, by number or by quality: "the second", "number 3", "the cheapest refundable one"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripintent.state.bundles import FILTERS, ORDERS, Bundle, best_of
from tripintent.tools.language.exact.option_words import OptionWords, all_option_words
from tripintent.tools.language.exact.tokens import Token, fold_words, tokens_of

_COMPARED = frozenset({"best_hotel"})
"""Orders that compare what is on the screen: "the one with the better hotel"; the cheapest is the cheapest of all."""
_LETTERS = "abcdefghij"
_BEFORE = ("lead", "polite", "pick", "take")
_AFTER = ("tail", "polite")
_SIGNED = re.compile(r"\s*[-+−]\s*\d")
"""A number with a sign, which is that of no option."""
_OF_FLIGHTS = frozenset({"fastest", "slowest", "nonstop", "fewest_stops"})


@dataclass(frozen=True)
class NamedOption:
    """A bundle that was named, the index after the words that name it, and the qualities that named it."""

    bundle_id: str
    end: int
    qualities: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chooser:
    """Reads a choice at a place in a message, in the words of one language."""

    tokens: Sequence[Token]
    lexicon: OptionWords
    options: Sequence[Bundle]
    shown: Sequence[int] = ()
    """Indexes of the options on the screen, the topmost first."""

    def at(self, start: int, *, bare_number: bool) -> NamedOption | None:
        """Return the choice that starts here. ``bare_number`` lets "2", "la 2" and "two" stand alone, but not "that one"."""
        at = self._after("article", start)
        digits = at < len(self.tokens) and self.tokens[at].kind == "number" and not self.tokens[at].ordinal
        bare = bare_number and (at == start or digits)  # "la 1" chooses; "that one" does not
        return self._by_id(at) or self._by_number(at, bare_number=bare) or self._by_quality(at, named=at > start)

    def named(self, start: int, *, bare_number: bool = False) -> NamedOption | None:
        """Return the option that a question names here: a quality needs an article or a noun ("the refundable one")."""
        at = self._after("article", start)
        plain = self._by_id(at) or self._by_number(at, bare_number=bare_number and at == start)
        quality = None if plain else self._by_quality(at)
        if quality is None:
            return plain
        noun = self.lexicon["noun"].match(self.tokens, quality.end - 1) == quality.end
        return quality if at > start or noun else None

    def digits(self, at: int) -> NamedOption | None:
        """Return the choice of a bare number in digits ("take 2"; "pick one" leaves the choice to us)."""
        at = self._after("article", at)
        is_number = at < len(self.tokens) and self.tokens[at].kind == "number"
        return self._by_number(at, bare_number=True) if is_number else None

    def _after(self, role: str, at: int) -> int:
        """Return the index after an optional phrase."""
        end = self.lexicon[role].match(self.tokens, at)
        return at if end is None else end

    def _by_id(self, at: int) -> NamedOption | None:
        """Read an id, with "option" before it. An unknown one is passed on, so that its refusal can name it."""
        at = self._after("number_noun", at)
        if at >= len(self.tokens) or self.tokens[at].kind != "id":
            return None
        said = self.tokens[at].word
        exact = [b.bundle_id for b in self.options if b.bundle_id == said]
        alike = [b.bundle_id for b in self.options if b.bundle_id.casefold() == said.casefold()]
        return NamedOption((exact or (alike if len(alike) == 1 else [said]))[0], at + 1)

    def _by_number(self, at: int, *, bare_number: bool) -> NamedOption | None:
        """Read "option 2", "#3", "the second one", "the last one", and "2" where it may stand alone."""
        if not self.options:
            return None
        intro = self.lexicon["number_noun"].skip(self.tokens, at)
        count = self._count(intro) or (self._letter(intro) if intro > at else None)
        if count is not None and (intro > at or bare_number):
            return self._nth(count[0], count[1], named=intro > at)
        rank = self._ordinal(at)
        return None if rank is None else self._noun(self._in_view(*rank))

    def _on_screen(self) -> Sequence[Bundle]:
        """Return what the traveller sees: a list sorted by price begins with another number than 1."""
        return [self.options[n] for n in self.shown if n < len(self.options)] or self.options

    def _in_view(self, rank: int, end: int) -> NamedOption | None:
        """Return the option in that place on the screen; one beyond the screen by its number."""
        seen = self._on_screen()
        return (
            NamedOption(seen[rank - 1].bundle_id, end) if 1 <= rank <= len(seen) else self._nth(rank, end, named=False)
        )

    def _nth(self, number: int, end: int, *, named: bool) -> NamedOption | None:
        """Return option ``number``; one that is not there is "#12" when it was plainly called an option."""
        if 1 <= number <= len(self.options):
            return NamedOption(self.options[number - 1].bundle_id, end)
        return NamedOption(f"#{number}", end) if named else None

    def _count(self, at: int) -> tuple[int, int] | None:
        """Read a cardinal: digits, or a word up to ten."""
        if at < len(self.tokens) and self.tokens[at].kind == "number":
            token = self.tokens[at]
            return (int(token.word), at + 1) if _is_small(token.word) and not token.ordinal else None
        return _first(self.lexicon.counts, self.tokens, at)

    def _letter(self, at: int) -> tuple[int, int] | None:
        """Read "B" of "option B"."""
        word = self.tokens[at].word if at < len(self.tokens) else ""
        place = _LETTERS.find(word) if len(word) == 1 else -1
        return None if place < 0 else (place + 1, at + 1)

    def _ordinal(self, at: int) -> tuple[int, int] | None:
        """Read an ordinal: "2nd", "second" or "last"."""
        if at < len(self.tokens) and self.tokens[at].ordinal and _is_small(self.tokens[at].word):
            return int(self.tokens[at].word), at + 1
        end = self.lexicon["last"].match(self.tokens, at)
        return (len(self._on_screen()), end) if end is not None else _first(self.lexicon.ordinals, self.tokens, at)

    def _noun(self, choice: NamedOption | None) -> NamedOption | None:
        """Take in the noun after an ordinal; "the second flight" of a whole trip is not a choice among trips."""
        if choice is None:
            return None
        end = self._after("noun", choice.end)
        if end > choice.end:
            return NamedOption(choice.bundle_id, end)
        part = self._part(choice.end)
        return choice if part is None else NamedOption(choice.bundle_id, part) if self._whole(choice.end) else None

    def _part(self, at: int) -> int | None:
        """Return the index after a noun for flights or hotels."""
        end = self.lexicon["flight_noun"].match(self.tokens, at)
        return end if end is not None else self.lexicon["hotel_noun"].match(self.tokens, at)

    def _whole(self, at: int) -> bool:
        """Say whether a flight or hotel noun names the whole option, since there is nothing else in any of them."""
        if self.lexicon["flight_noun"].match(self.tokens, at) is not None:
            return not any(b.hotel_option_ids for b in self.options)
        return not any(b.flight_option_ids for b in self.options)

    def _by_quality(self, at: int, *, named: bool = True) -> NamedOption | None:
        """Read "the cheapest refundable one without a stop": filters first, then one order, then the best ranked.

        What an option has or has not names one only beside an article or a noun: "without stops, please" is a wish.
        """
        said: list[str] = []
        while (step := self._quality(at, tuple(said))) is not None:
            name, at = step
            said += [name] if name else []
            named = named or not name
        orders = [name for name in said if name in ORDERS]
        if not said or len(orders) > 1 or not (named or orders):
            return None
        compared = bool(_COMPARED.intersection(said))
        best = best_of(self._on_screen() if compared else self.options, said)
        return None if best is None else NamedOption(best.bundle_id, at, () if compared else tuple(said))

    def _quality(self, at: int, said: Sequence[str]) -> tuple[str, int] | None:
        """Return the next quality or noun ("" for a noun) and the index after it."""
        for name, phrases in self.lexicon.qualities.items():
            end = phrases.match(self.tokens, at)
            if end is not None:
                return name, end
        end = self.lexicon["noun"].match(self.tokens, at)
        if end is not None:
            return "", end
        part = self._part(at)
        speed = bool(said) and all(name in _OF_FLIGHTS for name in said) and self._is_flight(at)
        return ("", part) if part is not None and said and (speed or self._whole(at)) else None

    def _is_flight(self, at: int) -> bool:
        return self.lexicon["flight_noun"].match(self.tokens, at) is not None


def _first(table: dict[int, Any], tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the number that a word here names and the index after it."""
    ends = ((number, phrases.match(tokens, at)) for number, phrases in table.items())
    return next(((number, end) for number, end in ends if end is not None), None)


def _is_small(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) <= 3


def options_named(
    said: str, options: Sequence[Bundle], hotels: Mapping[str, Sequence[str]], shown: Sequence[int] = ()
) -> list[Bundle]:
    """Return the options that the words mean, best ranked first: none, one, or several where the words leave it open.

    ``hotels`` are the names of the hotels of each option, by its id; ``shown`` are the indexes of the options on the screen.
    """
    tokens = tokens_of(said, {one.bundle_id.casefold() for one in options})
    read = (_whole(tokens, lexicon, options, shown) for lexicon in all_option_words())
    choice = None if _SIGNED.match(said) else next((one for one in read if one is not None), None)
    if choice is not None:
        return _meant(choice, options)
    name = _without_article(tokens)
    return [one for one in options if any(_same(name, fold_words(hotel)) for hotel in hotels.get(one.bundle_id, ()))]


def _whole(
    tokens: Sequence[Token], lexicon: OptionWords, options: Sequence[Bundle], shown: Sequence[int]
) -> NamedOption | None:
    """Return the choice that the words are from first to last, in one language."""
    for start in _starts(tokens, lexicon):
        choice = Chooser(tokens, lexicon, options, shown).at(start, bare_number=True)
        if choice is not None and _nothing_left(tokens, lexicon, choice.end):
            return choice
    return None


def _starts(tokens: Sequence[Token], lexicon: OptionWords) -> Iterator[int]:
    """Yield where a choice may begin: at the first word, or behind verbs of choosing and polite words."""
    at = 0
    yield at
    while (end := max((lexicon[role].skip(tokens, at) for role in _BEFORE), default=at)) > at:
        at = end
        yield at


def _nothing_left(tokens: Sequence[Token], lexicon: OptionWords, at: int) -> bool:
    """Tell whether only marks and polite words follow."""
    while at < len(tokens):
        after = (
            at + 1 if tokens[at].kind in ("pause", "end") else max(lexicon[role].skip(tokens, at) for role in _AFTER)
        )
        if after == at:
            return False
        at = after
    return True


def _meant(choice: NamedOption, options: Sequence[Bundle]) -> list[Bundle]:
    """Return the option of a choice; all that fit where it only says what an option has ("the refundable one")."""
    filters = [FILTERS[name] for name in choice.qualities if name in FILTERS]
    if filters and not any(name in ORDERS for name in choice.qualities):
        return [one for one in options if all(fits(one) for fits in filters)]
    return [one for one in options if one.bundle_id == choice.bundle_id]


def _without_article(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the words of a name without the article before them, in any language."""
    words = tuple(token.word for token in tokens if token.kind in ("word", "number"))
    ends = (lexicon["article"].match(tokens, 0) or 0 for lexicon in all_option_words())
    return words[max(ends, default=0) :]


def _same(said: Sequence[str], name: Sequence[str]) -> bool:
    """Tell whether one is a run of words of the other: "Daydream Hostel", "the Daydream Hostel Lisbon in Lisbon"."""
    short, long = sorted((tuple(said), tuple(name)), key=len)
    return bool(short) and any(long[n : n + len(short)] == short for n in range(len(long) - len(short) + 1))
