"""Merging: claims of one message onto the frame of the conversation, with what each change makes stale."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from tripintent.state.frame import Evidence, Frame, When
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.party.young import INFANT_UNDER

_YEAR = re.compile(r"\d{4}")


def merged(
    frame: Frame, claims: Iterable[Claim], taken_back: Iterable[tuple[str, int, int]], message: Message, turn: int
) -> Frame:
    """Return the new frame; the old one when nothing was claimed."""
    values: dict[str, Any] = {}
    evidence = dict(frame.evidence)
    for slot, start, end in taken_back:
        values[slot] = Frame.model_fields[slot].get_default(call_default_factory=True)
        evidence[slot] = Evidence(text=message.text[start:end], start=start, end=end, turn=turn)
    for claim in claims:
        slot, value = _plain(claim, frame, values)
        values[slot] = value
        text = message.text[claim.start : claim.end]
        evidence[slot] = Evidence(text=text, start=claim.start, end=claim.end, turn=turn, confidence=claim.confidence)
    if not values:
        return frame
    _settle_party(values, frame)
    _settle_dates(values, frame)
    return frame.model_copy(update={**values, "evidence": evidence})


def changed_fields(old: Frame, new: Frame) -> tuple[str, ...]:
    """Return the fields that differ, evidence aside."""
    return tuple(name for name in Frame.model_fields if name != "evidence" and getattr(old, name) != getattr(new, name))


def _plain(claim: Claim, frame: Frame, values: dict[str, Any]) -> tuple[str, Any]:
    """Return a slot and its value; what joins ("one more person", "our son who is 7 comes too") is added to what is known."""
    if not claim.slot.startswith("more_"):
        return claim.slot, claim.value
    slot = claim.slot.removeprefix("more_")
    known = values.get(slot, getattr(frame, slot))
    if slot == "travelers" and known is None:
        known = (frame.adults or 0) + (frame.children or 0) + (frame.infants or 0) or 1
    if slot in {"children", "infants"} and frame.travelers is not None:
        values["travelers"] = values.get("travelers", frame.travelers) + claim.value
    return slot, claim.value if known is None else known + claim.value


def _settle_party(values: dict[str, Any], frame: Frame) -> None:
    """Let the newer of head count and split win where they disagree."""
    split = {"adults", "children", "infants"}
    if "ages" in values and not split & values.keys():
        _split_by_age(values, frame)
    if "travelers" in values and not split & values.keys():
        parts = [getattr(frame, name) for name in ("adults", "children", "infants")]
        if any(p is not None for p in parts) and sum(p or 0 for p in parts) != values["travelers"]:
            values.update(dict.fromkeys(split))
            values["ages"] = ()
    elif split & values.keys() and "travelers" not in values and frame.travelers is not None:
        parts = [values.get(name, getattr(frame, name)) for name in ("adults", "children", "infants")]
        if sum(p or 0 for p in parts) > frame.travelers or "adults" in values:
            values["travelers"] = None


def _split_by_age(values: dict[str, Any], frame: Frame) -> None:
    """Let ages that answer for all decide who is an infant; one age more joins those known ("a toddler": "one")."""
    young = (frame.children or 0) + (frame.infants or 0)
    ages = values["ages"]
    if frame.ages and len(frame.ages) + len(ages) == young:
        ages = values["ages"] = (*frame.ages, *ages)
    if young and len(ages) == young:
        infants = sum(a < INFANT_UNDER for a in ages)
        values.update(infants=infants or None, children=young - infants or None)


def _settle_dates(values: dict[str, Any], frame: Frame) -> None:
    """Drop what a new date contradicts: a return on a one-way trip, nights that no longer fit the two days."""
    if values.get("trip_type") == "one_way" and "return_" not in values:
        values["return_"] = None
    if (
        "return_" in values
        and values["return_"] is not None
        and frame.trip_type == "one_way"
        and "trip_type" not in values
    ):
        values["trip_type"] = "round_trip"
    _roll_return(values, frame)
    for first, last, length in (("check_in", "check_out", "nights"), ("depart", "return_", "duration_days")):
        _settle_length(values, frame, first, last, length)


def _roll_return(values: dict[str, Any], frame: Frame) -> None:
    """Move a return before the departure to the next year, where no year was said ("3 January" after "28 December")."""
    for first, last in (("depart", "return_"), ("check_in", "check_out")):
        end: When | None = values.get(last)
        days = days_between(values.get(first, getattr(frame, first)), end)
        if end and end.day and days is not None and days < -60 and not _YEAR.search(end.said):
            year, rest = int(end.day[:4]), end.day[4:]
            values[last] = end.model_copy(update={"day": f"{year + 1}{rest}"})


def _settle_length(values: dict[str, Any], frame: Frame, first: str, last: str, length: str) -> None:
    if length in values and last not in values and getattr(frame, last) is not None:
        values[last] = None
    elif last in values and length not in values and getattr(frame, length) is not None:
        start = values.get(first, getattr(frame, first))
        days = days_between(start, values[last])
        if days is not None and days not in (getattr(frame, length), getattr(frame, length) - 1):
            values[length] = None


def days_between(first: When | None, last: When | None) -> int | None:
    """Return the days between two days; None when one of them is open or no real date."""
    try:
        a, b = date.fromisoformat(first.day), date.fromisoformat(last.day)  # type: ignore[arg-type,union-attr]
    except (AttributeError, TypeError, ValueError):
        return None
    return (b - a).days
