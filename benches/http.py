"""Load on the server: many conversations at once, none lost, and what a turn costs beside the bare substrate.

``python -m benches.http`` runs 200 conversations for a minute on two worker processes, then the throughput
with 1, 2 and 4 workers. ``--postgres-url`` adds Postgres beside SQLite. The bare substrate is the same server stack
(uvicorn, FastAPI, the same checkpointer, ``durability="sync"``) around a graph of empty nodes with a state of 6.4 kB.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from benches.servers import Started, bare_server, trip_server

Turn = Callable[[httpx.AsyncClient, str, int], Awaitable[bool]]
WORDS = (
    "Flights from Munich to Lisbon on 4 March 2027, back on 8 March 2027, one adult, hotel in the centre",
    "Is the first one refundable?",
    "only non-stop flights please",
    "the first one",
    "make it 2 adults",
)
"""One conversation: a search, a question, a filter, a choice, a change of the party; then the next one begins."""


@dataclass
class Outcome:
    """The result of a load."""

    seconds: float = 0.0
    turns: list[float] = field(default_factory=list)
    refused: int = 0
    conversations: int = 0
    lost: int = 0

    @property
    def rate(self) -> float:
        """Turns in a second."""
        return len(self.turns) / self.seconds if self.seconds else 0.0

    def quantile(self, share: float) -> float:
        """Return the time, in seconds, within which this share of the turns ended."""
        if len(self.turns) < 2:
            return self.turns[0] if self.turns else 0.0
        return statistics.quantiles(self.turns, n=100, method="inclusive")[round(share * 100) - 1]


async def load(url: str, *, at_once: int, seconds: float, bare: bool = False) -> Outcome:
    """Run conversations for a time, so many at once; count turns and messages that were accepted and are not there."""
    outcome, limits = Outcome(), httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=600, limits=limits) as client:
        started = time.perf_counter()
        end = started + seconds
        run = _bare_talker if bare else _talker
        await asyncio.gather(*(run(client, outcome, end, number) for number in range(at_once)))
        outcome.seconds = time.perf_counter() - started
    return outcome


async def _talker(client: httpx.AsyncClient, outcome: Outcome, end: float, number: int) -> None:
    """One traveller: conversation after conversation until the time is up, each checked for what was accepted."""
    del number
    while time.perf_counter() < end:
        thread = (await client.post("/api/threads")).json()["thread_id"]
        accepted = []
        for text in WORDS:
            if time.perf_counter() >= end:
                break
            if await _timed(client, outcome, f"/api/threads/{thread}/messages", {"text": text}):
                accepted.append(text)
        stored = (await client.get(f"/api/threads/{thread}")).json()["messages"]
        heard = [one["text"] for one in stored if one["role"] == "user"]
        outcome.conversations += 1
        outcome.lost += sum(text not in heard for text in accepted)


async def _bare_talker(client: httpx.AsyncClient, outcome: Outcome, end: float, number: int) -> None:
    while time.perf_counter() < end:
        await _timed(client, outcome, f"/turns/{number}", {})


async def _timed(client: httpx.AsyncClient, outcome: Outcome, path: str, body: dict[str, str]) -> bool:
    began = time.perf_counter()
    try:
        answer = await client.post(path, json=body)
    except httpx.TransportError:
        outcome.refused += 1
        return False
    outcome.turns.append(time.perf_counter() - began)
    outcome.refused += answer.is_error
    return answer.is_success


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tripintent-bench-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def measured(
    start: Callable[..., Started], database_url: str, *, workers: int, at_once: int, seconds: float
) -> Outcome:
    """Start a server on an empty folder, warm it up, load it, stop it."""
    bare = start is bare_server
    with _folder() as folder, start(folder, database_url, workers) as url:
        asyncio.run(load(url, at_once=workers, seconds=min(2.0, seconds), bare=bare))
        return asyncio.run(load(url, at_once=at_once, seconds=seconds, bare=bare))


def _row(name: str, store: str, workers: int, at_once: int, outcome: Outcome) -> str:
    per_worker = outcome.rate / workers
    times = f"{outcome.quantile(0.5) * 1000:8.0f} {outcome.quantile(0.95) * 1000:8.0f}"
    counts = f"{len(outcome.turns):7d} {outcome.refused:7d} {outcome.lost:5d}"
    return f"{name:6} {store:9} {workers:7d} {at_once:7d} {counts} {outcome.rate:8.1f} {per_worker:10.1f} {times}"


HEAD = "what   store     workers at once   turns refused  lost  turns/s per worker   p50 ms   p95 ms"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print its table; the exit code says whether an accepted message was lost."""
    options = _parser().parse_args(arguments)
    stores = {"sqlite": "", **({"postgres": options.postgres_url} if options.postgres_url else {})}
    lost = 0
    print(HEAD)
    for store, url in stores.items():
        runs = [(2, options.conversations, options.seconds)] if 2 in options.workers else []
        runs += [(workers, 4 * workers, options.seconds / 4) for workers in options.workers]
        runs += [(1, 1, options.seconds / 4)]
        for workers, at_once, seconds in runs:
            for name, start in (("trips", trip_server), ("bare", bare_server)):
                outcome = measured(start, url, workers=workers, at_once=at_once, seconds=seconds)
                lost += outcome.lost
                print(_row(name, store, workers, at_once, outcome), flush=True)
    return 1 if lost else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benches.http", description="Load on the server, beside the bare substrate.")
    parser.add_argument("--conversations", type=int, default=200, help="at once, in the first run of each store")
    parser.add_argument("--seconds", type=float, default=60.0, help="of the first run; the others take a quarter")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--postgres-url", default="", help="an empty database to use beside SQLite")
    return parser


if __name__ == "__main__":
    sys.exit(main())
