"""A chat model that says what it was given, one reply after another: calls, words, or a failure. It keeps what it was shown."""

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

Call = tuple[str, dict[str, Any]]
Step = Sequence[Call] | str | Exception


class Scripted(BaseChatModel):
    """The next step of ``script`` answers each request; ``seen`` are the requests, ``offered`` the tools of each."""

    script: list[Any]
    seen: list[list[BaseMessage]] = []  # noqa: RUF012 - pydantic copies it
    offered: list[list[str]] = []  # noqa: RUF012 - as above

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> "Scripted":
        self.offered.append([one["function"]["name"] for one in tools])
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
        self.seen.append(messages)
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        number = len(self.seen)
        if isinstance(step, str):
            said = AIMessage(step)
        else:
            calls = [{"name": name, "args": args, "id": f"c{number}-{n}"} for n, (name, args) in enumerate(step)]
            said = AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=said)])
