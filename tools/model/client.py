"""One call to a chat model: bounded in time, retried where that helps, and every failure a LanguageUnavailable."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import stamina
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import add_usage
from langchain_core.runnables import Runnable
from pydantic import SecretStr

from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.model.asking import ModelRequest, Shape, common, shaped
from tripintent.tools.model.patience import Patience, retry_after, within
from tripintent.tools.model.replies import json_in, spoken
from tripintent.tools.model.services import OF_FORM, Breaker, Form, ModelService, OpenAISettings, below, service_of

if TYPE_CHECKING:
    from langchain_openai import ChatOpenAI

Bound = Runnable[LanguageModelInput, BaseMessage]
_NO_KEY = SecretStr("none")
"""Sent to own services that ask for no key; an empty one would be looked for in the environment."""
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 5.0
_REQUESTS = "requests"
"""In a reply's metadata: how many requests were paid for until it came."""
Told = Callable[[str], None]


class ModelFailed(LanguageUnavailable):
    """The model gave nothing usable; ``use`` was spent all the same."""

    def __init__(self, reason: str, use: ModelUse | None = None) -> None:
        super().__init__(reason)
        self.use = use or ModelUse(requests=1)


class _Refused(Exception):
    """The service does not take a parameter."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


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
        from openai import DefaultAsyncHttpxClient  # noqa: PLC0415 - a second of start-up that the offline path never pays

        from tripintent.tools.model.failures import WireChat  # noqa: PLC0415

        s = self.settings
        return WireChat(
            model=s.model,
            base_url=s.base_url,
            api_key=s.api_key if s.api_key.get_secret_value() else _NO_KEY,
            timeout=s.timeout,
            max_retries=0,  # retried here, where Retry-After and the whole patience are known
            temperature=None,  # sent with each request, as long as the service takes it
            use_responses_api=False,
            http_async_client=DefaultAsyncHttpxClient(),  # langchain's default one is shared by all loops of the process
        )

    @property
    def _service(self) -> ModelService:
        return service_of(self.settings.base_url, self.settings.model)

    async def structured(self, messages: Sequence[BaseMessage], name: str, schema: Mapping[str, object]) -> AIMessage:
        """Ask for an answer of a JSON schema, in the form that the service takes; ``json_in`` reads it.

        The caller validates the values. Raises LanguageUnavailable.
        """
        return await self._call(lambda spent: self._shaped(messages, Shape(name, schema), spent))

    async def words(self, messages: Sequence[BaseMessage], told: Told | None = None) -> AIMessage:
        """Ask for text. ``told`` hears it while it is written. Raises LanguageUnavailable."""
        return await self._call(lambda spent: self._worded(list(messages), told, spent))

    async def calling(
        self, messages: Sequence[BaseMessage], tools: Sequence[Mapping[str, object]], told: Told | None = None
    ) -> AIMessage:
        """Ask for calls of tools, or words. ``told`` hears the words while they are written. Raises LanguageUnavailable."""
        return await self._call(lambda spent: self._worded(list(messages), told, spent, tools))

    def use_of(self, message: AIMessage) -> ModelUse:
        """Return what a reply cost, with those that came before it and were of no use; no tokens where the service does not say."""
        requests = message.response_metadata.get(_REQUESTS, 1)
        usage = message.usage_metadata
        if not usage:
            return ModelUse(requests=requests)
        return self.priced(usage["input_tokens"], usage["output_tokens"]).model_copy(update={"requests": requests})

    def priced(self, tokens_in: int, tokens_out: int) -> ModelUse:
        """Return one request with its cost by the prices that are set."""
        return ModelUse.priced(tokens_in, tokens_out, self.settings.price_in, self.settings.price_out)

    async def _shaped(self, messages: Sequence[BaseMessage], shape: Shape, spent: list[AIMessage]) -> AIMessage:
        """Ask in one form after the other until a reply can be read."""
        service = self._service
        form: Form | None = service.form
        while form is not None:
            try:
                reply = await self._taken(shaped(messages, shape, form, service), None, spent, whole=True)
                json_in(reply, shape.key)
            except _Refused as refused:
                service.refuses(refused.what, form)
                if refused.what in OF_FORM:
                    form = below(form)
            except ModelFailed:
                raise
            except LanguageUnavailable:  # a reply in which nothing can be read
                form = below(form)
            else:
                service.read_in(form)
                return reply
        raise ModelFailed("malformed" if spent else "request_refused", ModelUse())

    async def _worded(
        self,
        messages: list[BaseMessage],
        told: Told | None,
        spent: list[AIMessage],
        tools: Sequence[Mapping[str, object]] = (),
    ) -> AIMessage:
        while True:
            try:
                reply = await self._taken(ModelRequest(messages, {"tools": [*tools]} if tools else {}), told, spent)
            except _Refused as refused:
                if refused.what in OF_FORM:
                    raise ModelFailed("request_refused", ModelUse()) from refused
                self._service.refuses(refused.what)
            else:
                return reply.model_copy(update={"content": spoken(str(reply.text))})

    async def _taken(
        self, asked: ModelRequest, told: Told | None, spent: list[AIMessage], *, whole: bool = False
    ) -> AIMessage:
        """Return the reply to one request; ``whole``: in one piece, whoever watches the graph.

        Raises _Refused with the parameter that the service does not take.
        """
        from tripintent.tools.model.failures import refusal_of  # noqa: PLC0415 - imports the client library

        service = self._service
        parameters = common(self.settings, service) | asked.parameters
        usage = told is not None and "stream_options" not in service.refused
        sent = (*parameters, "stream_options") if usage else tuple(parameters)
        try:
            reply = await self._tried(
                self._bound(parameters | ({"stream": False} if whole else {})), asked.messages, told, sent
            )
        except Exception as error:
            what = refusal_of(error, sent)
            if what is None:
                raise
            raise _Refused(what) from error
        spent.append(reply)
        return self._usable(reply)

    def _bound(self, parameters: Mapping[str, object]) -> Bound:
        """Return the client with parameters; langchain would rename one of them."""
        given = dict(parameters)
        limit = given.pop("max_tokens", None)
        return self._chat.bind(**given, **({"extra_body": {"max_tokens": limit}} if limit else {}))

    async def _call(self, ask: Callable[[list[AIMessage]], Awaitable[AIMessage]]) -> AIMessage:
        """Ask within the patience; what fails for good, or for too long, is LanguageUnavailable with its reason."""
        from tripintent.tools.model.failures import failure_of, spent_on  # noqa: PLC0415 - as above

        spent: list[AIMessage] = []
        waiting = within(self.settings.patience)
        if not waiting.left:
            raise ModelFailed("timeout", ModelUse())
        if not self._breaker.lets_pass():
            raise ModelFailed("resting", ModelUse())
        fair = min(waiting.left, self.settings.timeout) >= min(self.settings.patience, self.settings.timeout) / 2
        try:
            async with asyncio.timeout(waiting.left), waiting.telling():
                reply = await ask(spent)
        except ModelFailed as failed:
            self._breaker.worked()  # a reply came, of no use
            raise ModelFailed(str(failed), self._use(spent) + failed.use) from failed
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            if fair:  # what was left of a turn's patience says nothing of the model
                self._breaker.failed(failure.reason)
            raise ModelFailed(failure.reason, self._use(spent) + self.priced(*spent_on(error))) from error
        self._breaker.worked()
        return _with_all(reply, spent)

    def _use(self, replies: Sequence[AIMessage]) -> ModelUse:
        return sum((self.use_of(one) for one in replies), ModelUse())

    async def _tried(
        self, model: Bound, messages: list[BaseMessage], told: Told | None, sent: Sequence[str]
    ) -> AIMessage:
        """Call until it works, the tries are used up, or waiting would outlast the patience."""
        waiting = within(self.settings.patience)
        attempts = stamina.retry_context(
            on=lambda error: _wait(error, waiting, sent),
            attempts=self.settings.max_retries + 1,
            timeout=waiting.left,
            wait_initial=_FIRST_WAIT,
            wait_max=_LONGEST_WAIT,
            wait_jitter=_FIRST_WAIT,
        )
        async for attempt in attempts:
            with attempt:
                usage = "stream_options" in sent
                reply = await (_written(model, messages, told, usage=usage) if told else model.ainvoke(messages))
                if not isinstance(reply, AIMessage):
                    raise ModelFailed("malformed")
                return reply
        raise ModelFailed("model_error")  # pragma: no cover - the loop returns or raises

    def _usable(self, message: AIMessage) -> AIMessage:
        """Return a reply that ended by itself; a refusal or a cut is a failure, whatever was said before it."""
        ended = message.response_metadata.get("finish_reason")
        if message.additional_kwargs.get("refusal") or ended == "content_filter":
            raise ModelFailed("refused", ModelUse())
        if ended == "length":
            raise ModelFailed("truncated", ModelUse())
        return message


def _with_all(reply: AIMessage, spent: Sequence[AIMessage]) -> AIMessage:
    """Return the last reply with the tokens of all that were paid for this call."""
    if len(spent) < 2:
        return reply
    usage = None
    for one in spent:
        usage = add_usage(usage, one.usage_metadata)
    told = {**reply.response_metadata, _REQUESTS: len(spent)}
    return reply.model_copy(update={"usage_metadata": usage, "response_metadata": told})


async def _written(model: Bound, messages: list[BaseMessage], told: Told, *, usage: bool) -> BaseMessage:
    """Return a reply, telling its text so far with each piece. What broke off after words were told is not tried again."""
    whole: Any = None
    heard = ""
    try:
        async for piece in model.astream(messages, stream_usage=usage):
            whole = piece if whole is None else whole + piece
            said = spoken(str(whole.text))
            if said and said != heard and not whole.tool_call_chunks:
                heard = said
                told(said)
    except Exception as error:
        if not heard:
            raise
        raise ModelFailed("broken_off") from error
    return cast("BaseMessage", whole)


def _wait(error: Exception, waiting: Patience, sent: Sequence[str]) -> bool | float:
    """Say whether to try again, or after how many seconds the service wants to be asked."""
    from tripintent.tools.model.failures import failure_of, refusal_of  # noqa: PLC0415

    failure = failure_of(error)
    if failure is None or not failure.again or refusal_of(error, sent):
        return False
    wanted = retry_after(error)
    if wanted is None:
        return True
    return wanted if wanted < waiting.left else False
