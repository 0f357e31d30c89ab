"""The planning documents over HTTP: drawn, made, changed by two at once, written as files."""

import asyncio

import pytest
from tests.acts import documents, plan

BUDGET = {"trip": {"amount": 3000, "currency": "EUR"}}
ACTS = (
    plan("Hamburg", "Naples", "2027-05-09", "2027-05-14", adults=2, budget=BUDGET),
    documents("checklist", "budget"),
)


@pytest.fixture
async def thread(client):
    begun = await client.begin()
    await client.do(begun, *ACTS)
    return begun


async def read(client, thread):
    return (await client.http.get(f"/api/threads/{thread}/documents")).json()


async def change(client, thread, **fields):
    return await client.http.post(f"/api/threads/{thread}/documents/changes", json=fields)


async def test_what_a_page_draws(client, thread):
    """Checklist with ticks and reasons, budget with slices of a circle that add up; what the day plan still needs."""
    view = await read(client, thread)
    assert view["checklist"]["total"] == sum(len(one["items"]) for one in view["checklist"]["categories"])
    assert all(item["why"] for one in view["checklist"]["categories"] for item in one["items"])
    parts = view["budget"]["parts"]
    assert sum(float(one["amount"]) for one in parts) == pytest.approx(3000)
    assert float(parts[-1]["start"]) + float(parts[-1]["percentage"]) == pytest.approx(100)
    assert view["requirements"]["itinerary"]["missing"] == ["interests"]


async def test_the_documents_are_in_the_answer(client):
    """Who asks over HTTP reads them in the reply itself, item by item and part by part."""
    begun = await client.begin()
    await client.do(begun, ACTS[0])
    asked = {"documents": ["checklist", "budget"]}
    reply = (await client.http.post(f"/api/threads/{begun}/documents", json=asked)).json()
    said = "\n".join(one["text"] for one in reply["messages"] if one["role"] == "assistant")
    view = await read(client, begun)
    assert all(f"[ ] {item['text']}" in said for one in view["checklist"]["categories"] for item in one["items"])
    assert all(one["category"] in said for one in view["budget"]["parts"])


async def test_two_people_tick_at_once(client, thread):
    """Ten ticks sent at the same moment are all there afterwards."""
    view = await read(client, thread)
    ids = [item["id"] for one in view["checklist"]["categories"] for item in one["items"]][:10]
    answers = await asyncio.gather(*(change(client, thread, op="tick", item=one) for one in ids))
    again = [one for one, done in zip(ids, answers, strict=True) if done.status_code != 200]
    for one in again:  # a storm may be told to come again, in words
        assert (await change(client, thread, op="tick", item=one)).status_code == 200
    assert (await read(client, thread))["checklist"]["done"] == 10


async def test_amounts_and_expenses(client, thread):
    """A set amount stays and the rest is shared out; an expense is split; what cannot be done is said."""
    set_to = await change(client, thread, op="amount", category="budget-category-food", amount="777.00")
    parts = {one["key"]: one for one in set_to.json()["budget"]["parts"]}
    assert (parts["food"]["amount"], parts["food"]["basis"]) == ("777.00", "own")
    assert sum(float(one["amount"]) for one in parts.values()) == pytest.approx(3000)
    spent = await change(client, thread, op="spend", amount="90.00", what="taxi", payer="Ana", shared_by=["", "Ana"])
    assert spent.json()["budget"]["debts"] == [{"debtor": "", "creditor": "Ana", "amount": "45.00"}]
    expense = spent.json()["budget"]["expenses"][0]["id"]
    assert (await change(client, thread, op="correct", expense=expense, amount="60.00")).json()["budget"][
        "spent"
    ] == "60.00"
    assert (await change(client, thread, op="strike", expense=expense)).json()["budget"]["expenses"] == []
    assert (await change(client, thread, op="tick", item="item-none")).status_code == 404
    assert (await change(client, thread, op="spend", amount="-3")).status_code == 422
    assert (await change(client, thread, op="spend", amount="NaN")).status_code == 422


async def test_a_button_makes_documents(client):
    """POST makes what is ready and asks for what is missing; before that there is nothing to export."""
    begun = await client.begin()
    await client.do(begun, plan("Hamburg", "Naples", "2027-05-09", "2027-05-14", adults=2))
    assert (await client.http.get(f"/api/threads/{begun}/documents/budget/exports/md")).status_code == 409
    made = await client.http.post(f"/api/threads/{begun}/documents", json={"documents": ["checklist", "budget"]})
    assert made.status_code == 200
    told = [one["text"] for one in made.json()["messages"]]
    assert told[-1] == "How much may the whole trip cost, and in which currency?"
    view = await read(client, begun)
    assert (view["checklist"] is not None, view["budget"]) == (True, None)


@pytest.mark.parametrize("form", ["md", "csv", "html", "pdf"])
async def test_files(client, thread, form):
    """Each document is written in each form, in the words of the trip; what a person wrote is no markup and no formula."""
    await change(client, thread, op="add", text="=1+1 <b>|x|</b>")
    made = await client.http.get(f"/api/threads/{thread}/documents/checklist/exports/{form}")
    assert made.status_code == 200
    assert len(made.content) > 500
    if form != "pdf":
        assert "Naples" in made.text
        assert "<b>" not in made.text.replace("\\<b", "") or form == "csv"
    if form == "csv":
        assert "'=1+1" in made.text
    budget = await client.http.get(f"/api/threads/{thread}/documents/budget/exports/{form}")
    assert budget.status_code == 200
