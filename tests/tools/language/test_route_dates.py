"""Dates beside a route, where a hotel is spoken about too."""

import pytest

SENTENCES = [
    "Boston to Lisbon June 14–21, two adults, hotel near the river, under $3,000",
    "Boston to Lisbon on June 14, back on June 21, 2 adults, no hotel",
    "From Boston to Lisbon, June 14-21, with a hotel downtown",
    "Lisbon from Boston June 14-21 and a hotel near the river",
    "Boston a Lisboa del 14 al 21 de junio, dos adultos, hotel cerca del río",
    "Boston à Lisbonne du 14 au 21 juin, deux adultes, hôtel près du fleuve",
    "Von Boston nach Lissabon vom 14. bis 21. Juni, zwei Erwachsene, Hotel am Fluss",
    "De Boston a Lisboa de 14 a 21 de junho, dois adultos, hotel perto do rio",
    "Da Boston a Lisbona dal 14 al 21 giugno, due adulti, hotel vicino al fiume",
]


@pytest.mark.parametrize("text", SENTENCES)
def test_dates_of_a_route_are_travel_dates(hear, text):
    """The hotel stands in another phrase: one flies on these days."""
    frame = hear(text)
    assert (frame.depart.day, frame.return_.day) == ("2027-06-14", "2027-06-21")
    assert (frame.check_in, frame.check_out) == (None, None)
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("BOS", ["LIS"])


@pytest.mark.parametrize(
    "text", ["Boston to Lisbon, hotel from June 14 to June 21", "a hotel in Lisbon, June 14-21, for two adults"]
)
def test_dates_of_the_hotel_stay_its_own(hear, text):
    """Without a route, or said with the hotel, they are nights."""
    frame = hear(text)
    assert (frame.check_in.day, frame.check_out.day, frame.depart) == ("2027-06-14", "2027-06-21", None)


@pytest.mark.parametrize(
    ("text", "area"),
    [
        ("hotel cerca del río", "río"),
        ("hôtel près du fleuve", "fleuve"),
        ("ein Hotel am Fluss", "Fluss"),
        ("preciso de um hotel em Lisboa perto do rio", "rio"),
        ("un albergo vicino alla stazione", "stazione"),
    ],
)
def test_an_area_in_another_language(hear, text, area):
    """A river is an area of the hotel, and no city on another continent."""
    frame = hear(text)
    assert (frame.area, frame.origin) == (area, None)
    assert {v.place.code for v in frame.visits} <= {"LIS"}


def test_a_hotel_may_have_days_of_its_own(hear):
    """Days said with the hotel, behind those of the flights, leave the flights where they are."""
    frame = hear("Flight from Boston to Lisbon June 14 to June 21, hotel June 15 to June 20")
    assert (frame.depart.day, frame.return_.day) == ("2027-06-14", "2027-06-21")
    assert (frame.check_in.day, frame.check_out.day) == ("2027-06-15", "2027-06-20")


@pytest.mark.parametrize(
    "text",
    [
        "Hamburg to Rome on 10 May, then train to Florence on 14 May, home from Florence 19 May, 2 adults",
        "de Hamburgo a Roma el 10 de mayo, luego tren a Florencia el 14 de mayo, vuelta desde Florencia el 19 de mayo",
        "de Hambourg à Rome le 10 mai, puis train pour Florence le 14 mai, retour de Florence le 19 mai",
        "von Hamburg nach Rom am 10. Mai, dann mit dem Zug nach Florenz am 14. Mai, zurück ab Florenz am 19. Mai",
        "da Amburgo a Roma il 10 maggio, poi treno per Firenze il 14 maggio, ritorno da Firenze il 19 maggio",
        "de Hamburgo para Roma a 10 de maio, depois comboio para Florença a 14 de maio, volta de Florença a 19 de maio",
    ],
)
def test_a_train_between_stops_and_the_way_home_from_the_last(hear, text):
    """The way home starts where the trip ends, and its day is no day of departure."""
    frame = hear(text)
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("HAM", ["ROM", "FLR"])
    assert (frame.depart.day, frame.visits[1].arrive.day, frame.return_.day) == (
        "2027-05-10",
        "2027-05-14",
        "2027-05-19",
    )
    assert frame.visits[1].mode == "train"
