"""Mail of approvals, from a server to a real SMTP server: the approver is asked, and whoever asked hears the outcome."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from markupsafe import escape
from tests.acts import ANNA, do, plan, to_approval
from tests.http.conftest import as_user
from tests.servers.post_office import Post, opened

from tripintent import TripContext, UserSession
from tripintent.app.notifying import MailWords
from tripintent.state.booking import Approval, CancelLine
from tripintent.state.money import Money
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.messages import Notice

WEB = {"tokens": {"the-token-of-anna": "anna", "the-token-of-boss": "boss"}, "approvers": ("boss",)}


class Office(Post):
    """A post office whose letters are waited for."""

    async def letter(self, number):
        """Wait for a letter, and return who gets it, its subject and its text."""
        async with asyncio.timeout(60):
            while len(self.letters) <= number:  # noqa: ASYNC110 - the letters come in another thread
                await asyncio.sleep(0.05)
        one = self.letters[number]
        text, html = (one.get_body((kind,)).get_content() for kind in ("plain", "html"))
        parts = [part for line in text.splitlines() for part in line.removeprefix("- ").rsplit(": ", 1)]
        assert all(str(escape(part)) in html for part in parts if not part.startswith("See "))
        return one["To"], one["Subject"], text.replace("\r\n", "\n")


@pytest.fixture
def post():
    with opened(Office()) as office:
        yield office


@pytest.fixture
def session(post, tmp_path):
    users = tmp_path / "users.yaml"
    users.write_text("anna: anna@acme.example\nboss: boss@acme.example\n")
    mail = {"notify_smtp": f"smtp://127.0.0.1:{post.port}", "notify_from": "Trips <trips@acme.example>"}
    return {**mail, "users": str(users), "notify_seconds": 0.1, "timezone": "Europe/Lisbon"}


async def test_the_approver_is_asked_by_mail_and_the_traveller_hears(running, session, post):
    """The mail's link opens the card without a sign-in; after the decision the traveller gets a mail, the approver none."""
    async with running(web=WEB, session=session) as client:
        await client.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
        thread, pending = await as_user(client, "anna").waiting()
        to, subject, text = await post.letter(0)
        assert to == "boss@acme.example"
        assert subject.startswith("Please approve: ")
        whole = next(
            one["money"]
            for one in pending["card"]["action_requests"][0]["args"]["card"]["lines"]
            if one.get("label") == "Total"
        )
        assert f"anna asks you to approve {whole}." in text
        assert "- Travellers: Anna Muster" in text
        assert re.search(r"^- \S+ local tax to pay there$", text, re.MULTILINE), "the parts add up to the whole"
        assert re.search(r"^- Flight .*: \S*\d+\.\d\d$", text, re.MULTILINE), "each part has its price"
        assert "12 Apr 1990" not in text
        path = re.search(r"https?://[^/]+(/approve/\S+)", text).group(1)
        del client.http.headers["authorization"]
        assert (await client.http.get(path)).status_code == 200
        confirmed = {"confirmations": client.confirmations(pending)}
        decided = await as_user(client, "boss").decide(pending["approval_id"], "approve", **confirmed)
        assert decided.status_code == 200
        to, subject, text = await post.letter(1)
        assert (to, subject.split(":")[0]) == ("anna@acme.example", "Approved")
        assert text.startswith("boss approved ")
        bookings = (await as_user(client, "anna").view(thread))["trip"]["bookings"]
        to, subject, text = await post.letter(2)
        assert (to, subject.split(":")[0]) == ("anna@acme.example", "Booked")
        assert text.startswith("Booked and paid")
        assert "Travellers: Anna Muster" in text
        assert bookings
        assert all(one["locator"] in text for one in bookings), "each booking has its reference"
        assert f"/#{thread}" in text
        assert "invented" in text
    assert len(post.letters) == 3


async def test_a_no_and_its_reason_reach_the_traveller(running, session, post):
    """In the language of the server's settings."""
    async with running(web=WEB, session={**session, "locale": "de-DE"}) as client:
        await client.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
        _, pending = await as_user(client, "anna").waiting()
        _, subject, _ = await post.letter(0)
        assert subject.startswith("Bitte freigeben: ")
        await as_user(client, "boss").decide(pending["approval_id"], "reject", reason="zu teuer")
        to, subject, text = await post.letter(1)
        assert (to, subject.split(":")[0]) == ("anna@acme.example", "Abgelehnt")
        assert "Grund: zu teuer" in text


async def test_who_decides_in_the_chat_gets_no_mail(running, session, post):
    """Without an approver the card is in the conversation; closing the server tells what is left, which is nothing."""
    async with running(web=WEB, session=session) as client:
        _, pending = await as_user(client, "anna").waiting()
        await client.decide(pending["approval_id"], "reject")
    assert post.letters == []


async def test_who_buys_in_the_chat_gets_the_booking_references(running, session, post):
    """The one mail of it: what was decided, they did themselves."""
    async with running(web=WEB, session=session) as client:
        _, pending = await as_user(client, "anna").waiting()
        await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
        to, _, text = await post.letter(0)
        assert to == "anna@acme.example"
        assert "booking reference " in text
    assert len(post.letters) == 1


async def test_an_approval_whose_time_is_over_is_told_to_both(running, session, post):
    """Approver and traveller hear that nothing was bought; no link is in it, for there is nothing left to decide."""
    async with running(web=WEB, session=session) as client:
        ports = client.app.state.web.session.ports
        await ports.policies.set("", PolicyRules(approver="boss"))
        await as_user(client, "anna").waiting()
        await post.letter(0)
        ports.clock.advance(timedelta(hours=2))
        await ports.desk.reconcile()
        told = [await post.letter(number) for number in (1, 2)]
        assert {to for to, _, _ in told} == {"anna@acme.example", "boss@acme.example"}
        assert {subject.split(":")[0] for _, subject, _ in told} == {"Expired"}
        assert all("/approve/" not in text for _, _, text in told)
    assert len(post.letters) == 3


async def test_a_cancellation_is_told_as_one():
    """What is lost, and that nothing was cancelled: nothing is bought by it."""
    lost, now = Money(amount=Decimal("20.00"), currency="EUR"), datetime(2027, 3, 1, 9, tzinfo=UTC)
    line = CancelLine(booking_id="b", item_type="hotel", title="Daydream Inn", paid=lost, simulated=True)
    times = {"expires_at": now, "created_at": now}
    asked = Approval(approval_id="a", kind="cancel", trip_id="t", cart_hash="h", cancels=(line,), total=lost, **times)

    async def found(notice, reader):
        return asked, "https://trips.example/approve/x" if notice.event == "approval.waiting" else ""

    shared = {"notice_id": "n", "at": now, "kind": "cancel", "total": lost, "asked_by": "anna", "expires_at": now}
    word = MailWords("en-US", "UTC", found)
    _, waiting, _ = await word(Notice(**shared, event="approval.waiting"), "boss")
    assert "asks you to approve a cancellation: €20.00 is lost" in waiting
    assert "invented" in waiting
    no = {"event": "approval.decided", "decision": "reject", "decided_by": "boss"}
    _, text, _ = await word(Notice(**shared, **no), "anna")
    assert text == "boss said no to the cancellation. Nothing was cancelled.\n"


async def test_who_asks_in_a_conversation_of_the_hosts_own_is_named(running, session):
    """A chat by ``UserSession`` was begun by no page: its approval is asked by whose trip it is, not by the first traveller."""
    async with running(web=WEB, session={"users": session["users"]}) as client:
        parts = client.app.state.web.session
        await parts.ports.policies.set("", PolicyRules(approver="boss"))
        mine = UserSession.of(parts, TripContext(traveller="anna"), "anna")
        waits = await do(mine, "anna/1", *to_approval(plan("Munich", "Lisbon", "2027-03-04", "2027-03-08"), ANNA))
        assert waits.interrupt
        (line,) = (await as_user(client, "boss").http.get("/api/approvals")).json()
        assert line["asked_by"].startswith("anna (anna@acme.example)")
