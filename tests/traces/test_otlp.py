"""Traces that leave the process: a collector over OTLP, and LangSmith by its own variables."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from langchain_core.tracers.langchain import wait_for_all_tracers
from langsmith.utils import get_env_var, get_tracer_project
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from tests.acts import do, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)


class Collector(ThreadingHTTPServer):
    """Keeps what is posted to it."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, bytes]] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_GET(self) -> None:
        self._answer(b"{}")

    def do_POST(self) -> None:
        self.server.posted.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
        self._answer(b"{}")

    def log_message(self, *args: Any) -> None:
        del args

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, language="offline", now=datetime(2027, 3, 1, 9, tzinfo=UTC))


async def test_otlp_sends_the_spans_to_the_collector(
    collector: Collector, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One setting and the standard variables: a turn's spans arrive when the session closes, without words, under our name."""
    monkeypatch.setenv("TRIPINTENT_TRACES", "otlp")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    async with open_session(settings) as session:
        await do(session, "t1", WISH)
    (resource,) = {r.resource.SerializeToString(): r for _, r in _resources(collector)}.values()
    spans = {span.name for _, r in _resources(collector) for scope in r.scope_spans for span in scope.spans}
    assert {"supplier.flights.search", "ledger.ledger_status", "quote_flights"} <= spans
    assert {a.key: a.value.string_value for a in resource.resource.attributes}["service.name"] == "tripintent"
    assert not [body for _, body in collector.posted if b"Lisbon" in body]


def _resources(collector: Collector) -> list[tuple[str, Any]]:
    requests = [(path, ExportTraceServiceRequest.FromString(body)) for path, body in collector.posted]
    assert {path for path, _ in requests} == {"/v1/traces"}
    return [(path, r) for path, request in requests for r in request.resource_spans]


async def test_a_collector_that_is_away_disturbs_nobody(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Traces that cannot be sent are lost; the turn is not."""
    monkeypatch.setenv("TRIPINTENT_TRACES", "otlp")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    async with open_session(settings) as session:
        assert (await do(session, "t1", WISH)).trip.status.state == "presenting_options"


async def test_langsmith_gets_the_runs_when_its_variables_are_set(
    collector: Collector, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of ours is set: langchain's own variables send the graph's runs, nodes included, to their endpoint."""
    for name, value in {
        "TRACING": "true",
        "API_KEY": "lsv2_test",
        "ENDPOINT": collector.url,
        "PROJECT": "trips",
    }.items():
        monkeypatch.setenv(f"LANGSMITH_{name}", value)
    get_env_var.cache_clear()
    get_tracer_project.cache_clear()
    async with open_session(settings) as session:
        await do(session, "t1", WISH)
    await asyncio.to_thread(wait_for_all_tracers)
    assert any(path.startswith("/runs") and b"quote_flights" in body for path, body in collector.posted)
    get_env_var.cache_clear()
    get_tracer_project.cache_clear()
