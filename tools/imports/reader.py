"""The port's adapter: finds out what a text is, reads it, and gives segments."""

import json
import re
from datetime import date
from typing import Any, NamedTuple

from tripintent.state.caps import PLANNED
from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.outcomes import Refusal
from tripintent.state.designer.segments import Segment
from tripintent.tools.imports.boarding import day_of_year, read_pass, reservation_of
from tripintent.tools.imports.calendars import read_calendar
from tripintent.tools.imports.completing import completed
from tripintent.tools.imports.mails import as_text, parts_of
from tripintent.tools.imports.merging import without_doubles
from tripintent.tools.imports.normalise import normalise
from tripintent.tools.imports.reservations import is_valid, reservations_of
from tripintent.tools.imports.structured import Node, nodes_in
from tripintent.tools.imports.texts import read_text
from tripintent.tools.imports.to_segments import segment_of

LONGEST = 500_000
TOO_MANY = "too_many"
"""The code of a text with more things than a plan may hold: none of them is read."""


class ReadText(NamedTuple):
    """Segments with ids of their own, and codes of what could not be taken as written."""

    segments: tuple[Segment, ...] = ()
    warnings: tuple[str, ...] = ()


class TextImports:
    """Implements the ``ItineraryImports`` port: structured data first, then calendars and codes, then words."""

    def read(self, text: str, today: date) -> ReadText:
        """Return what a text holds; nothing where it holds nothing."""
        own = _own(text[:LONGEST])
        if own is not None:
            return own
        found = _found(text[:LONGEST], today)
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
    return next((found for part in parts_of(text) if (found := _read(part, today))), [])


def _tidied(found: list[Node]) -> list[Node]:
    return without_doubles([node for one in found if is_valid(node := completed(one))])


def _read(text: str, today: date) -> list[Node]:
    if "BEGIN:VCALENDAR" in text:
        return read_calendar(text)
    nodes = reservations_of(nodes_in(text))
    if nodes:
        return nodes
    code = re.search(r"^\s*(M\d[A-Z/ ].{21,}.*)$", text, re.MULTILINE)
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
        data: Any = json.loads(stripped)
    except ValueError:
        return ReadText((), ("broken_json",))
    segments: list[Segment] = []
    warnings: list[str] = []
    if len(data.get("segments") or ()) > PLANNED:
        return ReadText((), (TOO_MANY,))
    for number, raw in enumerate(data.get("segments") or ()):
        if not isinstance(raw, dict):
            warnings.append("not_a_segment")
            continue
        found = normalise(raw)
        warnings += [*found.warnings, *found.invalid]
        number_given = raw.get("confirmationNumber")
        status = (
            raw.get("status")
            if raw.get("status") in ("CANCELLED", "IDEA")
            else "CONFIRMED"
            if number_given
            else "TENTATIVE"
        )
        segment = read_segment(
            {**found.data, "id": f"import-{number}", "source": "import", "status": status, "dependsOn": ()}
        )
        if isinstance(segment, Refusal):
            warnings.append(f"refused:{segment.field}")
        else:
            segments.append(segment)
    return ReadText(tuple(segments), tuple(dict.fromkeys(warnings)))
