"""Who travels."""

import pytest

HEADS = [
    ("my wife and I want to go to Malta", 2),
    ("me and two friends", 3),
    ("the five of us", 5),
    ("just me", 1),
    ("I'm travelling alone", 1),
    ("a table is no party, a party of 6 is", 6),
    ("family of four to Orlando", 4),
    ("three tickets to Rome please", 3),
    ("there will be 4 of us", 4),
    ("a flight to Cairo for two", 2),
    ("get me one premium economy ticket", 1),
    ("I need two seats, no, three seats", 3),
    ("4 people in total", 4),
    ("we'll need a flight for 2 from Boston", 2),
]


@pytest.mark.parametrize(("text", "heads"), HEADS)
def test_head_counts(hear, text, heads):
    """Heads are counted, the speaker and the company included."""
    assert hear(text).travelers == heads


SPLITS = [
    ("2 adults and 3 kids (4, 7 and 9)", 2, 3, None, (4, 7, 9)),
    ("one adult and one infant", 1, None, 1, ()),
    ("two adults, a 6 year old", 2, 1, None, (6,)),
    ("2 adults, kids aged 3, 8 and 12", 2, 3, None, (3, 8, 12)),
    ("me and my 5 kids", 1, 5, None, ()),
    ("my wife and I plus our 3 kids", 2, 3, None, ()),
    ("me, my husband and our two kids, 5 and 1", 2, 2, None, (5, 1)),
]


@pytest.mark.parametrize(("text", "adults", "children", "infants", "ages"), SPLITS)
def test_splits(hear, text, adults, children, infants, ages):
    """Adults, children and infants are told apart, with ages where said."""
    frame = hear(f"A trip for {text}")
    assert (frame.adults, frame.children, frame.infants, frame.ages) == (adults, children, infants, ages)


def test_a_toddler_is_asked_about(hear):
    """A toddler may be an infant or a child: the age is asked."""
    reading = hear.reading("family of four with a toddler")
    assert (reading.frame.travelers, reading.frame.children) == (4, 1)
    assert [(d.slot, d.reason, d.said) for d in reading.doubts] == [("ages", "child_age", "a toddler")]
    one = hear("1", "How old is the child?", frame=reading.frame)
    assert (one.travelers, one.children, one.infants, one.ages) == (4, None, 1, (1,))
    two = hear("2", "How old is the child?", frame=reading.frame)
    assert (two.travelers, two.children, two.infants, two.ages) == (4, 1, None, (2,))


def test_toddlers_and_others(hear):
    """A toddler is counted beside other children; one whose age is said is not asked about."""
    reading = hear.reading("two adults, a toddler and a 7 year old")
    assert (reading.frame.adults, reading.frame.children, reading.frame.ages) == (2, 2, (7,))
    grown = hear("1", "How old is the child?", frame=reading.frame)
    assert (grown.children, grown.infants, grown.ages) == (1, 1, (7, 1))
    aged = hear.reading("two adults and a toddler aged 2")
    assert (aged.frame.children, aged.frame.ages, aged.doubts) == (1, (2,), ())


def test_the_baby_and_the_older_one(hear):
    """An age tells a child, "the baby" an infant: both are counted."""
    frame = hear("me, my wife and our 7 year old and the baby")
    assert (frame.adults, frame.children, frame.infants, frame.ages) == (2, 1, 1, (7,))


def test_nobody_said_nobody_counted(hear):
    """No head count is invented."""
    frame = hear("a flight from Boston to Rome on May 3, one way, one stop is fine, for one week")
    assert (frame.travelers, frame.adults, frame.children) == (None, None, None)


@pytest.mark.parametrize(
    ("turns", "heads"),
    [
        (("two tickets to Rome", "actually make it three"), 3),
        (("two tickets to Rome", "add one more person"), 3),
        (("two tickets to Rome", "my daughter is coming too"), 3),
        (("three tickets to Rome", "two, not three"), 2),
        (("four tickets to Rome", "there are five people, not four"), 5),
        ((("How many people are travelling?", "2"),), 2),
        ((("How many of you are there?", "just my brother and me"),), 2),
        (("2 adults and 1 child", "no, 4 people in total"), 4),
    ],
)
def test_counts_over_turns(hear, turns, heads):
    """Bare answers, additions and corrections count right."""
    assert hear.talk(*turns).travelers == heads
