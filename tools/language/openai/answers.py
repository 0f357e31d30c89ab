"""The answers port over a chat model: facts and READ tools in, and only figures that stand in them out."""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.tool import ToolCall
from pydantic import JsonValue

from tripintent.tools.errors import LanguageUnavailable, ToolError
from tripintent.tools.language.openai.client import ChatModel
from tripintent.tools.language.openai.grounding import grounded
from tripintent.tools.ports.answers import Answers, ReadTool
from tripintent.tools.ports.registry import ToolRegistry

ROUNDS = 3
"""Times that the model may call tools before it must answer."""
CALLS = 6
"""Tool calls for one question."""
RESULT = 4_000
"""Characters of a tool's result that the model sees."""
FACTS = 20_000
"""Characters of facts in the prompt."""
LONGEST = 1_200
"""Characters of an answer."""
UNKNOWN = "UNKNOWN"
_LOG = logging.getLogger(__name__)


class ModelAnswers:
    """Answers with a model; ``offline`` answers first where it can, and alone where the model fails.

    Only tools that the registry lists as READ, and for which the caller gave a function, are offered; a call of any other
    comes back to the model as an error and touches nothing.
    """

    def __init__(self, model: ChatModel, registry: ToolRegistry, offline: Answers) -> None:
        self._model = model
        self._registry = registry
        self._offline = offline

    async def answer(
        self, question: str, facts: Mapping[str, JsonValue], read_tools: Mapping[str, ReadTool], language: str
    ) -> str | None:
        """Return a grounded answer, or None when it cannot be given from facts and tools."""
        known = await self._offline.answer(question, facts, read_tools, language)
        if known is not None:
            return known
        try:
            return await self._asked(question, facts, self._readable(read_tools), language)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not answer the question (%s)", error)
            return None

    def _readable(self, read_tools: Mapping[str, ReadTool]) -> Mapping[str, ReadTool]:
        allowed = {tool.name for tool in self._registry.tools("READ")}
        return {name: tool for name, tool in read_tools.items() if name in allowed}

    async def _asked(
        self, question: str, facts: Mapping[str, JsonValue], tools: Mapping[str, ReadTool], language: str
    ) -> str | None:
        """Let the model answer in a few rounds; the last one is without tools."""
        messages = self._messages(question, facts, language)
        seen = [_json(facts)]
        calls = 0
        for number in range(ROUNDS + 1):
            offered = self._definitions(tools) if number < ROUNDS and calls < CALLS else []
            reply = await self._model.with_tools(messages, offered)
            if not reply.tool_calls or not offered:
                return _believed(str(reply.text), seen)
            results = [await _called(call, tools) for call in reply.tool_calls[: CALLS - calls]]
            calls += len(results)
            seen += [str(result.content) for result in results]
            messages += [_cut(reply, len(results)), *results]
        return None

    def _messages(self, question: str, facts: Mapping[str, JsonValue], language: str) -> list[BaseMessage]:
        rules = "\n\n".join(self._registry.prompt(name) for name in ("system", "developer", "answer"))
        said = f"Language: {language}\n\nFacts:\n<<<\n{_json(facts)[:FACTS]}\n>>>\n\nQuestion:\n<<<\n{_unmarked(question)}\n>>>"
        return [SystemMessage(rules), HumanMessage(said)]

    def _definitions(self, tools: Mapping[str, ReadTool]) -> Sequence[Mapping[str, Any]]:
        """Return the tools offered, in the wire format."""
        definitions = [self._registry.get(name) for name in tools]
        return [
            {
                "type": "function",
                "function": {"name": d.name, "description": d.description, "parameters": dict(d.parameters)},
            }
            for d in definitions
        ]


def _believed(text: str, seen: Sequence[str]) -> str | None:
    """Return an answer whose figures all stand in what the model was given; None for any other."""
    answer = text.strip()
    if not answer or UNKNOWN in answer or len(answer) > LONGEST:
        return None
    stray = grounded(answer, seen)
    if stray:
        _LOG.warning("an answer with figures from nowhere was dropped: %s", ", ".join(stray))
        return None
    return answer


async def _called(call: ToolCall, tools: Mapping[str, ReadTool]) -> ToolMessage:
    """Return the result of one call as data; a failure is a result that says so."""
    tool = tools.get(call["name"])
    if tool is None:
        content = _json({"error": f"there is no tool {call['name']!r} for questions"})
    else:
        try:
            content = _json(await tool(call["args"]))
        except ToolError as error:
            content = _json({"error": str(error)})
    return ToolMessage(content=content[:RESULT], tool_call_id=call["id"] or "")


def _cut(reply: AIMessage, calls: int) -> AIMessage:
    """Return the reply with the calls that were made: each call needs its result, and no more were made."""
    return AIMessage(content=reply.content, tool_calls=reply.tool_calls[:calls])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str).replace("<<<", "‹‹‹").replace(">>>", "›››")


def _unmarked(text: str) -> str:
    return text.replace("<<<", "‹‹‹").replace(">>>", "›››")
