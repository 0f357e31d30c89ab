"""The base of the nodes of every graph: the run, the binding to ports with its journal, and replies."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol, cast

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from pydantic import JsonValue

from tripintent.nodes.acting import acting_ports
from tripintent.nodes.identity import context_of, principal_of
from tripintent.nodes.in_order import has_a_trip
from tripintent.state.context import Principal, TripContext
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


class Run(NamedTuple):
    """Facts of the run that a node gets beside the state."""

    context: TripContext
    thread_id: str
    principal: Principal = Principal()
    mounted: bool = False
    """Whether the graph is a node of a host's."""


Node = Callable[[Any, Ports, Run], Awaitable[Mapping[str, Any]]]


class BoundNode(Protocol):
    """A node as LangGraph calls it."""

    def __call__(self, state: object, *, runtime: Runtime[TripContext]) -> Awaitable[dict[str, object]]:
        """Run the node."""
        ...


def bind(name: str, node: Node, ports: Ports) -> BoundNode:
    """Give a node its ports, as who runs may use them, and note in the journal what it decided."""

    async def run(state: object, *, runtime: Runtime[TripContext]) -> dict[str, object]:
        has_a_trip(state)
        made = run_of(runtime)
        update = told_once(carded(dict(await node(state, acting_ports(ports, made.principal), made)), state), state)
        return update if "journal" in update else {**update, "journal": [journal_entry(name, state, update)]}

    run.__name__ = name
    return run


_SIMULATED = re.compile(r"(?:^|[ \n])\([^()\n]*simul[^()\n]{20,}\)(?=\n|$)", re.IGNORECASE)
"""The remark, in each of the six languages, that offers are simulated; a line or the end of one."""
REJECTED = "rejected"
"""The kind of message that says what of a click was not taken."""
CARDS = frozenset(
    {
        "held", "bought", "cancelled", "purchase_failed", "in_review", "reapproval_needed",
        "holds_expired", "watched", "card_masked", "search_failed", "cancel_costs", "known_people", "refused",
    }
)  # fmt: skip
"""Kinds of messages that are cards: where a chat model holds the conversation, it words everything else."""


def carded(update: dict[str, Any], state: Any) -> dict[str, Any]:
    """Return an update with its cards alone where a model words the turn. What a decision on a card came to is told whole."""
    turn = state.get("turn") if isinstance(state, Mapping) else None
    if turn is None or not turn.cards_alone or turn.answer is not None or not update.get("messages"):
        return update
    return {**update, "messages": [one for one in update["messages"] if _is_card(one)]}


def _is_card(one: AnyMessage) -> bool:
    return one.type != "ai" or one.additional_kwargs.get("kind") in CARDS


def told_once(update: dict[str, object], state: object) -> dict[str, object]:
    """Return an update whose messages leave out the remark on simulated offers where the conversation has it."""
    said = update.get("messages")
    if not isinstance(said, list) or not any(_remarks(one) for one in said):
        return update
    before = state.get("messages", ()) if isinstance(state, Mapping) else ()
    told = any(one.type == "ai" and _SIMULATED.search(one.text) for one in before)
    messages: list[object] = []
    for one in said:
        again = told and _remarks(one)
        told = told or _remarks(one)
        messages.append(one.model_copy(update={"content": _SIMULATED.sub("", one.text).strip("\n")}) if again else one)
    return {**update, "messages": messages}


def _remarks(one: object) -> bool:
    """Tell whether a message makes the remark and is no card: each card says it of itself."""
    own = isinstance(one, AIMessage) and "card" not in one.additional_kwargs.get("facts", {})
    return own and _SIMULATED.search(cast("AIMessage", one).text) is not None


def run_of(runtime: Runtime[TripContext]) -> Run:
    """Return who runs, and in which context. Raises ContextRefused for a context that contradicts whom the host authenticated."""
    given, configurable = _context(runtime), get_config().get("configurable", {})
    who = principal_of(configurable, given)
    return Run(context_of(given, who), who.thread_id, who, "|" in configurable.get("checkpoint_ns", ""))


def _context(runtime: Runtime[TripContext]) -> TripContext:
    given: object = runtime.context
    if isinstance(given, TripContext):
        return given
    return TripContext.model_validate(given) if given else TripContext()


def journal_entry(name: str, state: object, update: Mapping[str, object]) -> dict[str, object]:
    """Return one line of the journal: which node, which event, which paths it wrote and why."""
    turn = state.get("turn") if isinstance(state, Mapping) else None
    changes = update.get("trip_intent", [])
    patches = [p for p in (changes if isinstance(changes, list) else [changes]) if isinstance(p, Patch)]
    paths = sorted({path for patch in patches for path in _leaves(patch.merge)})
    entry: dict[str, object] = {"node": name, "event": turn.event if turn else "", "changed": paths}
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


async def reply(ports: Ports, trip: TripIntent, kind: str, /, **facts: JsonValue) -> AIMessage:
    """Return one message to the traveller in the language of the turn."""
    return message(await ports.language.phrase(kind, facts, trip.request.tag), kind)


def message(text: str, kind: str, **extra: object) -> AIMessage:
    """Return a message that carries what kind of message it is, for pages that draw cards."""
    return AIMessage(content=text, additional_kwargs={"kind": kind, **extra})
