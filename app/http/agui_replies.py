"""Replies of an AG-UI run as text messages, as soon as they are written.

The adapter streams what a chat model streams. Our replies are whole texts that nodes return: it would tell them only with the
snapshot of all messages at the end of the run.
"""

from collections.abc import Iterable, Iterator

from ag_ui.core import BaseEvent, EventType, TextMessageContentEvent, TextMessageEndEvent, TextMessageStartEvent
from langchain_core.messages import AnyMessage


class Replies:
    """What was said in the run so far and is not told yet; ``known`` are the ids of messages from before it."""

    def __init__(self, known: Iterable[str | None]) -> None:
        self._told = set(known)
        self._waiting: list[AnyMessage] = []

    def hear(self, messages: Iterable[AnyMessage]) -> None:
        """Note new replies. One gets its id when it is stored, a moment after it is written; before that it is let pass."""
        for message in messages:
            if message.type == "ai" and message.id and message.text and message.id not in self._told:
                self._told.add(message.id)
                self._waiting.append(message)

    def take(self) -> Iterator[BaseEvent]:
        """Yield the events of the replies that wait, each once. The id is that of the final snapshot."""
        while self._waiting:
            said = self._waiting.pop(0)
            name = str(said.id)
            yield TextMessageStartEvent(type=EventType.TEXT_MESSAGE_START, message_id=name, role="assistant")
            yield TextMessageContentEvent(type=EventType.TEXT_MESSAGE_CONTENT, message_id=name, delta=said.text)
            yield TextMessageEndEvent(type=EventType.TEXT_MESSAGE_END, message_id=name)
