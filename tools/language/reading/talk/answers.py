"""Bare answers: "2", "the 14th", "just me", read by what the assistant asked for."""

import re
from collections.abc import Iterator
from datetime import date

from tripintent.state.frame import Frame, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS, next_day_of_month
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.reading.message import FILLER, Message

COUNTS = (
    "travelers",
    "adults",
    "children",
    "infants",
    "rooms",
    "nights",
    "duration_days",
    "checked_bags",
    "stars",
    "max_stops",
)
_LEAD = (
    r"^\W*(?:(?:yes|yeah|ok|okay|sure|no|just|only|it's|its|it is|it'll be|it will be|there will be|there are"
    r"|we are|we're|i need|i want|for|about|the|a total of|total of|maybe|actually|let's say|make it|of|please|um"
    r"|uh|oh|well|on|around|need|hmm|will be|solo|solamente|nur|seulement|juste|solo|apenas)\W+)*"
)
_BARE = _LEAD + (
    r"(?P<n>%num%|%ordinal%)(?:\s?(?:st|nd|rd|th)\b)?\W*(?:please|thanks|thank you|of us|only|total|in total"
    r"|people|then|now|por favor|bitte|s'il vous plait|per favore)?\W*$"
)
_LEADING = _LEAD + r"(?P<n>%num%)\s*[,;(.!]+\s*[a-z]"
_NOT_OLD = (
    r"^\W*(?:no\W+|sorry\W+|actually\W+|i (?:said|meant|mean)\W+)*(?P<n>%num%)\W+(?:and )?(?:not|instead of"
    r"|rather than)\s+(?P<old>%num%)\W*$"
)
_MAKE_IT = (
    r"\b(?:make (?:it|that)|change (?:it|that) to|let's (?:do|say|make it)|i meant|i mean)\s+(?:just\s+|only\s+"
    r"|for\s+)?(?P<n>%num%)\b(?!\s*(?:am|pm|:|%))(?=\s*(?:[.,!?]|$|please|instead|then|now|not))"
)
_COUNTS_HEADS = re.compile(
    r"\b(?:for|make it|we are|we're|there are|i need|i want|just|only|total of|need)\W+(?:\w+\W+)?$"
)
"""What shows that a number counts heads or rooms, and names no day: "for 2", "make it 2"."""
_SEPARATORS = re.compile(r"[,;\n]")
_NO_KIDS = re.compile(r"^\W*(?:no|none|zero|nope|no (?:kids|children))\b")


def read_answer(
    message: Message, language: str, asked: tuple[str, ...], frame: Frame, today: date
) -> Iterator[SlotValue]:
    """Yield what a number without a noun answers."""
    words = lexicon(language)
    swap = words.compile(_NOT_OLD).search(message.folded)
    if swap and (old := words.number(swap["old"])) is not None and (new := words.number(swap["n"])) is not None:
        slot = next((s for s in COUNTS if getattr(frame, s) == old), None)
        if slot:
            yield SlotValue(slot, new, *swap.span("n"), 0.9)
            return
    rest = _SEPARATORS.sub(" ", message.open.replace(FILLER, " "))
    match = words.compile(_BARE).match(rest) or words.compile(_LEADING).match(message.open)
    answered = list(_answer(match, language, asked, today)) if match else []
    if answered:
        yield from answered
        return
    change = words.compile(_MAKE_IT).search(message.open)
    if change and (count := words.number(change["n"])):
        slot = next((s for s in asked if s in COUNTS), None) or _latest_count(frame)
        yield SlotValue(slot, count, *change.span("n"), 0.8)
    if asked[:1] == ("children",) and _NO_KIDS.match(message.folded):
        yield SlotValue("children", 0, 0, len(message.text))


def _answer(match: re.Match[str], language: str, asked: tuple[str, ...], today: date) -> Iterator[SlotValue]:
    words = lexicon(language)
    said = " ".join(match["n"].split())
    number = words.number(said)
    for slot in asked:
        if slot in COUNTS and number is not None:
            yield SlotValue(slot, float(number) if slot == "stars" else number, *match.span("n"), 0.95)
            return
        if slot in DATE_SLOTS:
            if number is not None and (not said.isdigit() or _COUNTS_HEADS.search(match.string[: match.start("n")])):
                return
            day = number if number is not None else words.ordinals.get(said)
            found = next_day_of_month(day, today) if day and 1 <= day <= 31 else None
            if found:
                yield SlotValue(slot, When(said=said, day=found.isoformat()), *match.span("n"), 0.9)
            return
        if slot == "ages" and number is not None:
            yield SlotValue("ages", (number,), *match.span("n"), 0.95)
            return


def _latest_count(frame: Frame) -> str:
    """Return the count talked of last ("make it three")."""
    said = [(e.turn, slot) for slot, e in frame.evidence.items() if slot in COUNTS]
    return max(said)[1] if said else "travelers"
