"""Opening a session from settings: ports, checkpointer, graph."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver

from tripintent.app.chat_hook import ChatHook, chat_hook_of
from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.compose import Composition, compose
from tripintent.app.embedding import OF_DOCUMENTS
from tripintent.app.errors import SessionError, warn_of_misspelt
from tripintent.app.front_door import front_door_ports
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.notifying import telling
from tripintent.app.recovery import finish_what_is_open
from tripintent.app.running import Graph
from tripintent.app.selling import OwnSupplier
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.spans import traced_ports
from tripintent.app.storage import storage_of
from tripintent.app.traces import tracing
from tripintent.graph.conversation import build_conversation_graph
from tripintent.nodes.assistant.intake import sealed_words
from tripintent.state.context import TripContext
from tripintent.tools.ports.desk_service import AssistantPorts


@asynccontextmanager
async def open_session(
    settings: Settings | None = None,
    *,
    recover: bool = True,
    host: object = None,
    suppliers: Sequence[OwnSupplier] = (),
    on_message: ChatHook | None = None,
    web_settings: WebSettings | None = None,
    model: Any = None,
) -> AsyncIterator[Session]:
    """Open everything that a conversation needs, and close it again. Raises StoreError, and SessionError for settings.

    With ``recover``, whatever a crash left open in the ledger is finished or probed first. ``host`` is a host's
    ``handler_call``, or an object that has one: it answers our tools in place of the host that the settings name.
    ``suppliers`` are a host's own, each with ``flights``, ``hotels`` and ``orders``; what they sell is not simulated any more.
    ``on_message`` is given each message once its turn is stored, in place of the hook that the settings name.
    ``model`` is any LangChain chat model that knows tool calls; it holds the conversation in place of the settings' model.
    ``web_settings`` are those of the server that answers the links in mails; without them, those of the environment.
    """
    chosen = settings or Settings()
    warn_of_misspelt()
    hook = chat_hook_of(chosen.chat_hook, on_message)
    storage = storage_of(chosen)
    async with open_checkpointer(storage.threads, timedelta(seconds=chosen.lock_patience)) as saver:
        with (
            tracing() as tracer,
            closing(
                await asyncio.to_thread(compose, chosen, storage, tracer=tracer, host=host, suppliers=suppliers)
            ) as parts,
        ):
            ports = traced_ports(parts.ports, tracer)
            _check_currency(chosen.currency, ports.rates.currencies())
            if recover:
                await finish_what_is_open(ports)
            front = await asyncio.to_thread(partial(front_door_ports, chosen, ports, parts.vault, model=model))
            if front.desk is not None:
                await parts.vault.ready()
            graph = await asyncio.to_thread(_graph, chosen, front, saver)
            async with telling(chosen, parts, web_settings):
                yield _session(chosen, graph, front, parts, database=storage.threads, hook=hook)


def _check_currency(code: str, known: Collection[str]) -> None:
    if code and code not in known:
        said = f"TRIPINTENT_CURRENCY={code!r} has no exchange rate: write one of {', '.join(sorted(known))}"
        raise SessionError(said, "bad_setting")


def _session(
    chosen: Settings, graph: Graph, front: AssistantPorts, parts: Composition, *, database: str, hook: ChatHook | None
) -> Session:
    return Session(
        graph,
        front.booking,
        parts.locks,
        context=context_of(chosen),
        step_limit=chosen.step_limit,
        database=database,
        on_message=hook,
        vault=parts.vault,
        sealing=partial(sealed_words, front),
        model_patience=chosen.model_timeout if chosen.uses_model or front.model is not None else None,
        model=front.model.name if front.model else "guide",
        planning=front.planning,
    )


def _graph(settings: Settings, front: AssistantPorts, saver: BaseCheckpointSaver[str]) -> Any:
    """Return the graph that the settings name: the front door, or one system alone."""
    if settings.graph == "planning":
        return build_conversation_graph(replace(front, toolsets=OF_DOCUMENTS), name="planning", checkpointer=saver)
    return build_conversation_graph(front, checkpointer=saver)


def context_of(settings: Settings) -> TripContext:
    """Return the runtime context that the settings describe."""
    said = settings.model_dump(include=set(TripContext.model_fields))
    return TripContext(**said | {"model": settings.model if settings.uses_model else ""})
