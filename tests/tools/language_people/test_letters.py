"""Letters that are no name, and names that begin with a word that leads to one."""

from datetime import date

from tripintent.tools.language.people import FreeFormPeople


def test_a_letter_before_a_date_is_no_family_name() -> None:
    people = (
        FreeFormPeople().read("Ann Smith F 4 Mar 1985, Bob Smith M 9 Jul 1983", date(2026, 11, 28), "en").travellers
    )
    assert [(one.given_name, one.family_name) for one in people] == [("Ann", "Smith"), ("Bob", "Smith")]
    assert [one.gender for one in people] == ["f", "m"]


def test_a_name_that_begins_with_a_small_word_is_whole() -> None:
    """Ford begins with "for", Withers with "with", Isla with "is"."""
    said = "Ben Ford 5 May 1995, Sue Withers 6 June 1996, child Isla Armstrong 7 July 2019"
    people = FreeFormPeople().read(said, date(2026, 11, 28), "en").travellers
    assert [f"{one.given_name} {one.family_name}" for one in people] == ["Ben Ford", "Sue Withers", "Isla Armstrong"]
