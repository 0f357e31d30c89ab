"""Deciding over REST: exactly one answer counts, every other one is told what became of the approval, no file has a card number."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.acts import change
from tests.stored import bytes_in

from tripintent.state.wishes import PolicyRules


async def test_a_double_click_buys_once(client):
    """Two approvals at the same moment make one purchase; the loser gets 409 in words."""
    thread, pending = await client.waiting()
    fields = {"interrupt_id": pending["interrupt_id"], "confirmations": client.confirmations(pending)}
    answers = await asyncio.gather(*(client.decide(pending["approval_id"], "approve", **fields) for _ in range(4)))
    assert sorted(a.status_code for a in answers) == [200, 409, 409, 409]
    assert len((await client.view(thread))["trip"]["bookings"]) == 3
    audit = (await client.http.get(f"/api/threads/{thread}/audit")).json()
    assert [event["type"] for event in audit].count("approval.consumed") == 1


async def test_the_list_and_the_card_say_one_sum(client):
    """The amount is that of the card which the traveller sees, with the local taxes at the hotel."""
    _, pending = await client.waiting()
    card = pending["card"]["action_requests"][0]["args"]["card"]
    [listed] = (await client.http.get("/api/approvals")).json()
    read = (await client.http.get(f"/api/approvals/{pending['approval_id']}")).json()
    assert listed["amount"] == read["amount"] == card["amount"]
    assert listed["at_once"] == read["at_once"] == card["now"]
    assert any("local tax" in one.get("text", "") for one in card["lines"])


async def test_an_address_that_leads_nowhere_says_so(client):
    """In a browser: not that a link was used up, for there was none."""
    page = await client.http.get("/help", headers={"accept": "text/html"})
    assert (page.status_code, "There is no such page" in page.text) == (404, True)


async def test_approve_after_reject_buys_nothing(client):
    """A rejected approval cannot be used any more, and its holds are given back."""
    thread, pending = await client.waiting()
    await client.decide(pending["approval_id"], "reject", reason="too early in the morning")
    late = await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
    view = await client.view(thread)
    assert (late.status_code, late.json()["title"]) == (409, "approval_rejected")
    assert view["trip"]["bookings"] == []
    assert not any(hold["status"] == "held" for hold in view["trip"]["holds"])


async def test_a_no_to_a_lapsed_approval_gives_the_holds_back(client):
    """An approval whose time is over cannot be approved; a no to it still releases its holds and says so."""
    thread, pending = await client.waiting()
    ports = client.app.state.web.session.ports
    approval = await ports.desk.approval(pending["approval_id"])
    before = await client.http.get(f"/api/threads/{thread}")
    ports.clock.advance(approval.expires_at - ports.clock.now())
    seen = {"if-none-match": before.headers["etag"]}
    over = (await client.http.get(f"/api/threads/{thread}", headers=seen)).json()["pending"]
    assert [one["state"] for one in (before.json()["pending"], over)] == ["waits", "lapsed"]
    assert over["lapsed_at"] == over["card"]["action_requests"][0]["args"]["expires_at"].replace("+00:00", "Z")
    await ports.desk.reconcile()
    late = await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
    assert (late.status_code, late.json()["title"]) == (409, "approval_expired")
    answer = await client.decide(pending["approval_id"], "reject")
    assert "the holds are let go" in answer.json()["messages"][0]["text"]
    assert not any(hold["status"] == "held" for hold in (await client.view(thread))["trip"]["holds"])
    again = await client.decide(pending["approval_id"], "reject")
    assert (again.status_code, again.json()["title"]) == (409, "approval_expired")


async def test_a_lapsed_approval_is_asked_for_again(client):
    """The event that it names brings a new card: what was held longer, and what is held anew."""
    thread, pending = await client.waiting()
    client.app.state.web.session.ports.clock.advance(timedelta(hours=3))
    fresh = (await client.event(thread, (await client.view(thread))["pending"]["again"]["type"])).json()["pending"]
    assert (fresh["state"], fresh["approval_id"] != pending["approval_id"]) == ("waits", True)


async def test_an_answer_to_another_interrupt_is_refused(client):
    """An interrupt id that does not wait gets 409 and nothing is decided (AG-UI trap 1, here for REST)."""
    thread, pending = await client.waiting()
    answer = await client.decide(
        pending["approval_id"], "approve", interrupt_id="nope", confirmations=client.confirmations(pending)
    )
    assert (answer.status_code, answer.json()["title"]) == (409, "stale_answer")
    assert (await client.view(thread))["pending"] == pending


async def test_an_approval_that_a_change_made_void_is_refused(client):
    """After the trip was changed, the old approval says that it does not count any more."""
    thread, pending = await client.waiting()
    await client.do(thread, change(party={"adults": 2}, let_hold_go=True))
    late = await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
    assert late.status_code == 409
    assert (await client.view(thread))["trip"]["bookings"] == []


async def test_words_while_an_approval_waits_are_answered(client):
    """They are answered and the same approval still waits."""
    thread, pending = await client.waiting()
    answer = (await client.say(thread, "hello")).json()
    assert answer["messages"]
    assert answer["pending"]["approval_id"] == pending["approval_id"]


async def test_the_queue_says_what_waits_for_whom_until_when(client):
    """The list of approvals has the cart, who decides, the end, and a link."""
    _, pending = await client.waiting()
    [line] = (await client.http.get("/api/approvals")).json()
    assert line["approval"]["approval_id"] == pending["approval_id"]
    assert line["waits_for"] == "traveller"
    assert line["approval"]["expires_at"] > "2026-11-20T10"
    assert "/approve/" in line["link"]
    assert (line["asked_by"], line["travellers"]) == ("Anna Muster", ["Anna Muster"])
    assert line["journey"]["cities"] == ["Munich", "Lisbon"]


async def test_the_most_urgent_approval_is_first(client):
    """Not the one that was asked first: the one whose hold ends first, whoever decides it."""
    ports = client.app.state.web.session.ports
    await ports.policies.set("", PolicyRules(approver="boss"))
    ports.clock.advance(timedelta(minutes=20))
    _, patient = await client.waiting()
    await ports.policies.set("", PolicyRules())
    ports.clock.advance(timedelta(minutes=-10))
    _, urgent = await client.waiting()
    lines = (await client.http.get("/api/approvals")).json()
    assert [one["approval"]["approval_id"] for one in lines] == [urgent["approval_id"], patient["approval_id"]]


async def test_an_unknown_approval_is_404(client):
    """Deciding what was never issued does nothing."""
    answer = await client.decide("apr_nope", "approve")
    assert (answer.status_code, answer.json()["title"]) == (404, "unknown_approval")


async def test_a_slip_in_a_decision_buys_nothing(client):
    """A key that is none of ours is refused with the one that was meant: else the default card would pay."""
    thread, pending = await client.waiting()
    yes = {"confirmations": client.confirmations(pending), "payment_method": "pm_other"}
    answer = await client.decide(pending["approval_id"], "approve", **yes)
    assert (answer.status_code, "did you mean payment_method_id?" in answer.json()["detail"]) == (422, True)
    assert (await client.view(thread))["trip"]["bookings"] == []


@pytest.mark.parametrize("decision", ["approve", "reject"])
async def test_missing_confirmations_buy_nothing(client, decision):
    """An approval without what risk demands to be confirmed is refused; a rejection needs none."""
    thread, pending = await client.waiting()
    assert client.confirmations(pending), "this trip has something to confirm"
    answer = await client.decide(pending["approval_id"], decision)
    assert answer.status_code == 200
    view = await client.view(thread)
    assert view["trip"]["bookings"] == []
    assert (view["pending"] is None) == (decision == "reject")


CARD = "4111 1111 1111 1111"


def files(folder: Path) -> bytes:
    return bytes_in(folder.rglob("*"))


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"decision": "approve", "confirmations": [CARD, "all"]}, 200),
        ({"decision": "approve", "payment_method_id": CARD}, 400),
        ({"decision": "approve", "approval_token": "t", "payment_method_id": CARD, "confirmations": [CARD]}, 200),
        ({"decision": "reject", "reason": f"take {CARD}"}, 200),
    ],
    ids=["confirmations", "payment method", "by token", "reason"],
)
async def test_no_decision_stores_a_card_number(
    client: Any, tmp_path: Path, answer: dict[str, Any], status: int
) -> None:
    """Neither what is confirmed, nor a means of payment, nor a reason; what is refused is not told again either."""
    _, pending = await client.waiting()
    said = await client.http.post(f"/api/approvals/{pending['approval_id']}/decision", json=answer)
    assert said.status_code == status
    assert CARD not in said.text
    assert CARD.encode() not in files(tmp_path)


async def test_a_decision_on_another_page_reaches_an_open_one(client):
    """Looking with the version that is shown is cheap, and finds the receipt as soon as it is there."""
    thread, pending = await client.waiting()

    async def look(version: str = "") -> tuple[int, str, str]:
        seen = await client.http.get(f"/api/threads/{thread}", headers={"if-none-match": version})
        return seen.status_code, seen.headers["etag"], seen.json()["messages"][-1]["kind"] if seen.content else ""

    _, shown, _ = await look()
    assert (await look(shown))[0] == 304
    await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
    status, _, last = await look(shown)
    assert (status, last) == (200, "bought")
