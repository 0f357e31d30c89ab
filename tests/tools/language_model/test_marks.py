"""Details that are kept from a model: it sees marks, and its answer with marks names the right people."""

import json
import re

import pytest

from tripintent.state.operations import NamePeople
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent

TEXT = "It is Ann Smith, born 4 March 1985, ann@example.org, +49 151 23456789, and Bob Kowalski 1983-07-09"
PARTY = {
    "guests": [{"given_name": "Carla", "family_name": "Rossi", "date_of_birth": "1979-11-30"}],
    "contact": {"email": "carla@example.org", "phone": "+39 333 1234567"},
}
BOOKED = {"bookings": [{"booking_id": "b1", "item_type": "flight", "status": "confirmed", "locator": "QX7LMA"}]}
DETAILS = {
    "message": ("Ann", "Smith", "4 March 1985", "1985-03-04", "ann@example.org", "23456789", "Kowalski", "1983-07-09"),
    "party": ("Carla", "Rossi", "1979-11-30", "carla@example.org", "1234567"),
    "booking": ("QX7LMA",),
    "history": ("Carla Rossi", "30 November 1979", "carla@example.org"),
}
PASSPORTS = ["my passport is C01X00T47", "passport number 123456789", "Reisepass: L8T3NK9V2", "id card no. 48151623"]


@pytest.fixture
def trip():
    return apply_patch(TripIntent(), Patch(by="test", merge={"party": PARTY, "working_memory": BOOKED}))


@pytest.fixture
def view(trip):
    """What a model would be shown of a trip on which people are known."""
    return {
        "trip": trip,
        "screen": ("booked: flight, locator QX7LMA, Carla Rossi",),
        "history": ("user: Carla Rossi, 30 November 1979, carla@example.org", "assistant: Who else?", "user: newest"),
        "last_reply": "Carla Rossi is noted. Who else comes along?",
        "last_assistant": "Who else comes along?",
    }


@pytest.mark.parametrize("whose", DETAILS)
async def test_no_detail_is_in_any_request(make, server, says, view, whose):
    """With personal details kept, no name, birth, e-mail, phone or locator is sent, wherever it stood."""
    says([])
    await make(personal=False)(TEXT, **view)
    (request,) = server.requests
    sent = json.dumps(request, ensure_ascii=False)
    assert [one for one in DETAILS[whose] if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", sent, re.IGNORECASE)] == []
    assert "<person 1>" in sent


async def test_details_go_along_unless_they_are_kept(make, server, says, view):
    """The same view, where a host lets details go to its model."""
    says([])
    await make()(TEXT, **view)
    sent = json.dumps(server.requests, ensure_ascii=False)
    kept = [detail for detail in (*DETAILS["party"], *DETAILS["booking"]) if detail not in sent]
    assert kept == []
    assert TEXT in sent


async def test_an_answer_with_marks_names_the_right_people(make, says, view):
    """Marks in the answer are put back before code checks it: names, births and contact are those of the message."""
    says(
        [
            {
                "op": "traveller",
                "said": "It is <person 1>, born <date 1>",
                "name": "<person 1>",
                "born": "<date 1>",
                "email": "<contact 1>",
                "phone": "<contact 2>",
            },
            {"op": "traveller", "said": "<person 2> <date 2>", "name": "<person 2>", "born": "<date 2>"},
        ]
    )
    (people,) = (await make(personal=False)(TEXT, **view)).operations
    assert isinstance(people, NamePeople)
    born = [(one.given_name, one.family_name, one.date_of_birth) for one in people.named]
    assert born == [("Ann", "Smith", "1985-03-04"), ("Bob", "Kowalski", "1983-07-09")]
    assert (people.contact.email, people.contact.phone) == ("ann@example.org", "+4915123456789")


@pytest.mark.parametrize("personal", [True, False])
@pytest.mark.parametrize("text", PASSPORTS)
async def test_a_passport_number_is_never_sent(make, server, says, text, personal):
    """Whatever a host allows, numbers of documents stay here: the message has a mark in their place."""
    says([])
    number = max(text.split(), key=lambda word: sum(map(str.isdigit, word)))
    await make(personal=personal)(text)
    sent = server.requests[0]["messages"][1]["content"]
    assert number not in sent
    assert "<document 1>" in sent


@pytest.mark.parametrize(
    "text", ["flight LH1234 on 14 June", "locator QX7LMA please", "below 123456 yen", "room 48151"]
)
async def test_other_numbers_are_no_documents(make, server, says, text):
    """Flights, locators and amounts are shown."""
    says([])
    await make()(text)
    assert server.requests[0]["messages"][1]["content"].endswith(f"<<<\n{text}\n>>>")


async def test_a_passport_number_of_earlier_is_never_sent(make, server, says):
    """Nor is one that stands in the history."""
    says([])
    history = ("user: my passport is C01X00T47", "assistant: Noted.", "user: to Lisbon")
    await make()("to Lisbon", history=history)
    assert "C01X00T47" not in json.dumps(server.requests)
