"""The designer's model over a chat model: the plan and the rounds of this turn in, words or calls of tools out."""

import json
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, InvalidToolCall, SystemMessage, ToolMessage
from langchain_core.messages.tool import ToolCall

from tripintent.state.designer.rounds import Briefing, Call, Round
from tripintent.state.usage import ModelUse
from tripintent.tools.language.model.client import ChatModel
from tripintent.tools.language.model.prompting import unmarked
from tripintent.tools.ports.registry import ToolDefinition, ToolRegistry

LONGEST = 2_000
"""Characters of an answer."""


class ChatDesigner:
    """Implements the ``DesignerModel`` port."""

    def __init__(self, model: ChatModel, registry: ToolRegistry, window: int) -> None:
        self._model = model
        self._registry = registry
        self._window = window

    @property
    def window(self) -> int:
        """The tokens that the model takes."""
        return self._window

    async def next(
        self, heard: Briefing, tools: Sequence[ToolDefinition], before: Sequence[Round]
    ) -> tuple[Round, ModelUse]:
        """Return what the model says or calls next."""
        messages = [*self._opening(heard), *(m for one in before for m in _replayed(one))]
        reply = await self._model.with_tools(messages, [_offered(tool) for tool in tools])
        return Round(text=reply.text.strip()[:LONGEST], calls=_calls(reply)), self._model.use_of(reply)

    def _opening(self, heard: Briefing) -> list[BaseMessage]:
        parts = {
            "Today": heard.today,
            "Language": heard.language,
            "The plan": heard.plan,
            "The profile": heard.profile,
            "Earlier messages": "\n".join(heard.history),
            "What tools found earlier": "\n".join(heard.found),
            "The newest message": heard.text,
        }
        said = "\n\n".join(f"{title}:\n<<<\n{unmarked(text)}\n>>>" for title, text in parts.items() if text)
        return [SystemMessage(self._registry.prompt("designer")), HumanMessage(said)]


def _offered(tool: ToolDefinition) -> dict[str, object]:
    shape = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": shape}


def _calls(reply: AIMessage) -> tuple[Call, ...]:
    """Return the calls; arguments that are not JSON stay as the model wrote them, and the tool says so."""
    whole = [Call(id=c["id"] or "", name=c["name"], arguments=json.dumps(c["args"])) for c in reply.tool_calls]
    broken = [
        Call(id=c["id"] or "", name=c["name"] or "", arguments=c["args"] or "{") for c in reply.invalid_tool_calls
    ]
    return (*whole, *broken)


def _replayed(one: Round) -> list[BaseMessage]:
    """Return a round as the wire has it: the calls, then each outcome."""
    calls: list[ToolCall] = []
    broken: list[InvalidToolCall] = []
    for call in one.calls:
        try:
            calls.append(ToolCall(id=call.id, name=call.name, args=json.loads(call.arguments), type="tool_call"))
        except ValueError:
            kept = {"id": call.id, "name": call.name, "args": call.arguments, "error": None}
            broken.append(InvalidToolCall(**kept, type="invalid_tool_call"))  # type: ignore[typeddict-item]
    outcomes = [ToolMessage(content=outcome.text, tool_call_id=outcome.id) for outcome in one.outcomes]
    return [AIMessage(content=one.text, tool_calls=calls, invalid_tool_calls=broken), *outcomes]
