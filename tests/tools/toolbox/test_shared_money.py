"""Shared expenses: counted in the trip's own currency, and split among those who shared when they were written."""

from decimal import Decimal
from typing import Any

from tests.tools.toolbox.test_documents import FLIGHTS, PEOPLE, RATES, Trip

from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.debts import debts, sharers_of
from tripintent.state.travellers import Guest
from tripintent.state.wishes import Constraints


def of(**limits: Any) -> Trip:
    """Return a trip with limits."""
    trip = Trip()
    trip.trip = trip.trip.model_copy(update={"constraints": Constraints(**limits)})
    return trip


def adults(trip: Trip, count: int) -> None:
    """Let so many travel."""
    travellers = trip.trip.party.travelers.model_copy(update={"adults": count})
    party = trip.trip.party.model_copy(update={"travelers": travellers})
    trip.trip = trip.trip.model_copy(update={"party": party})


def shared_by(trip: Trip, what: str) -> tuple[str, ...]:
    """Return who shares an expense."""
    return next(one.shared_by for one in trip.budget.expenses if one.what == what)


def test_expenses_are_counted_in_the_money_of_the_trip() -> None:
    """What was said for the trip comes first, then the money of where it starts; another currency is counted and told."""
    trip = of(home_currency="EUR")
    assert trip.call("record_expense", amount={"amount": 40}, what="dinner").ok
    assert (trip.budget.currency, trip.budget.spent) == ("EUR", 40)
    done = trip.call("record_expense", amount={"amount": 1, "currency": "GBP"}, what="boat")
    assert done.facts["expense"]["amount"]["currency"] == "EUR"
    one = done.facts["expense"]
    assert one["original"] == {"amount": "1.00", "currency": "GBP"}
    rate = RATES.convert(Money(amount=Decimal(1000), currency="GBP"), "EUR").amount / 1000
    assert (one["rate"], one["rates_of"]) == (f"{rate:.5g}", str(RATES.dated())), "not that of the rounded sums"
    assert of(home_currency="USD", currency="EUR").call("record_expense", amount={"amount": 1}).facts["budget"]["spent"] == {
        "amount": "1.00",
        "currency": "EUR",
    }  # fmt: skip


def test_a_currency_that_nobody_said_is_told() -> None:
    """Neither the trip nor the call has one."""
    assert of().call("record_expense", amount={"amount": 1}).assumed == ("no currency was said: USD",)


def test_the_ledger_follows_the_currency_of_the_trip() -> None:
    """What was written before the trip had its money is counted in it from then on, never taken as the same figure."""
    trip = of()
    trip.call("record_expense", amount={"amount": 40, "currency": "GBP"}, what="boat")
    trip.call(
        "record_expense", amount={"amount": 30, "currency": "EUR"}, what="taxi",
        paid_by=[{"name": "Ana", "amount": 20}, {"name": "Ben", "amount": 10}],
    )  # fmt: skip
    trip.trip = trip.trip.model_copy(update={"constraints": Constraints(currency="EUR")})
    trip.call(
        "settle_up", people=[*PEOPLE], me="Cy", paid_back=[{"giver": "Ana", "receiver": "me", "amount": {"amount": 1}}]
    )
    boat, taxi, _ = trip.budget.expenses
    assert trip.budget.currency == "EUR"
    assert (boat.original, taxi.original) == (Money(amount=Decimal(40), currency="GBP"), None)
    assert 40 < boat.amount < 60
    assert [one.amount for one in taxi.payers] == [20, 10]


def test_a_budget_made_again_in_other_money_counts_what_was_spent_anew() -> None:
    """40 dollars are no 40 euros; an amount that somebody set is counted, too."""
    old = Budget(trip_id="t", people=3, own=[{"key": "food", "amount": "100"}])
    trip = Trip(old)
    trip.call("record_expense", amount={"amount": 40, "currency": "USD"}, what="dinner")
    new = trip.planning.editor.carried(trip.budget, Budget(trip_id="t", currency="EUR"))
    (dinner,), (food,) = new.expenses, new.own
    assert dinner.original == Money(amount=Decimal(40), currency="USD")
    assert 30 < dinner.amount < 40
    assert 75 < food.amount < 100


def test_who_joins_later_has_no_part_in_what_was_spent_before() -> None:
    """Dee is named with an expense of hers, or among all who share: what three shared stays theirs."""
    trip = Trip()
    trip.call("record_expense", amount={"amount": 90, "currency": "EUR"}, what="dinner", people=[*PEOPLE], me="Ben")
    trip.call("record_expense", amount={"amount": 40}, what="boat", paid_by=[{"name": "Dee"}])
    assert shared_by(trip, "dinner") == ("Ana", "", "Cy")
    assert shared_by(trip, "boat") == ("Ana", "", "Cy", "Dee")
    done = trip.call("settle_up", people=[*PEOPLE, "Dee", "Eve"])
    assert {name: one["amount"] for name, one in done.facts["balances"].items()} == {
        "Ana": "-40.00", "Ben": "50.00", "Cy": "-40.00", "Dee": "30.00", "Eve": "0.00",
    }  # fmt: skip


def test_names_that_become_known_are_those_of_then() -> None:
    """Three share and are named later: it is theirs, whoever joins after that."""
    trip = Trip()
    done = trip.call("record_expense", amount={"amount": 30, "currency": "EUR"}, what="taxi")
    assert done.facts["expense"]["shared_among"] == 3
    trip.call("settle_up", people=["me", "Ana", "Cy"])
    adults(trip, 4)
    done = trip.call("settle_up", people=["me", "Ana", "Cy", "Dee"])
    assert (done.facts["balances"]["me"]["amount"], done.facts["balances"]["Dee"]["amount"]) == ("20.00", "0.00")


def test_who_of_more_people_shared_is_asked_and_not_guessed() -> None:
    """Written for three, named when there are four: no debt is worked out until it is said who shared it."""
    trip = Trip()
    taxi = trip.call("record_expense", amount={"amount": 30, "currency": "EUR"}, what="taxi").facts["expense"]["id"]
    adults(trip, 4)
    done = trip.call("settle_up", people=["me", "Ana", "Cy", "Dee"])
    assert done.rejected[0].candidates == (f"{taxi}: taxi, for 3",)
    assert not done.facts.get("balances")
    assert debts(trip.budget, sharers_of(trip.budget)) == ()
    trip.call("correct_expense", expense=taxi, amount={"amount": 33})
    assert trip.call("settle_up").rejected
    trip.call("correct_expense", expense=taxi, shared_by=[{"name": name} for name in ("me", "Ana", "Cy")])
    assert trip.call("settle_up").facts["balances"]["me"]["amount"] == "22.00"


def test_a_part_is_taken_from_somebody_and_given_back() -> None:
    """'Cy has no part in the taxi' counts for one that all shared; 'she has, after all' too."""
    trip = Trip()
    done = trip.call(
        "record_expense", amount={"amount": 30, "currency": "EUR"}, what="taxi", people=[*PEOPLE], me="Ben"
    )
    taxi = done.facts["expense"]["id"]
    trip.call("correct_expense", expense=taxi, without=["Cy"])
    assert shared_by(trip, "taxi") == ("Ana", "")
    trip.call("correct_expense", expense=taxi, without=[])
    assert set(shared_by(trip, "taxi")) == {"Ana", "", "Cy"}


def test_who_travels_shares_what_is_spent() -> None:
    """By their names, where all are known; the first of them writes, and that is told. Other names are taken as they are said."""
    trip = of()
    adults(trip, 2)
    guests = tuple(Guest(given_name=name, family_name="Smith", passenger_type="adult") for name in ("Mike", "Dana"))
    trip.trip = trip.trip.model_copy(update={"party": trip.trip.party.model_copy(update={"guests": guests})})
    spent = trip.call("record_expense", amount={"amount": 90}, what="train pass")
    assert "Mike is the one who writes" in spent.assumed[-1]
    [owed] = trip.call("settle_up").facts["payments"]
    assert (owed["from"], owed["to"], owed["amount"]["amount"]) == ("Dana", "Mike", "45.00")
    other = of()
    other.trip = trip.trip
    other.call("record_expense", amount={"amount": 30}, what="boat", paid_by=[{"name": "Ana"}])
    assert "Mike" not in sharers_of(other.budget)


def test_what_is_spent_before_there_is_a_budget_is_beside_what_was_said_and_booked() -> None:
    """The total and what was paid are known: neither is nothing because no parts were made yet."""
    trip = Trip(bookings=(FLIGHTS,))
    limits = Constraints(budget_total=Money(amount="1500"))
    trip.trip = trip.trip.model_copy(update={"constraints": limits})
    done = trip.call("record_expense", amount={"amount": 40, "currency": "USD"}, what="dinner")
    figures = {name: one["amount"] for name, one in done.facts["budget"].items() if isinstance(one, dict)}
    assert figures == {"total": "1500.00", "spent": "940.00", "booked": "900.00", "left": "560.00"}
    assert not trip.budget.made
