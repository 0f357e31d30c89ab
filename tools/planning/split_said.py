"""What a message says about sharing costs: between whom, and who paid what. Names keep the traveller's spelling."""

import re

from tripintent.state.planning.command import SplitSaid
from tripintent.tools.planning.lexicon import Words

_NAME = r"[^\W\d_][\w'-]+"
_JOIN = re.compile(r"\s*(?:,|&|\+|\b(?:and|und|y|et|e)\b)\s*")
_NO_NAME = re.compile(
    r"^(?:the|my|our|costs?|das|den|die|el|la|le|il|lo|us|both|two|all|everyone|everybody|uns|beide[nr]?|alle[nr]?|zwei|nosotros|nosotras|dos"
    r"|todos|nous|deux|tous|nos|dois|noi|due|tutti)\b"
)
_ARTICLE = re.compile(r"^(?:a|o|la|el|il|die|der|den)\s+", re.IGNORECASE)
_LONGEST = 30
_WHOLE = re.compile(
    r"(?:it|this|that|all|everything|es|das|alles|lo|la|le|todo|tout|tutto|tudo|cela|isso|quello"
    r"|(?:(?:the|die|den|los|les|i|le|os)\s+)?(?:costs?|bill|price|total|kosten|preis|gastos|costes|frais|costi|spese|custos))?(?:\s+up)?"
)
"""What is divided, when it is the whole."""


def split_said(folded: str, original: str, words: Words) -> SplitSaid | None:
    """Return who shares and who paid; None when nothing of it is said. ``original`` has the letters of ``folded``."""
    between = _between(folded, original, words)
    payer, what = _paid(folded, original, words, between)
    if between or payer is not None:
        return SplitSaid(between=between, payer=payer, what=what)
    match = words.compiled("split").search(folded)
    number = re.match(r"(\d{1,2})\b", match["who"]) if match else None
    bare = match is not None and _WHOLE.fullmatch(match["about"].strip(" -"))  # no room that four share
    return SplitSaid(count=int(number[1])) if number and bare and int(number[1]) > 1 else None


def payer_of(clause: str, original: str, words: Words) -> str:
    """Return the name of who paid, where a clause names one with a capital; '' is the speaker."""
    begins = r"(?:^|[.;!?,]\s*|\b(?:and|und|y|et|e)\s+)(?:(?:a|o|la|el|il|die|der)\s+)?"
    has, paid = words.source("has"), words.source("paid")
    for pattern in (  # in German the participle stands behind what was paid for: "fürs Abendessen bezahlt"
        rf"{begins}(?P<who>{_NAME})\s+(?:{has})\s",
        rf"{begins}(?P<who>{_NAME})\s+(?:{paid})\b",
        rf"\b(?:{has})\s+(?P<who>{_NAME})\s+\S?\d",
    ):
        for match in re.finditer(pattern, clause):
            name = original[match.start("who") : match.end("who")]
            if _is_name(name, words):
                return name
    return ""


def _is_name(said: str, words: Words) -> bool:
    return said[:1].isupper() and not re.fullmatch(f"{words.source('we')}|{words.source('they')}", said.casefold())


def _between(folded: str, original: str, words: Words) -> tuple[str, ...]:
    match = words.compiled("split").search(folded)
    if match is None:
        return ()
    at = match.start("who")
    said = re.split(r"[.;!?]", folded[at : match.end("who")])[0]
    said = re.split(rf",\s*(?:{words.source('they')}|{_NAME}\s+(?:{words.source('paid')}))\b", said)[0]
    found = list(names_in(said, folded, original, at, words))
    if re.match(rf"(?:{words.source('with')})\b", folded[match.start("link") :]):
        found.insert(0, "")
    return tuple(dict.fromkeys(found))


def names_in(said: str, folded: str, original: str, at: int, words: Words) -> tuple[str, ...]:
    """Return the people of a list that begins at a place of a folded text; '' is the speaker."""
    found: list[str] = []
    start = at
    for part in _JOIN.split(said):
        if not part.strip():
            continue
        start = folded.index(part, start)
        name = original[start : start + len(part)].strip(" .,")
        start += len(part)
        if re.fullmatch(words.source("me"), part.strip()):
            found.append("")
        elif _may_be_name(name := _ARTICLE.sub("", name)):
            found.append(name[:1].upper() + name[1:])
    return tuple(dict.fromkeys(found))


def _may_be_name(said: str) -> bool:
    """Say whether words may be somebody's name: one word, or several with a capital, and none of those for all."""
    if len(said) > _LONGEST or _NO_NAME.match(said.casefold()):
        return False
    return bool(
        re.fullmatch(_NAME, said) or (said[:1].isupper() and re.fullmatch(rf"{_NAME}(?: {_NAME}){{1,2}}", said))
    )


def _paid(folded: str, original: str, words: Words, between: tuple[str, ...]) -> tuple[str | None, str]:
    """Return who paid something without an amount beside it: a name, or she or he where one other person is named."""
    match = words.compiled("who_paid").search(folded)
    if match is None or re.search(r"\d", match[0]):
        return None, ""
    who, what = match["who"], match["what"].strip()
    if re.fullmatch(words.source("they"), who):
        others = [name for name in between if name]
        return (others[0], what) if len(others) == 1 else (None, "")
    if re.fullmatch(words.source("we"), who):
        return "", what
    name = original[match.start("who") : match.end("who")]
    return (name, what) if name[:1].isupper() else (None, "")
