"""Notices leave the ledger at least once: none is lost, none is made up, and a repetition can be known."""

import asyncio
import base64
import json
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr
from standardwebhooks import Webhook

from tripintent.tools.clock import SystemClock
from tripintent.tools.ledger import approvals, post
from tripintent.tools.notifying.delivery import LEASE, Delivery, WebhookChannel
from tripintent.tools.ports.messages import NotTold

SECRET = SecretStr("whsec_" + base64.b64encode(b"a key of thirty-two bytes or so!").decode())


async def _issue(desk, row):
    def work(tx):
        approvals.insert(tx, row)
        desk.audit(tx, row.trip_id, "approval.issued", approval_id=row.approval_id)

    await desk.write(row.trip_id, work)


def _delivery(ledger, clock, receiver):
    return Delivery(ledger, clock, {"webhook": WebhookChannel(receiver.url, SECRET, SystemClock())})


async def test_a_hosts_library_accepts_the_signature(ledger, desk, clock, receiver, approval):
    """The post is a Standard Webhook; it says what is asked, of whom and until when, and nothing of travellers."""
    await _issue(desk, approval)
    assert await _delivery(ledger, clock, receiver).round() == 1
    [(headers, body)] = receiver.posts
    told = Webhook(SECRET.get_secret_value()).verify(body, headers)
    assert (told["event"], told["approver"], told["approval_id"]) == ("approval.waiting", "boss", "apr_1")
    assert told["total"] == {"amount": "120.50", "currency": "EUR"}
    assert told["titles"] == ["Nowhere Air MUC–LIS"]
    assert datetime.fromisoformat(told["expires_at"]) == approval.expires_at.astimezone(UTC)
    assert headers["webhook-id"] == told["notice_id"]


async def test_what_was_rolled_back_is_told_to_no_one(ledger, desk, clock, receiver, approval):
    """The notice is stored with what it tells, or not at all."""

    def work(tx):
        approvals.insert(tx, approval)
        desk.audit(tx, approval.trip_id, "approval.issued", approval_id=approval.approval_id)
        raise RuntimeError("the power goes")

    with pytest.raises(RuntimeError, match="power"):
        await desk.write(approval.trip_id, work)
    assert await _delivery(ledger, clock, receiver).round() == 0
    assert receiver.posts == []


async def test_a_host_that_is_away_is_told_later_and_once(ledger, desk, clock, receiver, approval):
    """A refusal puts the notice off; it comes again with the same id, and is gone when it was taken."""
    await _issue(desk, approval)
    receiver.answers = [503]
    delivery = _delivery(ledger, clock, receiver)
    assert await delivery.round() == 0
    [left] = await delivery.waiting()
    assert (left.attempts, left.error) == (1, "the webhook answered 503")
    assert await delivery.round() == 0, "its time has not come"
    clock.advance(timedelta(minutes=1))
    assert await delivery.round() == 1
    assert await delivery.waiting() == []
    first, second = (json.loads(body) for _, body in receiver.posts)
    assert first == second


async def test_a_worker_that_dies_loses_nothing(ledger, desk, clock, receiver, approval):
    """What a worker took and did not finish is told by another one when the lease is over."""
    await _issue(desk, approval)
    await ledger.write(lambda tx: post.take(tx, clock.now(), LEASE, 10))
    delivery = _delivery(ledger, clock, receiver)
    assert await delivery.round() == 0
    clock.advance(LEASE)
    assert await delivery.round() == 1


async def test_workers_side_by_side_tell_each_notice_once(ledger, desk, clock, receiver, approval):
    """Four workers on one outbox of forty notices: each notice is posted once."""
    for n in range(40):
        changed = {"approval_id": f"apr_{n}", "trip_id": f"t{n}"}
        await _issue(desk, approval.model_copy(update=changed))
    deliveries = [_delivery(ledger, clock, receiver) for _ in range(4)]
    told = await asyncio.gather(*(one.round() for one in deliveries))
    while more := await deliveries[0].round():
        told.append(more)
    ids = [headers["webhook-id"] for headers, _ in receiver.posts]
    assert (sum(told), len(ids), len(set(ids))) == (40, 40, 40)


async def test_after_three_days_it_is_given_up_and_kept(ledger, desk, clock, receiver, approval):
    """What nobody could be told stays visible, and an operator may have it told again."""
    await _issue(desk, approval)
    receiver.answers = [500, 500]
    delivery = _delivery(ledger, clock, receiver)
    await delivery.round()
    clock.advance(timedelta(days=4))
    await delivery.round()
    [left] = await delivery.waiting()
    assert left.next_at is None
    clock.advance(timedelta(days=1))
    assert await delivery.round() == 0
    assert await delivery.again() == 1
    assert await delivery.round() == 1


async def test_a_channel_that_is_not_here_leaves_it_to_another_worker(ledger, desk, clock, approval):
    """A worker without the setting drops nothing."""
    await _issue(desk, approval)
    delivery = Delivery(ledger, clock, {})
    assert await delivery.round() == 0
    [left] = await delivery.waiting()
    assert left.error == "webhook is not configured here"


async def test_an_error_that_no_one_thought_of_is_a_failure_to_tell(ledger, desk, clock, approval):
    """It is kept and tried again; the round goes on with the others."""

    class Broken:
        name = "webhook"

        async def send(self, notice):
            raise NotTold("not now") if notice.approval_id == "apr_1" else ValueError("odd")

    await _issue(desk, approval)
    await _issue(desk, approval.model_copy(update={"approval_id": "apr_2", "trip_id": "t2"}))
    delivery = Delivery(ledger, clock, {"webhook": Broken()})
    assert await delivery.round() == 0
    assert sorted(left.error for left in await delivery.waiting()) == ["ValueError", "not now"]
