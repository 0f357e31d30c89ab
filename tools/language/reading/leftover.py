"""Words that carry meaning and belong to nothing that was read: kept as they were said, and said to be without effect here."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tripintent.state.frame import SpecialRequest
from tripintent.state.operations import Ask
from tripintent.tools.language.exact.lexicon import alternation, lexicon, small_words
from tripintent.tools.language.exact.passports import read_passports
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.talk.courtesies import idle_spans, is_courtesy

Span = tuple[int, int]
_PARTS = re.compile(
    r"[.!?;,\n()]+|\s[-–—]\s|\b(?:and|but|so|because|y|pero|porque|et|mais|car|und|aber|weil|mas|ma|perche)\b"
)
_WORD = re.compile(r"[^\W\d_][\w'’-]+")
_TRIMMED = re.compile(r"[\s\"'“”]*(?P<said>.*?)[\s\"'“”]*$", re.DOTALL)
_LEAST = 2
"""Words with a meaning of their own that make a remark worth keeping."""
_LONGEST = 90
_CHATTER = re.compile(
    r"\b(?:excited|thrilled|hardly wait|can't wait|cannot wait|looking forward|dream(?:ing|ed|t)"
    r"|(?:hard|long|rough|busy|tough) (?:year|week|month)"
    r"|need (?:it|this|that|them) for (?:my |the )?(?:work|office|company|taxes)|just (?:got )?married"
    r"|ilusion\w*|emocionad\w*|hate de|impatient\w*|freuen? (?:uns|mich)|aufgeregt|animad\w+|emozionat\w+|non ved\w+ l'ora)\b"
)
_WISHES = re.compile(r"\b(?:please|want|would like|i'd like|we'd like|prefer|must)\b")
_IDLE = frozenset(
    [
        "hotel",
        "hotels",
        "flight",
        "flights",
        "trip",
        "holiday",
        "vacation",
        "travel",
        "thing",
        "things",
        "option",
        "options",
        "one",
        "ones",
        "ones'",
        "time",
        "same",
        "also",
        "too",
        "obviously",
        "btw",
        "really",
        "only",
        "just",
        "still",
        "again",
        "wait",
        "sorry",
        "please",
        "hold",
        "bad",
        "news",
        "better",
        "stays",
        "second",
        "thought",
        "thoughts",
        "change",
        "plan",
        "neither",
        "nor",
        "back",
        "home",
        "right",
        "correct",
        "mean",
        "meant",
        "count",
        "cheapest",
        "not",
        "don't",
        "that's",
        "it's",
        "i'm",
        "vuelo",
        "viaje",
        "vol",
        "voyage",
        "flug",
        "reise",
        "voo",
        "viagem",
        "volo",
        "viaggio",
        "then",
        "well",
        "there",
        "here",
        "much",
        "more",
        "very",
    ]
)


def leftovers(message: Message, language: str, read: Iterable[Span], *, alone: bool) -> Iterator[Ask]:
    """Yield a note for each remark of which nothing was read and which wishes for something.

    ``alone``: nothing else was read in the message; then only a remark that asks for something plainly is kept.
    """
    taken = [*read, *message.taken, *((s.start, s.end) for s in message.sentences if s.asks)]
    for concept in ("both", "out", "back"):
        taken += [m.span() for m in pattern("clock", concept, language).finditer(message.folded)]
    text = message.folded
    start = 0
    for cut in [*_PARTS.finditer(text), None]:
        end = cut.start() if cut else len(text)
        if (
            text[start:end].strip()
            and not any(a < end and b > start for a, b in taken)
            and _means(text[start:end], language, alone=alone)
        ):
            match = _TRIMMED.match(message.text[:end], start)
            a, b = match.span("said") if match else (start, end)
            said = message.text[a : min(b, a + _LONGEST)]
            note = SpecialRequest(kind="note", said=said, to="note")
            yield Ask(request=note, text=said, start=a, end=a + len(said), certainty=0.5)
        start = cut.end() if cut else end


def _means(part: str, language: str, *, alone: bool) -> bool:
    part = pattern("social", "complain", language).sub(" ", part)  # "that's wrong" wishes for nothing by itself
    if (
        read_passports(part, language)
        or is_courtesy(part)
        or is_courtesy(_yes_or_no(language).sub(" ", part))
        or (_CHATTER.search(part) and not _WISHES.search(part))
    ):
        return False
    idle = idle_spans(part)
    words = [m.group() for m in _WORD.finditer(part) if not any(a <= m.start() < b for a, b in idle)]
    content = [w for w in words if w not in _small(language) and w not in _IDLE and len(w) > 2]
    if pattern("scope", "hedge", language).search(part):
        return False
    asks = bool(pattern("scope", "asks_for", language).search(part))
    tells = bool(pattern("scope", "tells", language).search(part))
    if alone:
        return asks and len(content) >= 1 and len(words) > 1
    return (asks and bool(content)) or (len(content) >= _LEAST and not tells)


@cache
def _yes_or_no(language: str) -> re.Pattern[str]:
    words = lexicon(language)
    return re.compile(rf"(?<!\w){alternation([*words.phrases('yes'), *words.phrases('no')])}(?!\w)")


@cache
def _small(language: str) -> frozenset[str]:
    return small_words("en") | small_words(language)
