"""Yes or no to what the assistant asked or offered."""

import re
from functools import cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.ports.language import YesNo

_YES_ANYWHERE = (
    r"\b(?:sounds (?:good|great|perfect|nice|fine|awesome|amazing|wonderful)|that(?:'s| is)? (?:works|right|correct"
    r"|fine|perfect|great|good|exactly)|works for me|i(?:'ll| will) take (?:it|that)|go ahead|please do"
    r"|i like (?:it|that)|let's do (?:it|that)|book it|that will (?:work|do))\b"
)
_NO_ANYWHERE = (
    r"\b(?:no,? (?:thanks|thank you)|not (?:right )?now|not yet|not at this time|maybe later|i don't think so"
    r"|that's not right|that is not (?:right|correct)|you (?:heard|got) (?:me|it|that) wrong)\b"
)


_ENDS_YES = r"(?!\w)(?!\W+(?:what|how|can|could|is|are|do|does|where|when|which|but|i have|show)\b)"
"""A polite "ok" before another question agrees to nothing."""


_ENDS_NO = (
    r"(?=\W*$|\s*[,.!;:-]|\s+(?:thanks?|i|not|it|it's|that|that's|we|please|sorry|make|need|let|change|actually"
    r"|don't|there"
    r"|you|still|way|never|the|my|but|gracias|merci|danke|obrigad[oa]|grazie)\b)(?!\W+(?:problem|worries)\b)"
)
"""A "no" before a noun ("no kids", "no hotel") says what is not wanted, not that an offer is declined."""


def _all(name: str, language: str) -> list[str]:
    """Return the words of every language, this one's first: a bare "oui" is too short to tell the language by."""
    return [word for code in (language, *LANGUAGES) for word in lexicon(code).phrases(name)]


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    lead = r"^\W*(?:(?:oh|ah|well|hmm|um|ok|okay|alright|hi|hello|actually)\W+)*"
    yes = re.compile(lead + alternation(_all("yes", language)) + _ENDS_YES + "|" + _YES_ANYWHERE)
    no = re.compile(lead + alternation(_all("no", language)) + _ENDS_NO + "|" + _NO_ANYWHERE)
    return yes, no


def stance_of(folded: str, language: str) -> YesNo | None:
    """Return the stance of a folded message; None when it takes none."""
    short = folded.strip(" .,!")
    if short in {"y", "n"}:
        return "yes" if short == "y" else "no"
    yes, no = _patterns(language)
    if no.search(folded):
        return "no"
    return "yes" if yes.search(folded) else None
