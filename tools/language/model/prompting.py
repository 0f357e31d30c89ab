"""The messages of a reading: rules first, which stay the same from message to message, then the view, the newest words last."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from tripintent.state.frame import Frame, Leg, Place, SpecialRequest, TimeWindow, Visit, When
from tripintent.state.framing import present_frame
from tripintent.state.operations import Operation as JourneyOperation
from tripintent.state.operations import operation_line
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.reading import JOURNEY, Operation
from tripintent.tools.language.model import deeds, operations
from tripintent.tools.language.model import said_days as days
from tripintent.tools.language.model import said_documents as documents
from tripintent.tools.language.model.said_days import entry_lines
from tripintent.tools.ports.reader import View
from tripintent.tools.ports.registry import ToolRegistry

HISTORY = 12
"""Earlier messages in a prompt."""
LENGTH = 200
"""Characters of each; the last one is there in full."""
LONGEST_MESSAGE = 4_000
"""Characters of the newest message; the offline engine reads as many."""
LONGEST_REPLY = 6_000
"""Characters of the assistant's last message, more than any template makes."""
_LISTED = 60
"""Items of a checklist, and entries of a budget, in a prompt."""
_SECTIONS: tuple[tuple[str, tuple[type[BaseModel], ...]], ...] = (
    ("read_trip", (operations.SaidStops,)),
    ("read_screen", (deeds.SaidAct,)),
    ("read_booked", (deeds.SaidCancel,)),
    ("read_days", (days.SaidPlan,)),
    ("read_entries", (days.SaidMove,)),
    ("read_places", (days.SaidWhereTo,)),
    ("read_documents", (documents.SaidDocument,)),
    ("read_money", (documents.SaidSpent,)),
)
"""Parts of the rules, and the kinds of operations that they are about."""


class Asked(NamedTuple):
    """The parts that a prompt is made of."""

    text: str
    view: View
    kinds: Sequence[type[BaseModel]]


def reading_messages(
    asked: Asked, registry: ToolRegistry, hidden: Callable[[str], str] = lambda text: text
) -> list[BaseMessage]:
    """Return the prompt of one message; ``hidden`` puts marks in the place of details that a model may not see.

    What travellers and assistants said is between marks, as material.
    """
    names = ["system", "developer", "read", *(name for name, about in _SECTIONS if set(about) & set(asked.kinds))]
    names += ["read_again"] if asked.view.before is not None else []
    rules = "\n\n".join(registry.prompt(name) for name in names)
    parts = (f"{title}:\n<<<\n{unmarked(hidden(text))}\n>>>" for title, text in _parts(asked) if text)
    return [SystemMessage(rules), HumanMessage("\n\n".join(parts))]


def _parts(asked: Asked) -> Iterator[tuple[str, str]]:
    """Yield the parts of the user message; unknown ones are empty."""
    view, trip = asked.view, asked.view.trip
    yield "Today", f"{view.today:%A} {view.today.isoformat()}"
    yield "The traveller's home", view.home or ""
    yield "The trip before this message", summary_of(view.frame or present_frame(trip))
    yield "Travellers by name", "\n".join(_people(view))
    yield "The plan of days", "\n".join(_plan(view))
    yield "Documents", "\n".join(_documents(view))
    yield "On the screen", "\n".join(view.screen)
    yield "Earlier messages", "\n".join(view.history[-HISTORY:-1])
    yield "The assistant's last message", (view.last_reply or view.last_assistant or "")[:LONGEST_REPLY]
    yield "It asked for, in this order", ", ".join(view.asked)
    yield "The newest message", asked.text[:LONGEST_MESSAGE]
    if view.before is not None:
        yield "On the screen before that", "\n".join(view.before.seen)
        yield "Done of it already", "\n".join(map(_line, view.before.operations))
        yield "Left to be decided", "\n".join(view.before.later)


def _line(operation: Operation) -> str:
    if isinstance(operation, JOURNEY):
        return operation_line(cast("JourneyOperation", operation))
    return f"{operation.op} {operation!r}"[:LENGTH]


def _people(view: View) -> Iterator[str]:
    for number, one in enumerate(view.trip.party.guests, start=1):
        born = f", born {one.date_of_birth}" if one.date_of_birth else ""
        yield f"{number} {one.name or '?'} ({one.passenger_type}{born})"
    contact = view.trip.party.contact
    if contact.email or contact.phone:
        yield f"contact: {contact.email or ''} {contact.phone or ''}".strip()


def _plan(view: View) -> Iterator[str]:
    if view.plan.start_date:
        yield f"from {view.plan.start_date} to {view.plan.end_date}"
    yield from entry_lines(view.plan)
    if view.talk.spoken_day:
        yield f"day spoken of last: {view.talk.spoken_day}"
    yield from (f"idea {number}: {one.name}" for number, one in enumerate(view.talk.ideas, start=1))
    for number, place in enumerate(view.talk.places, start=1):
        total = f"{place.total.amount} {place.total.currency}"
        yield f"proposed town {number}: {place.name} ({place.country}) {place.depart} to {place.back} {total}"
    if view.talk.pending:
        yield "waits for a yes or no: " + ", ".join(one.op for one in view.talk.pending)


def _documents(view: View) -> Iterator[str]:
    checklist, budget = view.documents.get(Checklist.kind), view.documents.get(Budget.kind)
    if isinstance(checklist, Checklist):
        items = checklist.items[:_LISTED]
        yield "checklist: " + " · ".join(f"{'[x] ' if one.checked else ''}{one.text}" for one in items)
    if isinstance(budget, Budget):
        yield f"budget {budget.total_budget} {budget.currency}: " + " · ".join(
            f"{one.category} {one.amount}" for one in budget.categories
        )
        if budget.expenses:
            yield "spent: " + " · ".join(
                f"{one.what} {one.amount} ({one.payer or 'writer'})" for one in budget.expenses[-_LISTED:]
            )
    if view.notes.pending:
        yield "asked for and not made yet: " + ", ".join(view.notes.pending)
    if view.notes.offered:
        yield "offered last: " + ", ".join(view.notes.offered)


def unmarked(text: str) -> str:
    """Return a text that cannot close the marks around it."""
    return text.replace("<<<", "‹‹‹").replace(">>>", "›››")


def summary_of(frame: Frame) -> str:
    """Return one line for each thing known, or "nothing yet"; words that slots came from are left out."""
    lines = [f"{name.rstrip('_')}: {said}" for name, value in frame if name != "evidence" and (said := _words(value))]
    return "\n".join(lines) or "nothing yet"


def _words(value: object) -> str:
    """Return a slot's value in words; empty for what was never said."""
    if value is None or value == ():
        return ""
    if isinstance(value, tuple):
        return "; ".join(_words(item) for item in value)
    if isinstance(value, Place):
        return f"{value.name or value.said} ({value.code})" if value.code else value.name or value.said
    if isinstance(value, When):
        return value.day or " to ".join(part for part in (value.earliest, value.latest) if part) or value.said
    if isinstance(value, TimeWindow):
        return f"{value.start or '…'}–{value.end or '…'}"
    if isinstance(value, SpecialRequest):
        return value.kind if value.kind != "note" else value.said
    if isinstance(value, Visit | Leg):
        return _named(value)
    return str(value)


def _named(value: BaseModel) -> str:
    """Return the set fields of a visit or leg."""
    return ", ".join(f"{name} {said}" for name, item in value if (said := _words(item)))
