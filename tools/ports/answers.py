"""The side-question port: answers what a traveller asks beside the booking, with READ tools only."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from pydantic import JsonValue

ReadTool = Callable[[Mapping[str, Any]], Awaitable[JsonValue]]


class Answers(Protocol):
    """Answers questions from typed facts; may call READ tools, changes nothing."""

    async def answer(
        self, question: str, facts: Mapping[str, JsonValue], read_tools: Mapping[str, ReadTool], language: str
    ) -> str | None:
        """Return an answer in the given language, or None when it cannot be answered from facts and tools."""
        ...
