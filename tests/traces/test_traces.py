"""Traces of a booking."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode
from tests.acts import ANN, BOB, choose, hold, people, plan, yes

from tripintent import booking_graph
from tripintent.app.checkpoints import serializer
from tripintent.app.compose import compose
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.spans import Traced, traced_ports
from tripintent.app.storage import storage_of
from tripintent.app.traces import TraceSettings, TracesUnavailable, tracing
from tripintent.state.context import TripContext
from tripintent.tools.errors import Retryable
from tripintent.tools.ports.ports import Ports

CONFIG = {"configurable": {"thread_id": "t1"}}
ACTS = (plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2), choose(1), hold(), people(ANN, BOB))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, language="offline", now=datetime(2027, 3, 1, 9, tzinfo=UTC))


@pytest.fixture
def ports(settings: Settings) -> Iterator[Ports]:
    with closing(compose(settings, storage_of(settings))) as parts:
        yield parts.ports


@pytest.fixture
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
async def traced(settings: Settings, spans: InMemorySpanExporter) -> AsyncIterator[Callable[..., Any]]:
    """Return a way to open a graph that is traced under given settings."""
    with ExitStack() as stack:

        def opened(faults: str = "", **traces: Any) -> Any:
            tracer = stack.enter_context(tracing(TraceSettings(traces="console", **traces), spans))
            chosen = settings.model_copy(update={"supplier_faults": faults})
            saver = InMemorySaver(serde=serializer())
            return booking_graph(settings=chosen, tracer=tracer, checkpointer=saver)

        yield opened


async def booked(graph: Any) -> None:
    """Go the whole way to a bought trip."""
    for act in ACTS:
        await graph.ainvoke({"event": act}, CONFIG, context=TripContext())
    card = (await graph.aget_state(CONFIG)).interrupts[0].value["action_requests"][0]["args"]
    await graph.ainvoke(Command(resume=yes(card)), CONFIG, context=TripContext())


def everything(found: tuple[ReadableSpan, ...]) -> str:
    return "".join(span.to_json() for span in found)


async def test_a_booking_has_spans_of_nodes_suppliers_and_ledger(traced: Any, spans: InMemorySpanExporter) -> None:
    """Searches, holds, the approval and the purchase are spans, below the node that made them; waiting is no error."""
    await booked(traced())
    found = spans.get_finished_spans()
    by_id = {s.context.span_id: s for s in found}
    names = {s.name for s in found}
    assert {"supplier.flights.search", "supplier.hotels.search"} <= names
    assert {"ledger.hold", "ledger.request_approval", "ledger.purchase"} <= names
    parents = {
        s.name: by_id[s.parent.span_id].name for s in found if s.parent and s.name.startswith(("ledger.", "supplier."))
    }
    assert parents["supplier.flights.search"] == "quote_flights"
    assert parents["ledger.purchase"] == "purchase"
    assert {s.status.status_code for s in found} <= {StatusCode.OK, StatusCode.UNSET}
    bought = next(s for s in found if s.name == "ledger.purchase")
    assert dict(bought.attributes or {})["tripintent.outcome"] == "bought"


async def test_what_is_committed_at_suppliers_is_a_span(traced: Any, spans: InMemorySpanExporter) -> None:
    """Each order and each payment is a span below the ledger's operation: which supplier, and how the order stood then."""
    await booked(traced())
    found = spans.get_finished_spans()
    by_id = {s.context.span_id: s for s in found}
    orders = [s for s in found if s.name in ("supplier.orders.hold", "supplier.orders.pay")]
    told = {
        (s.name, by_id[s.parent.span_id].name, (s.attributes or {})["tripintent.outcome"]) for s in orders if s.parent
    }
    assert told == {
        ("supplier.orders.hold", "ledger.hold", "held"),
        ("supplier.orders.pay", "ledger.purchase", "confirmed"),
    }
    assert len(orders) == 6
    assert {(s.attributes or {})["tripintent.supplier"] for s in orders} == {"embedded"}


async def test_a_refused_order_is_an_error_span(traced: Any, spans: InMemorySpanExporter) -> None:
    """A supplier that refuses a hold marks that hold's span; the desk's own operation ended well."""
    graph = traced(faults='[{"on": "hold", "fault": "sold_out", "times": 1}]')
    for act in ACTS:
        await graph.ainvoke({"event": act}, CONFIG, context=TripContext())
    refused = [s for s in spans.get_finished_spans() if s.name == "supplier.orders.hold" and not s.status.is_ok]
    assert [(s.attributes or {})["error.type"] for s in refused] == ["OfferGone"]


async def test_a_call_that_ran_out_of_time_is_an_error_span(ports: Ports, spans: InMemorySpanExporter) -> None:
    """What hangs is cancelled by its timeout; its span says so."""

    class Slow:
        async def search(self, query: Any) -> Any:
            await asyncio.Event().wait()

    with tracing(TraceSettings(traces="console"), spans) as tracer:
        flights = traced_ports(replace(ports, flights=Slow()), tracer).flights
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(flights.search(None), 0.01)  # type: ignore[arg-type]
    (span,) = spans.get_finished_spans()
    assert (span.status.status_code, dict(span.attributes or {})["error.type"]) == (StatusCode.ERROR, "CancelledError")


async def test_recovery_at_the_start_is_traced(settings: Settings, tmp_path: Path, monkeypatch: Any) -> None:
    """What a crash left open is finished under spans, too."""
    monkeypatch.setenv("TRIPINTENT_TRACES", "console")
    monkeypatch.setenv("TRIPINTENT_TRACES_FILE", str(tmp_path / "traces.jsonl"))
    async with open_session(settings):
        pass
    names = [json.loads(line)["name"] for line in (tmp_path / "traces.jsonl").read_text().splitlines()]
    assert "ledger.reconcile" in names


def test_what_an_adapter_can_do_is_seen_through_its_spans() -> None:
    """From Python 3.12 on a check for a protocol looks at what an object has, and no more at what it would answer."""

    class Adapter:
        async def pay_for(self) -> str:
            return "paid"

    with tracing(TraceSettings(traces="console")) as tracer:
        traced = Traced(Adapter(), "orders", tracer)
        assert inspect.getattr_static(traced, "pay_for", None) is not None
        assert asyncio.run(traced.pay_for()) == "paid"


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """The folder of the traces must be there."""
    file = tmp_path / "nowhere" / "traces.jsonl"
    with (
        pytest.raises(TracesUnavailable, match=r"nowhere.*cannot be written"),
        tracing(TraceSettings(traces="console", traces_file=file)),
    ):
        pass


async def test_content_is_hidden_unless_asked(traced: Any, spans: InMemorySpanExporter) -> None:
    """By default no word, name, birth date, address or price of a trip is in any span."""
    await booked(traced())
    text = everything(spans.get_finished_spans())
    assert not [secret for secret in ("Lisbon", "Ann", "Smith", "ann@example.org", "1983-07-09") if secret in text]


async def test_content_is_there_when_asked(traced: Any, spans: InMemorySpanExporter) -> None:
    """Who asks for the content gets it."""
    graph = traced(traces_content=True)
    await graph.ainvoke({"event": ACTS[0]}, CONFIG, context=TripContext())
    assert "Lisbon" in everything(spans.get_finished_spans())


async def test_a_supplier_error_is_an_error_span_without_its_text(ports: Ports, spans: InMemorySpanExporter) -> None:
    """The span names the type of the error, and the error goes on to the caller."""

    class Broken:
        capabilities = ports.flights.capabilities

        async def search(self, query: Any) -> Any:
            raise Retryable("no fares for Ann Smith")

    with tracing(TraceSettings(traces="console"), spans) as tracer:
        flights = traced_ports(replace(ports, flights=Broken()), tracer).flights
        assert flights.capabilities is ports.flights.capabilities
        with pytest.raises(Retryable):
            await flights.search(None)  # type: ignore[arg-type]
    (span,) = spans.get_finished_spans()
    assert (span.status.status_code, dict(span.attributes or {})["error.type"]) == (StatusCode.ERROR, "Retryable")
    assert "Ann" not in span.to_json()


async def test_the_console_writes_json_lines(tmp_path: Path, ports: Ports) -> None:
    """A file gets one JSON object for each span, at once."""
    file = tmp_path / "traces.jsonl"
    with tracing(TraceSettings(traces="console", traces_file=file)) as tracer:
        await traced_ports(ports, tracer).desk.ledger_status("t0")
        (line,) = file.read_text().splitlines()
    assert json.loads(line)["name"] == "ledger.ledger_status"


def test_off_costs_nothing(ports: Ports) -> None:
    """Without the setting the ports are the very same."""
    with tracing(TraceSettings(traces="off")) as tracer:
        assert tracer is None
        assert traced_ports(ports, tracer) is ports
