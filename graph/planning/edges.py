"""Every decision of the planning graph. Documents are made side by side, each in a branch of its own."""

from langgraph.types import Send

from tripintent.graph.decisions import Fan, Row, Starts, Table, otherwise
from tripintent.nodes.planning.state import PlanningState
from tripintent.state.planning.gate import ACTIONS
from tripintent.state.turn import Turn


def _words_to_read(state: PlanningState) -> bool:
    turn = state.get("turn") or Turn()
    return bool(turn.queue) and turn.queue[0].type == "USER_MESSAGE"


def _said_of_the_trip(state: PlanningState) -> bool:
    """Tell whether something said of the journey beside the documents is still to be taken in."""
    turn = state.get("turn") or Turn()
    return bool(turn.queue)


def _edits(state: PlanningState) -> bool:
    command = state["planning"].command
    return bool(
        command.edits or command.expenses or command.strikes or command.splits or command.repaid or command.amounts
    )


def _asks(state: PlanningState) -> bool:
    command = state["planning"].command
    return bool(command.topics or command.budget_question or command.passport_until or command.shown)


def _branches(state: PlanningState) -> Starts:
    """Start one branch for each document that was asked for, triggered and ready."""
    return [Send(f"make_{action}", state) for action in state["planning"].to_make]


AFTER_INTAKE: Table[PlanningState] = (
    Row("words to read", _words_to_read, "understand"),
    Row("nothing new was said", otherwise, "classify"),
)
AFTER_CLASSIFY: Table[PlanningState] = (
    Row("something said of the trip", _said_of_the_trip, "extract"),
    Row("read already", otherwise, "adopt"),
)
AFTER_EXTRACT: Table[PlanningState] = (
    Row("more said of the trip", _said_of_the_trip, "extract"),
    Row("all taken in", otherwise, "adopt"),
)
AFTER_ADOPT: Table[PlanningState] = (
    Row("the list or the money changes", _edits, "edit"),
    Row("nothing to change", otherwise, "check"),
)
AFTER_CHECK: Table[PlanningState] = (
    Row("a question of fact", _asks, "tell"),
    Fan(_branches, {f"make the {action}": f"make_{action}" for action in ACTIONS}),
    Row("words alone", otherwise, "aggregate"),
)
AFTER_TELL: Table[PlanningState] = (
    Fan(_branches, {f"make the {action}": f"make_{action}" for action in ACTIONS}),
    Row("words alone", otherwise, "aggregate"),
)

DECISIONS: dict[str, Table[PlanningState]] = {
    "intake": AFTER_INTAKE,
    "classify": AFTER_CLASSIFY,
    "extract": AFTER_EXTRACT,
    "adopt": AFTER_ADOPT,
    "check": AFTER_CHECK,
    "tell": AFTER_TELL,
}
