"""Words that want nothing of a trip: greetings, thanks, sighs. A message of nothing else has said nothing, and needs no word about it."""

import re
from functools import cache

from tripintent.tools.language.offline.lexicon import LANGUAGES, alternation, lexicon

_WORD = re.compile(r"[^\W_]")


@cache
def _pattern() -> re.Pattern[str]:
    """Return the courtesies of all languages: people greet and thank in any of them."""
    words = [word for language in LANGUAGES for word in lexicon(language).phrases("courtesies")]
    return re.compile(rf"(?<!\w){alternation(words)}(?!\w)")


def is_courtesy(folded: str) -> bool:
    """Tell whether a folded text is courtesies only, or no words at all."""
    return _WORD.search(_pattern().sub(" ", folded)) is None
