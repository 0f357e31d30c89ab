"""One guest sends the worst files and the worst messages; somebody else's turns go on, and the server stays ready."""

import asyncio
import itertools
import json
import zlib
from collections.abc import Awaitable

import httpx
import pytest
from tests.server_process import Server
from tests.tools.imports.samples import pdf

pytestmark = [pytest.mark.release, pytest.mark.timeout(600)]

NUMBERS = itertools.count()
TOKENS = {"a-long-random-the-token-of-anna": "anna", "a-long-random-the-token-of-mallory": "mallory"}
MAIL = b"From: a@example.com\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"


def files() -> tuple[bytes, ...]:
    """Made where they are sent: seconds of compressing."""
    return (
        pdf(zlib.compress(b"(x) Tj " * 20_000_000), extra=b"/Filter/FlateDecode"),
        pdf(zlib.compress(b"BT (x) Tj ET " * 700_000), extra=b"/Filter/FlateDecode"),
        pdf(zlib.compress(b"q " * 4_000_000), extra=b"/Filter/FlateDecode"),
        pdf(zlib.compress(zlib.compress(b"[(x) 1] TJ " * 800_000)), extra=b"/Filter[/FlateDecode/FlateDecode]"),
        pdf(b"", kids=b"2 0 R " * 1_000),
        b"\n" * 490_000,
        MAIL + b"</x>" * 120_000,
        MAIL + b"<script" * 60_000,
        b"From: a\nMIME-Version: 1.0\nContent-Type: text/plain" + b"; a*0=b" * 60_000 + b"\n\nx",
        b"From: " * 80_000,
        b"Your flight LH 1234\n" + b"LH 123 " * 65_000,
        json.dumps([{"@type": ["Event"] * 5_000, "name": "x", "reservationFor": [{}] * 5_000}] * 10).encode(),
    )


MESSAGES = (
    "," * 4_000, " ?" * 2_000, "?" * 4_000, "Paris " * 660, "5 " * 2_000, '"' * 4_000, "😀" * 4_000,
    "from to " * 500,
)  # fmt: skip
TURNS = ("Munich to Lisbon March 4-8, one adult", "1", "hello", "2", "hold")


async def _sent_without_end(
    client: httpx.AsyncClient, worst: tuple[bytes, ...], codes: list[int], waiting: set[int]
) -> None:
    """Send every file and message, each to a thread of its own, until stopped; ``waiting`` has the numbers of those not answered."""
    threads = [(await client.post("/api/threads")).json()["thread_id"] for _ in (*worst, *MESSAGES)]
    while True:
        files = [
            client.post(f"/api/threads/{one}/itinerary/import/file", content=file)
            for one, file in zip(threads, worst, strict=False)
        ]
        words = [
            client.post(f"/api/threads/{one}/messages", json={"text": text})
            for one, text in zip(threads[len(worst) :], MESSAGES, strict=True)
        ]
        await asyncio.gather(*(_answered(one, codes, waiting) for one in files + words))


async def _answered(sent: Awaitable[httpx.Response], codes: list[int], waiting: set[int]) -> None:
    number = next(NUMBERS)
    waiting.add(number)
    codes.append((await sent).status_code)
    waiting.discard(number)


async def test_the_worst_files_of_one_are_not_felt_by_another(tmp_path):
    """No turn waits for the files of another, each look at /readyz answered, and the sender is told no, never an error."""
    settings = {
        "HTTP_TOKENS": json.dumps(TOKENS),
        "HTTP_WRITES_PER_MINUTE": "100000",
        "NOW": "2026-11-20T10:00:00+00:00",
    }
    server = Server(tmp_path, **settings).start()
    anna, mallory = ({"authorization": f"Bearer {token}"} for token in TOKENS)
    codes: list[int] = []
    waiting: set[int] = set()
    worst = files()
    try:
        async with (
            httpx.AsyncClient(base_url=server.url, headers=anna, timeout=60) as ours,
            httpx.AsyncClient(base_url=server.url, headers=mallory, timeout=120) as theirs,
        ):
            sending = asyncio.create_task(_sent_without_end(theirs, worst, codes, waiting))
            await asyncio.sleep(1)
            overtook = await _turns(ours, 3, waiting)
            assert not sending.done(), sending.exception()
            sending.cancel()
    finally:
        server.stop()
    assert sum(overtook) > len(overtook) / 2, overtook
    assert codes
    assert not [code for code in codes if code >= 500]


async def _turns(client: httpx.AsyncClient, rounds: int, waiting: set[int]) -> list[bool]:
    """Have conversations, look at /readyz between the turns, and tell of each turn whether it overtook what was sent before it."""
    overtook = []
    for _ in range(rounds):
        thread = (await client.post("/api/threads")).json()["thread_id"]
        for text in TURNS:
            before = set(waiting)
            answer = await client.post(f"/api/threads/{thread}/messages", json={"text": text})
            overtook.append(bool(before & waiting))
            assert answer.status_code == 200, answer.text
            assert (await client.get("/readyz")).status_code == 200
    return overtook
