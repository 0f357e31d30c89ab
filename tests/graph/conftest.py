"""A booking graph on real parts: SQLite checkpoints, SQLite ledger, embedded supplier, offline language."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Command, Durability
from tests.acts import ANN, BOB, Act, Event, people, plan, to_approval, yes
from tests.servers import openai_wire as wire
from tests.servers.desk_model import Model
from tests.stored import World

from tripintent.app.compose import compose
from tripintent.app.opening import open_session
from tripintent.app.running import DURABILITY
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.nodes.acting import one_turn
from tripintent.state.context import Principal, TripContext
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.clock import FixedClock
from tripintent.tools.ports.ports import Ports
from tripintent.tools.suppliers.embedded import terms

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
PEOPLE = people(ANN, BOB)
WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)


class Booking:
    """Drives one thread of the graph as a client would."""

    def __init__(
        self, graph: Any, ports: Ports, clock: FixedClock, thread: str = "t1", world: World | None = None
    ) -> None:
        self.graph, self.ports, self.clock, self.world = graph, ports, clock, world
        self.config: dict[str, Any] = {"configurable": {"thread_id": thread}}
        self.context = TripContext()
        self.steps: list[str] = []
        self.durability: Durability = DURABILITY  # as the session; "sync" stores each step, to be looked at

    @property
    def principal(self) -> Principal:
        """Return who runs, as the nodes see it."""
        who = self.context.traveller
        thread = str(self.config["configurable"]["thread_id"])
        return Principal(organisation=self.context.organisation, subject=who, traveller=who, thread_id=thread)

    async def run(self, entry: Any, config: dict[str, Any] | None = None) -> list[str]:
        """Run once and return what the assistant said."""
        before = len((await self.state()).values.get("messages", []))
        self.steps = []
        with one_turn():  # as the session
            async for chunk in self.graph.astream(
                entry, config or self.config, context=self.context, stream_mode="updates", durability=self.durability
            ):
                self.steps += [name for name in chunk if name != "__interrupt__"]
        messages = (await self.state()).values["messages"][before:]
        return [str(m.content) for m in messages if m.type == "ai"]

    async def say(self, text: str) -> list[str]:
        return await self.run({"messages": [HumanMessage(text)]})

    async def event(self, **event: Any) -> list[str]:
        return await self.run({"event": event})

    async def do(self, *acts: Act) -> list[str]:
        """Work acts, each as a turn, and return what the assistant said to all of them."""

        async def walk() -> tuple[list[str], list[str]]:
            said: list[str] = []
            for act in acts:
                said += await self.event(**(act(await self.trip()) if callable(act) else act))
            return said, self.steps

        said, self.steps = await self.reach(tuple(act if callable(act) else repr(act) for act in acts), walk)
        return said

    async def reach(self, way: Any, walk: Callable[[], Awaitable[Any]]) -> Any:
        """Walk a way, or be where it ends: where nothing was done before, and where nothing is looked at on the way."""
        if self.world is None or self.durability != DURABILITY or self.clock.now() != NOW:
            return await walk()
        return await self.world.reach((way, repr(self.context), self.principal.thread_id), walk)

    async def answer(self, value: Any) -> list[str]:
        return await self.run(Command(resume=value))

    async def approve(self, **args: Any) -> list[str]:
        return await self.answer(yes(await self.card(), **args))

    async def state(self) -> Any:
        return await self.graph.aget_state(self.config)

    async def trip(self) -> TripIntent:
        return (await self.state()).values["trip_intent"]

    async def card(self) -> dict[str, Any]:
        """Return the arguments of the approval that waits."""
        interrupts = (await self.state()).interrupts
        assert interrupts, "no approval waits"
        return interrupts[0].value["action_requests"][0]["args"]

    async def issued(self) -> Any:
        """Return the ledger's row of the approval that waits."""
        return await self.ports.desk.approval((await self.card())["approval_id"])

    async def waits(self) -> bool:
        return bool((await self.state()).interrupts)

    async def bookings(self) -> list[Any]:
        """Return what the ledger says was bought."""
        trip = await self.trip()
        return [b for b in (await self.ports.desk.ledger_status(trip.ledger_id)).bookings if b.status == "confirmed"]

    async def to_approval(self, wish: Act = WISH) -> dict[str, Any]:
        """Go all the way to a waiting approval."""
        await self.do(*to_approval(wish, ANN, BOB))
        return await self.card()

    def on(self, thread: str) -> "Booking":
        """Return the same house on another thread."""
        return Booking(self.graph, self.ports, self.clock, thread)

    def rebuilt(self, **ports: Any) -> "Booking":
        """Return a graph with other ports on the same checkpointer."""
        changed = replace(self.ports, **ports)
        graph = build_booking_graph(changed, checkpointer=self.graph.checkpointer)
        return Booking(graph, changed, self.clock)

    def ruled(self, **rules: Any) -> "Booking":
        """Return the same house under rules of an organisation of its own."""
        return self.rebuilt(policies=Ruled(**rules))

    async def held(self) -> set[str]:
        """Return the ids of what the ledger holds."""
        status = await self.ports.desk.ledger_status((await self.trip()).ledger_id)
        return {hold.hold_id for hold in status.live_holds}


class Ruled:
    """An organisation's own rules, the same for everybody."""

    def __init__(self, **rules: Any) -> None:
        self._policy = Policy(rules=PolicyRules(**rules), source="test")

    async def rules(self, org: str, traveller: str = "") -> Policy:
        return self._policy


@pytest.fixture
def model() -> Iterator[Model]:
    """A model of the desk, at an address of its own."""
    with wire.running() as server:
        yield Model(server)


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
async def booking(tmp_path: Path, stack: AsyncExitStack, request: pytest.FixtureRequest) -> Booking:
    settings = Settings(data_dir=tmp_path, language="offline", now=NOW)
    composed = compose(settings, storage_of(settings))
    stack.callback(composed.close)
    saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(tmp_path / "threads.db")))
    clock = composed.ports.clock
    assert isinstance(clock, FixedClock)
    await saver.setup()
    graph = build_booking_graph(composed.ports, checkpointer=saver)
    return Booking(
        graph, composed.ports, clock, world=World(tmp_path, request, "ten_a_cancellation" in request.fixturenames)
    )


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    """A conversation over all systems, on files of its own."""
    async with open_session(Settings(data_dir=tmp_path, language="offline", now=NOW)) as opened:
        yield opened


@pytest.fixture
async def desk(settings: Settings) -> AsyncIterator[Session]:
    """A conversation at the desk of the module's own settings."""
    async with open_session(settings) as opened:
        yield opened


@pytest.fixture
def wish() -> Event:
    return WISH


@pytest.fixture(name="people")
def named() -> Event:
    return PEOPLE


@pytest.fixture
async def bought(booking: Booking) -> Booking:
    """Return the house with the trip bought."""

    async def walk() -> None:
        await booking.to_approval()
        await booking.approve()

    await booking.reach("bought", walk)
    return booking


@pytest.fixture
def ten_a_cancellation() -> Iterator[None]:
    """Ten dollars for any cancellation: the cheapest ticket brings nothing back by itself, and would stay booked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "fee_now", lambda *_: Money(amount=10))
        yield
