"""A host's own language engine: it reads what is said of the journey; acts, questions, days and documents are read as ever."""

from collections.abc import Iterable, Sequence

from tripintent.state.applying import applied, changed_fields
from tripintent.state.framing import present_frame
from tripintent.state.operations import Question, SetSlot, Social, Unclear, Unread
from tripintent.state.reading import Operation
from tripintent.tools.language.offline.deciding import Decided
from tripintent.tools.language.offline.readings import JOURNEY
from tripintent.tools.ports.language import ParseResult, ReadRequest
from tripintent.tools.ports.reader import View


def is_ours(one: Decided) -> bool:
    """Tell whether a clause asks for something that no host's engine reads."""
    talk = all(isinstance(made, Social | Unread) for made in one.operations)
    return not talk and not one.choices and one.intent not in JOURNEY


def left_to_host(found: Sequence[Decided], text: str) -> str:
    """Return the words of a message that the host's engine reads: all, or those that stand beside something of ours."""
    if not any(is_ours(one) for one in found):
        return text
    left = (one for one in found if not is_ours(one) and (one.intent in JOURNEY or one.choices or one.lost))
    return " ".join(one.clause.whole for one in left)


def request_of(text: str, view: View) -> ReadRequest:
    """Return all that the host's engine may use to understand the words."""
    trip = view.trip
    return ReadRequest(
        text=text,
        frame=view.frame or present_frame(trip),
        last_assistant=view.last_assistant,
        asked=view.asked,
        history=view.history,
        today=view.today,
        home=view.home,
        language=view.language or None,
        turn=view.turn,
        earlier=trip.earlier,
        undone=trip.undone,
        hotels=view.hotels,
        areas=view.areas,
        days=view.days,
        shown=view.shown,
    )


def operations_of(result: ParseResult, asked: ReadRequest) -> tuple[Operation, ...]:
    """Return what the host's engine read as operations alone: what it changed without one, its doubts and its question among them."""
    found: list[Operation] = [*result.operations, *_untold(result, asked)]
    found += [Unclear(slot=one.slot, reason=one.reason, text=one.said, options=one.options) for one in result.doubts]
    if result.question and not any(isinstance(one, Question) for one in result.operations):
        found.append(Question(text=result.question))
    if result.empty or not found:
        found.append(Unread(text=asked.text) if result.empty else Social(text=asked.text))
    return tuple(found)


def _untold(result: ParseResult, asked: ReadRequest) -> Iterable[SetSlot]:
    """Yield what the host's engine changed in the frame and says by no operation."""
    said = applied(asked.frame, result.operations, asked.earlier, asked.undone, asked.turn)
    for slot in changed_fields(said, result.frame):
        yield SetSlot(text=asked.text, slot=slot, value=getattr(result.frame, slot))
