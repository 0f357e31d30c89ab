"""Documents in a model's words: a line that changes a figure or a name, or JSON that cannot be read, stays as it was."""

import json
from datetime import date
from decimal import Decimal

import pytest

from tripintent.state.money import Money
from tripintent.state.planning.checklist import numbered, with_own
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.tools.language.model.documents import ModelDocumentWording
from tripintent.tools.model.client import ChatModel
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.ports.planning import Purchased
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.registry.builtin import BuiltinRegistry

FACTS = TripFacts(
    destinations=(Town(name="Lisbon"),),
    origin=Town(name="Berlin"),
    first_day=date(2027, 6, 14),
    last_day=date(2027, 6, 21),
    days=8,
    travellers=2,
    adults=2,
    passports=("US",),
    budget=Money(amount=Decimal(300), currency="EUR"),
)
MAKER = RuleMaker(OfflineKnowledge(), EcbRates())


@pytest.fixture
def listed():
    return with_own(numbered(MAKER.checklist(FACTS, Purchased(), "en")), "blue sketchbook", "own1", "My own")


def lines(**texts):
    return json.dumps({"lines": [{"id": name, "text": text} for name, text in texts.items()]})


def reply_for(document, **changed):
    """Return a reply with every line as it was, but those that are given."""
    texts = {item.key: item.text for item in document.items if not item.own}
    return lines(**(texts | {name.replace("__", "-"): text for name, text in changed.items()}))


async def test_good_words_are_taken(server, settings, wire, listed):
    """A line in new words replaces the old one; ids, ticks and own items stay, and own items were not sent."""
    server.answers(
        wire.completion(reply_for(listed, charger="Chargers and one power bank, packed in the hand luggage"))
    )
    made = await ModelDocumentWording(ChatModel(settings), BuiltinRegistry()).worded(listed)
    texts = {item.key: item.text for item in made.items}
    assert texts["charger"].startswith("Chargers and one power bank")
    assert [item.id for item in made.items] == [item.id for item in listed.items]
    assert texts["own1"] == "blue sketchbook"
    assert "sketchbook" not in json.dumps(server.requests)


async def test_a_figure_is_never_changed(server, settings, wire, listed):
    """100 ml that became 200, a length that became another, a line that is another thing: the old line stays; others are kept."""
    wrong = reply_for(
        listed,
        liquids="Liquids of at most 200 ml in one clear bag",
        charger="Bring a surfboard",
        light_clothes="Light clothes for about 9 days",
        book_stay="Reserve the place to stay",
    )
    server.answers(wire.completion(wrong))
    made = await ModelDocumentWording(ChatModel(settings), BuiltinRegistry()).worded(listed)
    before, after = ({item.key: item.text for item in one.items} for one in (listed, made))
    changed = {name for name in before if after[name] != before[name]}
    assert (changed, after["book_stay"]) == ({"book_stay"}, "Reserve the place to stay")
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("broken", "asked"), [('{"lines": [{"id": "charger", "te', 4), ("I would rather not", 4), ('{"lines": "none"}', 1)]
)
async def test_broken_json_costs_nothing(server, settings, wire, listed, broken, asked):
    """Cut off or no JSON: asked in every form; another shape: not asked again; the document of the rules."""
    server.answers(wire.completion(broken))
    assert await ModelDocumentWording(ChatModel(settings), BuiltinRegistry()).worded(listed) == listed
    assert len(server.requests) == asked


async def test_a_model_that_is_away_costs_nothing(server, settings, wire, listed):
    """A refused key: the document of the rules."""
    server.answers(wire.failure(401))
    assert await ModelDocumentWording(ChatModel(settings), BuiltinRegistry()).worded(listed) == listed


async def test_a_budget_keeps_every_amount(server, settings, wire):
    """Notes and tips may be worded; amounts and percentages are not even sent."""
    budget = MAKER.budget(FACTS, Purchased(), "en")
    assert budget.notes
    server.answers(wire.completion(lines(**{"tip-0": "Keep the reserve until the second half of your trip."})))
    made = await ModelDocumentWording(ChatModel(settings), BuiltinRegistry()).worded(budget)
    assert made.tips[0] == "Keep the reserve until the second half of your trip."
    assert (made.categories, made.notes) == (budget.categories, budget.notes)
    assert str(budget.categories[0].amount) not in json.dumps(server.requests)
