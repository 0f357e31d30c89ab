"""The compiled graph for a host that brings its own checkpointer, loop and front end."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from langgraph.cache.base import BaseCache
from langgraph.store.base import BaseStore
from langgraph.types import Checkpointer

from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.spans import traced_ports
from tripintent.app.storage import storage_of
from tripintent.graph.booking.wiring import build_booking_graph

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


def booking_graph(
    *,
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[Any] | None = None,
    door: Literal["public", "mounted"] = "public",
    settings: Settings | None = None,
    host: Any = None,
    tracer: "Tracer | None" = None,
    **ports: Any,
) -> Any:
    """Return the compiled booking graph with ports from settings.

    Args:
        checkpointer: Where threads are kept; None where the platform brings its own.
        store: LangGraph's long-term store, handed through.
        cache: LangGraph's node cache, handed through.
        door: ``mounted`` where a larger graph with a trip in its state calls this one.
        settings: Environment and ``.env`` by default.
        host: A host's ``handler_call``, or an object that has one; it answers our tools in place of the settings' host.
        tracer: An OpenTelemetry tracer for spans of suppliers and ledger; ``tripintent.app.traces.tracing`` yields one.
        ports: Adapters by their names in ``tripintent.tools.ports.ports.Ports`` that replace the default ones.

    Raises:
        StoreError: A database cannot be used.
        SessionError: The settings name a model, a registry or a host that cannot be used.
        TypeError: A port's name is unknown.
    """
    chosen = settings or Settings()
    parts = compose(chosen, storage_of(chosen), tracer=tracer, host=host)
    own = traced_ports(replace(parts.ports, **ports), tracer)
    return build_booking_graph(own, door=door, checkpointer=checkpointer, store=store, cache=cache)
