"""Questions while options are in view: "do they have a pool" asks about them, with or without a question mark, anywhere in a sentence."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.tables import chain, own_pattern, pattern, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.message import Message, Sentence
from tripintent.tools.places.folding import fold

_FRAGMENT = 3
"""Words: so few with a question mark ask, and wish for nothing ("and parking?")."""
_PARTS = re.compile(r"[,;:(]\s+|\s+[-–—]\s+|\b(?:and|but|also|then|pero|y|mais|et|aber|und|mas|e|ma)\s+(?=\w)")


@cache
def _words(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return what opens a question that has its mark, what opens a wish put as one, and words for days."""
    words = lexicon(language)
    return (
        re.compile(alternation(words.phrases("asks")) + r"(?!\w)"),
        re.compile(alternation(words.phrases("asks_for_change")) + r"(?!\w)"),
        words.compile(r"\b(?:%weekday%|%month_name%|%relative%|\d{1,2}(?:st|nd|rd|th))\b"),
    )


@cache
def _led(language: str) -> re.Pattern[str]:
    """Return what may stand before a question: greetings, sighs, joints."""
    return re.compile(rf"[\s¿\"'“]*{phrases('asking', 'lead', language)}?")


@cache
def _option(language: str) -> re.Pattern[str]:
    """Return what a question about one option begins with: "number 3 has", "la segunda tiene"."""
    words = read_words(language, "commands")
    nouns, ordinals = (
        "|".join(re.escape(fold(w).strip()) for w in re.split(r"[|/]", words[r])) for r in ("number_noun", "ordinals")
    )
    states = phrases("asking", "states", language)
    return re.compile(rf"(?:\w+\s+)?(?:(?:{nouns})\s*\d{{1,2}}|(?:{ordinals})(?:\s+\w+)?)\s+{states}(?!\w)")


_STANDING = ("next", "how_are_you", "changed", "pay_when", "airports", "included", "help")
"""Topics whose phrases ask by themselves, with a mark or without."""


@cache
def _standing(language: str) -> re.Pattern[str]:
    """Return the phrases that are questions as they stand ("what do I do now"), from the words of the answers."""
    topics = (read_words(code, "answers")["topics"] for code in chain(language))
    said = (fold(one).strip() for rows in topics for name in _STANDING for one in rows[name].split("|"))
    several = (re.escape(one) for one in said if " " in one)  # one word alone ("help") may be anything
    return re.compile(rf"(?:{'|'.join(sorted(several, key=len, reverse=True))})(?!\w)")


@cache
def _one_more(language: str) -> re.Pattern[str]:
    """Return an option more behind "and", and no part of its own: "the difference between 1 *and 3*"."""
    words = read_words(language, "commands")
    nouns, ordinals, named = (
        "|".join(re.escape(fold(w).strip()) for w in re.split(r"[|/]", words[r]))
        for r in ("number_noun", "ordinals", "noun")
    )
    return re.compile(rf"(?:\w+\s+)?(?:(?:{nouns})\s*)?(?:\d{{1,2}}|{ordinals})(?:\s+(?:{named}))?\W*$")


def questions_about_shown(message: Message, language: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of a message that only ask about what is in view."""
    for sentence in message.sentences:
        text = message.folded[sentence.start : sentence.end]
        starts = [0, *(m.end() for m in _PARTS.finditer(text) if not _one_more(language).match(text, m.end()))]
        tagged = _tagged(text, starts, sentence, language)
        if tagged is not None:
            yield sentence.start + tagged, sentence.end
            text = text[:tagged]
            starts = [start for start in starts if start < tagged]
        until = 0
        for start in starts:
            led = _led(language).match(text, start)
            at = led.end() if led else start
            if at >= until and _asks(text, at, sentence, language):
                until = (
                    len(text) if sentence.asks and tagged is None else next((s for s in starts if s > at), len(text))
                )
                yield sentence.start + start, sentence.start + until


@cache
def _tag(language: str, *, marked: bool) -> re.Pattern[str]:
    """Return what ends a question that is put as a statement ("the second one isn't refundable, is it")."""
    rows = [phrases("asking", "tag", language), *([phrases("asking", "tag_marked", language)] if marked else [])]
    return re.compile(rf"(?<=\w)[\s,]+(?:{'|'.join(rows)})[\s?!.]*$")


def _tagged(text: str, starts: list[int], sentence: Sentence, language: str) -> int | None:
    """Return where the statement begins that the tag at the end of a sentence makes a question."""
    tag = _tag(language, marked=sentence.asks).search(text)
    if tag is None:
        return None
    for start in sorted(starts, reverse=True):
        states = pattern("asking", "states", language).search(text, start, tag.start())
        if states and text[states.end() : tag.start()].strip():
            return start
    return None


def _asks(text: str, at: int, sentence: Sentence, language: str) -> bool:
    opens, changes, days = _words(language)
    marked = sentence.asks or "¿" in text
    if pattern("asking", "wish", language).match(text, at) or (language != "en" and changes.match(text, at)):
        return False
    if marked and len(text.split()) <= _FRAGMENT + 1 and len(text[at:].split()) <= _FRAGMENT:
        return not (days.search(text, at) or re.search(r"\d", text[at:]))
    if marked and _option(language).match(text, at):
        return True
    if _standing(language).match(text, at):
        return True
    if pattern("asking", "there_is", language).match(text, at):
        return not days.search(text, at)
    if pattern("asking", "bare", language).match(text, at):
        return True
    return marked and bool(
        own_pattern("asking", "marked", "en").match(text, at) or (language != "en" and opens.match(text, at))
    )
