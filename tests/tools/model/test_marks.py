"""Details that are kept from a model: it sees marks, and code puts the details back in its words and arguments."""

import re
from datetime import date

import pytest

from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import Step, TripIntent
from tripintent.tools.model.privacy import marks_for

TODAY = date(2026, 3, 2)
TEXT = "It is Ann Smith, born 4 March 1985, ann@example.org, +49 151 23456789"
PARTY = {
    "guests": [{"given_name": "Carla", "family_name": "Rossi", "date_of_birth": "1979-11-30"}],
    "contact": {"email": "carla@example.org", "phone": "+39 333 1234567"},
}
BOOKED = {"bookings": [{"booking_id": "b1", "item_type": "flight", "status": "confirmed", "locator": "QX7LMA"}]}
TRIP = apply_patch(TripIntent(), Patch(by="test", merge={"party": PARTY, "working_memory": BOOKED}))
SHOWN = "booked: QX7LMA, Carla Rossi, 1979-11-30, carla@example.org"
DETAILS = ("4 March 1985", "ann@example.org", "23456789", "Carla", "Rossi", "1979-11-30", "carla@example.org", "QX7LMA")
PASSPORTS = ["my passport is C01X00T47", "passport number 123456789", "Reisepass: L8T3NK9V2", "id card no. 48151623"]


def marked(*texts, personal):
    marks = marks_for(texts, TRIP, TODAY, personal)
    return marks, [marks.hidden(one) for one in texts]


@pytest.mark.parametrize("detail", DETAILS)
def test_no_detail_is_shown(detail):
    """With personal details kept, no birth, e-mail, phone, locator or name of the party is shown, wherever it stood."""
    _, shown = marked(TEXT, SHOWN, personal=False)
    assert not re.search(rf"(?<!\w){re.escape(detail)}(?!\w)", " ".join(shown), re.IGNORECASE)
    assert "<person 1>" in shown[1]


def test_details_go_along_unless_they_are_kept():
    """The same words, where a host lets details go to its model; contacts never do."""
    text, shown = marked(TEXT, SHOWN, personal=True)[1]
    assert text == "It is Ann Smith, born 4 March 1985, <contact 1>, <contact 2>"
    assert shown == "booked: QX7LMA, Carla Rossi, 1979-11-30, <contact 3>"


def test_a_name_is_hidden_from_when_it_is_on_the_trip():
    """In the messages before too, however it is written; and after it was corrected or taken out."""
    said = "two seats for ANN SMITH and Ann smith, Ann pays"
    assert marked(said, personal=False)[1] == [said]
    step = Step(label="remove_traveller", merge={"party": {"guests": [{"given_name": "Ann", "family_name": "Smith"}]}})
    for trip in (
        apply_patch(TRIP, Patch(merge={"party": {"guests": [{"given_name": "Ann", "family_name": "Smith"}]}})),
        apply_patch(TRIP, Patch(merge={"steps": (step,)})),
    ):
        shown = marks_for([said], trip, TODAY, False).hidden(said)
        assert "ann" not in shown.casefold()
        assert shown.endswith("pays")


def test_marks_are_put_back():
    """In words and in the arguments of a call, however deep."""
    marks, (shown, _) = marked(TEXT, SHOWN, personal=False)
    assert marks.put_back(shown) == TEXT
    call = {"people": [{"given_name": "Ann", "date_of_birth": "<date 1>", "email": "<contact 1>"}], "count": 1}
    assert marks.put_back(call) == {
        "people": [{"given_name": "Ann", "date_of_birth": "4 March 1985", "email": "ann@example.org"}],
        "count": 1,
    }


@pytest.mark.parametrize("personal", [True, False])
@pytest.mark.parametrize("text", PASSPORTS)
def test_a_passport_number_is_never_shown(text, personal):
    """Whatever a host allows, numbers of documents stay here: there is a mark in their place."""
    number = max(text.split(), key=lambda word: sum(map(str.isdigit, word)))
    _, (shown,) = marked(text, personal=personal)
    assert number not in shown
    assert "<document 1>" in shown


@pytest.mark.parametrize(
    "text", ["flight LH1234 on 14 June", "locator QX7LMA please", "below 123456 yen", "room 48151"]
)
def test_other_numbers_are_no_documents(text):
    """Flights, locators and amounts are shown."""
    assert marked(text, personal=True)[1] == [text]
