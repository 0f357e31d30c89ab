"""tripintent: an agent that books trips in a conversation.

The public door. Names are imported when first used, so that importing the package costs nothing::

    from tripintent import booking_graph
    graph = booking_graph(checkpointer=my_checkpointer)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tripintent.app.embedding import assistant_graph, booking_graph
    from tripintent.app.errors import SessionError
    from tripintent.app.opening import open_session
    from tripintent.app.pending import Answer
    from tripintent.app.session import Session
    from tripintent.app.settings import Settings
    from tripintent.app.sync import SyncSession
    from tripintent.state.context import TripContext
    from tripintent.state.principal import Principal
    from tripintent.state.trip import TripIntent

_DOOR = {
    "Answer": "tripintent.app.pending",
    "Principal": "tripintent.state.principal",
    "Session": "tripintent.app.session",
    "SessionError": "tripintent.app.errors",
    "Settings": "tripintent.app.settings",
    "SyncSession": "tripintent.app.sync",
    "TripContext": "tripintent.state.context",
    "TripIntent": "tripintent.state.trip",
    "assistant_graph": "tripintent.app.embedding",
    "booking_graph": "tripintent.app.embedding",
    "open_session": "tripintent.app.opening",
}

__all__ = [
    "Answer",
    "Principal",
    "Session",
    "SessionError",
    "Settings",
    "SyncSession",
    "TripContext",
    "TripIntent",
    "assistant_graph",
    "booking_graph",
    "open_session",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _DOOR:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(_DOOR[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted((*globals(), *_DOOR))
