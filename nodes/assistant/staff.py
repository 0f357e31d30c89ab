"""staff: a person of the organisation is waited for. Their answer, whenever it comes, goes to the guest as it is."""

from collections.abc import Mapping
from typing import TypedDict

from langchain_core.messages import AnyMessage
from langgraph.types import interrupt

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.runtime import Run, message
from tripintent.state.concierge.front import FrontTurn
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.ports.profiles import masked_within

ACTION = "answer_guest"


class StaffUpdate(TypedDict, total=False):
    """Channels that a person's answer updates."""

    messages: list[AnyMessage]
    front: FrontTurn


async def staff(state: AssistantState, ports: AssistantPorts, run: Run) -> StaffUpdate:
    """Wait, in LangChain's form for a person in the loop: one action, one decision "respond" with a message."""
    front = state["front"]
    assert front.waiting is not None, "the edge leads here only with a hand-off"  # noqa: S101
    asked = {
        "action_requests": [{"name": ACTION, "args": front.waiting.model_dump(mode="json")}],
        "review_configs": [{"action_name": ACTION, "allowed_decisions": ["respond"]}],
    }
    text, by = _answer(masked_within(interrupt(asked), ports.booking.mask))
    if not text:
        return {}
    said = message(f"{by or front.waiting.to}: {text}", "staff", function=ACTION)
    return {"messages": [said], "front": front.model_copy(update={"waiting": None})}


def _answer(value: object) -> tuple[str, str]:
    """Return the words and the name of whoever answered; nothing for an answer in another form."""
    decisions = value.get("decisions") if isinstance(value, Mapping) else None
    first = decisions[0] if isinstance(decisions, list) and decisions else None
    if not isinstance(first, Mapping) or first.get("type") != "respond":
        return "", ""
    args = first.get("args")
    by = args.get("by", "") if isinstance(args, Mapping) else ""
    return str(first.get("message", "")).strip(), str(by)
