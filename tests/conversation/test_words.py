"""What the check of a model's words holds for a claim: a statement, never a denial, a question, or what is to come."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tripintent.tools.model.words import strays_in
from tripintent.tools.toolbox.facts import TripStand

STAND: dict[str, Any] = {"now": {"local": "2026-03-01 12:00", "zone": "UTC"}, "state": "open"}


MONEY = {"amount": "100.00", "currency": "EUR"}
MOMENT = STAND["now"]
FLIGHT = {
    "code": "f", "route": ("LHR", "FCO"), "departs": MOMENT, "arrives": MOMENT, "stops": 0, "minutes": 150, "airlines": ("BA",),
    "flight_numbers": ("BA1",), "cabin": "economy", "total": MONEY, "terms": {"refundable": True},
}  # fmt: skip
HOTEL = {
    "code": "h", "name": "Roma Uno", "check_in": "2026-06-14", "check_out": "2026-06-16", "nights": 2, "board": "room_only",
    "amenities": ("wifi",), "nightly": MONEY, "total": MONEY, "terms": {"refundable": False},
}  # fmt: skip
SAID = yaml.safe_load(Path(__file__).with_name("said.yaml").read_text("utf-8"))


def stand_of() -> TripStand:
    option = {"option": "o", "total": MONEY, "total_with_local_tax": MONEY, "flights": (FLIGHT,), "hotels": (HOTEL,)}
    return TripStand.model_validate(STAND | {"chosen": option})


@pytest.mark.parametrize(("claimed", "words"), [(name, x) for name, some in SAID["caught"].items() for x in some])
def test_what_is_not_so_is_caught(claimed: str, words: str) -> None:
    assert claimed in strays_in(words, ["14 June"], stand_of())


@pytest.mark.parametrize("words", SAID["passes"])
def test_only_a_statement_that_is_not_so_is_caught(words: str) -> None:
    """A denial, a question, what is to come, what is so in general, and what is true, are told."""
    assert strays_in(words, ["14 June 40"], stand_of()) == ()


@pytest.mark.parametrize("claimed", ["booked", "confirmed", "paid", "held"])
def test_a_booking_bears_out_what_was_done(claimed: str) -> None:
    booking = {"booking_id": "b", "title": "Roma Uno", "status": "confirmed", "terms": {"refundable": False}}
    stand = TripStand.model_validate(STAND | {"bookings": (booking,)})
    assert {x for words in SAID["caught"][claimed] for x in strays_in(words, [], stand)} <= {"refundable"}


def test_what_a_result_of_the_turn_tells_of_another_hotel_is_so() -> None:
    other = HOTEL | {"name": "Roma Due", "amenities": ("wifi", "pool"), "board": "half_board"}
    sources = [json.dumps({"hotels": [other]})]
    for words in ("The Roma Due has a pool.", "At the Roma Due dinner is included."):
        assert strays_in(words, sources, stand_of()) == ()
    assert strays_in("The Roma Uno has a pool.", sources, stand_of()) == ("pool",)


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
