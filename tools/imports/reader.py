"""Finds out what a text or file is, reads it, and gives segments."""

import re
from datetime import date
from typing import NamedTuple

from tripintent.state.caps import PLANNED
from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.outcomes import Refusal
from tripintent.state.designer.segments import Segment
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.boarding import day_of_year, read_pass, reservation_of
from tripintent.tools.imports.calendars import read_calendar
from tripintent.tools.imports.completing import completed
from tripintent.tools.imports.files import text_of
from tripintent.tools.imports.mails import as_text, is_mail, parts_of
from tripintent.tools.imports.merging import without_doubles
from tripintent.tools.imports.normalise import normalise
from tripintent.tools.imports.reservations import is_valid, reservations_of
from tripintent.tools.imports.structured import Node, nodes_in, read_json, readable
from tripintent.tools.imports.texts import read_text
from tripintent.tools.imports.to_segments import segment_of

LONGEST = 500_000
_PASS = re.compile(r"^[ \t]{0,8}(M\d[A-Z/ ].{21,400})$", re.MULTILINE)
TOO_MANY = "too_many"
"""The code of a text with more things than a plan may hold: none of them is read."""


class ReadText(NamedTuple):
    """Segments with ids of their own, and codes of what could not be taken as written."""

    segments: tuple[Segment, ...] = ()
    warnings: tuple[str, ...] = ()


def read_content(content: str | bytes, today: date) -> ReadText:
    """Return what a text or file holds; nothing where it holds nothing. Raises ImportRefused.

    It may take long and need much memory, and is therefore called in a process of its own (``apart``).
    """
    text = readable(text_of(content) if isinstance(content, bytes) else content)
    if is_mail(text):
        text = text[:LONGEST]  # behind the words of a mail are its pictures and files
    if len(text) > LONGEST:
        raise ImportRefused(
            f"this holds more than {LONGEST:,} characters of text: send the part that is about the trip"
        )
    own = _own(text)
    if own is not None:
        return own
    found = _found(text, today)
    if len(found) > PLANNED:
        return ReadText((), (TOO_MANY,))
    nodes = _tidied(found)
    segments = (segment_of(node, f"import-{number}") for number, node in enumerate(nodes))
    kept = tuple(s for s in segments if s is not None)
    return ReadText(kept, () if len(kept) == len(nodes) else ("not_in_a_plan",))


def read_reservations(text: str, today: date) -> list[Node]:
    """Return the reservations and events of a text in one form, completed and without doubles."""
    return _tidied(_found(text, today))


def _found(text: str, today: date) -> list[Node]:
    return next((found for part in parts_of(text) if (found := _read(readable(part), today))), [])


def _tidied(found: list[Node]) -> list[Node]:
    return without_doubles([node for one in found if is_valid(node := completed(one))])


def _read(text: str, today: date) -> list[Node]:
    if "BEGIN:VCALENDAR" in text:
        return read_calendar(text)
    nodes = reservations_of(nodes_in(text))
    if nodes:
        return nodes
    code = _PASS.search(text)
    scanned = read_pass(code[1]) if code else None
    if scanned and code:
        token = f"aztecCode:{code[1].rstrip()}"
        return [reservation_of(leg, scanned.name, day_of_year(leg.day, today, scanned), token) for leg in scanned.legs]
    return read_text(as_text(text), today)


def _own(text: str) -> ReadText | None:
    """Read our own document, or another planner's with the same form."""
    stripped = text.strip()
    if not stripped.startswith("{") or '"segments"' not in stripped:
        return None
    try:
        data = read_json(stripped)
    except ValueError:
        return ReadText((), ("broken_json",))
    listed = data.get("segments") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        return ReadText((), ("not_a_segment",))
    if len(listed) > PLANNED:
        return ReadText((), (TOO_MANY,))
    segments: list[Segment] = []
    warnings: list[str] = []
    for number, raw in enumerate(listed):
        segment, odd = _own_segment(raw, number)
        warnings += odd
        segments += [segment] if segment else []
    return ReadText(tuple(segments), tuple(dict.fromkeys(warnings)))


def _own_segment(raw: object, number: int) -> tuple[Segment | None, list[str]]:
    """Return one of our segments, and codes of what was odd in it."""
    if not isinstance(raw, dict):
        return None, ["not_a_segment"]
    found = normalise(raw)
    odd = [*found.warnings, *found.invalid]
    given = "CONFIRMED" if raw.get("confirmationNumber") else "TENTATIVE"
    status = said if (said := raw.get("status")) in ("CANCELLED", "IDEA") else given
    data = {**found.data, "id": f"import-{number}", "source": "import", "status": status, "dependsOn": ()}
    segment = read_segment(data)
    return (None, [*odd, f"refused:{segment.field}"]) if isinstance(segment, Refusal) else (segment, odd)
