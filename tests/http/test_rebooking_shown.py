"""What a change of dates replaces, told to whoever decides: in the queue and behind the link, without the chat."""

from decimal import Decimal
from urllib.parse import urlsplit

from tripintent.app.http.localized import Localized
from tripintent.tools.suppliers.embedded import terms


async def test_the_queue_and_the_link_tell_what_is_replaced(client, monkeypatch):
    """Each booking that is replaced with what its cancellation costs and brings back, and what the change comes to in all."""
    monkeypatch.setattr(terms, "fee_now", lambda total, *_: total.model_copy(update={"amount": Decimal(10)}))
    _, pending = await client.rebooking()
    args = pending["card"]["action_requests"][0]["args"]
    [line] = (await client.http.get("/api/approvals", headers={"accept-language": "de"})).json()
    one = (await client.http.get(f"/api/approvals/{pending['approval_id']}", headers={"accept-language": "de"})).json()
    page = await client.http.get(urlsplit(line["link"]).path, headers={"accept-language": "de"})
    assert line["change"] == one["change"]
    assert len(args["replaces"]) == len(line["change"]["replaces"]) == 1
    back, total = args["refund"], args["total"]
    assert back["currency"] == total["currency"] == line["change"]["difference"]["currency"]
    assert Decimal(line["change"]["difference"]["amount"]) == Decimal(total["amount"]) - Decimal(back["amount"])
    german = Localized("de")
    for shown, told in zip(line["change"]["replaces"], args["replaces"], strict=True):
        asked = {name: told[name] for name in ("paid", "fee", "refund", "refund_to", "problem")}
        assert shown == {**asked, "title": german.title(told["title"])}
        assert shown["title"] in page.text
        assert f"{german.money(told['refund'])} kommen zurück" in page.text
    assert "<b>Ersetzt</b>" in page.text
    assert "<b>Die Änderung insgesamt</b>" in page.text
    in_all = {**args["difference"], "amount": args["difference"]["amount"].lstrip("-")}
    assert german.money(in_all) in page.text


async def test_a_first_purchase_replaces_nothing(client):
    """Neither the queue nor the page behind the link speaks of a change where there is none."""
    await client.waiting()
    [line] = (await client.http.get("/api/approvals")).json()
    page = await client.http.get(urlsplit(line["link"]).path)
    assert line["change"] is None
    assert "Replaces" not in page.text
