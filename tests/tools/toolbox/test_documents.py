"""The document tools alone: the gate by quoted words, and money between people that is right to the cent."""

import asyncio
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.acts import Outcome
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget, BudgetCategory
from tripintent.state.planning.checklist import Category, Checklist, Item
from tripintent.state.planning.debts import balances, sharers_of
from tripintent.state.trip import TripIntent
from tripintent.tools.planning.editing import RuleEditor, WordMatcher
from tripintent.tools.planning.showing import FileWords
from tripintent.tools.ports.planning import Purchased
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.toolbox.base import Scene
from tripintent.tools.toolbox.documents import _said
from tripintent.tools.toolbox.toolbox import by_name

RATES = EcbRates()
FLIGHTS = Booking(
    booking_id="bk_1",
    item_type="flight",
    title="BOS–LIS",
    total=Money(amount="900.00", currency="USD"),
    locator="XK21PQ",
)
MARK = Purchased(bookings=(FLIGHTS,)).mark
PEOPLE = ("Ana", "Ben", "Cy")


class Trip:
    """One trip whose tools are called one after the other, each on the state after the one before."""

    def __init__(self, budget: Budget | None = None, bookings: tuple[Booking, ...] = (), said: str = "") -> None:
        numbers = iter(range(1000))
        editor = RuleEditor(RATES, lambda: f"e{next(numbers)}")
        self.planning: Any = SimpleNamespace(editor=editor, reader=WordMatcher(), words=FileWords(), at_once=False)
        self.trip = TripIntent(trip_id="t", working_memory={"bookings": bookings}, party={"travelers": {"adults": 3}})
        self.documents: dict[str, Any] = {"budget": budget} if budget else {}
        self.said = said

    def call(self, name: str, **arguments: Any) -> Outcome:
        scene = Scene(
            trip=self.trip,
            ports=SimpleNamespace(rates=RATES),
            documents=self.documents,
            planning=self.planning,
            said=self.said,
        )
        act = asyncio.run(by_name()[name].run(scene, arguments))
        self.documents = {**self.documents, **act.documents}
        return act.outcome

    def read(self, name: str, **arguments: Any) -> Any:
        scene = Scene(trip=self.trip, ports=SimpleNamespace(rates=RATES), documents=self.documents)
        return asyncio.run(by_name()[name].run(scene, arguments))

    @property
    def budget(self) -> Budget:
        return self.documents["budget"]


def bought() -> Budget:
    """Return a budget of 2,000 in which flights for 900 are booked, and a city tax of 28 is due on the spot."""
    parts = [("flights", "900", "booked"), ("food", "1100", "estimate")]
    categories = [
        BudgetCategory(
            id=f"budget-category-{key}", key=key, category=key, amount=amount, percentage=0, basis=basis, weight=1
        )
        for key, amount, basis in parts
    ]
    return Budget(
        trip_id="t", total_budget=Decimal(2000), categories=categories, people=3, due_there=Decimal(28), made_for=MARK
    )


@pytest.mark.parametrize(
    ("quoted", "said", "right"),
    [
        ("create the checklist", "OK, create the  Checklist!", True),
        ("erstelle die Liste", "Erstelle die Liste bitte", True),
        ("create the checklist", "what is a checklist?", False),
        ("list", "the checklist", False),
        ("", "create the checklist", False),
    ],
)
def test_an_order_is_quoted_as_it_was_said(quoted: str, said: str, right: bool) -> None:
    """Spaces, capitals and marks aside, in any language; a part of a word is no quotation."""
    assert _said(quoted, said) == right
    if not right:
        done = Trip(said=said).call("create_documents", kinds=["checklist"], ordered_by=quoted)
        assert (done.ok, done.rejected[0].path) == (False, "ordered_by")


def test_what_stands_in_the_documents_is_read() -> None:
    """With every item, part and expense, and which are not made yet."""
    trip = Trip(bought(), (FLIGHTS,))
    trip.call("record_expense", amount={"amount": 40, "currency": "USD"}, what="dinner", paid_by=[{"name": "Ana"}])
    trip.documents["checklist"] = Checklist(
        trip_id="t",
        title="Lisbon",
        categories=[Category(id="c1", category="Papers", items=[Item(id="i1", text="Passport", checked=True)])],
    )
    shown = trip.read("show_documents")
    assert shown.documents["checklist"]["categories"][0]["items"] == [{"id": "i1", "text": "Passport", "done": True}]
    assert "dinner" in str(shown.documents["budget"]["expenses"])
    assert shown.not_made == ("itinerary",)
    assert list(trip.read("show_documents", kinds=["budget"]).documents) == ["budget"]


def test_what_paid_for_a_booking_is_counted_once() -> None:
    """By its id, by its exact total, or not at all where it is said to be something else."""
    for arguments in ({"booking": "bk_1"}, {"booking": "XK21PQ"}, {"amount": {"amount": 900, "currency": "USD"}}):
        trip = Trip(bought(), (FLIGHTS,))
        done = trip.call("record_expense", paid_by=[{"name": "Ana"}], **arguments)
        assert done.ok, done.rejected
        assert done.facts["budget"]["spent"]["amount"] == "900.00"
        assert done.facts["budget"]["left"]["amount"] == "1072.00"
        assert balances(trip.budget, PEOPLE)["Ana"] == 600
        again = trip.call("record_expense", booking="bk_1", paid_by=[{"name": "Ben"}])
        assert (again.ok, again.rejected[0].path) == (False, "booking")
    other = Trip(bought(), (FLIGHTS,))
    other.call("record_expense", amount={"amount": 900, "currency": "USD"}, booking="none", what="a boat")
    assert other.budget.spent == 1800
    lost = other.call("record_expense", booking="bk_7")
    assert lost.rejected[0].candidates == ("bk_1: BOS–LIS, 900.00 USD",)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("food", "tea, coffee, lunch"),
        ("local", "bus, train, metro, taxi, subway, bus tickets, train ticket"),
        ("activities", "museum tickets, tickets, castle, entrance"),
        ("reserve", "a wobble, dinner at the museum"),
    ],
)
def test_what_is_usually_bought_has_its_part(part: str, said: str) -> None:
    """Tickets are of what they are for; what nothing tells, or is of two parts, is of the reserve."""
    trip, keys = Trip(), ("food", "local", "activities", "reserve")
    for what in said.split(", "):
        trip.call("record_expense", amount={"amount": 1}, what=what)
    parts = [BudgetCategory(id=one, key=one, category=one, amount=9, percentage=25) for one in keys]
    made = trip.budget.model_copy(update={"categories": tuple(parts)})
    assert {one: made.spent_on(one) for one in keys if made.spent_on(one)} == {part: len(said.split(", "))}


def test_left_is_after_bookings_expenses_repayments_and_taxes() -> None:
    """A repayment is not spent; a correction counts once; what is due on the spot is kept aside."""
    trip = Trip(bought(), (FLIGHTS,))
    trip.call(
        "record_expense", amount={"amount": 54}, what="dinner", paid_by=[{"name": "Ana"}], people=list(PEOPLE), me="Ben"
    )
    trip.call("correct_expense", expense="dinner", amount={"amount": 45}, paid_by=[{"name": "me"}])
    done = trip.call("settle_up", paid_back=[{"giver": "Ana", "receiver": "me", "amount": {"amount": 15}}])
    assert done.facts["balances"]["Ana"]["amount"] == "0.00"
    assert done.facts["payments"] == [{"from": "Cy", "to": "Ben", "amount": {"amount": "15.00", "currency": "USD"}}]
    assert trip.budget.left == 2000 - 900 - 45 - 28


def test_a_correction_keeps_what_it_does_not_name() -> None:
    """Payer, shares, words and id stay; several payers of another amount paid in the same parts."""
    trip = Trip()
    done = trip.call(
        "record_expense", amount={"amount": 100, "currency": "EUR"}, what="boat", people=list(PEOPLE), me="Cy",
        paid_by=[{"name": "Ana", "amount": 75}, {"name": "Ben", "amount": 25}],
        shared_by=[{"name": "Ana", "part": 2}, {"name": "Cy", "part": 1}],
    )  # fmt: skip
    boat = done.facts["expense"]["id"]
    done = trip.call("correct_expense", expense=boat, amount={"amount": 60})
    assert [one["amount"]["amount"] for one in done.facts["expense"]["paid_by"]] == ["45.00", "15.00"]
    assert done.facts["expense"]["shared_by"] == ["Ana", "Cy"]
    done = trip.call("correct_expense", expense=boat, shared_by=[], without=["Ben"])
    assert (done.facts["expense"]["id"], done.facts["expense"]["without"]) == (boat, ["Ben"])
    lost = trip.call("correct_expense", expense="museum", delete=True)
    assert lost.rejected[0].candidates == (f"{boat}: boat, 60 EUR",)
    assert trip.call("correct_expense", expense=boat, delete=True).facts["budget"]["expenses"] == []


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (
            {"amount": {"amount": 10}, "paid_by": [{"name": "Ana", "amount": 5}, {"name": "Ben", "amount": 4}]},
            "paid_by",
        ),
        ({"amount": {"amount": 10}, "paid_by": [{"name": "Ana", "amount": 5}, {"name": "Ben"}]}, "paid_by"),
        ({"amount": {"amount": 10}, "paid_by": [{"name": "Anna"}]}, "paid_by[0]"),
        ({"amount": {"amount": 10}, "shared_by": [{"name": "Ana", "part": 1}, {"name": "Ben"}]}, "shared_by"),
        ({"amount": {"amount": 10, "currency": "XXA"}}, "amount"),
        ({"what": "dinner"}, "amount"),
    ],
)
def test_what_does_not_add_up_is_not_kept(arguments: dict[str, Any], path: str) -> None:
    """Nothing is written, and it is said where and what would be right."""
    trip = Trip()
    trip.call("settle_up", people=list(PEOPLE), me="Ben")
    before = trip.budget
    done = trip.call("record_expense", **arguments)
    assert (done.ok, done.rejected[0].path) == (False, path)
    assert trip.budget == before


def test_names_that_are_missing_are_asked_for() -> None:
    """Three share and one is known: the debts wait, the expense is kept."""
    trip = Trip()
    assert trip.call("record_expense", amount={"amount": 30, "currency": "USD"}, what="taxi").ok
    done = trip.call("settle_up")
    assert (done.ok, done.rejected[0].path) == (False, "people")
    assert trip.call("settle_up", people=["me", "Ana", "Cy"]).facts["balances"]["me"]["amount"] == "20.00"


amounts = st.decimals(min_value="0.01", max_value="9999.99", places=2)
names = st.sampled_from(PEOPLE)
spendings = st.fixed_dictionaries(
    {"amount": amounts, "payers": st.lists(names, unique=True, min_size=1), "sharers": st.lists(names, unique=True)}
)


@settings(max_examples=60, deadline=None)
@given(st.lists(spendings, max_size=8), st.lists(st.tuples(names, names, amounts), max_size=3))
def test_balances_are_nothing_together_and_the_payments_settle_them(spent: list[Any], back: list[Any]) -> None:
    """Whoever paid what for whom, given back or not: to the cent, and after the payments nobody owes anybody."""
    trip = Trip()
    trip.call("settle_up", people=list(PEOPLE), me="Ben")
    for one in spent:
        done = trip.call(
            "record_expense", amount={"amount": str(one["amount"])}, paid_by=[{"name": name} for name in one["payers"]],
            shared_by=[{"name": name} for name in one["sharers"]],
        )  # fmt: skip
        assert done.ok, done.rejected
    paid_back = [{"giver": a, "receiver": b, "amount": {"amount": str(amount)}} for a, b, amount in back if a != b]
    done = trip.call("settle_up", paid_back=paid_back)
    assert sum(balances(trip.budget, sharers_of(trip.budget)).values()) == 0
    told = {name: Decimal(one["amount"]) for name, one in done.facts["balances"].items()}
    for one in done.facts["payments"]:
        told[one["from"]] += Decimal(one["amount"]["amount"])
        told[one["to"]] -= Decimal(one["amount"]["amount"])
    assert not any(told.values())
