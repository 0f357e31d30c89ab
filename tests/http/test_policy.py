"""The organisation's policy over HTTP: for those who administer it, strict about names, and noted in the audit."""

import pytest
from tests.http.conftest import as_user

TOKENS = {"the-token-of-anna": "anna", "the-token-of-boss": "boss", "the-token-of-root": "root"}
WEB = {"tokens": TOKENS, "administrators": ("root",)}


def _as(client, name):
    return as_user(client, name).http


@pytest.fixture
async def shared(running):
    async with running(web=WEB, session={"organisation": "acme"}) as client:
        yield client


async def test_an_administrator_names_an_approver_and_a_limit(shared):
    """What is set is in force for the next trip, and the audit says who set it."""
    _as(shared, "root")
    said = await shared.http.put("/api/policy", json={"approver": "boss", "max_budget_total": "9000 USD"})
    assert said.status_code == 200, said.text
    assert (said.json()["source"], said.json()["users"]) == ("acme", ["anna", "boss", "root"])
    assert said.json()["text"] == "max_budget_total: 9000 USD\napprover: boss\n"
    assert (await shared.http.get("/api/me")).json()["administers"], "the page leads there"
    _as(shared, "anna")
    _, pending = await shared.waiting()
    assert pending["card"]["action_requests"][0]["args"]["approver"] == "boss"
    events = await shared.app.state.web.session.ports.desk.audit()
    [noted] = [one.data for one in events if one.type == "policy.set"]
    assert (noted["by"], noted["rules"]["approver"]) == ("root", "boss")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"approver": "bos"}, "did you mean boss?"),
        ({"max_stop": 1}, "did you mean max_stops?"),
        ({"max_budget_total": "a lot"}, "3000 USD"),
        ({"max_class": "royal"}, "max_class"),
        ({"connection_minutes": {"domestik": 3}}, "did you mean domestic?"),
    ],
)
async def test_what_is_wrong_is_said_and_nothing_is_set(shared, rules, why):
    """An approver whom nobody knows, a rule that is none, a value that is none."""
    http = _as(shared, "root")
    refused = await http.put("/api/policy", json={"max_stops": 1, **rules})
    assert (refused.status_code, refused.json()["title"]) == (422, "bad_policy")
    assert why in refused.json()["detail"]
    assert (await http.get("/api/policy")).json()["source"] == "default"


async def test_only_administrators_see_and_set_it(shared):
    """A traveller, and an approver, do neither."""
    for name in ("anna", "boss"):
        http = _as(shared, name)
        assert (await http.get("/api/policy")).status_code == 403
        assert (await http.put("/api/policy", json={})).status_code == 403
