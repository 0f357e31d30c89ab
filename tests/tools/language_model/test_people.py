"""Who travels, as a model says it: every word of a name stands in the message, and a birth is what code reads there."""

from datetime import date

import pytest

from tripintent.state.guests import placed
from tripintent.state.operations import NamePeople, RemovePerson
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.language.model.making_people import people_made
from tripintent.tools.language.model.said_documents import SaidTraveller
from tripintent.tools.ports.reader import View

GUESTS = [
    {"name": "Maria Perez", "given_name": "Maria", "family_name": "Perez", "date_of_birth": "1985-03-04"},
    {"name": "Ben Okoro", "given_name": "Ben", "family_name": "Okoro", "date_of_birth": "1990-01-15"},
]


@pytest.fixture
def trip():
    return apply_patch(TripIntent(), Patch(by="test", merge={"party": {"guests": GUESTS, "travelers": {"adults": 2}}}))


@pytest.fixture
def people(reads):
    """Let the model name people; return the one operation that comes of it."""

    async def _people(text: str, *travellers: dict, language: str = "en", **more) -> NamePeople:
        entries = [{"op": "traveller", "said": text, **one} for one in travellers]
        found = (await reads(text, *entries, language=language, **more)).operations
        (only,) = [one for one in found if isinstance(one, NamePeople)]
        return only

    return _people


def named(people):
    return [(one.given_name, one.family_name, one.date_of_birth) for one in people.named]


async def test_several_people_are_one_operation(people):
    """One operation a person from the model is one operation of the trip, with all of them in order."""
    text = "Ann Smith 4 March 1985, Bob Smith 1983-07-09, ann@example.org"
    read = await people(
        text,
        {"name": "Ann Smith", "born": "1985-03-04", "email": "ann@example.org"},
        {"name": "Bob Smith", "born": "1983-07-09"},
    )
    assert named(read) == [("Ann", "Smith", "1985-03-04"), ("Bob", "Smith", "1983-07-09")]
    assert (read.contact.email, read.told["doubts"]) == ("ann@example.org", [])


@pytest.mark.parametrize("day", ["1985-03-04", "1985-04-03"])
async def test_a_birth_of_two_readings_is_asked(people, day):
    """4/3/1985 is in March or in April: whichever the model chose, it is asked about, and no ticket gets it."""
    read = await people("Ann Smith 4/3/1985", {"name": "Ann Smith", "born": day})
    assert named(read) == [("Ann", "Smith", None)]
    (doubt,) = read.told["doubts"]
    assert sorted(doubt["options"]) == ["1985-03-04", "1985-04-03"]
    assert doubt["name"] == "Ann Smith"


@pytest.mark.parametrize(("day", "taken"), [("1985-03-04", "1985-03-04"), ("1985-04-03", None)])
async def test_a_birth_in_a_language_that_puts_the_day_first(people, day, taken):
    """Germans write 4/3/1985 in March: a model that says April is not believed."""
    read = await people("Ann Smith, geboren 4/3/1985", {"name": "Ann Smith", "born": day}, language="de")
    assert named(read) == [("Ann", "Smith", taken)]


async def test_a_birth_that_is_not_there_is_asked(people):
    """A day that code does not read in the words is never believed."""
    read = await people("Ann Smith, born 4 March 1985", {"name": "Ann Smith", "born": "1985-03-05"})
    assert named(read) == [("Ann", "Smith", None)]
    assert [one["reason"] for one in read.told["doubts"]] == ["not_a_date"]


@pytest.mark.parametrize("name", ["Anna Maria Smith", "Ann Smyth", "Bob Kowalski"])
async def test_a_name_that_is_not_in_the_message_is_dropped(people, name):
    """Each word of a name has to be the traveller's own; the rest of the operation counts."""
    read = await people("Ann Smith, born 4 March 1985", {"name": name, "born": "1985-03-04"})
    assert named(read) == [("", "", "1985-03-04")]


async def test_a_name_is_no_part_of_another_word(people):
    """The An of "Anderson" is nobody's given name."""
    assert named(await people("Joanna Anderson", {"name": "Ann Anderson"})) == []


async def test_one_name_only(people):
    """Who has a single name travels as airlines write it, and it is told."""
    read = await people("My passport only says Suharto", {"name": "Suharto", "only_name": True})
    assert (named(read), read.told["single"]) == ([("FNU", "Suharto", None)], ["Suharto"])


async def test_a_corrected_name(people, trip):
    """The name that is replaced comes along, and the party has the new one with what was known of the old."""
    text = "It's Marie Perez, not Maria"
    read = await people(text, {"name": "Marie Perez", "instead_of": "Maria Perez"}, trip=trip)
    assert (named(read), read.instead) == ([("Marie", "Perez", None)], "Maria Perez")
    party = placed(trip, read.named, instead=read.instead).guests
    assert [(one.given_name, one.date_of_birth) for one in party] == [("Marie", "1985-03-04"), ("Ben", "1990-01-15")]


@pytest.mark.parametrize(("gone", "stays"), [("wrong_name", True), ("leaves", False)])
async def test_somebody_is_taken_out(reads, trip, gone, stays):
    """A name that is nobody's leaves its traveller, and who stays at home leaves with the name; nobody is named by it."""
    text = "Ben Okoro, no"
    entry = {"op": "traveller", "said": text, "name": "Ben Okoro", "gone": gone}
    found = (await reads(text, entry, trip=trip)).operations
    assert found == (RemovePerson(text=text, name="Ben Okoro", stays=stays),)


async def test_somebody_is_taken_out_and_another_named(reads, trip):
    """Both are said in one message: first who goes, then who is named."""
    text = "Ben Okoro is nobody, it is Tom Lee"
    entries = [{"name": "Tom Lee"}, {"name": "Ben Okoro", "gone": "wrong_name"}]
    found = (await reads(text, *({"op": "traveller", "said": text, **one} for one in entries), trip=trip)).operations
    assert [type(one) for one in found] == [RemovePerson, NamePeople]
    assert named(found[1]) == [("Tom", "Lee", None)]


@pytest.mark.parametrize(
    ("text", "email", "phone"),
    [
        ("reach us at ann@example.org", "ann@example.org", None),
        ("call +49 151 23456789", None, "+4915123456789"),
        ("I have no phone, write me a letter", None, None),
    ],
)
async def test_a_contact_is_what_code_reads(people, text, email, phone):
    """Of an address or a number that the model found, the one in the message counts."""
    read = await people(text, {"email": "other@example.org", "phone": "+1 555 0100"})
    assert (read.contact.email, read.contact.phone) == (email, phone)


def test_a_day_for_a_year_that_was_said_before():
    """The day that was doubted is said once more without its year; a year that nobody wrote is none."""
    said = [SaidTraveller(said="2 june", born="1991-06-02")]
    for earlier, born in (("user: Ann Smith 2/6/1991", "1991-06-02"), ("user: Ann Smith", None)):
        view = View(trip=TripIntent(), today=date(2026, 11, 25), language="en", history=(earlier,))
        made = people_made(said, "2 june. then hold it", view)
        named = [one.date_of_birth for people in made for one in getattr(people, "named", ())]
        assert (named[0] if named else None) == born
