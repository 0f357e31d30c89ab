"""Who travels."""

import pytest

HEADS = [
    ("my wife and I want to go to Malta", 2),
    ("me and two friends", 3),
    ("thinking of taking my wife to Paris for our anniversary", 2),
    ("my wife is taking me to Rome", 2),
    ("I'm taking my parents to Rome", 3),
    ("ich möchte meine Frau nach Paris ausführen", 2),
    ("quiero llevar a mi esposa a Paris", 2),
    ("j'emmène ma femme à Venise", 2),
    ("porto mia moglie a Parigi", 2),
    ("quero levar a minha mulher a Paris", 2),
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
    ("me, my husband and our two kids, 5 and 1", 2, 1, 1, (5, 1)),
    ("two adults and a child", 2, 1, None, ()),
    ("me taking my parents and my sister to Rome", 4, None, None, ()),
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


AGES = [
    ("from Boston to Lisbon with our son who is 7", 1, None, (7,)),
    ("two adults and a baby of 10 months", None, 1, (0,)),
    ("2 adults and a 10-month-old", None, 1, (0,)),
    ("our 18 month old and our daughter, 5", 1, 1, (5, 1)),
    ("the kids are 3 and 12", 2, None, (3, 12)),
    ("our son is seven years old", 1, None, (7,)),
    ("two 6-year-olds and one adult", 2, None, (6, 6)),
    ("our twins are 3", 2, None, (3, 3)),
    ("one child aged 6, one baby 8 months old", 1, 1, (6, 0)),
    ("2 adults 2 kids 4 and 7 June 3 to June 10 Boston to Rome", 2, None, (4, 7)),
    ("somos dos adultos con nuestro hijo que tiene 7 años y un bebé de 10 meses", 1, 1, (7, 0)),
    ("avec notre fils qui a 7 ans et un bébé de 10 mois", 1, 1, (7, 0)),
    ("mit unserem 7-jährigen Sohn und einem 10 Monate alten Baby", 1, 1, (7, 0)),
    ("com nosso filho de 7 anos e um bebê de 10 meses", 1, 1, (7, 0)),
    ("siamo due adulti e nostro figlio ha 7 anni", 1, None, (7,)),
]


@pytest.mark.parametrize(("text", "children", "infants", "ages"), AGES)
def test_ages_are_no_lengths_of_a_trip(hear, text, children, infants, ages):
    """An age tells a child from an infant, in years or months, and is no length of the trip."""
    frame = hear(text)
    assert (frame.children, frame.infants, sorted(frame.ages)) == (children, infants, sorted(ages))
    assert (frame.duration_days, frame.nights) == (None, None)


@pytest.mark.parametrize(
    ("text", "nights", "children", "ages"),
    [
        ("2 kids, 3 nights", 3, 2, ()),
        ("two adults and 2 children for 10 nights", 10, 2, ()),
        ("with the kids, 3 to 10 May", None, None, ()),
    ],
)
def test_numbers_near_children_that_are_no_ages(hear, text, nights, children, ages):
    """A number of nights, rooms or days behind a word for children is no age."""
    frame = hear(text)
    assert (frame.nights, frame.children, frame.ages) == (nights, children, ages)


def test_a_parent_and_an_age(hear):
    """The speaker beside a child that only an age names is one adult."""
    frame = hear("me and my 5 year old")
    assert (frame.adults, frame.children, frame.ages) == (1, 1, (5,))


def test_a_child_that_joins_keeps_its_age(hear):
    """A child with an age joins those counted before as a child."""
    frame = hear.talk("2 adults and a 9 year old", "our daughter, 5, is coming too")
    assert (frame.adults, frame.children, frame.ages) == (2, 2, (9, 5))
    heads = hear.talk("two tickets to Rome", "our 1 year old is coming too")
    assert (heads.travelers, heads.infants, heads.ages) == (3, 1, (1,))


@pytest.mark.parametrize(
    ("answer", "children", "infants", "ages"),
    [("4, 7 and 9", 3, None, (4, 7, 9)), ("they are 5, 3 and 10 months", 2, 1, (5, 3, 0))],
)
def test_ages_as_an_answer(hear, answer, children, infants, ages):
    """Bare numbers and months answer the question for ages."""
    frame = hear(answer, "How old are the children?", frame=hear("two adults and 3 children"))
    assert (frame.children, frame.infants, frame.ages) == (children, infants, ages)


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("4 friends golf trip to faro from dublin", 4),
        ("salut on est 6 potes, on veut partir a amsterdam de paris", 6),
        ("somos un grupo de 8 estudiantes", 8),
        ("athens from milan w/ my husband", 2),
        ("mexico city from houston, me and my girl", 2),
        ("me plus 3 mates to faro", 4),
        ("a parigi in coppia", 2),
    ],
)
def test_company_as_people_name_it(hear, text, heads):
    """Friends by many names, and couples, are counted."""
    assert hear.reading(text).frame.travelers == heads


def test_what_is_said_twice_is_counted_once(hear):
    """A girl who is named and then counted is one girl; twin rooms are no twins; "5 of us" is no age."""
    assert hear.reading("sì è una bambina!! ho detto 9 anni. 1 adulto e 1 bambina", language="it").frame.children == 1
    assert hear.reading("3 rooms with twins would be nice").frame.children is None
    assert hear.reading("weekend away w/ the girls (5 of us) in ibiza").frame.ages == ()


@pytest.mark.parametrize(
    "text",
    [
        "my mum (72) and I want to go from Leeds to Rome",
        "mi madre (72) y yo, de Madrid a Roma",
        "ma mère (72 ans) et moi, de Paris à Rome",
        "meine Mutter (72) und ich, von Berlin nach Rom",
        "mia madre (72 anni) e io, da Milano a Roma",
        "a minha mãe (72) e eu, de Lisboa para Roma",
    ],
)
def test_a_grown_up_with_an_age_is_company(hear, text):
    """An age in brackets parts nobody from "and I"."""
    frame = hear(text)
    assert (frame.travelers, frame.ages, frame.requests) == (2, (), ())


@pytest.mark.parametrize(
    "text",
    [
        "business trip Oslo to London 3-5 May",
        "viaje de negocios de Madrid a Londres del 3 al 5 de mayo",
        "voyage d'affaires de Paris à Londres du 3 au 5 mai",
        "Geschäftsreise von Berlin nach London 3.-5. Mai",
        "viaggio di lavoro da Milano a Londra 3-5 maggio",
        "viagem de negócios de Lisboa para Londres de 3 a 5 de maio",
    ],
)
def test_a_business_trip_is_ones_own_and_no_cabin(hear, text):
    """Who travels on business speaks of nobody else; the fare stays open."""
    frame = hear(text)
    assert (frame.alone, frame.cabin) == (True, None)


def test_a_business_trip_of_a_team_is_counted(hear):
    """Others who are named end it."""
    assert hear("business trip for our team from Oslo to London 3-5 May").alone is None


LISTED = [
    ("2 return tickets delhi to singapore, me + wife + 2 yr old + parents (68, 71)", 4, 1),
    ("to oslo with my husband, our twins (4) and grandma", 3, 2),
    ("trip for my wife, my daughter (7), my son (9) and me to oslo", 2, 2),
    ("nach oslo am 3. mai, ich, meine frau, oma und zwei kinder (4 und 6)", 3, 2),
    ("a oslo el 3 de mayo, mi mujer, mis padres y yo", 4, None),
    ("a oslo il 3 maggio, io, mia moglie, i miei genitori e due bambini di 3 e 5 anni", 4, 2),
]


@pytest.mark.parametrize(("text", "adults", "children"), LISTED)
def test_a_list_of_three_or_more_is_counted_whole(hear, text, adults, children):
    frame = hear(text)
    assert (frame.adults, frame.children) == (adults, children)


def test_who_is_visited_does_not_travel(hear):
    assert hear("I want to visit my mother, my sister and my aunt in Oslo").adults is None
