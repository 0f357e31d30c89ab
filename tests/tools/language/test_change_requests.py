"""Requests to change something that do not say to what."""

import pytest

TRIP = "Flight from Boston to Lisbon June 14 to June 21, 2 adults, hotel near the river"

REQUESTS = [
    ("change the return date", "return_"),
    ("I want to change the destination", "visits"),
    ("can we move the departure?", "depart"),
    ("Could you reschedule my return flight please", "return_"),
    ("a different hotel area", "area"),
    ("I'd like to change the dates", "depart"),
    ("we need a different airline", "airlines"),
    ("the return date needs to be changed", "return_"),
    ("I have to change the number of travelers.", "travelers"),
    ("quiero cambiar la fecha de vuelta", "return_"),
    ("je voudrais changer la destination", "visits"),
    ("ich möchte das Reiseziel ändern", "visits"),
    ("quero mudar a data de volta", "return_"),
    ("vorrei cambiare la destinazione", "visits"),
]


@pytest.mark.parametrize(("text", "slot"), REQUESTS)
def test_a_change_without_a_value_is_asked_about_and_changes_nothing(hear, text, slot):
    """What it should become is asked for; until then the trip stays as it is."""
    trip = hear(TRIP)
    reading = hear.reading(text, frame=trip)
    assert [(d.slot, d.reason) for d in reading.doubts] == [(slot, "change_without_value")]
    assert reading.doubts[0].said.casefold() in text.casefold()
    assert (reading.frame, reading.changed) == (trip, ())


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("change the return date to June 25", "return_"),
        ("I want to change the destination to Porto", "visits"),
        ("a different hotel area, near the beach", "area"),
        ("move the departure to June 12", "depart"),
        ("new budget: $2000", "budget"),
    ],
)
def test_a_change_with_its_value_is_made(hear, text, slot):
    """The value is read and nothing is asked."""
    reading = hear.reading(text, frame=hear(TRIP))
    assert slot in reading.changed
    assert reading.doubts == ()


def test_something_else_said_beside_the_request_counts(hear):
    """Only the request is left open."""
    reading = hear.reading("change the return date, and we are 3 adults now", frame=hear(TRIP))
    assert (reading.frame.adults, reading.changed) == (3, ("adults",))
    assert [d.slot for d in reading.doubts] == ["return_"]
