"""tripintent: an agent that books trips in a conversation.

The public door. Names are imported when first used, so that importing the package costs nothing::

    from tripintent import booking_graph
    graph = booking_graph(checkpointer=my_checkpointer)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tripintent.tools.garbage import kept_apart

if TYPE_CHECKING:
    from tripintent.app.agent_tools import tools_for
    from tripintent.app.embedding import assistant_graph, booking_graph, designer_graph, planning_graph
    from tripintent.app.errors import SessionError
    from tripintent.app.incoming import Answer
    from tripintent.app.opening import open_session
    from tripintent.app.results import TurnResult
    from tripintent.app.session import Session
    from tripintent.app.settings import Settings
    from tripintent.app.sync import SyncSession
    from tripintent.app.user_session import UserSession
    from tripintent.nodes.identity import ContextRefused
    from tripintent.nodes.public_input import InputRefused
    from tripintent.state.context import Principal, TripContext
    from tripintent.state.trip import TripIntent
    from tripintent.tools.errors import StoreError, ToolError

_DOOR = {
    "Answer": "tripintent.app.incoming",
    "ContextRefused": "tripintent.nodes.identity",
    "InputRefused": "tripintent.nodes.public_input",
    "Principal": "tripintent.state.context",
    "Session": "tripintent.app.session",
    "SessionError": "tripintent.app.errors",
    "Settings": "tripintent.app.settings",
    "StoreError": "tripintent.tools.errors",
    "SyncSession": "tripintent.app.sync",
    "ToolError": "tripintent.tools.errors",
    "TripContext": "tripintent.state.context",
    "TripIntent": "tripintent.state.trip",
    "TurnResult": "tripintent.app.results",
    "UserSession": "tripintent.app.user_session",
    "assistant_graph": "tripintent.app.embedding",
    "booking_graph": "tripintent.app.embedding",
    "designer_graph": "tripintent.app.embedding",
    "open_session": "tripintent.app.opening",
    "planning_graph": "tripintent.app.embedding",
    "tools_for": "tripintent.app.agent_tools",
}

__all__ = [
    "Answer",
    "ContextRefused",
    "InputRefused",
    "Principal",
    "Session",
    "SessionError",
    "Settings",
    "StoreError",
    "SyncSession",
    "ToolError",
    "TripContext",
    "TripIntent",
    "TurnResult",
    "UserSession",
    "assistant_graph",
    "booking_graph",
    "designer_graph",
    "open_session",
    "planning_graph",
    "tools_for",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _DOOR:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    with kept_apart():
        return getattr(import_module(_DOOR[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted((*globals(), *_DOOR))
