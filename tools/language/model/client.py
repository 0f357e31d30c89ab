"""One call to a chat model: bounded in time, retried where that helps, and every failure a LanguageUnavailable."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from time import monotonic
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import stamina
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable
from pydantic import SecretStr

from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.language.model.breaker import Breaker
from tripintent.tools.language.model.settings import OpenAISettings

if TYPE_CHECKING:
    from langchain_openai import ChatOpenAI

Bound = Runnable[LanguageModelInput, BaseMessage]
_NO_KEY = SecretStr("none")
"""Sent to own services that ask for no key; an empty one would be looked for in the environment."""
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 5.0


_MILLION = Decimal(1_000_000)
Told = Callable[[str], None]


class ModelFailed(LanguageUnavailable):
    """The model gave nothing usable; ``use`` was spent all the same."""

    def __init__(self, reason: str, use: ModelUse | None = None) -> None:
        super().__init__(reason)
        self.use = use or ModelUse(requests=1)


class ChatModel:
    """A chat model behind the OpenAI wire format. The client library is imported and built at the first call."""

    def __init__(self, settings: OpenAISettings, now: Callable[[], float] = monotonic) -> None:
        self.settings = settings
        self._breaker = Breaker(settings.rest, now)
        self._of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, ChatOpenAI] = WeakKeyDictionary()

    @property
    def _chat(self) -> "ChatOpenAI":
        """The client of the running event loop: connections of one loop are dead in the next."""
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            self._of_loop[loop] = self._made()
        return self._of_loop[loop]

    def _made(self) -> "ChatOpenAI":
        from langchain_openai import ChatOpenAI  # noqa: PLC0415 - a second of start-up that the offline path never pays
        from openai import DefaultAsyncHttpxClient  # noqa: PLC0415

        s = self.settings
        return ChatOpenAI(
            model=s.model,
            base_url=s.base_url,
            api_key=s.api_key if s.api_key.get_secret_value() else _NO_KEY,
            timeout=s.timeout,
            max_retries=0,  # retried here, where Retry-After and the whole patience are known
            temperature=s.temperature,
            max_completion_tokens=s.max_tokens,
            use_responses_api=False,
            stream_usage=True,
            http_async_client=DefaultAsyncHttpxClient(),  # langchain's default one is shared by all loops of the process
        )

    async def structured(self, messages: Sequence[BaseMessage], name: str, schema: Mapping[str, object]) -> AIMessage:
        """Ask for an answer of a JSON schema; the caller validates it. Raises LanguageUnavailable."""
        return await self._call(lambda: self._shaped(name, schema), messages, None)

    async def with_tools(
        self, messages: Sequence[BaseMessage], tools: Sequence[Mapping[str, object]], told: Told | None = None
    ) -> AIMessage:
        """Ask for text, offering tools. ``told`` hears the text while it is written. Raises LanguageUnavailable."""
        return await self._call(
            lambda: self._chat.bind_tools([dict(t) for t in tools]) if tools else self._chat, messages, told
        )

    def use_of(self, message: AIMessage) -> ModelUse:
        """Return what a reply cost; no tokens where the service does not say."""
        usage = message.usage_metadata
        return self.priced(usage["input_tokens"], usage["output_tokens"]) if usage else ModelUse(requests=1)

    def priced(self, tokens_in: int, tokens_out: int) -> ModelUse:
        """Return one request with its cost by the prices that are set."""
        s = self.settings
        cost = None
        if s.price_in is not None or s.price_out is not None:
            cost = (tokens_in * (s.price_in or Decimal(0)) + tokens_out * (s.price_out or Decimal(0))) / _MILLION
        return ModelUse(requests=1, tokens_in=tokens_in, tokens_out=tokens_out, cost=cost)

    def _shaped(self, name: str, schema: Mapping[str, object]) -> Bound:
        if self.settings.structured == "function_calling":
            tool = {"type": "function", "function": {"name": name, "parameters": dict(schema)}}
            return self._chat.bind_tools([tool], tool_choice=name)
        shape = {"name": name, "schema": dict(schema), "strict": True}
        return self._chat.bind(response_format={"type": "json_schema", "json_schema": shape})

    async def _call(self, make: Callable[[], Bound], messages: Sequence[BaseMessage], told: Told | None) -> AIMessage:
        """Call within the patience; what fails for good, or for too long, is LanguageUnavailable with its reason."""
        from tripintent.tools.language.model.failures import failure_of, spent  # noqa: PLC0415 - imports the client library

        if not self._breaker.lets_pass():
            raise ModelFailed("resting")
        try:
            async with asyncio.timeout(self.settings.patience):
                reply = await self._tried(make(), list(messages), told)
        except ModelFailed:
            self._breaker.worked()  # a reply came, of no use
            raise
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            self._breaker.failed(failure.reason)
            raise ModelFailed(failure.reason, self.priced(*spent(error))) from error
        self._breaker.worked()
        return reply

    async def _tried(self, model: Bound, messages: list[BaseMessage], told: Told | None) -> AIMessage:
        """Call until it works, the tries are used up, or waiting would outlast the patience."""
        deadline = monotonic() + self.settings.patience
        attempts = stamina.retry_context(
            on=lambda error: _wait(error, deadline),
            attempts=self.settings.max_retries + 1,
            timeout=self.settings.patience,
            wait_initial=_FIRST_WAIT,
            wait_max=_LONGEST_WAIT,
            wait_jitter=_FIRST_WAIT,
        )
        async for attempt in attempts:
            with attempt:
                reply = await (_written(model, messages, told) if told else model.ainvoke(messages))
                return self._usable(reply)
        raise ModelFailed("model_error")  # pragma: no cover - the loop returns or raises

    def _usable(self, message: BaseMessage) -> AIMessage:
        """Return a reply that ended by itself; a refusal or a cut is a failure, whatever was said before it."""
        if not isinstance(message, AIMessage):
            raise ModelFailed("malformed")
        ended = message.response_metadata.get("finish_reason")
        if message.additional_kwargs.get("refusal") or ended == "content_filter":
            raise ModelFailed("refused", self.use_of(message))
        if ended == "length":
            raise ModelFailed("truncated", self.use_of(message))
        return message


async def _written(model: Bound, messages: list[BaseMessage], told: Told) -> BaseMessage:
    """Return a reply, telling its text so far with each piece. What broke off after words were told is not tried again."""
    whole: Any = None
    try:
        async for piece in model.astream(messages):
            whole = piece if whole is None else whole + piece
            if whole.text and not whole.tool_call_chunks:
                told(str(whole.text))
    except Exception as error:
        if whole is None or not whole.text:
            raise
        raise ModelFailed("broken_off") from error
    return cast("BaseMessage", whole)


def _wait(error: Exception, deadline: float) -> bool | float:
    """Say whether to try again, or after how many seconds the service wants to be asked."""
    from tripintent.tools.language.model.failures import failure_of, retry_after  # noqa: PLC0415 - as above

    failure = failure_of(error)
    if failure is None or not failure.again:
        return False
    wanted = retry_after(error)
    if wanted is None:
        return True
    return wanted if monotonic() + wanted < deadline else False
