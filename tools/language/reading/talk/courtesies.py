"""Words that want nothing of a trip: greetings, thanks, sighs. A message of nothing else has said nothing, and needs no word about it."""

import re
from functools import cache, lru_cache

from tripintent.state.languages import LANGUAGES
from tripintent.state.operations import Social
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message

_WORD = re.compile(r"[^\W_]")


@cache
def _pattern() -> re.Pattern[str]:
    """Return the courtesies of all languages: people greet and thank in any of them."""
    words = [word for language in LANGUAGES for word in lexicon(language).phrases("courtesies")]
    return re.compile(rf"(?<!\w){alternation(words)}(?!\w)")


def is_courtesy(folded: str) -> bool:
    """Tell whether a folded text is courtesies only, or no words at all."""
    return _WORD.search(_pattern().sub(" ", folded)) is None


@lru_cache(maxsize=16)
def idle_spans(folded: str) -> list[tuple[int, int]]:
    """Return where courtesies of several words stand: no name is read inside them ("hang on")."""
    return [m.span() for m in _pattern().finditer(folded) if " " in m.group()]


def social_of(message: Message, language: str) -> Social | None:
    """Return a complaint, a goodbye or thanks of a message that wants nothing else; a greeting where it is all there is."""
    text = message.folded
    if "?" in text and not is_courtesy(text):
        return None
    for what in ("complain", "leave", "thank", "greet"):
        match = pattern("social", what, language).search(text)
        if match and (what != "greet" or is_courtesy(text)):
            said = message.text[match.start() : match.end()]
            return Social.model_validate({"what": what, "text": said, "start": match.start(), "end": match.end()})
    return None
