"""People with one name, names that replace others, and letters and questions that are no name."""

from datetime import date

import pytest

from tripintent.tools.language.people import FreeFormPeople, read_people

TODAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("I'm Suharto, only one name, born 8 June 1981", "Suharto"),
        ("my name is Madhu, I don't have a surname, 8 June 1981", "Madhu"),
        ("Ich heiße Suharto, ich habe nur einen Namen, 8. Juni 1981", "Suharto"),
        ("je m'appelle Madhu, sans nom de famille, 8 juin 1981", "Madhu"),
        ("me llamo Madhu, no tengo apellido, 8 de junio de 1981", "Madhu"),
    ],
)
def test_an_only_name_is_said_to_be_one(text: str, given: str):
    found = read_people(text, TODAY, day_first=True)
    assert found.one_name
    (person,) = found.travellers
    assert (person.given_name, person.family_name, person.date_of_birth) == (given, "", "1981-06-08")


@pytest.mark.parametrize(
    ("text", "name", "instead"),
    [
        ("Marta Ruiz, not Maria", "Marta Ruiz", "Maria"),
        ("Marta Ruiz instead of Maria Ruiz", "Marta Ruiz", "Maria Ruiz"),
        ("Marta Ruiz statt Maria", "Marta Ruiz", "Maria"),
        ("Marta Ruiz en lugar de Maria", "Marta Ruiz", "Maria"),
        ("Marta Ruiz al posto di Maria", "Marta Ruiz", "Maria"),
    ],
)
def test_a_name_that_replaces_another(text: str, name: str, instead: str):
    found = read_people(text, TODAY)
    assert [f"{one.given_name} {one.family_name}" for one in found.travellers] == [name]
    assert found.instead == instead


@pytest.mark.parametrize(
    "text", ["What's missing?", "What's Missing", "Who's Next", "Forget The Other Names", "Let's Go", "Other Names"]
)
def test_what_is_asked_is_no_name(text: str):
    assert read_people(text, TODAY).travellers == ()


def test_a_letter_before_a_date_is_no_family_name() -> None:
    both = FreeFormPeople().read("Ann Smith F 4 Mar 1985, Bob Smith M 9 Jul 1983", date(2026, 11, 28), "en").travellers
    assert [(one.given_name, one.family_name) for one in both] == [("Ann", "Smith"), ("Bob", "Smith")]
    assert [one.gender for one in both] == ["f", "m"]


def test_a_name_that_begins_with_a_small_word_is_whole() -> None:
    """Ford begins with "for", Withers with "with", Isla with "is"."""
    said = "Ben Ford 5 May 1995, Sue Withers 6 June 1996, child Isla Armstrong 7 July 2019"
    people = FreeFormPeople().read(said, date(2026, 11, 28), "en").travellers
    assert [f"{one.given_name} {one.family_name}" for one in people] == ["Ben Ford", "Sue Withers", "Isla Armstrong"]
