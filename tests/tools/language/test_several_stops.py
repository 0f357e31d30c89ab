"""Trips of several stops: which they are, in each language, and how long one stays at each."""

from typing import Any

import pytest

STOPS = [
    ("Boston to Rome and Paris", ["ROM", "PAR"]),
    ("Von Berlin nach Rom und Paris ab 14. Juni", ["ROM", "PAR"]),
    ("Von Berlin nach Rom und dann nach Paris", ["ROM", "PAR"]),
    ("De Madrid a Roma y París el 14 de junio", ["ROM", "PAR"]),
    ("De Madrid a Roma, Florencia y Venecia el 14 de junio", ["ROM", "FLR", "VCE"]),
    ("De Paris à Rome et Venise le 14 juin", ["ROM", "VCE"]),
    ("De Paris à Rome puis Venise le 14 juin", ["ROM", "VCE"]),
    ("De Lisboa para Roma e Paris, 14 de junho", ["ROM", "PAR"]),
    ("Da Milano a Parigi e Londra il 14 giugno", ["PAR", "LON"]),
]


@pytest.mark.parametrize(("text", "codes"), STOPS)
def test_every_stop_of_a_list_is_visited(hear: Any, text: str, codes: list[str]) -> None:
    """No city of a list is dropped, whatever the word between them."""
    assert [v.place.code for v in hear(text).visits] == codes


@pytest.mark.parametrize(
    "text", ["Boston to Rome or Paris", "De Madrid a Roma o París", "Von Berlin nach Rom oder Paris"]
)
def test_one_of_two_is_one(hear: Any, text: str) -> None:
    """An alternative is no second stop: which one is asked, and the answer chooses."""
    open_one = hear(text)
    assert [[c.code for c in v.place.candidates] for v in open_one.visits] == [["ROM", "PAR"]]
    assert [v.place.code for v in hear("Paris", frame=open_one).visits] == ["PAR"]
    assert [v.place.code for v in hear("the first one", frame=open_one).visits] == ["ROM"]


EACH = [
    ("Boston to Rome then Paris, 3 nights each, from June 14", 3),
    ("3 nights each in Rome and Paris, from Boston on June 14", 3),
    ("Boston to Rome and Paris, three nights in each city", 3),
    ("Boston to Rome and Paris, a week per city", 7),
    ("Von Berlin nach Rom und Paris, je 3 Nächte", 3),
    ("De Madrid a Roma y París, 3 noches en cada ciudad", 3),
    ("De Paris à Rome et Venise, 3 nuits dans chaque ville", 3),
    ("De Lisboa a Roma e Paris, 3 noites em cada cidade", 3),
    ("Da Milano a Parigi e Londra, 3 notti ciascuna", 3),
]


@pytest.mark.parametrize(("text", "nights"), EACH)
def test_a_length_said_of_each_stop_is_every_stops(hear: Any, text: str, nights: int) -> None:
    """Three nights each: no length of the last stop, nor of the whole trip."""
    frame = hear(text)
    assert ([v.nights for v in frame.visits], frame.nights, frame.duration_days) == ([nights, nights], None, None)


def test_a_length_of_each_can_be_said_and_changed_later(hear: Any) -> None:
    """The stops are known: the length alone answers, and another one replaces it."""
    frame = hear.talk("Boston to Rome and Paris from June 14", "3 nights each", "make it 4 nights each, please")
    assert [(v.place.code, v.nights) for v in frame.visits] == [("ROM", 4), ("PAR", 4)]
    assert hear("Boston to Rome, 2 rooms, 3 nights each").nights == 3, "one stop alone has the trip's nights"


REFUSED = [
    "Boston to Rome then Paris, 3 nights each, hotel in Rome, no hotel in Paris",
    "Boston to Rome and Paris, 3 nights each, we stay with friends in Paris",
    "Boston to Rome and Paris, 3 nights each. In Paris we don't need a hotel",
    "De Madrid a Roma y París, 3 noches en cada ciudad, sin hotel en París",
    "Von Berlin nach Rom und Paris, je 3 Nächte, kein Hotel in Paris",
    "De Lyon à Rome et Paris, 3 nuits dans chaque ville, pas d'hôtel à Paris",
    "Da Milano a Roma e Parigi, 3 notti ciascuna, senza hotel a Parigi",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_hotel_refused_at_one_stop_is_wanted_at_the_others(hear: Any, text: str) -> None:
    """One refusal by name is no refusal of every hotel."""
    frame = hear(text)
    assert [(v.place.code, v.hotel is False) for v in frame.visits] == [("ROM", False), ("PAR", True)]
    assert frame.lodging_needed is True


def test_a_refusal_without_a_place_is_of_the_whole_trip(hear: Any) -> None:
    """No hotel anywhere; nor where the only stop is named."""
    whole = hear("Boston to Rome and Paris, 3 nights each, no hotel needed")
    assert (whole.lodging_needed, [v.hotel for v in whole.visits]) == (False, [None, None])
    assert hear("Boston to Paris June 14 to 20, no hotel in Paris").lodging_needed is False


def test_hotels_are_refused_and_wanted_again_stop_by_stop(hear: Any) -> None:
    """The stops stay; the last refusal of all of them is one of the trip; one that is wanted again brings hotels back."""
    trip = ["Boston to Rome and Paris from June 14, 3 nights each", "no hotel in Paris", "and no hotel in Rome either"]
    assert hear.talk(*trip).lodging_needed is False
    frame = hear.talk(*trip, "actually a hotel in Paris, please")
    assert [(v.place.code, v.hotel) for v in frame.visits] == [("ROM", False), ("PAR", True)]
    assert frame.lodging_needed is True


DATED = [
    "New York to Paris on May 3 for 3 nights, then Rome for 4 nights, then back home",
    "Von Berlin nach Paris am 3. Mai für 3 Nächte, dann Rom für 4 Nächte, dann zurück",
    "De Madrid a París el 3 de mayo por 3 noches, luego Roma por 4 noches, y vuelta a casa",
    "De Lyon à Paris le 3 mai pour 3 nuits, puis Rome pour 4 nuits, puis retour",
    "Da Milano a Parigi il 3 maggio per 3 notti, poi Roma per 4 notti, poi ritorno",
    "De Lisboa para Paris em 3 de maio por 3 noites, depois Roma por 4 noites, e volta",
]


@pytest.mark.parametrize("text", DATED)
def test_nights_behind_the_day_of_a_stop_are_its_own(hear: Any, text: str) -> None:
    """The day stands between the place and its nights, and the next stop follows in the same breath."""
    frame = hear(text)
    assert [(v.place.code, v.nights) for v in frame.visits] == [("PAR", 3), ("ROM", 4)]
    assert (frame.depart.day[5:], frame.nights) == ("05-03", None)


def test_a_stop_behind_a_length_is_one(hear: Any) -> None:
    """Nothing is said of how long one stays there."""
    frame = hear("Von Berlin nach Paris am 3. Mai für 3 Nächte, dann Rom")
    assert [(v.place.code, v.nights) for v in frame.visits] == [("PAR", 3), ("ROM", None)]


def test_naming_one_stop_again_keeps_the_others(hear):
    """A complaint or a wish about one city of two does not throw out the other; "only" does."""
    before = hear.reading("Paris 3 nights then Rome 3 nights, from Boston, leave June 12").frame
    complained = hear.reading("i said 3 nights paris and its only 2", frame=before).frame
    assert [(v.place.code, v.nights) for v in complained.visits] == [("PAR", 3), ("ROM", 3)]
    assert complained.nights is None
    both = hear.reading("i want both cities, paris AND rome", frame=before).frame
    assert (both.origin.code, [v.place.code for v in both.visits]) == ("BOS", ["PAR", "ROM"])
    assert [v.place.code for v in hear.reading("only rome then", frame=before).frame.visits] == ["ROM"]


ONE_HOTEL = {
    "en": "London - Singapore 3 days - Sydney 10 days - back to London. hotel only in Singapore",
    "es": "de Londres a Singapur 3 días, luego Sídney 10 días y vuelta a Londres. solo hotel en Singapur",
    "de": "von London nach Singapur 3 Tage, dann Sydney 10 Tage und zurück nach London. nur Hotel in Singapur",
}


@pytest.mark.parametrize("language", ONE_HOTEL)
def test_a_hotel_at_one_stop_only_leaves_the_flights(hear, language):
    """Where to sleep is said of one stop: the journey keeps its flights, the other stops have no hotel."""
    frame = hear(ONE_HOTEL[language])
    assert frame.flights_needed is not False
    assert frame.lodging_needed is not False
    assert {v.place.name: v.hotel for v in frame.visits}["Singapore"] is not False
    assert {v.place.name: v.hotel for v in frame.visits}["Sydney"] is False


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("rome first", "Rome"),
        ("florence first", "Florence"),
        ("zuerst Rom", "Rome"),
        ("primero Roma", "Rome"),
        ("d'abord Rome", "Rome"),
        ("Roma prima", "Rome"),
        ("primeiro Roma", "Rome"),
    ],
)
def test_a_stop_that_comes_first_is_no_first_of_the_month(hear: Any, text: str, first: str) -> None:
    asked = hear.reading(text, frame=hear("from Dublin to Florence and Rome"), asked=("depart", "visits"))
    assert asked.frame.visits[0].place.name == first
    assert asked.frame.depart is None


def test_a_stop_by_another_name_is_that_stop(hear: Any) -> None:
    """Spanish "Florencia" beside Florence is no town in Colombia, and leaves no other readings."""
    frame = hear.talk("Madrid a Roma y Florence, 3 al 10 de mayo, 2 adultos", "2 noches en Florencia")
    assert [(v.place.code, v.place.candidates, v.nights) for v in frame.visits] == [("ROM", (), None), ("FLR", (), 2)]


def test_a_length_beside_one_stop_leaves_the_others_in_the_trip(hear):
    """Fewer nights in Osaka are no trip to Osaka alone; "make it Osaka instead" is one."""
    trip = hear("london to tokyo to osaka to london, 1-14 april, 2 adults")
    assert [v.place.name for v in trip.visits] == ["Tokyo", "Osaka"]  # London at the end is home
    assert [v.place.name for v in hear("make it 3 nights less in osaka", frame=trip).visits] == ["Tokyo", "Osaka"]
    assert [v.place.name for v in hear("make it osaka instead", frame=trip).visits] == ["Osaka"]


@pytest.mark.parametrize(
    "text",
    [
        "berlin > prague > vienna > berlin, 2 nights each, starting 4 june",
        "from Berlin to Prague and Vienna and Berlin, 2 nights each, on 4 June",
    ],
)
def test_a_round_of_cities_ends_where_it_began(hear: Any, text: str) -> None:
    """One does not stay two nights at home."""
    frame = hear(text)
    assert (frame.origin.code, [(v.place.code, v.nights) for v in frame.visits]) == ("BER", [("PRG", 2), ("VIE", 2)])


@pytest.mark.parametrize(
    "text", ["7 april", "7 april to osaka", "to Osaka on the 7th of April", "we go on to Osaka on 7 april"]
)
def test_the_day_of_going_on_answers_its_question(hear, text):
    """Asked for the day from Tokyo to Osaka, a day is that of Osaka, and the way home stays as it was."""
    trip = hear("london to tokyo to osaka to london, 1-14 april, 2 adults")
    told = hear(text, frame=trip, asked=("return_",))
    assert [v.arrive.day[5:] if v.arrive else None for v in told.visits] == [None, "04-07"]
    assert told.return_.day == trip.return_.day
