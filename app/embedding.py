"""The compiled graphs for a host that brings its own checkpointer, loop and front end."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, replace
from typing import TYPE_CHECKING, Any, Literal

from langgraph.cache.base import BaseCache
from langgraph.store.base import BaseStore
from langgraph.types import Checkpointer

from tripintent.app.compose import compose
from tripintent.app.designing import read_by
from tripintent.app.selling import OwnSupplier
from tripintent.app.settings import Settings
from tripintent.app.spans import traced_ports
from tripintent.app.storage import storage_of
from tripintent.tools.garbage import kept_apart
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.ports.ports import Ports

OF_THE_TRIP = frozenset({"trip", "options", "booking", "knowledge"})
"""Toolsets of the booking graph."""
OF_DAYS = frozenset({"trip", "itinerary", "knowledge"})
OF_DOCUMENTS = frozenset({"trip", "documents", "knowledge"})

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


def booking_graph(
    *,
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[object] | None = None,
    mode: Literal["public", "subgraph"] = "public",
    settings: Settings | None = None,
    host: object = None,
    suppliers: Sequence[OwnSupplier] = (),
    tracer: "Tracer | None" = None,
    model: Any = None,
    **ports: Any,
) -> Any:
    """Return the compiled booking graph with ports from settings: a conversation with the tools of the trip alone.

    Args:
        checkpointer: Where threads are kept; None where the platform brings its own.
        store: LangGraph's long-term store, handed through.
        cache: LangGraph's node cache, handed through.
        mode: ``subgraph`` where a larger graph with a trip in its state calls this one.
        settings: Environment and ``.env`` by default.
        host: A host's ``handler_call``, or an object that has one; it answers our tools in place of the settings' host.
        suppliers: A host's own, each with ``flights``, ``hotels`` and ``orders``; what they sell is not simulated any more.
        model: A LangChain chat model that knows tool calls; in place of the settings' model, or of the guide.
        tracer: An OpenTelemetry tracer for spans of suppliers and ledger; ``tripintent.app.traces.tracing`` yields one.
        ports: Adapters by their names in ``tripintent.tools.ports.ports.Ports`` that replace the default ones.

    Raises:
        StoreError: A database cannot be used.
        SessionError: The settings name a model, a registry or a host that cannot be used.
        TypeError: A port's name is unknown, or its value is a class or None.
    """
    from tripintent.graph.conversation import build_conversation_graph  # noqa: PLC0415 - the planning alone loads none of it

    chosen = settings or Settings()
    front = _of_the_trip(chosen, _ports(chosen, host, tracer, suppliers, ports), model)
    return build_conversation_graph(
        front, mode=mode, name="booking", checkpointer=checkpointer, store=store, cache=cache
    )


def _of_the_trip(settings: Settings, own: Ports, model: Any) -> AssistantPorts:
    from tripintent.app.speech import guide_of, talker_of  # noqa: PLC0415 - as the graph of a conversation

    talker = talker_of(settings, own.registry, model)
    return AssistantPorts(read_by(own, talker), model=talker, guide=guide_of(own), toolsets=OF_THE_TRIP)


def assistant_graph(
    *,
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[object] | None = None,
    settings: Settings | None = None,
    host: object = None,
    suppliers: Sequence[OwnSupplier] = (),
    tracer: "Tracer | None" = None,
    model: Any = None,
    toolsets: frozenset[str] = frozenset(),
    name: str = "assistant",
    **ports: Any,
) -> Any:
    """Return the compiled front door: booking, designing and planning on one trip, and an organisation's desk by its service file.

    ``toolsets`` are those that it has alone, all where none is named. Other arguments and errors are those of ``booking_graph``.
    """
    from tripintent.app.front_door import front_door_ports  # noqa: PLC0415 - the booking alone loads none of it
    from tripintent.graph.conversation import build_conversation_graph  # noqa: PLC0415 - as above

    chosen = settings or Settings()
    own = _ports(chosen, host, tracer, suppliers, ports)
    front = replace(front_door_ports(chosen, own, model=model), toolsets=toolsets)
    return build_conversation_graph(front, name=name, checkpointer=checkpointer, store=store, cache=cache)


def designer_graph(*, checkpointer: Checkpointer = None, **own: Any) -> Any:
    """Return the compiled trip designer: a conversation with the tools of days. Arguments and errors are those of ``booking_graph``."""
    return assistant_graph(name="designer", toolsets=OF_DAYS, checkpointer=checkpointer, **own)


def planning_graph(*, checkpointer: Checkpointer = None, **own: Any) -> Any:
    """Return the compiled planning documents: a conversation with their tools. Arguments and errors are those of ``booking_graph``."""
    return assistant_graph(name="planning", toolsets=OF_DOCUMENTS, checkpointer=checkpointer, **own)


def _ports(
    settings: Settings,
    host: object,
    tracer: "Tracer | None",
    suppliers: Sequence[OwnSupplier],
    replaced: Mapping[str, Any],
) -> Ports:
    for name, port in replaced.items():
        if name not in (known := Ports.__dataclass_fields__):
            raise TypeError(f"{name}= is no port (suppliers go into suppliers=[…]): one of {', '.join(known)}")
        if isinstance(port, type):
            raise TypeError(f"{name}={port.__name__} is a class: pass an instance of it, {name}={port.__name__}(…)")
        if port is None and known[name].default is MISSING:
            raise TypeError(f"{name}=None: pass an adapter, or leave {name} out for the default one")
    with kept_apart():
        parts = compose(settings, storage_of(settings), tracer=tracer, host=host, suppliers=suppliers)
    own = replace(parts.ports, **replaced)
    return traced_ports(own, tracer)
