"""Which of the options a short name means: its id, "2", "the second one", "the cheapest", the name of its hotel."""

import re
from collections.abc import Iterator, Mapping, Sequence

from tripintent.state.bundles import Bundle
from tripintent.state.qualities import FILTERS, ORDERS
from tripintent.tools.language.exact.all_languages import lexicons
from tripintent.tools.language.exact.commands import Lexicon
from tripintent.tools.language.exact.options import Choice, Chooser
from tripintent.tools.language.exact.tokens import Token, fold_words, tokens_of

_BEFORE = ("lead", "polite", "pick", "take")
_AFTER = ("tail", "polite")
_SIGNED = re.compile(r"\s*[-+−]\s*\d")
"""A number with a sign, which is that of no option."""


def options_named(
    said: str, options: Sequence[Bundle], hotels: Mapping[str, Sequence[str]], shown: Sequence[int] = ()
) -> list[Bundle]:
    """Return the options that the words mean, best ranked first: none, one, or several where the words leave it open.

    ``hotels`` are the names of the hotels of each option, by its id; ``shown`` are the indexes of the options on the screen.
    """
    tokens = tokens_of(said, {one.bundle_id.casefold() for one in options})
    read = (_whole(tokens, lexicon, options, shown) for lexicon in lexicons())
    choice = None if _SIGNED.match(said) else next((one for one in read if one is not None), None)
    if choice is not None:
        return _meant(choice, options)
    name = _without_article(tokens)
    return [one for one in options if any(_same(name, fold_words(hotel)) for hotel in hotels.get(one.bundle_id, ()))]


def _whole(tokens: Sequence[Token], lexicon: Lexicon, options: Sequence[Bundle], shown: Sequence[int]) -> Choice | None:
    """Return the choice that the words are from first to last, in one language."""
    for start in _starts(tokens, lexicon):
        choice = Chooser(tokens, lexicon, options, shown).at(start, bare_number=True)
        if choice is not None and _nothing_left(tokens, lexicon, choice.end):
            return choice
    return None


def _starts(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[int]:
    """Yield where a choice may begin: at the first word, or behind verbs of choosing and polite words."""
    at = 0
    yield at
    while (end := max((lexicon[role].skip(tokens, at) for role in _BEFORE), default=at)) > at:
        at = end
        yield at


def _nothing_left(tokens: Sequence[Token], lexicon: Lexicon, at: int) -> bool:
    """Tell whether only marks and polite words follow."""
    while at < len(tokens):
        after = (
            at + 1 if tokens[at].kind in ("pause", "end") else max(lexicon[role].skip(tokens, at) for role in _AFTER)
        )
        if after == at:
            return False
        at = after
    return True


def _meant(choice: Choice, options: Sequence[Bundle]) -> list[Bundle]:
    """Return the option of a choice; all that fit where it only says what an option has ("the refundable one")."""
    filters = [FILTERS[name] for name in choice.qualities if name in FILTERS]
    if filters and not any(name in ORDERS for name in choice.qualities):
        return [one for one in options if all(fits(one) for fits in filters)]
    return [one for one in options if one.bundle_id == choice.bundle_id]


def _without_article(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the words of a name without the article before them, in any language."""
    words = tuple(token.word for token in tokens if token.kind in ("word", "number"))
    ends = (lexicon["article"].match(tokens, 0) or 0 for lexicon in lexicons())
    return words[max(ends, default=0) :]


def _same(said: Sequence[str], name: Sequence[str]) -> bool:
    """Tell whether one is a run of words of the other: "Daydream Hostel", "the Daydream Hostel Lisbon in Lisbon"."""
    short, long = sorted((tuple(said), tuple(name)), key=len)
    return bool(short) and any(long[n : n + len(short)] == short for n in range(len(long) - len(short) + 1))
