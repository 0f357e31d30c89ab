"""What a run says, as AG-UI events: messages, words that are being written, and a model's calls of tools with what came of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ag_ui.core import (
    BaseEvent,
    EventType,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langchain_core.messages.tool import ToolCall


class Replies:
    """What happened in the run so far and is not told yet; ``known`` are the messages from before it, with their calls."""

    def __init__(self, known: Iterable[AnyMessage]) -> None:
        self._told: set[str] = set()
        self._waiting: list[BaseEvent] = []
        self._written: dict[str, str] = {}
        self.hear({"messages": known})
        self._waiting.clear()

    def write(self, name: str, text: str) -> None:
        """Note words of a message that is being written: what of them is new."""
        if name not in self._written:
            self._waiting.append(_begun(name))
        self._waiting.append(_goes_on(name, text[len(self._written.get(name, "")) :]))
        self._written[name] = text

    def hear(self, written: Mapping[str, Any]) -> None:
        """Note what a node wrote: replies, and a model's calls of tools with what came of them.

        A message gets its id when it is stored, a moment after it is written; before that it is let pass.
        """
        for message in written.get("messages") or ():
            for call in message.tool_calls if isinstance(message, AIMessage) else ():
                self._once(f"call-{call['id']}", _called(call))
            if isinstance(message, ToolMessage):
                self._once(f"result-{message.tool_call_id}", _answered(message))
            if message.type == "ai" and message.id and message.text:
                self._once(message.id, _said(message, self._written.get(message.id)))

    def take(self) -> Iterator[BaseEvent]:
        """Yield the events that wait, each once. A message's id is that of the final snapshot."""
        while self._waiting:
            yield self._waiting.pop(0)

    def _once(self, name: str, events: Iterator[BaseEvent]) -> None:
        if name not in self._told:
            self._told.add(name)
            self._waiting += events


def _begun(name: str) -> BaseEvent:
    return TextMessageStartEvent(type=EventType.TEXT_MESSAGE_START, message_id=name, role="assistant")


def _goes_on(name: str, text: str) -> BaseEvent:
    return TextMessageContentEvent(type=EventType.TEXT_MESSAGE_CONTENT, message_id=name, delta=text)


def _said(message: AnyMessage, written: str | None) -> Iterator[BaseEvent]:
    """Yield a message, or what of it is not written yet."""
    name = str(message.id)
    if written is None:
        yield _begun(name)
    if rest := message.text[len(written or "") :]:
        yield _goes_on(name, rest)
    yield TextMessageEndEvent(type=EventType.TEXT_MESSAGE_END, message_id=name)


def _called(call: ToolCall) -> Iterator[BaseEvent]:
    name, arguments = str(call["id"]), json.dumps(call["args"], ensure_ascii=False)
    yield ToolCallStartEvent(type=EventType.TOOL_CALL_START, tool_call_id=name, tool_call_name=call["name"])
    yield ToolCallArgsEvent(type=EventType.TOOL_CALL_ARGS, tool_call_id=name, delta=arguments)
    yield ToolCallEndEvent(type=EventType.TOOL_CALL_END, tool_call_id=name)


def _answered(message: ToolMessage) -> Iterator[BaseEvent]:
    call = message.tool_call_id
    yield ToolCallResultEvent(
        type=EventType.TOOL_CALL_RESULT, message_id=f"result-{call}", tool_call_id=call, content=message.text
    )
