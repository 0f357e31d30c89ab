"""Who joins, who stays away, and an age put right: "Grandma comes too", "one dropped out", "the younger one is 7"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from tripintent.state.frame import Frame
from tripintent.state.operations import AddMore, Correct, Leave, Operation
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message

_REACH = 45
_NOT_OLD = (
    r"(?<![\d:.,/])(?P<new>\d{1,2})(?:\s+(?:years?(?: old)?|anni|anos|ans|jahre))?\W+(?:and |e |y |et |und )?"
    r"(?:not|non|no|nicht|pas|nao|instead of|statt)\s+(?P<old>\d{1,2})(?!\d|\s*(?:%night%|%day%|%star%|%room%|%person%|am\b|pm\b|:))"
)
_WHICH = (
    r"\b(?:(?P<young>younger|youngest|smaller|little|baby|menor|pequen[oa]|plus jeune|petite?|jungere?|jungste"
    r"|kleine?|mais nov[oa]|cacula|piccol[oa])"
    r"|(?P<old>older|oldest|elder|eldest|bigger|mayor|grande|plus age|aine|altere|alteste|grosse?|mais velh[oa]))\b"
    r"[^.;,]{0,25}?\b(?:is|are|will be|turns|be|ne ha|ha|tiene|tendra|cumple|a|aura|hat|wird|ist|tem|tera"
    r"|faz)\s+(?:already |just |now |actually |only )?(?P<n>\d{1,2})(?!\d)"
)
_SELF = re.compile(
    r"\b(?:i|we|ich|wir|je|on|nous|yo|nosotros|eu|io|it|that|this|which|flight|train|hotel)\b\s*(?:\w+\s*){0,1}$"
)
Slot = Literal["travelers", "adults", "children", "infants"]


@cache
def _compiled(name: str, language: str) -> re.Pattern[str]:
    people = r"(?:(?P<n>%num%)\s+(?:of (?:us|them|the \w+)\s*)?)?"
    sources = {
        "not_old": _NOT_OLD,
        "which": _WHICH,
        "someone": (
            rf"\b{people}(?:(?P<infant>%infant%|%toddler%)|(?P<child>%child%)|(?P<grown>%companion%|%companions%|%parents%"
            r"|grandma|grandpa|granny|nan|grandad|friends?|of us|persons?|people))\W*(?:\w+\W+){0,3}$"
        ),
    }
    return lexicon(language).compile(sources[name])


def read_party_changes(message: Message, language: str, frame: Frame) -> Iterator[Candidate]:
    """Propose people who join or leave those counted, and ages put right."""
    text = message.folded
    if frame.ages:
        yield from _corrections(message, language, frame)
    if frame.travelers is None and frame.adults is None:
        return
    for match in pattern("changes", "leaves_party", language).finditer(text):
        slot, count = _who(message, language, match.start(), default="travelers")
        if slot:
            yield _candidate(message, match, Leave(slot=slot, count=count, certainty=0.9))
    for match in pattern("changes", "joins_party", language).finditer(text):
        slot, count = _who(message, language, match.start(), default=None)
        if slot:
            value = 2 if slot == "adults" and count == 0 else max(count, 1)
            yield _candidate(
                message, match, AddMore(slot="adults" if slot == "travelers" else slot, value=value, certainty=0.9)
            )


def _who(message: Message, language: str, at: int, default: Slot | None) -> tuple[Slot | None, int]:
    """Return whom the words before a verb speak of, and how many; None for the speakers themselves."""
    sentence = message.sentence_at(at)
    lead = re.split(r"[,;]|\b(?:and|but|y|et|und)\b", message.folded[max(sentence.start, at - _REACH) : at])[-1]
    if _SELF.search(lead):
        return None, 0
    match = _compiled("someone", language).search(lead)
    count = lexicon(language).number(match["n"]) if match and match["n"] else None
    if match and match["infant"]:
        return "infants", count or 1
    if match and match["child"]:
        return "children", count or 1
    if match and match["grown"]:
        return "adults" if default is None else default, count or 1
    named = re.search(r"\b[A-Z][\w'’-]+\s*(?:\w+\s*){0,2}$", message.text[max(sentence.start, at - _REACH) : at])
    if count or named or re.search(r"\b(?:one|uno|una|une?|eine?r?|uma?)\s*(?:\w+\s*)?$", lead):
        return "adults" if default is None else default, count or 1
    return None, 0


def _corrections(message: Message, language: str, frame: Frame) -> Iterator[Candidate]:
    for match in _compiled("not_old", language).finditer(message.folded):
        if int(match["old"]) in frame.ages:
            yield _candidate(
                message, match, Correct(which=int(match["old"]), value=int(match["new"]), certainty=0.9), 2.0
            )
    for match in _compiled("which", language).finditer(message.folded):
        which: Literal["youngest", "oldest"] = "youngest" if match["young"] else "oldest"
        yield _candidate(message, match, Correct(which=which, value=int(match["n"]), certainty=0.9))


def _candidate(message: Message, match: re.Match[str], operation: Operation, weight: float = 1.0) -> Candidate:
    where: dict[str, Any] = {
        "text": message.text[match.start() : match.end()],
        "start": match.start(),
        "end": match.end(),
    }
    return Candidate(match.start(), match.end(), (operation.model_copy(update=where),), weight, "soft")
