"""How one travels to each place."""

import pytest

VISITS = [
    ("train from Rome to Florence and then fly to London", ["train", "flight"]),
    (
        "Take the train from Rome to Florence, then fly Florence to London, then bus from London to Oxford",
        ["train", "flight", "bus"],
    ),
    ("Fly from Boston to Paris, then take the train to Lyon", ["flight", "train"]),
    ("From Rome to Florence by train, then to London", ["train", None]),
    ("From Boston to Paris, Lyon and Nice by train", [None, "train", "train"]),
    ("Take the train from Rome to Florence and Venice", ["train", "train"]),
    ("train from Rome to Florence, then fly back to Rome", ["train"]),
    ("from Boston to Paris, then by train to Amsterdam", [None, "train"]),
    ("Boston to Rome, then drive to Siena", [None, "car"]),
    ("fly from Boston to Rome and Florence", [None, None]),
]


@pytest.mark.parametrize(("text", "modes"), VISITS)
def test_each_visit_has_its_own_mode(hear, text, modes):
    """A mode belongs to the place whose words it stands in."""
    assert [v.mode for v in hear(text).visits] == modes


UNDECIDED = {
    "en": "from Paris to Amsterdam by train or plane",
    "es": "de París a Ámsterdam en tren o avión, da igual",
    "fr": "de Paris à Amsterdam en train ou avion peu importe",
    "de": "von Paris nach Amsterdam mit Zug oder Flugzeug, egal",
    "pt": "de Paris a Amsterdã de trem ou avião, tanto faz",
    "it": "da Parigi ad Amsterdam in treno o aereo, è uguale",
}


@pytest.mark.parametrize("language", UNDECIDED)
def test_two_modes_to_choose_from_are_no_wish(hear, language):
    """Who does not mind whether it is train or plane wished for neither: the flight is searched."""
    assert [v.mode for v in hear(UNDECIDED[language]).visits] == [None]


def test_named_legs_have_modes_of_their_own(hear):
    """The train is on the first leg, the flight on the second."""
    frame = hear("train from Rome to Florence on June 3, then fly Florence to London on June 6")
    assert [(leg.origin.code, leg.destination.code, leg.mode) for leg in frame.legs] == [
        ("ROM", "FLR", "train"),
        ("FLR", "LON", "flight"),
    ]
    assert [leg.depart.day for leg in frame.legs] == ["2027-06-03", "2027-06-06"]


def test_legs_without_dates_start_at_the_first(hear):
    """Each leg begins where the one before ended: home is where the first one starts."""
    frame = hear("train from Rome to Florence, then fly Florence to London, then bus London to Oxford")
    assert (frame.origin.code, [v.place.name for v in frame.visits]) == ("ROM", ["Florence", "London", "Oxford"])
    assert [v.mode for v in frame.visits] == ["train", "flight", "bus"]


FOREIGN = [
    ("de Madrid a Barcelona en tren el 3 de mayo y luego vuelo a París el 7 de mayo", ["train", "flight"]),
    ("je pars en train de Paris à Lyon le 3 mai, puis en avion à Rome le 6 mai", ["train", "flight"]),
    ("wir fahren mit dem Zug von Berlin nach Hamburg am 3. Mai, dann mit der Fähre nach Oslo", ["train", "ferry"]),
    ("eu e minha esposa, de Lisboa ao Porto de comboio em 4 de maio", ["train"]),
    ("mia moglie ed io, da Roma a Firenze in treno il 4 maggio, poi volo per Londra il 7", ["train", "flight"]),
]


@pytest.mark.parametrize(("text", "modes"), FOREIGN)
def test_modes_in_other_languages(hear, text, modes):
    """A train, bus or ferry is read in each of the languages, and is no place."""
    assert [v.mode for v in hear(text).visits] == modes


STOPS = [
    ("from Boston to Rome on May 3, Florence on May 7, home on May 10", ["2027-05-07"], "2027-05-10"),
    (
        "from Boston to London May 3rd, Paris on the 6th and Rome on the 9th, back home the 12th",
        ["2027-05-06", "2027-05-09"],
        "2027-05-12",
    ),
    ("de Madrid a Barcelona el 3 de mayo y luego a París el 7 de mayo, vuelta el 10", ["2027-05-07"], "2027-05-10"),
]


@pytest.mark.parametrize(("text", "arrivals", "back"), STOPS)
def test_days_of_the_stops(hear, text, arrivals, back):
    """A day right behind a stop is the day of its arrival, and the way back follows the last one."""
    frame = hear(text)
    assert (frame.depart.day, frame.return_.day) == ("2027-05-03", back)
    assert [v.arrive.day for v in frame.visits[1:]] == arrivals


def test_stops_with_first_and_last_days(hear):
    """A range beside a stop says when one arrives there and when one leaves."""
    frame = hear("Rome May 3-6, then Florence May 6-9, then Milan May 9 to 12, from Boston")
    assert (frame.depart.day, frame.return_) == ("2027-05-03", None)
    assert [v.leave.day for v in frame.visits] == ["2027-05-06", "2027-05-09", "2027-05-12"]


def test_one_day_behind_a_list_is_the_journeys(hear):
    """A day behind the last of several stops, without days for the others, is the departure."""
    frame = hear("from Boston to Rome and Florence on May 3, back May 10")
    assert (frame.depart.day, frame.return_.day, [v.arrive for v in frame.visits]) == (
        "2027-05-03",
        "2027-05-10",
        [None, None],
    )


@pytest.mark.parametrize(
    "text",
    [
        "train between the cities is fine",
        "tren entre las ciudades está bien",
        "le train entre les villes nous va",
        "Zug zwischen den Städten ist ok",
        "il treno tra le città va bene",
        "comboio entre as cidades",
    ],
)
def test_one_mode_for_every_way_between_the_stops(hear, text):
    """It is no note for an airline."""
    frame = hear(text, frame=hear("from Berlin to Rome and Florence"))
    assert ([v.mode for v in frame.visits], frame.requests) == ([None, "train"], ())
