"""The link for somebody who is not in the chat."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import httpx
import pytest
from markupsafe import escape
from tests.acts import ANNA, change, choose, hold, people, plan

from tripintent.app.http.guards import shown_path
from tripintent.app.http.links import Ticket, read, sign
from tripintent.app.http.problems import Problem
from tripintent.state.wishes import PolicyRules

TRIP = plan("Munich", "Lisbon", "2027-03-04", "2027-03-08")


async def _link(client):
    thread, pending = await client.waiting()
    [line] = (await client.http.get("/api/approvals")).json()
    return thread, pending, urlsplit(line["link"]).path


async def test_looking_decides_nothing(client):
    """GET shows the whole cart, as often as one likes (mail scanners follow links), and the approval still waits."""
    thread, pending, path = await _link(client)
    for _ in range(3):
        page = await client.http.get(path)
        assert page.status_code == 200
        assert "Lisbon" in page.text
        assert "Approve" in page.text
    assert (await client.view(thread))["pending"] == pending


async def test_the_form_approves_and_the_link_is_used_up(client):
    """POST decides; afterwards the same link shows that it was used, and a second POST does nothing."""
    thread, pending, path = await _link(client)
    fields = {"decision": "approve", "confirm": client.confirmations(pending)}
    done = await client.http.post(path, data=fields)
    again = await client.http.post(path, data=fields)
    later = await client.http.get(path)
    assert (done.status_code, again.status_code, later.status_code) == (200, 410, 410)
    assert "Approved" in done.text
    assert "approved before" in later.text
    assert len((await client.view(thread))["trip"]["bookings"]) == 3


async def test_everything_must_be_confirmed_first(client):
    """Approving with an open confirmation buys nothing and leaves the link usable."""
    thread, _, path = await _link(client)
    done = await client.http.post(path, data={"decision": "approve"})
    assert done.status_code == 422
    assert (await client.view(thread))["trip"]["bookings"] == []
    assert (await client.http.get(path)).status_code == 200


async def test_a_changed_link_opens_nothing(client):
    """A link with one character changed, cut short, or made with another key is refused."""
    _, _, path = await _link(client)
    flipped = path[:-1] + ("A" if path[-1] != "A" else "B")
    for other in (flipped, path[:-8], "/approve/abc.def", "/approve/ä.ö"):
        assert (await client.http.get(other)).status_code == 404
        assert (await client.http.post(other, data={"decision": "approve"})).status_code == 404


async def test_a_link_dies_with_its_cart(client):
    """After the trip was changed the old link says that the approval does not count any more."""
    thread, pending, path = await _link(client)
    await client.do(thread, change(party={"adults": 2}, let_hold_go=True))
    late = await client.http.post(path, data={"decision": "approve", "confirm": client.confirmations(pending)})
    assert late.status_code in (409, 410)
    assert (await client.view(thread))["trip"]["bookings"] == []


def test_a_ticket_is_of_one_server():
    """Another key opens nothing."""
    ticket = Ticket("apr_1", "hash", "acme", "boss", "grt_1")
    token = sign(ticket, b"k" * 32)
    assert read(token, b"k" * 32) == ticket
    with pytest.raises(Problem, match="not one of ours"):
        read(token, b"x" * 32)


def test_a_link_that_names_no_one_has_ended():
    """Whose right a link from before had is not known: it is asked for again, and opens nothing."""
    former = sign(("apr_1", "hash"), b"k" * 32)
    with pytest.raises(Problem, match="taken back"):
        read(former, b"k" * 32)


async def test_a_named_approvers_link_lasts_as_long_as_the_hold(client):
    """They read their mail hours later: the link works until the first hold ends, not for half an hour."""
    ports = client.app.state.web.session.ports
    await ports.policies.set("", PolicyRules(approver="boss"))
    _, pending, path = await _link(client)
    approval = await ports.desk.approval(pending["approval_id"])
    assert approval.expires_at == min(line.expires_at for line in approval.lines)
    ports.clock.advance(approval.expires_at - ports.clock.now() - timedelta(minutes=1))
    assert ports.clock.now() - approval.created_at > timedelta(hours=1)
    assert (await client.http.get(path)).status_code == 200
    done = await client.http.post(path, data={"decision": "approve", "confirm": client.confirmations(pending)})
    assert "Approved" in done.text


async def test_a_link_whose_hold_has_run_out_says_what_to_do(client):
    """Neither looking nor deciding afterwards fails without a way on, and nothing is bought."""
    thread, pending, path = await _link(client)
    ports = client.app.state.web.session.ports
    approval = await ports.desk.approval(pending["approval_id"])
    ports.clock.advance(approval.expires_at - ports.clock.now())
    fields = {"decision": "approve", "confirm": client.confirmations(pending)}
    for late in (await client.http.get(path), await client.http.post(path, data=fields)):
        assert late.status_code == 410
        assert "The time to decide is over" in late.text
        assert "ask Anna Muster to search again" in late.text
        assert "<form" not in late.text
    assert (await client.view(thread))["trip"]["bookings"] == []


async def test_whoever_comes_second_reads_what_was_decided_and_by_whom(client):
    """Also after the hold would have ended: the reason, the name and the moment, and no form."""
    ports = client.app.state.web.session.ports
    await ports.policies.set("", PolicyRules(approver="boss"))
    thread, _, path = await _link(client)
    await client.http.post(path, data={"decision": "reject", "reason": "over budget this quarter"})
    ports.clock.advance(timedelta(days=2))
    second = await client.http.post(path, data={"decision": "approve"})
    assert "Already rejected" in second.text
    assert re.search(r"Rejected by boss, <time [^>]+>[^<]+</time>", second.text)
    assert "Reason: over budget this quarter" in second.text
    assert "<form" not in second.text
    assert "over budget this quarter" in (await client.view(thread))["messages"][-1]["text"]


async def test_the_page_has_all_that_a_decision_needs(client):
    """Who asks, every flight's times, stops and airline, the nights, the verdict, the deadline, what follows; no word of ours."""
    await client.app.state.web.session.ports.policies.set(
        "", PolicyRules(approver="boss", max_stops=2, max_class="economy")
    )
    _, _, path = await _link(client)
    page = (await client.http.get(path)).text
    for said in (
        r"<dt>Request</dt><dd>Anna Muster asked <time",
        r"Thu 4 Mar 2027, \d\d:\d\d Munich \(MUC\) – \d\d:\d\d( \(\+1\))? Lisbon \(LIS\)",
        r"Mon 8 Mar 2027, \d\d:\d\d Lisbon \(LIS\) – \d\d:\d\d( \(\+1\))? Munich \(MUC\)",
        r"(non-stop|1 stop)[^<]* · \d h \d\d min",
        r"Thu 4 Mar – Mon 8 Mar 2027, 4 nights",
        r"free to cancel until 3 March, 18:00 Lisbon time|not refundable",
        r"Fits the policy: at most 2 stops each way; up to economy. boss decides",
        r"cheapest trip (I found\.|I found costs \S+, \S+ less)",
        r"Please decide by <time",
        r"Everything above is bought at once, and Anna Muster gets",
        r"Nothing is bought, the hold is given back, and Anna Muster sees",
    ):
        assert re.search(said, page), said
    shown = re.sub(r"<[^>]+>", " ", page)
    for internal in ("flights[0]", "thread", "T10:", "apr_", "self_transfer"):
        assert internal not in shown


async def test_what_the_cheapest_trip_gives_up_is_all_told(client):
    """Beside time, stops and stars: what comes back, tickets of one's own, and the part of town that was wished."""
    thread = await client.begin()
    await client.say(thread, "Boston to Lisbon June 14-21 2027, one adult, hotel near the river")
    await client.do(thread, choose(1), hold(), people(ANNA))
    [line] = (await client.http.get("/api/approvals")).json()
    page = (await client.http.get(urlsplit(line["link"]).path)).text
    assert "2 stops in all; stay not refundable; self-transfer; not in the wished place: river.</dd>" in page


async def test_the_page_is_in_the_approvers_language(client):
    """The browser's language is spoken, whatever the traveller speaks: words, titles, amounts, what must be confirmed."""
    _, _, path = await _link(client)
    page = await client.http.get(path, headers={"accept-language": "de-CH, en;q=0.5"})
    assert '<html lang="de">' in page.text
    for words in (
        "kaufen?",
        "Freigeben",
        "Flug München – Lissabon",
        "München – Lissabon ·",
        "Prüfen Sie",
        "Bitte entscheiden Sie bis",
    ):
        assert words in page.text
    assert "Please confirm" not in page.text
    bad = await client.http.get("/approve/abc.def", headers={"accept-language": "fr"})
    assert "Ce lien n’est pas de nous" in bad.text


async def test_a_policy_that_demands_a_token_demands_it_by_link_too(client):
    """The link alone buys nothing there; with the approver's token it does."""
    ports = client.app.state.web.session.ports
    await ports.policies.set("", PolicyRules(approval_token_required=True))
    thread, pending, path = await _link(client)
    assert 'name="token"' in (await client.http.get(path)).text
    fields = {"decision": "approve", "confirm": client.confirmations(pending)}
    for token in ("", "not-the-token"):
        refused = await client.http.post(path, data={**fields, "token": token})
        assert "Not completed" in refused.text
    token = await ports.desk.new_token(pending["approval_id"], "boss")
    assert "Approved" in (await client.http.post(path, data={**fields, "token": token})).text
    assert len((await client.view(thread))["trip"]["bookings"]) == 3


@pytest.mark.release
@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_log_holds_a_link(serving, workers):
    """Whoever reads the server's log cannot decide with what stands there; that the link was opened does."""
    server = serving(HTTP_WORKERS=workers)
    with httpx.Client(base_url=server.url, timeout=30) as http:
        thread = http.post("/api/threads").json()["thread_id"]
        for act in (TRIP, choose(1), hold(), people(ANNA)):
            http.post(f"/api/threads/{thread}/events", json=act)
        [line] = http.get("/api/approvals").json()
        path = urlsplit(line["link"]).path
        assert http.get(path).status_code == 200
        assert http.post(path, data={"decision": "reject"}).status_code == 200
        assert http.get(f"{path}x?again=1").status_code == 404
    log = (server.folder / "server.log").read_text()
    assert path.removeprefix("/approve/")[:20] not in log
    assert log.count("/approve/[link] ") == 3


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/approve/abc.def", "/approve/[link]"),
        ("/prefix/approve/abc.def?x=/approve/y", "/prefix/approve/[link]"),
        ("/approve/", "/approve/"),
        ("/shared/abc.def", "/shared/[link]"),
        ("/shared/abc.def?x=1/shared/y", "/shared/[link]"),
        ("/api/approvals/apr_1/decision", "/api/approvals/apr_1/decision"),
        ("/api/threads/4111%201111%201111%201111", "/api/threads/[card ending 1111]"),
        ("/api/threads/a%20b", "/api/threads/a%20b"),
        ("/api/threads/t1/events?said=I+have+epilepsy", "/api/threads/t1/events"),
    ],
)
def test_a_path_is_logged_without_secrets(path, shown):
    """Only what follows the links' place, and card numbers, are left out."""
    assert shown_path(path) == shown


async def test_the_audit_says_that_it_was_decided_by_link(client):
    """Who has a link is not known: the audit says whose place they answered in."""
    await client.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
    thread, pending, path = await _link(client)
    await client.http.post(path, data={"decision": "approve", "confirm": client.confirmations(pending)})
    audit = (await client.http.get(f"/api/threads/{thread}/audit")).json()
    [answered] = [event["data"] for event in audit if event["type"] == "approval.answered"]
    said = {"by": "holder of the link", "in_place_of": "boss", "via": "link", "approval_id": pending["approval_id"]}
    assert answered == {**said, "link_of": "", "grant_id": ""}  # the one person at this machine made it
    kinds = [event["type"] for event in audit]
    assert kinds.index("approval.answered") < kinds.index("approval.consumed")


async def test_every_moment_is_marked_for_the_readers_zone(client):
    """The request's history and free cancellation are ``time`` elements that name a zone, as the expiry is."""
    _, _, path = await _link(client)
    page = (await client.http.get(path)).text
    history = page.partition("<dt>Request</dt>")[2].partition("</dd>")[0]
    assert re.search(r'asked <time datetime="2026-11-20T10:\d\d[^"]*">[^<]+ Berlin time</time>', history)
    assert re.search(r'decide by <time datetime="[^"]+">[^<]+ Berlin time</time>', page)
    assert "&lt;time" not in page


async def test_risks_are_grouped_by_weight(client):
    """What costs money stands before what is only to be looked up, each under its heading, as in the chat."""
    _, pending, path = await _link(client)
    page = (await client.http.get(path)).text
    assert (
        0 < page.index("Can cost you money") < page.index("non_refundable:flights") < page.index("Check before you go")
    )
    asked = pending["card"]["action_requests"][0]["args"]["confirmations"]
    assert list(dict.fromkeys(one["weight"] for one in asked)) == ["risk_money", "risk_look"]


SECRET = ("X4412345", "epilepsy")


@pytest.mark.parametrize("headers", [{}, {"accept-language": "de"}])
async def test_the_page_tells_no_word_of_the_conversation(client, headers):
    """Whoever has the link reads where and when, and nothing that the traveller said: not at first, not with the last no."""
    thread = await client.begin()
    await client.say(thread, f"My passport is {SECRET[0]}, I have {SECRET[1]}")
    noted = change(wishes={"add": ["hotel in the centre"]})
    pending = (await client.do(thread, TRIP, noted, choose(1), hold(), people(ANNA))).json()["pending"]
    [line] = (await client.http.get("/api/approvals")).json()
    path = urlsplit(line["link"]).path
    page = (await client.http.get(path, headers=headers)).text
    assert "Anna Muster" in page
    assert [word for word in (*SECRET, "hotel in the centre") if word in page] == []
    approval_id = pending["approval_id"]
    beside = (await client.say(thread, "not now")).json()
    assert beside["pending"]["approval_id"] == approval_id, "it is no plain no: that is asked first"
    await client.decide(approval_id, "reject")
    desk = client.app.state.web.session.ports.desk
    closed = await desk.approval(approval_id)
    assert closed.state == "rejected"
    over = await client.http.get(path, headers=headers)
    assert (over.status_code, [word for word in SECRET if word in over.text]) == (410, [])
    audit = str(await desk.audit(closed.trip_id))
    assert ("approval.rejected" in audit, [word for word in SECRET if word in audit]) == (True, [])


async def test_a_form_with_many_fields_is_read(client):
    """A long cart has more boxes than a hundred: the form is taken as any other."""
    thread, pending, path = await _link(client)
    boxes = [*client.confirmations(pending), *(f"box_{n}" for n in range(150))]
    done = await client.http.post(path, data={"decision": "approve", "confirm": boxes})
    assert (done.status_code, len((await client.view(thread))["trip"]["bookings"])) == (200, 3)


async def test_words_beside_the_card_do_not_lock_the_approver_out(client):
    """Whatever the traveller says, the approval can be given."""
    thread, pending, path = await _link(client)
    said = (await client.say(thread, "hello")).json()
    assert said["pending"]["approval_id"] == pending["approval_id"]
    assert (await client.http.get(path)).status_code == 200
    fields = {"decision": "approve", "confirm": client.confirmations(said["pending"])}
    done = await client.http.post(path, data=fields)
    assert (done.status_code, len((await client.view(thread))["trip"]["bookings"])) == (200, 3)


async def test_the_page_says_who_travels_and_what_is_bought(client):
    """The card of the ledger's row at this door too: people with births, fare, bags, room, board and terms; no word of the talk."""
    thread, pending, path = await _link(client)
    page = (await client.http.get(path, headers={"accept-language": "en-US"})).text
    card = pending["card"]["action_requests"][0]["args"]["card"]
    said = [line["text"] for line in card["lines"] if "text" in line]
    assert "Anna Muster, born Apr 12, 1990" in said[0]
    assert any("1 guest" in one for one in said)
    assert [one for one in said if str(escape(one)) not in page] == []
    await client.http.post(path, data={"decision": "approve", "confirm": client.confirmations(pending)})
    receipt = next(one for one in (await client.view(thread))["messages"] if one["kind"] == "bought")
    assert receipt["facts"]["card"]["kind"] == "receipt"
    assert "Anna Muster, born Apr 12, 1990" in receipt["text"]


async def test_a_typed_reason_is_with_the_approval_and_not_in_the_audit(client):
    """The page tells it; a chain that nobody can change keeps no words of people."""
    _, pending, path = await _link(client)
    await client.http.post(path, data={"decision": "reject", "reason": f"I have {SECRET[1]}"})
    assert SECRET[1] in (await client.http.get(path)).text
    desk = client.app.state.web.session.ports.desk
    closed = await desk.approval(pending["approval_id"])
    assert SECRET[1] not in str(await desk.audit(closed.trip_id))
