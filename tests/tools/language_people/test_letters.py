"""A letter between a name and a date of birth is the gender, as a passport prints it."""

from datetime import date

from tripintent.tools.language.people import FreeFormPeople


def test_a_letter_before_a_date_is_no_family_name() -> None:
    people = FreeFormPeople().read("Ann Smith F 4 Mar 1985, Bob Smith M 9 Jul 1983", date(2026, 11, 28), "en").travellers
    assert [(one.given_name, one.family_name) for one in people] == [("Ann", "Smith"), ("Bob", "Smith")]
    assert [one.gender for one in people] == ["f", "m"]
