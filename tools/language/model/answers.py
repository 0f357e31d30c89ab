"""The answers port over a chat model: facts and READ tools in, and only figures that stand in them out.

A prompt has the facts by thing, the one that is meant first, and whole entries only.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.tool import ToolCall
from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.tools.errors import LanguageUnavailable, ToolError
from tripintent.tools.language.model.client import ChatModel, ModelFailed
from tripintent.tools.language.model.prompting import unmarked
from tripintent.tools.model.grounding import grounded
from tripintent.tools.ports.answers import NOTHING_BESIDE, Answers, Beside, ReadTool
from tripintent.tools.ports.registry import ToolRegistry

ROUNDS = 3
"""Times that the model may call tools before it must answer."""
CALLS = 6
"""Tool calls for one question."""
RESULT = 4_000
"""Characters of a tool's result that the model sees."""
HISTORY_LENGTH = 600
"""Characters of an earlier message."""
LONGEST = 1_200
"""Characters of an answer."""
UNKNOWN = "UNKNOWN"
_SENTENCE = re.compile(r"[^.!?]+(?:[.](?=\d)[^.!?]*)*[.!?]+(?=\s)")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_LOG = logging.getLogger(__name__)


class ModelAnswers:
    """Answers questions with a model; ``offline`` answers what was not a question, and alone where the model fails.

    Only tools that the registry lists as READ, and for which the caller gave a function, are offered; a call of any other
    comes back to the model as an error and touches nothing.
    """

    def __init__(self, model: ChatModel, registry: ToolRegistry, offline: Answers) -> None:
        self._model = model
        self._registry = registry
        self._offline = offline

    async def answer(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        read_tools: Mapping[str, ReadTool],
        language: str,
        beside: Beside = NOTHING_BESIDE,
    ) -> str | None:
        """Return a grounded answer, or None when it cannot be given from facts and tools."""
        if beside.plain or facts.get("asked") is False:
            return await self._offline.answer(question, facts, read_tools, language, beside)
        try:
            return await self._asked(question, facts, self._readable(read_tools), language, beside)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not answer the question (%s): the offline engine did", error)
            if isinstance(error, ModelFailed):
                beside.spend(error.use)
            return await self._offline.answer(question, facts, read_tools, language, beside)

    def _readable(self, read_tools: Mapping[str, ReadTool]) -> Mapping[str, ReadTool]:
        allowed = {tool.name for tool in self._registry.tools("READ")}
        return {name: tool for name, tool in read_tools.items() if name in allowed}

    async def _asked(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        tools: Mapping[str, ReadTool],
        language: str,
        beside: Beside,
    ) -> str | None:
        """Let the model answer in a few rounds; the last one is without tools."""
        given = facts_json(facts, beside.about, listed=bool(beside.screen))
        messages = self._messages(question, given, language, beside)
        seen = [
            given,
            *beside.screen,
            question,
            beside.message,
            *(line for line in beside.history if line.startswith("assistant:")),
        ]
        calls = 0
        for number in range(ROUNDS + 1):
            offered = self._definitions(tools) if number < ROUNDS and calls < CALLS else []
            reply = await self._model.with_tools(messages, offered, _telling(seen, beside), optional=True)
            beside.spend(self._model.use_of(reply))
            if not reply.tool_calls or not offered:
                return believed(str(reply.text), seen)
            results = [await _called(call, tools) for call in reply.tool_calls[: CALLS - calls]]
            calls += len(results)
            seen += [str(result.content) for result in results]
            messages += [_cut(reply, len(results)), *results]
        return None

    def _messages(self, question: str, facts: str, language: str, beside: Beside) -> list[BaseMessage]:
        rules = "\n\n".join(self._registry.prompt(name) for name in ("system", "developer", "answer"))
        parts = {
            "Language": language,
            "Facts": facts,
            "On the screen": "\n".join(beside.screen),
            "Earlier messages": "\n".join(line[:HISTORY_LENGTH] for line in beside.history),
            "The whole message": beside.message if beside.message != question else "",
            "Done of it": "\n".join(beside.done),
            "The question is about": beside.about,
            "Question": question,
        }
        said = "\n\n".join(f"{title}:\n<<<\n{unmarked(text)}\n>>>" for title, text in parts.items() if text)
        return [SystemMessage(rules), HumanMessage(said)]

    def _definitions(self, tools: Mapping[str, ReadTool]) -> Sequence[Mapping[str, object]]:
        """Return the tools offered, in the wire format."""
        definitions = [self._registry.get(name) for name in tools]
        return [
            {
                "type": "function",
                "function": {"name": d.name, "description": d.description, "parameters": dict(d.parameters)},
            }
            for d in definitions
        ]


def _telling(seen: Sequence[str], beside: Beside) -> Callable[[str], None]:
    """Return what hears a reply that is being written: it tells on every whole sentence whose figures are known."""
    heard = ""

    def told(text: str) -> None:
        nonlocal heard
        whole = " ".join(_SENTENCE.findall(text))
        if whole == heard:
            return
        heard = whole
        sentences = believed(whole, seen)
        if sentences:
            beside.tell(sentences)

    return told


def believed(text: str, seen: Sequence[str]) -> str | None:
    """Return the answer up to a sentence with a figure that the model was not given; None where nothing is left.

    Where that is the first sentence, what follows may still be said.
    """
    answer = text.strip()
    if not answer or UNKNOWN in answer or len(answer) > LONGEST:
        return None
    if not grounded(answer, seen):
        return answer
    kept: list[str] = []
    for sentence in _SENTENCES.split(answer):
        stray = grounded(sentence, seen)
        if stray:
            _LOG.warning("figures from nowhere are left out of the answer: %s", ", ".join(stray))
            if kept:
                break
            continue
        kept.append(sentence)
    return " ".join(kept) or None


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
    return unmarked(json.dumps(value, ensure_ascii=False, default=str))


MOST = 16_000
"""Characters of facts. Where there are more, options are left out from the end, never a part of one."""
_LEFT_OUT = frozenset(
    {"option_id", "bundle_id", "scores", "booking_id", "asked", "bought", "selected", "holds", "ranked"}
)


def facts_json(facts: Mapping[str, Any], about: str = "", *, listed: bool = False) -> str:
    """Return the facts as JSON under the names of things: chosen, held, booked, options.

    ``listed``: the options stand beside them in lines, so that only the one that is meant is whole.
    """
    plan = facts.get("plan") or {}
    heads = sum(plan.get(kind) or 0 for kind in ("adults", "children", "infants"))
    things: dict[str, Any] = {
        "chosen": _priced(facts.get("selected"), heads),
        "held": facts.get("holds"),
        "booked": {"bookings": facts["bookings"], "offers": facts.get("bought")} if facts.get("bookings") else None,
        **{name: value for name, value in facts.items() if name not in (*_LEFT_OUT, "bookings", "options")},
    }
    ranked = facts.get("ranked") or facts.get("options") or ()
    options = [_priced(one, heads) for one in ranked]
    number = int(about.removeprefix("option ")) if about.startswith("option ") else 0
    meant = [one for one in options if one.get("number") == number]
    first: dict[str, Any] = (
        {f"option {number}": meant[0]} if meant else {about: things[about]} if things.get(about) else {}
    )
    rest = [] if listed else [one for one in options if one not in meant]
    if facts.get("options"):  # those on the screen stay the longest
        shown = {one["number"] for one in facts["options"]}
        rest.sort(key=lambda one: one["number"] not in shown)
    while True:
        shaped = {**first, **{k: v for k, v in things.items() if k not in first}, "options": rest}
        text = json.dumps(_plain(shaped), ensure_ascii=False, default=str)
        if len(text) <= MOST or not rest:
            return text
        rest = rest[:-1]


def _priced(trip: Any, heads: int) -> Any:
    """Return an option or the choice with its price for each person, to the cent: a model does no sums."""
    total = trip.get("total") if isinstance(trip, Mapping) else None
    if not heads or not isinstance(total, Mapping):
        return trip
    return {**trip, "per_person": Money.model_validate(total).share(heads).model_dump(mode="json")}


def _plain(value: Any) -> Any:
    """Return facts without ids and unset values; minutes are said as hours and minutes, too: a model does no sums."""
    if isinstance(value, Mapping):
        kept = {k: _plain(v) for k, v in value.items() if k not in _LEFT_OUT and v not in (None, "", [], {})}
        if isinstance(value.get("minutes"), int):
            kept["duration"] = f"{value['minutes'] // 60} h {value['minutes'] % 60} min"
        return kept
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
