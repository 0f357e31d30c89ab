"""Real receivers on loopback: an HTTP server and an SMTP server that keep what they were sent."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from sqlalchemy import text

from tripintent.state.booking import CartLine
from tripintent.state.money import Money
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.database import Database

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@dataclass
class Receiver:
    """An HTTP server; ``answers`` are the status codes of the next posts, 204 when there is none left."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    posts: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            kept.posts.append(({k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(kept.answers.pop(0) if kept.answers else 204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    kept.url = f"http://127.0.0.1:{server.server_port}/notices"
    yield kept
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.release)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    where = str(tmp_path / "ledger.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    database = Database.open(where)
    if request.param == "postgres":
        database.write_now(lambda tx: tx.execute(text("TRUNCATE outbox, approvals")))
    yield database
    database.close()


@pytest.fixture
def desk(ledger: Database, clock: FixedClock) -> DeskContext:
    return DeskContext(ledger, {}, clock, channels=("webhook",))


@pytest.fixture
def approval() -> ApprovalRow:
    """An approval that the boss has to decide."""
    total = Money(amount="120.50", currency="EUR")
    line = CartLine(
        hold_id="h", item_type="flight", option_id="o", title="Nowhere Air MUC–LIS", total=total, supplier="scripted"
    )
    return ApprovalRow(
        approval_id="apr_1",
        trip_id="t",
        cart="cart",
        cart_hash="c" * 64,
        lines=(line,),
        total=total,
        approver="boss",
        expires_at=NOW + timedelta(minutes=30),
        created_at=NOW,
    )
