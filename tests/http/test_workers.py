"""Several processes on one Postgres: any of them goes on with any conversation, and one may be killed at any moment."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
import pytest
from uvicorn import Config

from tripintent.app.http.server import _Worker

pytestmark = pytest.mark.release

WISH = "Munich to Lisbon March 4-8, one adult"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


class Worker:
    """One process, as a client reaches it."""

    def __init__(self, server):
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)

    def say(self, thread, text):
        return self.http.post(f"/api/threads/{thread}/messages", json={"text": text})

    def event(self, thread, kind, **fields):
        return self.http.post(f"/api/threads/{thread}/events", json={"type": kind, **fields})

    def view(self, thread):
        return self.http.get(f"/api/threads/{thread}").json()

    def approve(self, pending):
        args = pending["card"]["action_requests"][0]["args"]
        confirmed = [one["id"] for one in args["confirmations"]]
        body = {"decision": "approve", "interrupt_id": pending["interrupt_id"], "confirmations": confirmed}
        return self.http.post(f"/api/approvals/{args['approval_id']}/decision", json=body)


@pytest.fixture
def workers(serving, database):
    """Three workers on one database."""
    return [Worker(serving(DATABASE_URL=database)) for _ in range(3)]


def test_any_worker_goes_on_with_any_thread_and_one_may_die(workers):
    """Each step of a booking is done by another process; one is killed on the way; two approve at once: one purchase."""
    first, second, third = workers
    thread = first.http.post("/api/threads").json()["thread_id"]
    first.say(thread, WISH)
    options = second.http.get(f"/api/threads/{thread}/options").json()
    third.event(thread, "USER_SELECTED_BUNDLE", bundle_id=options[0]["bundle_id"])
    first.event(thread, "USER_REQUEST_HOLD")
    pending = second.say(thread, PEOPLE).json()["pending"]
    first.server.kill()
    assert third.view(thread)["pending"] == pending
    with ThreadPoolExecutor() as both:
        answers = list(both.map(lambda worker: worker.approve(pending), (second, third)))
    assert sorted(answer.status_code for answer in answers) == [200, 409], [a.text for a in answers]
    view = second.view(thread)
    assert len(view["trip"]["bookings"]) == 3
    assert view == {**third.view(thread), "now": view["now"]}


def test_a_turn_that_was_cut_off_goes_on_in_another_process(serving, database):
    """A worker is killed while suppliers answer: another one says so at once, goes on, and nothing was lost."""
    slow = Worker(serving(DATABASE_URL=database, SUPPLIER_LATENCY="30"))
    other = Worker(serving(DATABASE_URL=database))
    thread = slow.http.post("/api/threads").json()["thread_id"]
    sending = threading.Thread(target=_say_and_lose, args=(slow, thread), daemon=True)
    sending.start()
    _until(lambda: other.view(thread)["working"])
    slow.server.kill()
    _until(lambda: other.view(thread)["cut_off"])
    gone_on = other.http.post(f"/api/threads/{thread}/continue")
    view = other.view(thread)
    assert gone_on.status_code == 200, gone_on.text
    assert view["trip"]["state"] == "presenting_options"
    assert [m["text"] for m in view["messages"] if m["role"] == "user"] == [WISH]


def _say_and_lose(worker, thread):
    with suppress(httpx.HTTPError):
        worker.say(thread, WISH)


def _until(true):
    """Wait for what must come; how long it takes is not judged."""
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    pytest.fail("it did not come")


def test_one_command_serves_from_several_processes(serving, database):
    """`--workers 2` starts two processes with the settings of the one command; conversations are the same in both."""
    worker = Worker(serving(DATABASE_URL=database, HTTP_WORKERS="2"))
    thread = worker.http.post("/api/threads").json()["thread_id"]
    worker.say(thread, WISH)
    states = {httpx.get(f"{worker.server.url}/api/threads/{thread}").json()["trip"]["state"] for _ in range(8)}
    assert states == {"presenting_options"}


def test_a_worker_that_dies_while_it_starts_is_not_waited_for():
    """The parent sees it at once: it is replaced, and SIGTERM is heard."""
    worker = _Worker(Config("no:app"), [])
    worker.start()
    worker.process.kill()
    began = time.monotonic()
    assert not worker.ping(60)
    assert time.monotonic() - began < 30
    worker.join()
