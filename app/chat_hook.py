"""A host's chat hook: a function that is given each message of a conversation once its turn is stored."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast

from langchain_core.messages import AnyMessage
from langgraph.types import StateSnapshot

from tripintent.app.errors import SessionError
from tripintent.app.host import named_object
from tripintent.app.running import said_in
from tripintent.state.context import Principal

_LOG = logging.getLogger(__name__)
SETTING = "TRIPINTENT_CHAT_HOOK"


@dataclass(frozen=True)
class ChatMessage:
    """One message as it is stored: card numbers are masked. ``message_id`` is the same when a message is told again."""

    thread_id: str
    organisation: str
    traveller: str
    role: Literal["user", "assistant"]
    text: str
    kind: str
    language: str
    message_id: str


ChatHook = Callable[[ChatMessage], Awaitable[None] | None]
"""A plain function runs in a worker thread. What it raises is logged: a hook never breaks a turn."""


def chat_hook_of(name: str | None, given: ChatHook | None) -> ChatHook | None:
    """Return the hook that the program gave, else what the setting names (``module:function``). Raises SessionError."""
    if given is not None or name is None:
        return given
    found = named_object(name, SETTING)
    if not callable(found):
        raise SessionError(f"{SETTING}: {name!r} is no function", "bad_setting")
    return cast("ChatHook", found)


async def tell_chat(hook: ChatHook, who: Principal, before: StateSnapshot, after: StateSnapshot) -> None:
    """Give the hook the messages that a turn added, in order."""
    known = {one.id for one in before.values.get("messages", ())}
    added: Sequence[AnyMessage] = [one for one in after.values.get("messages", ()) if one.id not in known]
    language = after.values["trip_intent"].request.language if added else ""
    of_thread = partial(ChatMessage, who.thread_id, who.organisation, who.traveller)
    for message in added:
        for said in said_in([message], language=language):
            await _called(hook, of_thread(said.role, said.text, said.kind, language, message.id or ""))


async def _called(hook: ChatHook, message: ChatMessage) -> None:
    try:
        reply = hook(message) if inspect.iscoroutinefunction(hook) else await asyncio.to_thread(hook, message)
        if inspect.isawaitable(reply):
            await reply
    except Exception:  # noqa: BLE001 - the host's code may raise anything
        _LOG.exception("the chat hook failed; the turn is stored all the same")
