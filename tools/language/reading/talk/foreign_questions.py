"""Side questions in other languages than English, by the words they begin with (``asks``, ``shows`` of the lexicon)."""

import re
from functools import cache

from tripintent.tools.language.exact.lexicon import alternation, lexicon


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = lexicon(language)
    lead = r"^\W*(?:" + alternation(["ok", *words.phrases("yes"), *words.phrases("so")]) + r"\W+)*"
    asks, shows, wishes = (alternation(words.phrases(key)) for key in ("asks", "shows", "asks_for_change"))
    return (
        re.compile(rf"{lead}{asks}(?!\w)"),
        re.compile(rf"{lead}{shows}(?!\w)"),
        re.compile(rf"{lead}{wishes}(?!\w)"),
    )


def asks_elsewhere(text: str, language: str, *, asks: bool) -> bool:
    """Tell whether a folded sentence only asks about what is known. ``asks`` tells of its question mark.

    Words that begin a wish put as a question ("¿es posible…", "wie wäre es mit…") ask for a change.
    """
    question, shows, wishes = _patterns(language)
    return bool(not wishes.match(text) and (shows.match(text) or ((asks or "\u00bf" in text) and question.match(text))))
