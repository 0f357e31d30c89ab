"""What the check of a model's words holds for a claim: a statement, never a denial, a question, or what is to come."""

from typing import Any

import pytest

from tripintent.tools.model.words import strays_in
from tripintent.tools.toolbox.facts import TripStand

STAND: dict[str, Any] = {"now": {"local": "2026-03-01 12:00", "zone": "UTC"}, "state": "open"}


@pytest.mark.parametrize(
    ("words", "claimed"),
    [
        ("Your trip is booked.", ("booked",)),
        ("No problem, your trip is booked.", ("booked",)),
        ("All good. The hotel is held, and breakfast is included.", ("held", "breakfast included")),
        ("The flight is non-stop.", ("non-stop",)),
        ("Su hotel está reservado.", ("booked",)),
        ("Nothing is booked yet.", ()),
        ("I don't think it is booked.", ()),
        ("Once you say yes, everything is booked.", ()),
        ("Is free cancellation a must for you?", ()),
        ("There is no hotel with free cancellation.", ()),
        ("Sobald Sie zustimmen, ist gebucht, was Sie sehen.", ()),
        ("Das Hotel im Mai ist gebucht und für euch da.", ("booked",)),
        ("O quarto no hotel está reservado para vocês.", ("booked",)),
        ("Il viaggio non è prenotato, e mai è prenotato da solo.", ()),
        ("El hotel no está reservado para vosotros.", ()),
    ],
)
def test_only_a_statement_is_a_claim(words: str, claimed: tuple[str, ...]) -> None:
    assert strays_in(words, [], TripStand.model_validate(STAND)) == claimed


@pytest.mark.parametrize(
    ("words", "strays"),
    [
        ("That leaves 378.08.", ()),
        ("€55.10 each.", ()),
        ("Four times that is 1,102.00.", ()),
        ("About 381.20 is left.", ("381.20",)),
    ],
)
def test_what_was_worked_out_of_amounts_is_a_fact(words: str, strays: tuple[str, ...]) -> None:
    """A difference of two amounts, and a share of one among a small number."""
    result = '{"spent": {"amount": "421.92", "currency": "EUR"}, "limit": {"amount": "800.00"}, "room": {"amount": "275.50"}}'
    assert strays_in(words, [result], TripStand.model_validate(STAND)) == strays
