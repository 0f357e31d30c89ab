"""The chat model of the settings: any service that speaks OpenAI's wire format, by ``langchain-openai``; retries are the library's.

What a service refuses is left out: a parameter at the next try, and for the rest of the process.
"""

import json
from collections.abc import AsyncIterator
from typing import Any

import openai
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from tripintent.state.conversation import NO_TOOLS
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.model.failures import refusal_of

FIELDS = {
    "temperature": "temperature",
    "seed": "seed",
    "max_completion_tokens": "max_tokens",
    "stream_options": "stream_usage",
}
"""Parameters that a service may do without, by their names on the wire."""


class TalkingChat(ChatOpenAI):
    """ChatOpenAI for services of many kinds."""

    async def _agenerate(self, *args: Any, **kwargs: Any) -> ChatResult:
        try:
            return await super()._agenerate(*args, **kwargs)
        except openai.APIStatusError as error:
            self._leave_out(error)
        return await self._agenerate(*args, **kwargs)

    async def _astream(self, *args: object, **kwargs: object) -> AsyncIterator[ChatGenerationChunk]:
        """Yield the pieces of a reply; a service that knows no streams is asked for it whole, from then on."""
        streams = False
        try:
            async for piece in super()._astream(*args, **kwargs):
                streams = True
                yield piece
        except openai.APIStatusError as error:
            self._leave_out(error)
            async for piece in self._astream(*args, **kwargs):
                yield piece
            return
        if not streams:
            self.disable_streaming = True
            yield _as_piece(await self._agenerate(*args, **kwargs))

    def _leave_out(self, error: openai.APIStatusError) -> None:
        """Leave out the parameter that an error refuses. Raises the error that is about something else."""
        sent = [name for name, field in FIELDS.items() if getattr(self, field) is not None]
        refused = refusal_of(error, [*sent, "tools"])
        if refused == "tools":
            raise LanguageUnavailable(NO_TOOLS) from error
        if refused not in FIELDS:
            raise error
        setattr(self, FIELDS[refused], None)


def _as_piece(result: ChatResult) -> ChatGenerationChunk:
    """Return a whole reply as the one piece of a stream."""
    said = result.generations[0].message
    calls = said.tool_calls if isinstance(said, AIMessage) else []
    called = [
        tool_call_chunk(name=one["name"], args=json.dumps(one["args"]), id=one["id"], index=n)
        for n, one in enumerate(calls)
    ]
    usage = said.usage_metadata if isinstance(said, AIMessage) else None
    return ChatGenerationChunk(
        message=AIMessageChunk(content=said.content, tool_call_chunks=called, usage_metadata=usage)
    )


NO_KEY = SecretStr("none")
"""Sent to own services that ask for no key; an empty one would be looked for in the environment."""


def chat_openai(
    model: str, *, base_url: str | None = None, api_key: SecretStr | None = None, timeout: float = 60.0, **more: Any
) -> Any:
    """Return a chat model."""
    given = {name: value for name, value in more.items() if value is not None}
    return TalkingChat(
        model=model,
        base_url=base_url,
        api_key=api_key or NO_KEY,
        timeout=timeout,
        max_retries=2,
        use_responses_api=False,
        stream_usage=True,
        http_async_client=openai.DefaultAsyncHttpxClient(),  # langchain's default one is shared by all loops of the process
        **given,
    )
