"""A chat model that says what it was given, one reply after another: calls, words, or a failure. It keeps what it was shown."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

Call = tuple[str, dict[str, Any]]
Step = Sequence[Call] | tuple[str, Sequence[Call]] | str | Exception


class Scripted(BaseChatModel):
    """The next step of ``script`` answers each request; ``seen`` are the requests, ``offered`` the tools of each."""

    script: list[Any]
    seen: list[list[BaseMessage]] = []  # noqa: RUF012 - pydantic copies it
    offered: list[list[str]] = []  # noqa: RUF012 - as above

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> "Scripted":
        if len(tools) > 1:  # one alone is tried when a session opens
            self.offered.append([one["function"]["name"] for one in tools])
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
        self.seen.append(messages)
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        number = len(self.seen)
        words, asked = (step, ()) if isinstance(step, str) else step if isinstance(step, tuple) else ("", step)
        calls = [{"name": name, "args": args, "id": f"c{number}-{n}"} for n, (name, args) in enumerate(asked)]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(words, tool_calls=calls))])


class Speaking(Scripted):
    """The same, a word at a time; ``spoken`` are the words so far. A step that is an exception behind words is ``broken``."""

    spoken: list[str] = []  # noqa: RUF012 - as above
    broken: bool = False

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        (whole,) = self._generate(*args, **kwargs).generations
        for word in whole.message.text.split(" "):
            self.spoken.append(word)
            await asyncio.sleep(0)  # whoever listens has the word before the next one
            yield ChatGenerationChunk(message=AIMessageChunk(content=f"{word} "))
        if self.broken and whole.message.text:
            raise ConnectionError("gone")
        calls = [
            tool_call_chunk(name=one["name"], args=json.dumps(one["args"]), id=one["id"], index=n)
            for n, one in enumerate(whole.message.tool_calls)
        ]
        yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=calls))
