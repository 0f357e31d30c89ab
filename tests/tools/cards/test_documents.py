"""The cards of days, checklist and budget are drawn from the documents, and only what is new of them is shown."""

from decimal import Decimal

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Location
from tripintent.state.designer.segments import ActivitySegment, FlightSegment
from tripintent.state.document import Document
from tripintent.state.languages import LANGUAGES
from tripintent.state.planning.budget import Budget, BudgetCategory, Expense
from tripintent.state.planning.checklist import Category, Checklist, Item
from tripintent.tools.cards.card import text
from tripintent.tools.cards.documents import budget_card
from tripintent.tools.cards.drawing import CARDS
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.document_facts import PurseFacts, marks, new_facts


def entry(name: str, start: str, end: str | None = None, **more: object) -> ActivitySegment:
    facts = {"id": name, "name": name, "start_datetime": start, "end_datetime": end, **more}
    return ActivitySegment.model_validate(facts)


PLAN = ItineraryDocument(
    segments=(
        entry("Fado", "2027-06-15T21:00", source="booking", status="CONFIRMED", confirmation_number="F1"),
        entry("Castle", "2027-06-15T10:00", "2027-06-15T12:00", location=Location(name="Alfama")),
        entry("Market", "2027-06-16"),
    )
)
LIST = Checklist(
    categories=(
        Category(
            id="a", category="Papers", items=(Item(id="p", text="Passport", checked=True), Item(id="v", text="Visa"))
        ),
        Category(id="b", category="Clothes", items=(Item(id="h", text="Hat"),)),
    )
)
PARTS = (
    BudgetCategory(id="s", key="stay", category="Hotel", amount=Decimal(600), percentage=Decimal(60), basis="booked"),
    BudgetCategory(id="f", key="food", category="Food", amount=Decimal(400), percentage=Decimal(40)),
)
DINNER = Expense(id="e", what="dinner", amount=Decimal(90), payer="", part="food")
MONEY = Budget(
    currency="EUR", total_budget=Decimal(1000), categories=PARTS, expenses=(DINNER,), sharers=("", "Bob"), people=2
)


def drawn(*documents: Document, language: str = "en", seen: tuple[str, ...] = ()) -> list[str]:
    """Return the texts of the cards of what is new."""
    facts = new_facts({one.kind: one for one in documents}, seen)
    return [text(CARDS[type(one)](one, CardWords(language, "UTC"))) for one in facts]


def test_a_day_has_its_entries_by_the_clock() -> None:
    """In order of time, with hours as far as they are known, the place, and what is booked with its number."""
    (card,) = drawn(PLAN)
    assert card.splitlines() == [
        "Your days",
        "Tue 15 Jun 2027: 10:00–12:00 Castle, Alfama",
        "  21:00 Fado, booked, confirmation F1",
        "Wed 16 Jun 2027: Market",
    ]
    ends = dict.fromkeys(("origin", "destination"), Location(name="Airport", code="LIS"))
    flight = FlightSegment(id="f", start_datetime="2027-06-16T09:00", flight_number="TP1", **ends)
    (facts,) = new_facts({PLAN.kind: ItineraryDocument(segments=(flight,))}, ())
    card = CARDS[type(facts)](facts, CardWords("en", "UTC", {"LIS": "Lisbon"}.__getitem__))
    assert text(card).endswith("09:00 TP1 Lisbon (LIS) – Lisbon (LIS)")


def test_the_checklist_shows_what_is_done() -> None:
    """Parts with their items, and counts of the whole."""
    (card,) = drawn(LIST)
    assert card.splitlines() == ["Checklist: 1 of 3 done", "Papers: [x] Passport", "  [ ] Visa", "Clothes: [ ] Hat"]


def test_the_budget_shows_what_is_left_and_who_owes_whom() -> None:
    """Sums that are nothing have no line; each part says where its figure comes from."""
    (card,) = drawn(MONEY)
    assert card.splitlines() == [
        "Budget of the trip",
        "Total: €1,000.00",
        "Per person: €500.00",
        "Booked: €600.00",
        "Spent in all: €690.00",
        "Left: €310.00",
        "Parts: Hotel, booked: €600.00",
        "  Food, planned, €90.00 spent: €400.00",
        "Of expenses, to pay back: Bob to you: €45.00",
    ]


def test_what_is_held_is_taken_off_what_is_left() -> None:
    """The card of an expense alone says so, too, and by how much all of it is over."""
    held = MONEY.model_copy(update={"categories": (PARTS[0].model_copy(update={"basis": "held"}), PARTS[1])})
    spent = held.model_copy(update={"expenses": (DINNER.model_copy(update={"amount": Decimal(450)}),)})
    (facts,) = new_facts({spent.kind: spent}, ())
    assert isinstance(facts, PurseFacts)
    shown = text(budget_card(facts.short, CardWords("en", "UTC"))).splitlines()
    assert shown[4:6] == ["You’re over by: €50.00", "Of expenses, to pay back: Bob to you: €225.00"]


def test_without_a_budget_what_was_spent_is_shown() -> None:
    """No total and nothing left are made up."""
    (card,) = drawn(MONEY.model_copy(update={"categories": (), "total_budget": 0}))
    assert card.splitlines() == ["Expenses", "Spent in all: €90.00", "Of expenses, to pay back: Bob to you: €45.00"]


def test_only_what_is_new_is_shown() -> None:
    """Another tick shows its part of the list, another entry its day, another expense the budget; nothing shows nothing."""
    seen = marks({one.kind: one for one in (PLAN, LIST, MONEY)})
    assert drawn(PLAN, LIST, MONEY, seen=seen) == []
    later = PLAN.model_copy(update={"segments": (*PLAN.segments, entry("Tram", "2027-06-16T09:00"))})
    ticked = LIST.categories[1].items[0].model_copy(update={"checked": True})
    packed = LIST.model_copy(
        update={"categories": (LIST.categories[0], LIST.categories[1].model_copy(update={"items": (ticked,)}))}
    )
    days, items = drawn(later, packed, MONEY, seen=seen)
    assert days.splitlines() == ["Your day", "Wed 16 Jun 2027: Market", "  09:00 Tram"]
    assert items.splitlines() == ["Checklist: 2 of 3 done", "Clothes: [x] Hat"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_draws_them(language: str) -> None:
    """No title stays English."""
    own, english = drawn(PLAN, LIST, MONEY, language=language), drawn(PLAN, LIST, MONEY)
    titles = {one.splitlines()[0] for one in english}
    assert language == "en" or titles.isdisjoint(one.splitlines()[0] for one in own)
