"""What every node gets, and the journal that every node writes."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol

from langgraph.config import get_config
from langgraph.runtime import Runtime

from tripintent.state.context import TripContext
from tripintent.state.patch import Patch
from tripintent.tools.ports.ports import Ports


class Run(NamedTuple):
    """What a node may know of the run beside the state."""

    context: TripContext
    thread_id: str


Node = Callable[[Any, Ports, Run], Awaitable[Mapping[str, Any]]]


class Bound(Protocol):
    """A node as LangGraph calls it."""

    def __call__(self, state: Any, *, runtime: Runtime[TripContext]) -> Awaitable[dict[str, Any]]:
        """Run the node."""
        ...


def bind(name: str, node: Node, ports: Ports) -> Bound:
    """Give a node its ports, and note in the journal what it decided."""

    async def run(state: Any, *, runtime: Runtime[TripContext]) -> dict[str, Any]:
        thread_id = str(get_config().get("configurable", {}).get("thread_id", ""))
        update = dict(await node(state, ports, Run(_context(runtime), thread_id)))
        return update if "journal" in update else {**update, "journal": [_entry(name, state, update)]}

    run.__name__ = name
    return run


def _context(runtime: Runtime[TripContext]) -> TripContext:
    given: Any = runtime.context
    if isinstance(given, TripContext):
        return given
    return TripContext.model_validate(given) if given else TripContext()


def _entry(name: str, state: Any, update: Mapping[str, Any]) -> dict[str, Any]:
    """Return one line of the journal: which node, which event, which paths it wrote and why."""
    turn = state.get("turn") if isinstance(state, Mapping) else None
    changes = update.get("trip_intent", [])
    patches = [p for p in (changes if isinstance(changes, list) else [changes]) if isinstance(p, Patch)]
    paths = sorted({path for patch in patches for path in _leaves(patch.merge)})
    entry: dict[str, Any] = {"node": name, "event": turn.event if turn else "", "changed": paths}
    notes = [p.note for p in patches if p.note]
    return {**entry, "why": notes} if notes else entry


def _leaves(merge: Mapping[str, Any], path: str = "", depth: int = 3) -> list[str]:
    """Return the dotted paths of a merge, three levels deep: enough to say what changed."""
    found: list[str] = []
    for key, value in merge.items():
        here = f"{path}.{key}" if path else str(key)
        inner = isinstance(value, Mapping) and depth > 1 and value
        found.extend(_leaves(value, here, depth - 1) if inner else [here])
    return found
