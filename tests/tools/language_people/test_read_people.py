"""Names, birth dates and contact details in free form."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.tools.language.people import FreeFormPeople, NamedPeople, read_people

TODAY = date(2026, 3, 1)


def people(text: str) -> list[tuple[str, str, str | None]]:
    return [(t.given_name, t.family_name, t.date_of_birth) for t in read_people(text, TODAY).travellers]


ANN = ("Ann", "Smith", "1985-03-04")
BOB = ("Bob", "Smith", "1983-07-09")

TWO = [
    "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org",
    "1. Ann Smith, born 4 Mar 1985; 2. Bob Smith, born 9 July 1983.",
    "Ann Smith born on the 4th of March 1985, Bob Smith born July 9th, 1983. Thanks",
    "ann smith 1985-03-04\nbob smith 1983-07-09",
    "Smith, Ann 1985-03-04; Smith, Bob 1983-07-09",
    "SMITH/ANN 04MAR85\nSMITH/BOB 09JUL83",
    "Ann SMITH (1985-03-04) & SMITH Bob (1983-07-09)",
    "Passenger 1: Ann Smith, DOB 1985-03-04\nPassenger 2: Bob Smith, DOB 9.7.1983",
    "Names: Ann Smith, Bob Smith; 1985-03-04, 1983-07-09",
    "Ann Smith and Bob Smith, birth dates 4 March 1985 and 9 July 1983",
    "Ann 1985-03-04 and Bob Smith 1983-07-09",
    "1985-03-04 Ann Smith, 1983-07-09 Bob Smith",
    "Ann Smith 4 mars 1985 et Bob Smith 9 juillet 1983",
    "Ann Smith - 1985-03-04, Bob Smith - 1983-07-09",
    "First name: Ann, last name: Smith, date of birth: 1985-03-04; first name: Bob, surname: Smith, born 1983-07-09",
]


@pytest.mark.parametrize("text", TWO)
def test_two_people_in_many_forms(text):
    """The same two people are read from every way in which travellers write them."""
    assert people(text) == [ANN, BOB]


ONE = [
    ("My name is María de la Cruz, born March 4th, 1985.", ("María", "de la Cruz", "1985-03-04")),
    ("Jan van der Berg 5.6.1990", ("Jan", "van der Berg", "1990-06-05")),
    ("Zoë O'Neill 25/12/1990", ("Zoë", "O'Neill", "1990-12-25")),
    ("JAN VAN DER BERG, 1990-06-05", ("Jan", "van der Berg", "1990-06-05")),
    ("Ludwig von Beethoven, 17 décembre 1970", ("Ludwig", "von Beethoven", "1970-12-17")),
    ("Dr. Åsa Öberg-Lind 7 juni 1971", ("Åsa", "Öberg-Lind", "1971-06-07")),
    ("NGUYEN Van An 1990-01-02", ("Van An", "Nguyen", "1990-01-02")),
    ("Bob Jones Jr. 2/2/80", ("Bob", "Jones Jr", "1980-02-02")),
    ("I'm Mary Jane Watson", ("Mary Jane", "Watson", None)),
    ("book it for Ann Smith", ("Ann", "Smith", None)),
    ("王小明 1990-01-02", ("王小明", "", "1990-01-02")),
    ("Jean-Luc O'Brien b. 3rd of May '82", ("Jean-Luc", "O'Brien", "1982-05-03")),
    ("Anna Schmidt *3.5.1982", ("Anna", "Schmidt", "1982-05-03")),
]


@pytest.mark.parametrize(("text", "person"), ONE)
def test_names_keep_their_parts_and_accents(text, person):
    """Particles belong to the family name, diacritics stay, names in one case are capitalised."""
    assert people(text) == [person]


def test_families_share_a_name():
    """'Ann and Bob Smith' names two people of one family."""
    assert people("Ann and Bob Smith") == [("Ann", "Smith", None), ("Bob", "Smith", None)]


def test_an_ambiguous_date_is_left_unset_and_reported():
    """03/04/1985 may be March or April: neither is chosen, both are offered."""
    read = read_people("Ann Smith, born 03/04/1985; Bob Smith, born 13.04.1985", TODAY)
    assert [t.date_of_birth for t in read.travellers] == [None, "1985-04-13"]
    (doubt,) = read.doubts
    assert (doubt.slot, doubt.reason) == ("guests[0].date_of_birth", "ambiguous_date")
    assert doubt.options == ("1985-03-04", "1985-04-03")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("30 February 1985", "not_a_date"),
        ("2030-01-01", "in_future"),
        ("1899-01-01", "too_old"),
        ("45/13/1985", "not_a_date"),
    ],
)
def test_an_impossible_birth_date_is_left_unset_and_reported(said, reason):
    """Nobody is born in the future, on no day, or more than 120 years ago."""
    read = read_people(f"Ann Smith {said}", TODAY)
    assert read.travellers[0].date_of_birth is None
    assert [(d.said, d.reason) for d in read.doubts] == [(said, reason)]


def test_a_two_digit_year_is_in_the_past():
    """'26 is this year while it is not over, '27 was the last century."""
    assert people("Tom Smith 1 Feb 26")[0][2] == "2026-02-01"
    assert people("Tom Smith 1 Feb 27")[0][2] == "1927-02-01"


def test_passenger_types_follow_the_birth_dates():
    """Under two is an infant, under twelve a child."""
    read = read_people("Ann Smith 1985-03-04, Tom Smith 2019-05-05 and baby Eve Smith 2025-01-01", TODAY)
    assert [t.passenger_type for t in read.travellers] == ["adult", "child", "infant"]


def test_titles_genders_and_passports():
    """What stands beside a name is kept with it."""
    read = read_people("Mrs. Ann Smith, 1985-03-04, passport no. X1234567; Bob Smith (m) 1983-07-09", TODAY)
    ann, bob = read.travellers
    assert (ann.title, ann.gender, ann.passport) == ("mrs", "f", "X1234567")
    assert (bob.title, bob.gender, bob.passport) == (None, "m", None)


def test_contact_details():
    """An address is checked, a number becomes E.164, and neither disturbs the names."""
    read = read_people("Ann Smith 1985-03-04, e-mail: Ann.Smith@example.org, phone: +44 20 7946 0958", TODAY)
    assert (read.contact.email, read.contact.phone) == ("Ann.Smith@example.org", "+442079460958")
    assert people("Ann Smith, ann@example.org, 1985-03-04") == [ANN]


@pytest.mark.parametrize(
    ("text", "slot", "reason"),
    [
        ("mail me at ann@nowhere", "email", "not_an_email"),
        ("call 555-123-4567", "phone", "no_country_code"),
        ("call +1 555", "phone", "not_a_phone"),
    ],
)
def test_a_wrong_contact_detail_is_reported(text, slot, reason):
    """A detail that cannot be right is not stored and is named."""
    read = read_people(text, TODAY)
    assert (read.contact.email, read.contact.phone) == (None, None)
    assert [(d.slot, d.reason) for d in read.doubts] == [(slot, reason)]


@pytest.mark.parametrize("text", ["1985-03-04", "my date of birth is 4 March 1985", "born on the 4th of March 1985"])
def test_a_birth_date_alone_answers_the_question(text):
    """A date without a name stands for a person whose name is known already."""
    assert people(text) == [("", "", "1985-03-04")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "yes",
        "hold it",
        "the cheapest please",
        "I am happy with the second one",
        "I want to fly from New York to San Francisco on March 4 2027",
        "is the hotel near the beach?",
        "2",
        "book it for two adults",
        "on 1 May 2026",
    ],
)
def test_other_words_are_no_people(text):
    """Words about the trip are not taken for names, and bring no doubts about birth dates of nobody."""
    found = read_people(text, TODAY)
    assert not [t for t in found.travellers if t.given_name or t.family_name or t.date_of_birth]


@given(st.text(max_size=300))
def test_never_raises(text):
    """Any text is read."""
    assert isinstance(read_people(text, TODAY), NamedPeople)


@pytest.mark.parametrize(
    "text",
    [
        "\x00\ue000 5 \ue000\ue0009\ue000",
        "a@" * 50_000,
        "1/1/1 " * 20_000,
        "Ann " * 30_000,
        "+1 " * 30_000,
        "(" * 99_999,
    ],
)
def test_hostile_texts_end_quickly(text):
    """Long and malicious texts neither raise nor hang."""
    assert isinstance(read_people(text, TODAY), NamedPeople)


def test_the_port_says_doubts_in_words():
    """Each kind of doubt becomes one sentence for the traveller."""
    text = "Ann Smith 03/04/1985, Bob Smith 30 February 1985, Tom Smith 2030-01-01, Al Fox 1/1/1800; x@y; 555-123-4567"
    assert [(d.said, d.reason) for d in FreeFormPeople().read(text, TODAY, "en").doubts] == [
        ("x@y", "not_an_email"),
        ("555-123-4567", "no_country_code"),
        ("03/04/1985", "ambiguous_date"),
        ("30 February 1985", "not_a_date"),
        ("2030-01-01", "in_future"),
        ("1/1/1800", "too_old"),
    ]


@pytest.mark.parametrize("text", ["oops, 28 Feb 1990", "Sorry, I meant 28 Feb 1990", "désolé, 28 février 1990"])
def test_an_excuse_before_a_date_is_no_name(text: str) -> None:
    assert people(text) == [("", "", "1990-02-28")]
