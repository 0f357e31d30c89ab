"""The situation: the state of everything, rendered again for each call of a model, never stored."""

from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import Segment, title_of
from tripintent.state.document import TripDocuments
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.trip import TripIntent
from tripintent.tools.model.shortened import as_json, shortened
from tripintent.tools.toolbox.facts import TripStand
from tripintent.tools.toolbox.purse import amount_facts

CARD = 600
"""Characters of a card on the screen that the situation repeats, in whole lines."""


ENTRIES, EXPENSES = 40, 8
"""Entries of the days, and expenses of the last, whose ids the situation gives; a tool's result gives the others."""


def situation(
    stand: TripStand,
    trip: TripIntent,
    documents: TripDocuments,
    shown: Sequence[str] = (),
    more: Mapping[str, Any] | None = None,
    *,
    longest: int = 14_000,
    each_once: bool = False,
) -> str:
    """Return the state of a trip, as JSON between marks.

    ``shown`` are the cards that this turn put on the screen, ``more`` what else is known of the conversation: the ``menu`` of
    numbered answers that the last words offered, the language that the traveller writes. With ``each_once`` a flight or hotel that
    several options have is told once.
    """
    facts: dict[str, Any] = {
        "language": trip.request.tag,
        "plan": _plan(trip),
        **(_each_once if each_once else dict)(stand.model_dump(mode="json")),
        **_documents(documents, ENTRIES if each_once else None),
    }
    if watch := trip.working_memory.price_watch:
        facts["watching"] = {"below": amount_facts(watch.below.amount, watch.below.currency), "until": watch.until}
    if shown:
        facts["on_the_screen"] = [_lines(text) for text in shown[-3:]]
    facts |= {name: value for name, value in (more or {}).items() if value}
    if len(as_json(facts)) > longest and "options" in facts:  # the list is a look away
        facts["options"] = [
            {name: one.get(name) for name in ("option", "number", "total", "best_at")} for one in facts["options"]
        ]
    return f"<situation>\n{shortened(facts, longest)}\n</situation>"


def _lines(text: str) -> str:
    """Return the first lines of a card, and how many more it has."""
    lines, room = text.splitlines(), CARD
    kept = [line for line in lines if (room := room - len(line) - 1) >= 0 or line is lines[0]]
    return "\n".join((*kept, *([f"(and {len(lines) - len(kept)} more lines)"] if len(kept) < len(lines) else [])))


def _each_once(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with each flight and hotel of the options in full once; where it is again, the option that has it."""
    had: dict[str, str] = {}
    for option in filter(None, (facts.get("chosen"), *facts.get("options", ()))):
        for kind in ("flights", "hotels"):
            parts = option.get(kind, ())
            known = {one["code"]: had[one["code"]] for one in parts if one["code"] in had}
            had |= {one["code"]: option["option"] for one in parts if one["code"] not in had}
            if known:
                again = [{"code": one["code"], "as_in_option": known.get(one["code"])} for one in parts]
                option[kind] = [one if one["as_in_option"] else part for one, part in zip(again, parts, strict=True)]
    return facts


def _plan(trip: TripIntent) -> dict[str, object]:
    """Return what the traveller asked for so far: what the trip says, without what was assumed."""
    names = ("itinerary", "party", "preferences", "constraints", "requests", "wishes")
    known = trip.model_dump(mode="json", include=set(names), exclude_defaults=True)
    known.get("party", {}).pop("guests", None)  # the travellers stand beside the plan
    return known


def _entry(one: Segment) -> str:
    """Return what an entry is, in a few words: its name, when it begins, and whether only the booking changes it."""
    known = (title_of(one)[:40], (one.start_datetime or "")[5:16], "booked" if one.source == "booking" else "")
    return ", ".join(filter(None, known))


def _documents(documents: TripDocuments, most: int | None) -> dict[str, object]:
    found: dict[str, object] = {}
    days, checklist, budget = (documents.get(one.kind) for one in (ItineraryDocument, Checklist, Budget))
    if isinstance(days, ItineraryDocument) and days.segments:
        found["days"] = f"{len(days.segments)} entries from {days.start_date} to {days.end_date}"
        found["entries"] = {one.id: _entry(one) for one in days.live[:most]}
    if isinstance(checklist, Checklist):
        found["checklist"] = f"{len(checklist.items)} items, {sum(one.checked for one in checklist.items)} ticked"
    if isinstance(budget, Budget):
        sums = {
            "total": budget.total_budget,
            "spent": budget.spent,
            "due_there": budget.due_there,
            "left_without_held": budget.free,
        }
        found["budget"] = {name: amount_facts(one, budget.currency) for name, one in sums.items()}
        last = budget.expenses[-EXPENSES:]
        found["expenses"] = {one.id: f"{one.what}, {one.amount} {budget.currency}" for one in last}
    return found
