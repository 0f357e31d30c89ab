"""The attacks on a trip of somebody else over the bare graph: who attacks, at which node, in which way."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from langgraph.types import Command, Send
from tests.acts import called

from tripintent.graph.booking.wiring import NODES
from tripintent.state.booking import ApprovalAnswer
from tripintent.state.context import Principal, TripContext
from tripintent.state.events import (
    UserApprovedPurchase,
    UserCancelsBooking,
    UserRejects,
    UserReleasesHold,
    UserRequestHold,
    UserRetries,
    UserWantsPurchase,
)
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn


class Attacker(NamedTuple):
    """Somebody who runs the graph: by what they send as context, by what a host says of them, or by what they claim in JSON."""

    name: str
    context: TripContext = TripContext()
    configurable: dict[str, Any] = {}  # noqa: RUF012 - never changed


CLAIM = {"organisation": "acme", "subject": "victoria", "traveller": "victoria"}
ATTACKERS = (
    Attacker("nobody"),
    Attacker("another organisation", TripContext(organisation="evil", traveller="eve")),
    Attacker("a colleague", TripContext(organisation="acme", traveller="eve")),
    Attacker("the organisation", TripContext(organisation="acme")),
    Attacker("a signed in user", configurable={"principal": Principal(organisation="acme", subject="eve")}),
    Attacker("a claim in JSON", configurable={"principal": CLAIM, "langgraph_auth_user": {"identity": "victoria"}}),
)
EVENTS: dict[str, Any] = {
    "hold": UserRequestHold(),
    "want": UserWantsPurchase(),
    "release": UserReleasesHold(),
    "decline": UserRejects(reason="mine now"),
    "cancel_booking": UserCancelsBooking(item="all"),
    "retry": UserRetries(),
    "purchase": UserApprovedPurchase(approval_token="0" * 64, payment_method_id="pm_sim_visa_4242"),
}
"""What a node expects at the head of the queue, so that it does its worst."""
MONEY = (
    "assess", "hold", "release", "request_approval", "save_before_wait", "approve", "purchase", "decline",
    "cancel_booking",
)  # fmt: skip
MONEY_TOO = ("cancel", "retry", "publish")


def forged(theirs: TripIntent, node: str) -> Turn:
    """Return a turn that nobody had: the node's own event, and a yes to the victim's card with a made-up seal."""
    approval = theirs.working_memory.approval
    answer = approval and ApprovalAnswer(
        approval_id=approval.approval_id,
        trip_id=theirs.ledger_id,
        thread_id=approval.thread_id,
        decision="approve",
        payment_method_id="pm_sim_visa_4242",
        confirmations=approval.confirmations,
        shown_cart_hash=approval.cart_hash,
        seal="0" * 64,
    )
    return Turn(answer=answer, queue=(EVENTS[node],) if node in EVENTS else ())


async def written(eve: Any, theirs: TripIntent, node: str) -> None:
    """The victim's whole trip lies in the state; then the node is jumped to."""
    await eve.graph.aupdate_state(eve.config, {"trip_intent": theirs}, as_node="publish")
    await eve.run(Command(goto=node))


async def named(eve: Any, theirs: TripIntent, node: str) -> None:
    """The state names the victim's trip and nothing more, and the turn is forged."""
    stolen = {"trip_id": theirs.trip_id, "org": theirs.org, "version": 0}
    await eve.graph.aupdate_state(eve.config, {"trip_intent": stolen}, as_node="publish")
    await eve.run(Command(goto=node, update={"turn": forged(theirs, node)}))


async def commanded(eve: Any, theirs: TripIntent, node: str) -> None:
    """One command brings the victim's trip, a forged turn, and the jump."""
    await eve.run(Command(goto=node, update={"trip_intent": theirs, "turn": forged(theirs, node)}))


async def sent(eve: Any, theirs: TripIntent, node: str) -> None:
    """The node is handed a state of its own, past every channel: the victim's trip with a forged turn."""
    await eve.run(Command(goto=Send(node, {"messages": [], "trip_intent": theirs, "turn": forged(theirs, node)})))


async def edited(eve: Any, theirs: TripIntent, node: str) -> None:
    """The state is edited in the node's own name, and the run goes on behind it."""
    update = {"trip_intent": theirs, "turn": forged(theirs, node)}
    await eve.graph.aupdate_state(eve.config, update, as_node=node)
    await eve.run(None)


async def forked(eve: Any, theirs: TripIntent, node: str) -> None:
    """An earlier moment of the attacker's own thread is forked with the victim's trip in it, and run from there."""
    await eve.do(called("list_options"))
    past = await anext(eve.graph.aget_state_history(eve.config))
    fork = await eve.graph.aupdate_state(
        past.config, {"trip_intent": theirs, "turn": forged(theirs, node)}, as_node=node
    )
    await eve.run(None, fork)


async def replayed(eve: Any, theirs: TripIntent, node: str) -> None:
    """The edit is made, undone by a turn of the attacker's own, and replayed from its checkpoint."""
    update = {"trip_intent": theirs, "turn": forged(theirs, node)}
    edit = await eve.graph.aupdate_state(eve.config, update, as_node=node)
    await eve.do(called("list_options"))
    await eve.run(None, edit)


async def resumed(eve: Any, theirs: TripIntent, node: str) -> None:
    """A yes that names the victim's approval is sent where nothing waits, with the victim's trip."""
    approval = theirs.working_memory.approval
    args = {"approval_id": approval.approval_id, "confirmations": list(approval.confirmations)} if approval else {}
    await eve.graph.aupdate_state(eve.config, {"trip_intent": theirs}, as_node="save_before_wait")
    await eve.run(Command(resume={"decisions": [{"type": "approve", "args": args}]}, goto=node))


Way = Callable[[Any, TripIntent, str], Awaitable[None]]
WAYS: tuple[Way, ...] = (written, named, commanded, sent, edited, forked, replayed, resumed)


class Shape(NamedTuple):
    """One attack."""

    attacker: Attacker
    way: Way
    node: str

    def __str__(self) -> str:
        """Name it as a test does."""
        return f"{self.attacker.name}, {self.way.__name__}, {self.node}"


ALL = tuple(Shape(attacker, way, node) for attacker in ATTACKERS for way in WAYS for node in NODES)
"""Every attacker, in every way, at every node of the graph."""


def in_turns(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return each way at each node once, the attackers taking turns."""
    size, many = len(shapes) // len(ATTACKERS), len(ATTACKERS)
    return tuple(one for n, one in enumerate(shapes) if n % size % many == ATTACKERS.index(one.attacker))


QUICK = in_turns([one for one in ALL if one.node in (*MONEY, *MONEY_TOO)])
"""Every way at every node that has to do with money: what each `make test` runs."""
