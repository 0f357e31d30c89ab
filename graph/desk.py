"""The decisions of an organisation's front door: three detections at once, then its functions, each by its specialist."""

from functools import partial

from tripintent.graph.decisions import Fan, Row, Starts, Table, otherwise
from tripintent.nodes.conversation.state import ConversationState
from tripintent.state.concierge.front import SYSTEMS

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


def _detections(state: ConversationState) -> Starts:
    """Detect intent, function and language of words, side by side; a typed event, or a run without new words, belongs to the trip."""
    return list(DETECTIONS) if state["front"].text.strip() else []


def _next_is(state: ConversationState, function: str) -> bool:
    return state["front"].next_function == function


def _reserved(state: ConversationState) -> bool:
    """What was reserved at the desk goes on as a booking, by its event."""
    todo = state["front"].todo
    return bool(todo) and todo[0].event is not None


AT_A_DESK: Table[ConversationState] = (Fan(_detections, {name: name for name in DETECTIONS}),)
FUNCTIONS: Table[ConversationState] = (
    Row("what was reserved", _reserved, "booking"),
    Row("the trip", lambda s: s["front"].next_function in SYSTEMS, "begin"),
    *(Row(f"{function} answers", partial(_next_is, function=function), node) for function, node in SPECIALISTS.items()),
    Row("the knowledge answers", lambda s: bool(s["front"].todo), "faq"),
)
AFTER_ROUTE: Table[ConversationState] = (*FUNCTIONS, Row("no function", otherwise, "publish"))
