"""Small things that strangers say, each of which used to be dropped or taken for something else."""

from datetime import date

import pytest

from tripintent.state.frame import Frame
from tripintent.tools.language.exact.detect import detect


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("we are 3 friends wanting to go to Amsterdam", 3),
        ("we're 2 couples flying to Honolulu", 4),
        ("somos una pareja", 2),
        ("a solo trip to Rome", 1),
        ("solo voli diretti", None),
    ],
)
def test_company(hear, text, heads):
    """Friends and couples are counted; "solo" before something else counts nobody."""
    assert hear(text).travelers == heads


@pytest.mark.parametrize("text", ["family of four kids 12 and 15", "family of four, two kids 12 and 15"])
def test_the_number_of_a_family_counts_all(hear, text):
    """The number behind "family of" is no number of children."""
    frame = hear(text)
    assert (frame.travelers, frame.children, frame.ages) == (4, 2, (12, 15))


@pytest.mark.parametrize("text", ["for 2", "make it two", "just two"])
def test_a_count_answers_no_question_for_a_day(hear, text):
    """Who says "make it two" when a day was asked for speaks of heads."""
    frame = hear(text, asked=("check_in", "check_out"))
    assert frame.check_in is None
    assert hear("5", asked=("check_in",)).check_in.day == "2026-12-05"


def test_days_with_dots_in_english(hear):
    """People abroad write their days with dots in English too; a rating at the end of a sentence is no day."""
    frame = hear("from Berlin to Barcelona 18.12. - 22.12. two adults")
    assert (frame.depart.day, frame.return_.day) == ("2026-12-18", "2026-12-22")
    assert hear("a hotel rated 4.5. We like it").check_in is None


def test_nights_from_a_day(hear):
    """A length may stand before the day it counts from."""
    frame = hear("a hotel in Rome, 3 nights from january 10")
    assert (frame.nights, frame.check_in.day) == (3, "2027-01-10")
    assert hear("3 nights from now").nights is None


def test_back_to_a_place_on_the_same_day(hear):
    """The place may stand between the way back and its day."""
    frame = hear("be in Zurich on December 3rd and get back to Brussels the same day")
    assert (frame.origin.code, frame.return_.day) == ("BRU", "2026-12-03")


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("a hotel without breakfast", "room_only"),
        ("hotel ohne Frühstück", "room_only"),
        ("no breakfast needed", None),
        ("breakfast not necessary", None),
        ("with breakfast", "breakfast"),
    ],
)
def test_no_breakfast(hear, text, board):
    """A meal that is not wanted is not wished for."""
    assert hear(text).board == board


def test_non_smoking_is_not_smoking(hear):
    """A room for non-smokers is one wish, not two that contradict each other."""
    assert hear("a hotel in Rome, non-smoking room").amenities == ("smoke_free",)


def test_only_direct_flights_say_nothing_of_hotels(hear):
    """Who wants "solo voli" wants no hotel; who wants "solo voli diretti" did not say."""
    assert hear.talk("volo da Milano a Roma", "solo voli diretti").lodging_needed is None
    assert hear.talk("volo da Milano a Roma", "solo voli").lodging_needed is False


@pytest.mark.parametrize("text", ["i wanted to suprise her with a few days in vienna", "the rest in vienna"])
def test_everyday_words_are_no_misspelt_places(hear, text):
    """A slip in an everyday word names no town of that name."""
    assert [v.place.code for v in hear(text).visits] == ["VIE"]


def test_another_mode_for_the_known_trip(hear):
    """A mode said alone is that of the trip talked of."""
    frame = hear.talk("Warsaw to Krakow by train on 4 December", "ok then by plane")
    assert [v.mode for v in frame.visits] == ["flight"]
    assert [v.mode for v in hear.talk("Warsaw to Krakow", "rather by train").visits] == ["train"]


@pytest.mark.parametrize(
    "text", ["budget 400 pounds per person", "maria@example.com", "$3000 per couple", "las palmas"]
)
def test_one_small_word_is_no_language(text):
    """A word that several languages share, or one of an address, changes no language."""
    assert detect(text, "en") == "en"


def test_words_about_nothing_of_the_trip(hear):
    """What says nothing of the trip is told from courtesies, answers and questions, which need no word about it."""
    known = Frame(nights=3)
    assert hear.reading("do you like jazz music", frame=known).empty
    assert hear.reading("tanzen wir Walzer", frame=known, language="de", today=date(2026, 11, 20)).empty
    for text in ("hi there!", "thanks a lot", "muchas gracias", "ok", "3 nights", "Rome", "is there a pool?", "🙂"):
        assert not hear.reading(text, frame=known).empty, text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("vuelo barcelona londres 5 dic", "es"),
        ("quiero volar a paris sin alojamiento", "es"),
        ("vol paris rome", "fr"),
        ("senza albergo", "it"),
        ("sem hotel", "pt"),
        ("i want to fly from paris to rome", "en"),
    ],
)
def test_a_first_message_tells_its_language(text, language):
    """A few words are enough where they are the language's own; names of places are no words of any."""
    assert detect(text) == language


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("vorrei un volo da Milano a Roma", "senza albergo"),
        ("ich möchte von Berlin nach Rom fliegen", "ich brauche kein Zimmer"),
        ("quiero volar de Madrid a París", "sin alojamiento"),
        ("quero um voo de Lisboa para Paris", "sem hospedagem"),
        ("je veux aller de Lyon à Rome", "sans hébergement"),
    ],
)
def test_no_hotel_by_any_word_for_one(hear, first, text):
    """A word that denies, before any word for a hotel, wants none."""
    assert hear.talk(first, text).lodging_needed is False


@pytest.mark.parametrize(
    ("text", "area", "visits"),
    [
        ("a hotel in Dublin near temple bar", "temple bar", ["DUB"]),
        ("quiero un hotel en Londres cerca de big ben", "big ben", ["LON"]),
        ("Hotel in Wien in der Nähe vom Stephansdom", "Stephansdom", ["VIE"]),
        ("preciso de um hotel no porto de 12 a 15 de dezembro perto da ribeira", "ribeira", ["OPO"]),
        ("a hotel near boston", None, ["BOS"]),
    ],
)
def test_a_hotel_near_a_sight(hear, text, area, visits):
    """A sight in lower case is where the hotel shall be; a well-known city is where one goes."""
    frame = hear(text)
    assert (frame.area, [v.place.code for v in frame.visits]) == (area, visits)


def test_near_a_city_is_not_from_it(hear):
    """The "de" of "cerca de" leads away from nothing."""
    assert hear("un hotel cerca de Madrid").origin is None


def test_portuguese_breakfast_is_no_morning_flight(hear):
    """The "café da manhã" is a meal."""
    frame = hear("quero um hotel com café da manhã em Lisboa")
    assert (frame.board, frame.depart_window) == ("breakfast", None)


def test_an_amount_that_is_refused(hear):
    """Of two amounts, the one that is too low is not the budget."""
    frame = hear.talk("budget is 5k total", "5k is too low make it 8000")
    assert frame.budget == 8000
    assert hear.talk("budget is 5k total", "8k is not enough, make it 10k").budget == 10000


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("London to Manchester on 25.12", "2026-12-25"),
        ("von Berlin nach Rom am 25.12", "2026-12-25"),
        ("from 10.30", None),
    ],
)
def test_a_day_without_its_last_dot(hear, text, day):
    """Behind a word that days follow, two numbers with a dot are a day; a time is none."""
    depart = hear(text).depart
    assert (depart.day if depart else None) == day


def test_a_day_answers_whether_it_is_one_way(hear):
    """A day answers "one way, or on which day do you come back?", though the hotel was asked for too."""
    frame = hear("Munich to Rome 5 January")
    asked = ("trip_type", "adults", "check_in", "check_out")
    frame = hear("7 jan", frame=frame, asked=asked)
    assert (frame.return_.day, frame.check_in) == ("2027-01-07", None)


def test_an_evening_return(hear):
    """A part of the day before the way back is that of the way back."""
    frame = hear.talk("Boston to Miami, morning flights", "evening return is ok")
    assert (frame.depart_window.start, frame.return_window.start) == ("06:00", "18:00")


def test_company_with_a_plus(hear):
    """A plus is an "and"."""
    assert hear("me + 2 colleagues").travelers == 3
    assert hear("me + my wife").travelers == 2


@pytest.mark.parametrize(
    "text", ["5 nights lisbon, 4 nights madrid", "5 nights in lisbon, 4 madrid", "Lisbon 5 nights, Madrid 4 nights"]
)
def test_nights_right_before_their_place(hear, text):
    """Each place of a list has its nights, with or without "in"."""
    assert [(v.place.code, v.nights) for v in hear(text).visits] == [("LIS", 5), ("MAD", 4)]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I want to visit Rome, Florence and Venice in 10 days from New York in May", 10),
        ("Lisbon and Madrid in two weeks from Boston in April", 14),
        ("to Rome in two weeks", None),
        ("to Rome in 10 days, back on December 20", None),
    ],
)
def test_how_long_said_like_when(hear, text, days):
    """Where another day says when, "in 10 days" says how long; alone, or before a way back, it is a day."""
    frame = hear(text)
    assert frame.duration_days == days
    assert bool(frame.depart.day) is (days is None)


def test_a_train_named_without_by(hear):
    """The Eurostar is a train, and "train only" no flight."""
    assert [v.mode for v in hear("from Paris to London eurostar Dec 12, back Dec 14").visits] == ["train"]
    assert [v.mode for v in hear.talk("Paris to London Dec 12", "no flights, train only").visits] == ["train"]


def test_a_day_that_no_calendar_has(hear):
    """It is asked about, and not passed over."""
    doubts = hear.reading("dec 32 from paris to rome").doubts
    assert [(d.slot, d.reason) for d in doubts] == [("depart", "not_a_date")]


def test_a_return_ticket_is_no_way_back(hear):
    """What is bought is a return; the way back has a day of its own."""
    frame = hear("Return flight Edinburgh-London 3 Dec, back 7 Dec, 1 adult, no hotel")
    assert (frame.depart.day, frame.return_.day) == ("2026-12-03", "2026-12-07")
    alone = hear("the return flight on 7 Dec")
    assert alone.return_.day == "2026-12-07"
