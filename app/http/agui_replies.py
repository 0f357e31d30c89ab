"""Replies and tool calls of an AG-UI run, as soon as nodes write them.

The adapter streams what a chat model streams. Our replies are whole texts that nodes return, and a model calls the designer's tools
inside a node: it would tell the first only with the snapshot of all messages at the end of the run, the others never.
"""

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
from langchain_core.messages import AnyMessage

from tripintent.state.designer.rounds import Call, Outcome
from tripintent.state.designer.talk import DesignTurn


class Replies:
    """What happened in the run so far and is not told yet; ``known`` are the ids of messages from before it."""

    def __init__(self, known: Iterable[str | None]) -> None:
        self._told = set(known)
        self._waiting: list[BaseEvent] = []

    def hear(self, written: Mapping[str, Any]) -> None:
        """Note what a node wrote: replies, and a model's calls of tools with what came of them.

        A message gets its id when it is stored, a moment after it is written; before that it is let pass.
        """
        turn = written.get("design")
        for made in turn.rounds if isinstance(turn, DesignTurn) else ():
            for call, outcome in zip(made.calls, made.outcomes, strict=False):
                self._once(call.id, _called(call, outcome))
        for message in written.get("messages") or ():
            if message.type == "ai" and message.id and message.text:
                self._once(message.id, _said(message))

    def take(self) -> Iterator[BaseEvent]:
        """Yield the events that wait, each once. A message's id is that of the final snapshot."""
        while self._waiting:
            yield self._waiting.pop(0)

    def _once(self, name: str, events: Iterator[BaseEvent]) -> None:
        if name not in self._told:
            self._told.add(name)
            self._waiting += events


def _said(message: AnyMessage) -> Iterator[BaseEvent]:
    name = str(message.id)
    yield TextMessageStartEvent(type=EventType.TEXT_MESSAGE_START, message_id=name, role="assistant")
    yield TextMessageContentEvent(type=EventType.TEXT_MESSAGE_CONTENT, message_id=name, delta=message.text)
    yield TextMessageEndEvent(type=EventType.TEXT_MESSAGE_END, message_id=name)


def _called(call: Call, outcome: Outcome) -> Iterator[BaseEvent]:
    yield ToolCallStartEvent(type=EventType.TOOL_CALL_START, tool_call_id=call.id, tool_call_name=call.name)
    yield ToolCallArgsEvent(type=EventType.TOOL_CALL_ARGS, tool_call_id=call.id, delta=call.arguments)
    yield ToolCallEndEvent(type=EventType.TOOL_CALL_END, tool_call_id=call.id)
    name = f"result-{call.id}"
    yield ToolCallResultEvent(
        type=EventType.TOOL_CALL_RESULT, message_id=name, tool_call_id=call.id, content=outcome.text
    )
