"""Days, nights and people of a guest's words."""

from datetime import date

import pytest

from tripintent.state.concierge.memory import RoomWish, StayWish
from tripintent.tools.front_desk.stays import StayReader

TODAY = date(2026, 11, 24)  # a Tuesday


@pytest.fixture(scope="module")
def reader() -> StayReader:
    return StayReader("thu-sat")


@pytest.mark.parametrize(
    ("text", "language", "start", "nights"),
    [
        ("a double for this weekend", "en", "2026-11-26", 2),
        ("from 14 to 16 January", "en", "2027-01-14", 2),
        ("on 04/02/2027, one night", "en", "2027-02-04", 1),
        ("mid December for 4 nights", "en", "2026-12-14", 4),
        ("vom 3. bis 6. Dezember", "de", "2026-12-03", 3),
        ("del 10 al 13 de enero", "es", "2027-01-10", 3),
        ("de 5 a 7 de março", "pt", "2027-03-05", 2),
    ],
)
def test_days_and_nights(reader, text, language, start, nights):
    """The house's own weekend, ranges, day before month, parts of months, other languages."""
    wish = reader.read(text, language, TODAY)
    assert (wish.start, wish.nights, wish.problem) == (start, nights, "")


def test_changes_of_mind_keep_the_rest(reader):
    """Longer, with a child, a day later: what is not said again stays."""
    first = reader.read("room for 2 adults tomorrow, 2 nights", "en", TODAY)
    second = reader.read("actually make that three nights, and our son comes too, he's 5", "en", TODAY, first)
    third = reader.read("no wait. not tomorrow, the day after", "en", TODAY, second)
    assert (third.start, third.nights, third.rooms) == ("2026-11-26", 3, (RoomWish(adults=2, ages=(5,)),))


def test_a_last_day_ends_a_stay_that_is_known_and_two_days_are_no_range(reader):
    """Until the 10th, from the 7th on; the 20th and another on the 27th."""
    more = reader.read("actually stay till the 10th", "en", TODAY, StayWish(start="2026-12-07", nights=1))
    assert (more.start, more.nights) == ("2026-12-07", 3)
    two = reader.read("a double on the 20th of december and another on the 27th", "en", TODAY)
    assert (two.start, two.others, two.nights_assumed) == ("2026-12-20", ("2026-12-27",), True)


def test_days_the_wrong_way_round_and_days_gone_by_are_named(reader):
    """Neither is bent into something else, and a correction without the month keeps it."""
    wrong = reader.read("single room from 14 March to 11 March", "en", TODAY)
    assert wrong.problem == "reversed"
    right = reader.read("sorry. 11 to 14 of course", "en", TODAY, wrong)
    assert (right.start, right.nights, right.problem) == ("2027-03-11", 3, "")
    gone = reader.read("on 12 november 2026, one night, one person", "en", TODAY)
    assert gone.problem == "past"
    assert reader.read("gosh, december i mean", "en", TODAY, gone).start == "2026-12-12"


def test_a_night_that_nobody_said_is_marked_as_assumed(reader):
    """One night stands where only a date was given."""
    wish = reader.read("for 3 people on 12/12/26", "en", TODAY)
    assert (wish.nights, wish.nights_assumed, wish.people) == (1, True, 3)
    assert StayWish().nights is None


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("9 to 11 January 2027, 2 rooms for 3 adults and 2 children aged 5 and 8", ((2, (8,)), (1, (5,)))),
        ("9 to 11 January 2027, 2 rooms for 2 adults and 3 children aged 3, 6 and 9", ((1, (3, 9)), (1, (6,)))),
        ("9 to 11 January 2027, 3 rooms for 4 adults and a child of 7", ((2, ()), (1, (7,)), (1, ()))),
        ("9 to 11 January 2027, 2 rooms for 5 adults", ((3, ()), (2, ()))),
        ("9 to 11 January 2027, 2 rooms for 4 adults", ((2, ()), (2, ()))),
    ],
)
def test_a_party_is_spread_over_its_rooms(reader, text: str, rooms: tuple[tuple[int, tuple[int, ...]], ...]):
    """Nobody is lost where several rooms are wished for."""
    wish = reader.read(text, "en", TODAY)
    assert tuple((room.adults, tuple(sorted(room.ages))) for room in wish.rooms) == rooms


@pytest.mark.parametrize(
    ("text", "language", "start"),
    [
        ("a twin for next weekend", "en", "2026-12-03"),
        ("have you anything the weekend after next?", "en", "2026-12-10"),
        ("the weekend of 12 December", "en", "2026-12-10"),
        ("this weekend, two of us", "en", "2026-11-26"),
        ("a single at the weekend", "en", "2026-11-26"),
    ],
)
def test_a_named_weekend_has_the_days_of_the_house(reader, text, language, start):
    """The words say the week, the house says on which days its weekend is."""
    wish = reader.read(text, language, TODAY)
    assert (wish.start, wish.nights) == (start, 2)
