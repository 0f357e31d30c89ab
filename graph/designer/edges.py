"""Every decision of the designer: what is at the head of the line decides which node works."""

from tripintent.graph.decisions import Row, Table, otherwise
from tripintent.nodes.designer.state import DesignerState
from tripintent.nodes.designer.tools import MADE
from tripintent.state.designer.operations import Ask, FindStay, Import, PlanDays, Suggest, TakePlace, TakeStay, WhereTo


def _head_is(state: DesignerState, *kinds: type) -> bool:
    operations = state["design"].operations
    return bool(operations) and isinstance(operations[0], kinds)


LINE: Table[DesignerState] = (
    Row("changes to make", lambda s: _head_is(s, *MADE), "tools"),
    Row("something to import", lambda s: _head_is(s, Import), "take_in"),
    Row("days to plan", lambda s: _head_is(s, PlanDays), "plan"),
    Row("ideas are wanted", lambda s: _head_is(s, Suggest), "suggest"),
    Row("a place to go is wanted", lambda s: _head_is(s, WhereTo), "propose"),
    Row("a place to go is chosen", lambda s: _head_is(s, TakePlace), "set_out"),
    Row("a stay is looked for", lambda s: _head_is(s, FindStay), "find_stay"),
    Row("a stay is chosen", lambda s: _head_is(s, TakeStay), "take_stay"),
    Row("a question about the plan", lambda s: _head_is(s, Ask), "answer"),
    Row("all is done", otherwise, "review"),
)
AFTER_INTAKE: Table[DesignerState] = (
    Row("words to read", lambda s: bool(s["design"].text.strip()), "understand"),
    Row("nothing was said", otherwise, "review"),
)

DECISIONS: dict[str, Table[DesignerState]] = {
    "intake": AFTER_INTAKE,
    **dict.fromkeys(
        ("profile", "tools", "take_in", "plan", "suggest", "propose", "set_out", "find_stay", "take_stay", "answer"),
        LINE,
    ),
}
