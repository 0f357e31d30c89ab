"""Who travels, named one after another: "me + wife + 2 yr old + parents (68, 71)", "my husband, our twins and grandma"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon

_SELF = r"\b(?P<self>me|myself|i(?!\s+(?:miei|nostri|tuoi|suoi))|yo|moi|ich|eu|io)\b"
_OWNER = r"(?:(?:%possessive%|the|my|our|i miei|i nostri|le mie|meus|minhas?|nossos)\s+)?"
_AGES = r"(?:\s*\((?:both\s+|aged\s+)?\d[\d ,&y]*(?:and|und|y|et|e)?[\d ]*\))?"
_MEMBERS = (
    _SELF,
    rf"\b{_OWNER}(?:\w+\s+)??(?P<two>%parents%)\b{_AGES}",
    rf"\b{_OWNER}(?P<n>%num%)\s+%companions%\b{_AGES}",
    rf"\b{_OWNER}(?P<one>%companion%)\b{_AGES}",
)
_JOINT = r"\s*(?:,|\+|&|/|\bw/)?\s*(?:(?:%and%|plus|with|%with%|also|und|y|et|e)\s+)?(?:%our%\s+)?"
_SPEAKER = (
    r"\b(?:we|us|our|nous|notre|nos|wir|uns|unser\w*|nosotros|nuestr\w*|nos|noss[oa]s?|noi|nostr\w*|%with%"
    r"|take|taking|bringing|inviting|llevar|llevo|emmen\w*|port[oa]\w*|lev[oa]\w*|mitnehm\w*|einlad\w*)\b"
)
_SEEN = re.compile(
    r"(?:\b(?:visit(?:ing)?|see(?:ing)?|meet(?:ing)?|visitar|ver|voir|visiter|trovare|incontrare|rendre visite)\s+(?:a\s+)?)$"
)
_SEEN_BEHIND = re.compile(r"\s+(?:besuchen|sehen|treffen|live|lives|leben|wohnen|viven|vivono|moram|habitent)\b")
"""Who is visited does not travel."""
_PAIR = 2


class _Member(NamedTuple):
    start: int
    end: int
    grown: int
    speaker: bool = False


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], ...], re.Pattern[str], re.Pattern[str]]:
    words = lexicon(language)
    return tuple(words.compile(one) for one in _MEMBERS), words.compile(_JOINT), words.compile(_SPEAKER)


def read_listed(text: str, language: str, young: Sequence[SlotValue]) -> SlotValue | None:
    """Return how many grown-ups a list of three or more names, or of two where one is several people; other pairs are read elsewhere.

    The speaker is among them when named ("and me"), or when the list is "ours".
    """
    members = sorted(_members(text, language, young))
    _, joint, speaker = _patterns(language)
    run: list[_Member] = []
    best: list[_Member] = []
    for member in members:
        joined = run and joint.fullmatch(text, run[-1].end, member.start) is not None
        run = [*run, member] if joined else [member]
        best = max(best, run, key=len)
    if len(best) == _PAIR and sorted((one.speaker, one.grown) for one in best) == [(False, 0), (True, 1)]:
        return SlotValue("adults", 1, best[0].start, best[-1].end, 0.9) if _said_together(text, best) else None
    if len(best) < _PAIR or (len(best) == _PAIR and any(one.speaker or one.grown == 0 for one in best)):
        return None  # "my wife and I": a pair
    if len(best) == _PAIR and all(one.grown == 1 for one in best):
        return None
    start, end = best[0].start, best[-1].end
    if _SEEN.search(text[:start]) or _SEEN_BEHIND.match(text, end):
        return None
    own = any(member.speaker for member in best) or speaker.search(text, max(0, start - _LEAD), end) is None
    grown = sum(member.grown for member in best) + (0 if own else 1)
    return SlotValue("adults", grown, start, end, 0.95)


def _said_together(text: str, pair: Sequence[_Member]) -> bool:
    """Tell whether a word joins the speaker and a child ("my son and I"): a comma may begin another clause."""
    return any(c.isalpha() or c in "+&" for c in text[pair[0].end : pair[1].start])


_LEAD = 12
"""Characters before a list in which "with" or "we" stands."""


def _members(text: str, language: str, young: Sequence[SlotValue]) -> Iterator[_Member]:
    spans = {(c.start, c.end) for c in young if c.slot in {"children", "infants", "ages"} and c.start >= 0}
    taken: list[tuple[int, int]] = sorted(spans)
    yield from (_Member(start, end, 0) for start, end in _apart(taken))
    words = lexicon(language)
    for pattern in _patterns(language)[0]:
        for match in pattern.finditer(text):
            if any(match.start() < end and match.end() > start for start, end in taken):
                continue
            taken.append(match.span())
            groups = match.groupdict()
            grown = 2 if groups.get("two") else (words.number(groups["n"]) or 1) if groups.get("n") else 1
            yield _Member(*match.span(), grown, speaker=bool(groups.get("self")))


def _apart(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans without those inside another."""
    return [one for one in spans if not any(o != one and o[0] <= one[0] and o[1] >= one[1] for o in spans)]
