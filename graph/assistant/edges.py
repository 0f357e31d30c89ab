"""Every decision of the front door: one table for each node behind which there is a choice."""

from functools import partial

from langgraph.graph import END

from tripintent.graph.decisions import Fan, Row, Starts, Table, otherwise
from tripintent.nodes.assistant.state import AssistantState
from tripintent.state.concierge.front import SYSTEMS
from tripintent.tools.toolbox.toolbox import by_name

DETECTIONS = ("intent", "understand", "language")
SPECIALISTS = {
    "FAQ_AGENT": "faq",
    "AVAILABILITY_AGENT": "availability",
    "DO_AROUND_AGENT": "around",
    "DAY_TRIP_PLANNER": "day_trip",
    "WEBSITE_SEARCH": "website_search",
    "INTERNET_SEARCH": "internet_search",
    "PRE_CHECKIN_AGENT": "pre_check_in",
    "GUEST_JOURNEY_AGENT": "guest_journey",
    "HAND_OFF": "hand_off",
    "CLARIFY": "clarify",
}
"""The functions of a service file that have a specialist of their own; any other is answered from the knowledge."""


def _detections(state: AssistantState) -> Starts:
    """Hear words three times at once; a typed event, or a run without new words, belongs to the booking."""
    return list(DETECTIONS) if state["front"].text.strip() else []


def _documents_called(state: AssistantState) -> bool:
    """Tell whether the event is a call of a tool that works on the plan of days or another document."""
    event = state.get("event") or {}
    called = by_name().get(str(event.get("name"))) if event.get("type") == "TOOL_CALL" else None
    return called is not None and called.toolset in ("itinerary", "documents")


def _next_is(state: AssistantState, function: str) -> bool:
    return state["front"].next_function == function


def _documents_to_look_at(state: AssistantState) -> bool:
    """Look at the documents after words that the planning did not answer itself."""
    front = state["front"]
    ours = any(one.function in SYSTEMS for one in front.done)
    return ours and bool(front.text.strip()) and not any(one.function == "PLANNING" for one in front.done)


def _documents_to_follow(state: AssistantState) -> bool:
    """Let made documents follow what an event held, let go, bought or cancelled: no words come with it."""
    made = state.get("documents") or {}
    return not state["front"].text.strip() and ("budget" in made or "checklist" in made)


def _documents_to_offer(state: AssistantState) -> bool:
    """Look what words make possible before a system other than the planning answers them."""
    functions = [one.function for one in state["front"].todo]
    return bool(state["front"].text.strip()) and bool(functions) and set(functions) <= {"BOOKING", "DESIGNER"}


def _approval_waits(state: AssistantState) -> bool:
    return state["turn"].parked


FUNCTIONS: Table[AssistantState] = (
    Row("the booking answers", lambda s: _next_is(s, "BOOKING"), "booking"),
    Row("the designer answers", lambda s: _next_is(s, "DESIGNER"), "designer"),
    Row("the planning answers", lambda s: _next_is(s, "PLANNING"), "planning"),
    *(Row(f"{function} answers", partial(_next_is, function=function), node) for function, node in SPECIALISTS.items()),
    Row("the knowledge answers", lambda s: bool(s["front"].todo), "faq"),
)

AFTER_INTAKE: Table[AssistantState] = (
    Fan(_detections, {name: name for name in DETECTIONS}),
    Row("a call on days or documents", _documents_called, "call"),
    Row("an event of the booking", otherwise, "booking"),
)
AFTER_OFFER: Table[AssistantState] = (*FUNCTIONS, Row("no function", otherwise, "publish"))
AFTER_ROUTE: Table[AssistantState] = (Row("documents to offer", _documents_to_offer, "offer"), *AFTER_OFFER)
AFTER_PUBLISH: Table[AssistantState] = (
    *FUNCTIONS,
    Row("documents to look at", _documents_to_look_at, "stand"),
    Row("documents follow an event", _documents_to_follow, "follow"),
    Row("an approval waits", _approval_waits, "approve"),
    Row("a person is waited for", lambda s: s["front"].waiting is not None, "staff"),
    Row("all answered", otherwise, END),
)
AFTER_STAND: Table[AssistantState] = (
    Row("an approval waits", _approval_waits, "approve"),
    Row("all answered", otherwise, END),
)
AFTER_APPROVE: Table[AssistantState] = (
    Row("decided", lambda s: s["turn"].answer is not None, "booking"),
    Row("nothing to show", lambda s: s["trip_intent"].working_memory.approval is None, END),
    Row("words instead", otherwise, "intake"),
)

DECISIONS: dict[str, Table[AssistantState]] = {
    "intake": AFTER_INTAKE,
    "route": AFTER_ROUTE,
    "offer": AFTER_OFFER,
    "publish": AFTER_PUBLISH,
    "stand": AFTER_STAND,
    "follow": AFTER_STAND,
    "call": AFTER_STAND,
    "approve": AFTER_APPROVE,
}
