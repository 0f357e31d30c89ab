"""What a change of dates replaces, told to whoever decides: in the queue and behind the link, without the chat."""

from decimal import Decimal
from typing import get_args
from urllib.parse import urlsplit

import pytest

from tripintent.app.http.localized import Localized
from tripintent.app.http.routes_approvals import ReplacedLine
from tripintent.app.words import LANGUAGES, catalogue
from tripintent.state.offers import RefundTo
from tripintent.tools.language.replies.texts import texts_of


async def test_the_queue_and_the_link_tell_what_is_replaced(client):
    """Each booking that is replaced with what its cancellation costs and brings back, and what the change comes to in all."""
    _, pending = await client.rebooking()
    args = pending["card"]["action_requests"][0]["args"]
    [line] = (await client.http.get("/api/approvals", headers={"accept-language": "de"})).json()
    one = (await client.http.get(f"/api/approvals/{pending['approval_id']}", headers={"accept-language": "de"})).json()
    page = await client.http.get(urlsplit(line["link"]).path, headers={"accept-language": "de"})
    assert line["change"] == one["change"]
    assert len(args["replaces"]) == len(line["change"]["replaces"]) == 2
    back, total = args["refund"], args["total"]
    assert back["currency"] == total["currency"] == line["change"]["difference"]["currency"]
    assert Decimal(line["change"]["difference"]["amount"]) == Decimal(total["amount"]) - Decimal(back["amount"])
    german = Localized("de")
    for shown, told in zip(line["change"]["replaces"], args["replaces"], strict=True):
        asked = {name: told[name] for name in ("paid", "fee", "refund", "refund_to", "problem")}
        assert shown == {**asked, "title": german.title(told["title"])}
        assert shown["title"] in page.text
        assert f"bringt {german.money(told['refund'])} zurück" in page.text
    assert "Ersetzt und storniert, sobald das Neue gekauft ist" in page.text
    assert f"Insgesamt kostet die Änderung {german.money(args['difference'])}." in page.text


async def test_a_first_purchase_replaces_nothing(client):
    """Neither the queue nor the page behind the link speaks of a change where there is none."""
    await client.waiting()
    [line] = (await client.http.get("/api/approvals")).json()
    page = await client.http.get(urlsplit(line["link"]).path)
    assert line["change"] is None
    assert "Replaces" not in page.text


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        ({"amount": "44.46", "currency": "USD"}, "All in all the change costs $44.46."),
        ({"amount": "-44.46", "currency": "USD"}, "All in all the change brings back $44.46."),
        (None, "What the change costs in all is not known now."),
    ],
)
def test_a_change_costs_or_brings_back_or_is_not_known(difference, said):
    """No sign has to be read: the words say which way the money goes, and what nobody knows is said to be unknown."""

    def say(name, **facts):
        return catalogue("en").say("page", name, **facts)

    assert Localized("en").change(difference, say) == said
    unknown = {"title": "Inn", "fee": None, "refund": None}
    assert Localized("en").brought_back(unknown, say) == "it cannot be cancelled here now and stays booked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_airline_changes_is_never_said_to_stay_booked(language):
    """The queue carries the problem, and whoever reads it says what its airline does and what comes back, in each language."""
    paid = {"amount": "180.00", "currency": "EUR"}
    line = {"title": "JFK-SFO", "paid": paid, "fee": None, "refund": None, "refund_to": None, "problem": "changed"}
    texts, shown = texts_of(language).words, Localized(language)
    queued = ReplacedLine.model_validate(line).model_dump(mode="json")
    assert shown.brought_back(queued, None) == texts["change.at_airline"]
    for to in get_args(RefundTo):
        said = shown.brought_back({**queued, "refund": paid, "refund_to": to}, None)
        assert said == f"{texts['change.at_airline']}; {texts[f'back.{to}'].format(shown.money(paid))}"
