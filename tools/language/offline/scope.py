"""Whether a clause denies what it names, makes it depend on something, or asks: by cue words, in six languages."""

import re
from functools import cache

from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.words import cue, pattern
from tripintent.tools.places.folding import fold

_FILE = "offline_acts"
_OWN = frozenset({"deny", "answer_no", "joins_no", "and", "contrast", "every", "whole", "it", "keep", "me"})
"""Cues whose small words mean something else in another language."""
_SENTENCE = re.compile(r"[.!?;\n]+(?:\s|$)")
_PAUSED = re.compile(r"\s*(?:[,;:–-]|\.\.+)\s*")
_CONTRACTED = re.compile(r"(?<=\w)n['’]t\b")


def said(name: str, language: str) -> re.Pattern[str]:
    """Return the pattern of a cue of acts."""
    return cue(name, language, _FILE, own=name in _OWN)


@cache
def _leads(language: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{said('lead', language).pattern}\W+)*")


def body_at(text: str, language: str) -> int:
    """Return where a folded text begins behind words that change nothing ("ok, and then")."""
    match = _leads(language).match(text)
    return match.end() if match else 0


def scoped(message: Message, start: int, end: int) -> tuple[bool, bool, bool]:
    """Tell of a clause whether it denies, supposes, and asks."""
    text, language = message.folded[start:end], message.language
    before = message.folded[_sentence_start(message.folded, start) : start]
    taken_back = any(_taken_back(text[m.end() :], language) for m in _PAUSED.finditer(text))
    denied = taken_back or denies(text, language) or _goes_on_denying(text, before, language)
    asking = asks(text, language)
    return (
        denied,
        not _only_asks(text, language) and (supposes(text, language) or _behind_condition(before, language)),
        asking,
    )


def asks(text: str, language: str) -> bool:
    """Tell whether a folded text is a question; a polite order is not ("could you hold it?"), nor is "hold it, ok?"."""
    body = text[body_at(text, language) :]
    if polite := said("polite", language).match(body):
        return said("tells", language).search(body, polite.end()) is not None
    if said("why_not", language).match(body):
        return len(body.split()) > 3  # "why not" alone agrees
    if said("may", language).match(body) or said("open", language).match(body):
        return True
    if "?" not in text:
        return False
    tags = list(said("tag", language).finditer(body))
    if tags and not body[tags[-1].end() :].strip(" ?!.") and body[: tags[-1].start()].strip(" ,"):
        return False
    return said("polite", language).search(body) is None or said("tells", language).search(body) is not None


def denies(text: str, language: str) -> bool:
    """Tell whether a folded text says no to what it names."""
    return first_denial(text, language) is not None


def first_denial(text: str, language: str) -> tuple[int, int] | None:
    """Return the place of the first word that denies; idioms and an answering "no," deny nothing."""
    bare = said("idle", language).sub(_blank, text)
    answer = _answering(language).match(bare)
    if answer and bare[answer.end() :].strip(" .,!?"):
        bare = " " * answer.end() + bare[answer.end() :]
    match = said("deny", language).search(bare) or _CONTRACTED.search(bare)
    return match.span() if match else None


def supposes(text: str, language: str) -> bool:
    """Tell whether a folded text depends on something: "if it is refundable", "before I approve"."""
    bare = said("if_polite", language).sub(_blank, text)
    body = bare[body_at(bare, language) :]
    cues = ("if", "before", "reported")
    return said("when", language).match(body) is not None or any(said(one, language).search(bare) for one in cues)


def held_back(message: Message, start: int, end: int) -> bool:
    """Tell whether the rest of the sentence takes back what a clause orders: a condition behind it, a denial joined by "and"."""
    language, folded = message.language, message.folded
    behind = folded[end : _sentence_end(folded, end)] if not _SENTENCE.search(folded[start:end]) else ""
    bare = said("if_polite", language).sub(_blank, behind.lstrip(" ,;:-"))
    if any(said(one, language).match(bare) for one in ("if", "before", "when")) or _taken_back(folded[end:], language):
        return True
    before = folded[_sentence_start(folded, start) : start]
    joined = said("and", language).search(before[-6:]) or said("and", language).match(folded[start:end].lstrip())
    turned = said("contrast", language).search(before) or "," in before
    return bool(joined) and not turned and denies(before, language)


def _taken_back(behind: str, language: str) -> bool:
    """Tell whether what follows begins by taking back what was just said: "no wait", "don't", "just kidding"."""
    bare = behind.lstrip(" ,;:.!?–-")
    return (
        _retracts(language).match(bare) is not None or said("deny", language).fullmatch(bare.strip(" .,!?")) is not None
    )


@cache
def _retracts(language: str) -> re.Pattern[str]:
    words = (one.strip() for code in chain(language) for one in read_words(code, "options")["retract"].split("|"))
    listed = sorted({re.escape(fold(one)) for one in words if one}, key=lambda one: (-len(one), one))
    return re.compile(rf"(?:{'|'.join(listed)})(?!\w)")


def _only_asks(text: str, language: str) -> bool:
    """Tell whether the condition is that of a question: "tell me if it has a pool"."""
    body = text[body_at(text, language) :]
    polite = said("polite", language).match(body)
    tells = said("tells", language).search(body, polite.end() if polite else 0)
    return bool(polite and tells) or (tells is not None and tells.start() == 0)


def _goes_on_denying(text: str, before: str, language: str) -> bool:
    """Tell whether a clause joins a denial: "don't hold it" "or buy it"."""
    joins = said("joins_no", language).match(text.lstrip()) or said("joins_no", language).search(before.rstrip()[-6:])
    turned = said("contrast", language).search(before)
    return joins is not None and turned is None and denies(before, language)


def _behind_condition(before: str, language: str) -> bool:
    """Tell whether the words before, in the same sentence, begin with a condition: "if it has a pool" "take it"."""
    bare = said("if_polite", language).sub(_blank, before)
    body = bare[body_at(bare, language) :]
    return any(said(name, language).match(body) for name in ("if", "when", "before"))


@cache
def _answering(language: str) -> re.Pattern[str]:
    no = said("answer_no", language).pattern
    plain = (
        r"(?=\s*[,.;!:–-])"
        if language in {"es", "it", "pt"}
        else r"(?=\s*[,.;!:–-]|\s+(?:the|option|number|that|it's|i|we)\b)"
    )
    lead = said("lead", language).pattern
    return pattern(rf"\W*(?:(?!{no}){lead}\W+)*(?:{no}){plain}")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _sentence_start(folded: str, at: int) -> int:
    ends = [match.end() for match in _SENTENCE.finditer(folded, 0, at)]
    return ends[-1] if ends else 0


def _sentence_end(folded: str, at: int) -> int:
    match = _SENTENCE.search(folded, at)
    return match.start() if match else len(folded)
