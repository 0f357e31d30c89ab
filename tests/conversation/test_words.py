"""What the check of a model's words holds for a claim: a statement, never a denial, a question, or what is to come."""

import json
from pathlib import Path

import pytest
import yaml

from tripintent.tools.model.words import strays_in
from tripintent.tools.toolbox.facts import TripStand

SAID = yaml.safe_load(Path(__file__).with_name("said.yaml").read_text("utf-8"))
STAND = TripStand.model_validate(SAID["stand"])


@pytest.mark.parametrize(("claimed", "words"), [(name, x) for name, some in SAID["caught"].items() for x in some])
def test_what_is_not_so_is_caught(claimed: str, words: str) -> None:
    assert claimed in strays_in(words, ["14 June"], STAND)


@pytest.mark.parametrize("words", SAID["passes"])
def test_only_a_statement_that_is_not_so_is_caught(words: str) -> None:
    """A denial, a question, what is to come, what is so in general, and what is true, are told."""
    assert strays_in(words, ["14 June 40"], STAND) == ()


@pytest.mark.parametrize("claimed", ["booked", "confirmed", "paid", "held"])
def test_a_booking_bears_out_what_was_done(claimed: str) -> None:
    stand = TripStand.model_validate({**SAID["stand"], "bookings": (SAID["booking"],)})
    assert {x for words in SAID["caught"][claimed] for x in strays_in(words, [], stand)} <= {"refundable"}


def test_what_a_result_of_the_turn_tells_of_another_hotel_is_so() -> None:
    sources = [json.dumps({"hotels": [SAID["other hotel"]]})]
    for words in ("The Roma Due has a pool.", "At the Roma Due dinner is included."):
        assert strays_in(words, sources, STAND) == ()
    assert strays_in("The Roma Uno has a pool.", sources, STAND) == ("pool",)


@pytest.mark.parametrize(("words", "strays"), SAID["figures"].items())
def test_what_was_worked_out_of_amounts_is_a_fact(words: str, strays: list[str]) -> None:
    """A difference of two amounts, and a share of one among a small number."""
    result = '{"spent": {"amount": "421.92", "currency": "EUR"}, "limit": {"amount": "800.00"}, "room": {"amount": "275.50"}}'
    assert [*strays_in(words, [result], STAND)] == strays
