"""Attacks on somebody else's trip over HTTP and AG-UI, and sharing one on purpose."""

from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from tests.acts import buy, called, change, documents
from tests.http.conftest import as_user

from tripintent.app.http.links import Ticket, sign
from tripintent.state.context import Principal
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.documents import NOT_YOURS

WEB = {"tokens": {"the-token-of-anna": "anna", "the-token-of-ben": "ben", "the-token-of-cleo": "cleo"}}

PLACE = {"name": "Ramiro", "city": "Lisbon"}
DINNER = called("add_activity", name="Dinner at Ramiro", location=PLACE, startTime="2027-03-05T19:00")


async def trip_of(client: Any, thread: str) -> dict[str, Any]:
    return (await client.http.get(f"/api/threads/{thread}/trip")).json()


async def link_of(shared: Any, name: str) -> str:
    """Return the path of the link that the named user gets to the one approval that waits."""
    [line] = (await as_user(shared, name).http.get("/api/approvals")).json()
    return urlsplit(line["link"]).path


async def still_waits(shared: Any, thread: str, pending: dict[str, Any]) -> None:
    view = await as_user(shared, "anna").view(thread)
    assert view["pending"]["approval_id"] == pending["approval_id"]
    assert (await trip_of(shared, thread))["working_memory"]["bookings"] == []


async def test_an_imported_document_names_no_trip(shared: Any) -> None:
    """H1 over HTTP: a document with the victim's id, organisation, approval and profile opens none of them."""
    thread, pending = await as_user(shared, "anna").waiting()
    theirs = await trip_of(shared, thread)
    mine = await as_user(shared, "ben").begin()
    document = {**theirs, "party": {**theirs["party"], "traveler_profile_ids": ["anna"], "guests": []}}
    assert (await shared.event(mine, "INTENT_READY", trip_intent=document)).status_code == 200
    await shared.do(mine, buy())
    got = await trip_of(shared, mine)
    assert got["trip_id"] != theirs["trip_id"]
    assert got["party"]["traveler_profile_ids"] != ["anna"]
    assert got["working_memory"]["approval"] is None
    await still_waits(shared, thread, pending)


async def test_agui_state_and_commands_name_no_trip(shared: Any) -> None:
    """H3 over AG-UI: state, forwarded state and a command's update with the victim's trip never reach the graph."""
    thread, pending = await as_user(shared, "anna").waiting()
    theirs = await trip_of(shared, thread)
    as_user(shared, "ben")
    mine = str(uuid4())
    command = {"command": {"resume": "yes", "update": {"trip_intent": theirs}, "goto": "purchase"}}
    for fields in ({"state": {"trip_intent": theirs}}, {"forwardedProps": command}):
        words = [{"id": str(uuid4()), "role": "user", "content": "buy it"}]
        body = {"threadId": mine, "runId": str(uuid4()), "state": {}, "messages": words, "tools": [], "context": []}
        await shared.http.post("/agui", json={**body, "forwardedProps": {}, **fields})
    assert (await trip_of(shared, mine))["trip_id"] != theirs["trip_id"]
    await still_waits(shared, thread, pending)


async def test_an_approver_by_grant_sees_the_card_and_decides_it(shared: Any) -> None:
    """The owner lets somebody decide: the card, for whom, and nothing else; taken back, there is nothing again."""
    thread, pending = await as_user(shared, "anna").waiting()
    made = await shared.http.post(f"/api/threads/{thread}/grants", json={"subject": "ben", "role": "approver"})
    assert made.status_code == 201
    [line] = (await as_user(shared, "ben").http.get("/api/approvals")).json()
    assert (line["may_decide"], line["approval"]["approval_id"]) == (True, pending["approval_id"])
    assert line["travellers"] == ["Anna Muster"]
    assert not [said for said in ("1990", "anna@example.org", "23456789") if said in str(line)]
    hidden = [line["approval"][name] for name in ("trip_id", "thread_id", "payment_method_id")]
    assert hidden == ["", "", None]
    assert (await shared.http.get(f"/api/threads/{thread}")).status_code == 404
    grant = made.json()["grant_id"]
    assert (await shared.http.delete(f"/api/threads/{thread}/grants/{grant}")).status_code == 404
    ended = await as_user(shared, "anna").http.delete(f"/api/threads/{thread}/grants/{grant}")
    assert ended.json()["revoked_by"] == "anna"
    assert (await as_user(shared, "ben").http.get("/api/approvals")).json() == []
    assert (await shared.decide(pending["approval_id"], "approve")).status_code == 404
    kinds = [e["type"] for e in (await as_user(shared, "anna").http.get(f"/api/threads/{thread}/audit")).json()]
    assert kinds.count("grant.added") == kinds.count("grant.revoked") == 1


async def test_who_decided_by_a_grant_is_in_the_audit(shared: Any) -> None:
    """The purchase is the owner's; the audit says who gave the answer in the owner's place."""
    thread, pending = await as_user(shared, "anna").waiting()
    await shared.http.post(f"/api/threads/{thread}/grants", json={"subject": "ben", "role": "approver"})
    confirmed = shared.confirmations(pending)
    done = await as_user(shared, "ben").decide(pending["approval_id"], "approve", confirmations=confirmed)
    assert done.status_code == 200
    assert done.json() == {"approval_id": pending["approval_id"], "outcome": "approved", "message": ""}
    events = (await as_user(shared, "anna").http.get(f"/api/threads/{thread}/audit")).json()
    [told] = [e["data"] for e in events if e["type"] == "approval.answered"]
    assert (told["by"], told["in_place_of"]) == ("ben", "traveller")


async def test_a_revoked_approvers_link_opens_and_buys_nothing(shared: Any) -> None:
    """The link names the person and the grant; both are looked up when it is used, and again where it would buy."""
    thread, pending = await as_user(shared, "anna").waiting()
    url, confirmed = f"/api/threads/{thread}/grants", shared.confirmations(pending)
    grant = (await shared.http.post(url, json={"subject": "ben", "role": "approver"})).json()["grant_id"]
    path = await link_of(shared, "ben")
    shared.http.headers.pop("authorization")
    assert (await shared.http.get(path)).status_code == 200
    await as_user(shared, "anna").http.delete(f"{url}/{grant}")
    again = (await shared.http.post(url, json={"subject": "ben", "role": "approver"})).json()["grant_id"]
    assert again != grant
    shared.http.headers.pop("authorization")
    for late in (
        await shared.http.get(path),
        await shared.http.post(path, data={"decision": "approve", "confirm": confirmed}),
        await shared.http.post(path, data={"decision": "reject"}),
    ):
        assert late.status_code == 410
        assert "taken back" in late.text
    await still_waits(shared, thread, pending)
    fresh = await link_of(shared, "ben")
    assert "Approved" in (await shared.http.post(fresh, data={"decision": "approve", "confirm": confirmed})).text
    events = (await as_user(shared, "anna").http.get(f"/api/threads/{thread}/audit")).json()
    [told] = [e["data"] for e in events if e["type"] == "approval.answered"]
    assert (told["link_of"], told["grant_id"], told["via"]) == ("ben", again, "link")


async def test_a_grant_that_ends_behind_the_opened_link_buys_nothing(shared: Any) -> None:
    """The transaction that would buy looks the link's grant up once more."""
    thread, pending = await as_user(shared, "anna").waiting()
    url, confirmed = f"/api/threads/{thread}/grants", shared.confirmations(pending)
    grant = (await shared.http.post(url, json={"subject": "ben", "role": "approver"})).json()["grant_id"]
    path, desk = await link_of(shared, "ben"), shared.app.state.web.session.ports.desk
    seal = type(desk).seal

    async def revoked_meanwhile(self: Any, answer: Any) -> Any:
        ownership = shared.app.state.web.session.ports.ownership
        await ownership.revoke(Principal(subject="anna", traveller="anna"), grant)
        return await seal(self, answer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(desk), "seal", revoked_meanwhile)
        done = await shared.http.post(path, data={"decision": "approve", "confirm": confirmed})
    assert "Approved" not in done.text
    await still_waits(shared, thread, pending)


async def test_an_approver_by_settings_who_is_none_any_more_has_no_link(shared: Any) -> None:
    """Who may approve everything is looked up when the link is used."""
    web = shared.app.state.web
    web.settings = web.settings.model_copy(update={"approvers": ("cleo",)})
    thread, pending = await as_user(shared, "anna").waiting()
    ticket = Ticket(pending["approval_id"], pending["card"]["action_requests"][0]["args"]["cart_hash"], "", "cleo")
    path = f"/approve/{sign(ticket, await web.owners.key())}"
    shared.http.headers.pop("authorization")
    assert (await shared.http.get(path)).status_code == 200
    web.settings = web.settings.model_copy(update={"approvers": ()})
    assert (await shared.http.get(path)).status_code == 410
    await still_waits(shared, thread, pending)


@pytest.mark.parametrize("other", ["assistant", "companion"])
async def test_two_grants_of_one_person_do_not_block_each_other(shared: Any, other: str) -> None:
    """Who may read or plan and decide does all of it; taking one back leaves the other."""
    thread, pending = await as_user(shared, "anna").waiting()
    url = f"/api/threads/{thread}/grants"
    first = (await shared.http.post(url, json={"subject": "ben", "role": other})).json()["grant_id"]
    await shared.http.post(url, json={"subject": "ben", "role": "approver"})
    assert await link_of(shared, "ben")
    await as_user(shared, "anna").http.delete(f"{url}/{first}")
    confirmed = shared.confirmations(pending)
    done = await as_user(shared, "ben").decide(pending["approval_id"], "approve", confirmations=confirmed)
    assert done.json()["outcome"] == "approved"


@pytest.mark.parametrize("role", ["assistant", "companion"])
async def test_a_grant_of_another_role_is_no_approvers(shared: Any, role: str) -> None:
    """Who reads or plans a trip gets neither its card nor its link, and decides nothing."""
    thread, pending = await as_user(shared, "anna").waiting()
    await shared.http.post(f"/api/threads/{thread}/grants", json={"subject": "ben", "role": role})
    assert (await as_user(shared, "ben").http.get("/api/approvals")).json() == []
    assert (await shared.http.get(f"/api/approvals/{pending['approval_id']}")).status_code == 404
    fields = {"confirmations": shared.confirmations(pending)}
    assert (await shared.decide(pending["approval_id"], "approve", **fields)).status_code == 404
    await still_waits(shared, thread, pending)


async def test_a_grant_that_ends_while_its_answer_is_on_its_way_decides_nothing(shared: Any) -> None:
    """It is looked up once more in the transaction that would buy, or would give the holds back."""
    thread, pending = await as_user(shared, "anna").waiting()
    url, confirmed = f"/api/threads/{thread}/grants", shared.confirmations(pending)
    ownership = shared.app.state.web.session.ports.ownership
    real = type(ownership).access
    for decision in ("approve", "reject"):
        made = (await as_user(shared, "anna").http.post(url, json={"subject": "ben", "role": "approver"})).json()

        async def taken_back(self: Any, who: Any, trip: str, made: Any = made) -> Any:
            """Answer as it is, and let the owner take the grant back before anything is done by it."""
            found = await real(self, who, trip)
            if found is not None and found.grant_id == made["grant_id"]:
                await self.revoke(Principal(subject="anna", traveller="anna", thread_id=thread), made["grant_id"])
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(ownership), "access", taken_back)
            done = await as_user(shared, "ben").decide(pending["approval_id"], decision, confirmations=confirmed)
        assert (done.status_code, done.json()["outcome"]) == (200, "not_completed")
        assert "took the right to decide this back" in done.json()["message"]
        await still_waits(shared, thread, pending)


@pytest.mark.parametrize("act", [change(party={"adults": 2}), documents("checklist"), DINNER])
async def test_a_grant_that_ends_during_a_turn_stores_nothing(shared: Any, act: Any) -> None:
    """Booking, papers and days alike; whoever asked for a change of the trip reads why."""
    thread = await as_user(shared, "anna").chosen()
    before = await trip_of(shared, thread)
    grant = {"subject": "ben", "role": "assistant"}
    made = (await shared.http.post(f"/api/threads/{thread}/grants", json=grant)).json()
    mine = (await as_user(shared, "ben").http.post("/api/threads", json={"trip_id": before["trip_id"]})).json()
    ports = shared.app.state.web.session.ports
    anna, documents = Principal(subject="anna", traveller="anna", thread_id=thread), type(ports.documents)
    real = documents.save

    async def taken_back(self: Any, *args: Any) -> int:
        await ports.ownership.revoke(anna, made["grant_id"])
        return await real(self, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "save", taken_back)
        said = await shared.do(mine["thread_id"], act)
    told = any(NOT_YOURS in one["text"] for one in said.json()["messages"])
    assert told or act["name"] != "update_trip"
    stored = await ports.documents.list(anna, before["trip_id"])
    assert [(one.kind, one.version) for one in stored] == [(TripIntent.kind, before["version"])]
