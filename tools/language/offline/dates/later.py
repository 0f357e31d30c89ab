"""Days counted from another one: "a week later", "10 days after that", "one more night"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from tripintent.state.frame import Frame, When
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.lexicon import lexicon
from tripintent.tools.language.offline.message import Message

_LATER = (
    r"\b(?P<n>%num%|%a%)\s+(?:(?P<week>%week%)|(?P<month>%month%)|%day%|%night%)\s+(?:later|after(?:\s+that"
    r"|wards)?(?=\W*(?:$|[,.!?]|and\b))|thereafter|despues|mas tarde|plus tard|apres|spater|danach|depois"
    r"|mais tarde|dopo)\b"
)
_MORE = (
    r"\b(?:(?P<n>%num%|an?)\s+(?:more|extra|additional|further)|another"
    r"|extend(?:\s+\w+){0,3}\s+by\s+(?P<by>%num%))\s+(?:%night%|%day%)\b|\b(?P<longer>%num%|a)\s+(?:%night%"
    r"|%day%)\s+(?:longer|more|extra)\b"
)


_SWAP = re.compile(
    r"\b(?:the\s+)?other\s+way\s+(?:a)?round\b|\b(?:swap|reverse|switch)\s+(?:them|the\s+(?:dates|days)|it)\b|\bvice\s+versa\b"
    r"|\bmixed\s+(?:them|the\s+dates)\s+up\b"
)
_SHIFT = (
    r"\b(?:(?P<back>return\w*|come back|coming back|fly back|get back|be back|check out)|leav\w*|go\b|depart\w*|fly|start|check in)\b"
    r"[^.;?]{0,20}?\b(?P<n>%num%|an?)\s+(?:(?P<week>%week%)|%day%)\s+(?:(?P<earlier>earlier|sooner)|later)\b"
)


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = lexicon(language)
    return words.compile(_LATER), words.compile(_MORE), words.compile(_SHIFT)


def read_later(message: Message, language: str, frame: Frame, *, stay: bool) -> Iterator[Claim]:
    """Yield the end of the trip or stay, counted from its known start ("a week later") or its known end."""
    swapped = _SWAP.search(message.open)
    if swapped and _reversed(frame):
        message.take(*swapped.span())
        yield Claim("depart", frame.return_, *swapped.span(), 0.9)
        yield Claim("return_", frame.depart, *swapped.span(), 0.9)
        return
    later, more, shift = _patterns(language)
    first, last = ("check_in", "check_out") if stay and frame.check_in else ("depart", "return_")
    match = shift.search(message.open)
    slot = (last if match["back"] else first) if match else ""
    known: When | None = getattr(frame, slot) if match else None
    if match and known and known.day:
        days = (lexicon(language).number(match["n"]) or 1) * (7 if match["week"] else 1)
        yield from _moved(message, match, slot, known.day, -days if match["earlier"] else days)
        return
    match = later.search(message.open)
    start: When | None = getattr(frame, first)
    if match and start and start.day:
        days = (lexicon(language).number(match["n"]) or 1) * (7 if match["week"] else 30 if match["month"] else 1)
        yield from _moved(message, match, last, start.day, days)
        return
    match = more.search(message.open)
    if match:
        said = match["n"] or match["by"] or match["longer"] or "one"
        days = lexicon(language).number(said) or 1
        end: When | None = frame.check_out or frame.return_
        if end and end.day:
            yield from _moved(message, match, "check_out" if frame.check_out else "return_", end.day, days)
        elif frame.nights:
            message.take(*match.span())
            yield Claim("nights", frame.nights + days, *match.span(), 0.9)


def _reversed(frame: Frame) -> bool:
    """Tell whether the way back is before the way out: a slip that "the other way round" mends."""
    out, back = frame.depart, frame.return_
    return bool(out and back and out.day and back.day and back.day < out.day)


def _moved(message: Message, match: re.Match[str], slot: str, start: str, days: int) -> Iterator[Claim]:
    try:
        day = date.fromisoformat(start) + timedelta(days=days)
    except (ValueError, OverflowError):
        return
    message.take(*match.span())
    yield Claim(slot, When(said=message.text[match.start() : match.end()], day=day.isoformat()), *match.span(), 0.9)
