"""Places in sentences: who is where in a route."""

import pytest

ROUTES = [
    # the words, origin, destinations
    ("I'd like to fly from Denver to Oslo", "DEN", ["OSL"]),
    ("to Oslo from Denver, please", "DEN", ["OSL"]),
    ("Denver to Oslo", "DEN", ["OSL"]),
    ("DEN-OSL on May 3", "DEN", ["OSL"]),
    ("leaving Philly for Vegas", "PHL", ["LAS"]),
    ("get me to DC out of Frisco", "SFO", ["WAS"]),
    ("show me fares between Tampa and Cleveland", "TPA", ["CLE"]),
    ("which airlines fly from Toronto to San Diego", "YTO", ["SAN"]),
    ("what leaves Memphis for Nashville on tuesday morning", "MEM", ["BNA"]),
    ("I am based in Chicago and want to see my sister in Seattle", "CHI", ["SEA"]),
    ("flights to nice from bath", None, ["NCE"]),
    ("Montréal to São Paulo", "YMQ", ["SAO"]),
    ("JFK to Heathrow", "JFK", ["LHR"]),
    ("from pittsborgh to philadelpia", "PIT", ["PHL"]),
    ("Rome, then Florence, back from Milan", None, ["ROM", "FLR"]),
    ("I'll be in Lisbon and after that in Porto", None, ["LIS", "OPO"]),
    ("two weeks in Japan: Tokyo for 5 nights and Osaka 3 nights", None, ["TYO", "OSA"]),
    ("from St. Louis to Ft. Lauderdale", "STL", ["FLL"]),
    ("Portland, Maine to Portland, OR", "PWM", ["PDX"]),
    ("flight from kansas city to salt lake city with a stopover in denver", "MCI", ["SLC"]),
    ("from home to Austin", "BOS", ["AUS"]),
]


@pytest.mark.parametrize(("text", "origin", "visits"), ROUTES)
def test_routes(hear, text, origin, visits):
    """A route is read in any order of its words."""
    frame = hear(text)
    codes = [visit.place.code for visit in frame.visits]
    assert codes == visits
    if origin:
        assert frame.origin.code == origin


def test_open_jaw(hear):
    """The way back may start elsewhere."""
    assert hear("Rome, then Florence, back from Milan").return_from.code == "MIL"
    assert hear("fly into Paris and out of Amsterdam").return_from.code == "AMS"


def test_nights_and_modes_belong_to_their_visit(hear):
    """Each visit has its own nights, and the way of getting there."""
    frame = hear("3 nights in Rome and 4 in Florence, train between them")
    assert [(v.nights, v.mode) for v in frame.visits] == [(3, None), (4, "train")]
    assert frame.nights is None


def test_legs_spelt_out(hear):
    """Legs named one by one keep their days; the destinations are the places between."""
    frame = hear("SFO to LHR on June 3, LHR to CDG June 10, then CDG to SFO on June 15")
    assert [(leg.origin.code, leg.destination.code, leg.depart.day) for leg in frame.legs] == [
        ("SFO", "LHR", "2027-06-03"),
        ("LHR", "CDG", "2027-06-10"),
        ("CDG", "SFO", "2027-06-15"),
    ]
    assert [v.place.code for v in frame.visits] == ["LHR", "CDG"]
    assert frame.trip_type == "multi_city"


@pytest.mark.parametrize(
    ("text", "said", "kind", "reason"),
    [
        ("I want to go to Texas", "Texas", "region", "region"),
        ("somewhere in Italy", "Italy", "country", "country"),
        ("fly me to Birmingham", "Birmingham", "city", "ambiguous_place"),
        ("a trip to Gotham", "Gotham", "unknown", "unknown_place"),
    ],
)
def test_places_to_be_asked_about(hear, text, said, kind, reason):
    """A state, a country, an ambiguous or unknown name keeps its words, gets no code, and raises a doubt."""
    reading = hear.reading(text)
    place = reading.frame.visits[0].place
    assert (place.said, place.kind, place.code) == (said, kind, None)
    assert (reading.doubts[0].slot, reading.doubts[0].reason) == ("visits", reason)


@pytest.mark.parametrize(
    "text",
    [
        "a nice hotel, please",
        "I'm reading about mobile phones",
        "can you check the date?",
        "we want an economy seat",
        "I come back in May",
        "what a time to buy",
        "it should be central, with a pool",
    ],
)
def test_everyday_words_are_no_places(hear, text):
    """City names that are everyday words stay words."""
    assert hear(text).visits == ()
    assert hear(text).origin is None


def test_answers_to_place_questions(hear):
    """A bare place answers the question that was asked."""
    frame = hear.talk(("Where would you like to go?", "Lisbon"), ("Where are you travelling from?", "Boston"))
    assert (frame.origin.code, frame.visits[0].place.code) == ("BOS", "LIS")


def test_choice_among_readings(hear):
    """A state, a country or a number chooses among the readings offered."""
    asked = "Which San Jose do you mean: San José, CR, San Jose, California?"
    for answer in ("the one in California", "California", "SJC", "the second one"):
        frame = hear.talk("from San Jose, please", (asked, answer))
        assert frame.origin.code == "SJC"


def test_the_other_end_decides_an_ambiguous_name(hear):
    """An ambiguous name is read in the country of the route's other end."""
    assert hear("San Jose to Nashville").origin.code == "SJC"
    assert hear("from Birmingham to London").origin.code == "BHX"
    assert hear("from Birmingham to Malaga").origin.code == "BHX"
    assert hear("from San Jose to Malaga").origin.code is None


def test_corrected_places(hear):
    """A denied place gives way to the other one; an added one is appended."""
    assert [v.place.code for v in hear.talk("a week in Paris", "not Paris, Lyon").visits] == ["LYS"]
    assert [v.place.code for v in hear.talk("a week in Rome", "then add Venice for 2 nights").visits] == ["ROM", "VCE"]
    assert hear.talk("from SFO to JFK", "sorry, I meant from Oakland").origin.code == "OAK"


def test_alternatives_are_asked_about(hear):
    """Two cities joined by "or" are no choice: which one is asked, and the answer chooses."""
    reading = hear.reading("we can leave from Tampa or Miami")
    assert [c.code for c in reading.frame.origin.candidates] == ["TPA", "MIA"]
    assert [(d.slot, d.options) for d in reading.doubts] == [("origin", ("Tampa", "Miami"))]
    assert hear("miami", frame=reading.frame).origin.code == "MIA"


def test_evidence(hear):
    """Each slot keeps the words it came from and where they stand."""
    text = "Fly me from Denver to Oslo"
    frame = hear(text)
    evidence = frame.evidence["origin"]
    assert evidence.text == "Denver"
    assert text[evidence.start : evidence.end] == "Denver"


def test_a_name_read_by_the_other_end_keeps_its_other_readings(hear):
    """From New York, Birmingham is Alabama's, without a question; a word takes that back."""
    reading = hear.reading("JFK to Birmingham on June 14")
    place = reading.frame.visits[0].place
    assert (place.code, {c.region for c in place.candidates}) == ("BHM", {"England", "Alabama"})
    assert reading.doubts == ()
    assert hear("no, England", frame=reading.frame).visits[0].place.code == "BHX"
    assert hear("I meant Birmingham, England", frame=reading.frame).visits[0].place.code == "BHX"
    assert hear("the second one", frame=reading.frame) == reading.frame
    assert hear("Alabama is fine", frame=reading.frame).visits[0].place.code == "BHM"


def test_a_stop_spoken_of_again_leaves_the_others(hear):
    """A word about one stop of several keeps the others; "only" does not."""
    known = hear.talk("Boston to Rome, then Florence, then Paris")
    assert [v.place.name for v in hear("3 nights in Florence", frame=known).visits] == ["Rome", "Florence", "Paris"]
    assert [v.place.name for v in hear("only Paris", frame=known).visits] == ["Paris"]


@pytest.mark.parametrize(
    ("text", "answer", "code"),
    [
        ("from Boston to Birmingham, England on May 4", "actually the one in Alabama", "BHM"),
        ("from Boston to Portland on May 4", "no, Maine", "PWM"),
    ],
)
def test_a_namesake_elsewhere(hear, text, answer, code):
    """A state or country alone takes back which place of a name is meant, also one that nobody had to ask about."""
    assert hear.talk(text, answer).visits[0].place.code == code


def test_short_words_of_chat_are_no_airports(hear):
    """The "plz" behind a word is a please, and no airport."""
    assert [v.place.code for v in hear("from boston to lisbon on may 3 no hotel plz").visits] == ["LIS"]


@pytest.mark.parametrize(
    ("text", "origin", "adults"),
    [
        ("madird to athens 3-10 may 2 adlts", "MAD", 2),
        ("barcelna to athens 3-10 may, 2 adutls", "BCN", 2),
        ("berln nach athen 3.-10. mai 2 erwachsenne", "BER", 2),
        ("lisbona para atenas de 3 a 10 de maio, 2 adutos", "LIS", 2),
    ],
)
def test_slips_of_the_pen_in_a_first_sentence(hear, text, origin, adults):
    """Two letters that changed places, one left out: the start is known, and who travels is counted."""
    frame = hear(text)
    assert (frame.origin.code, [v.place.code for v in frame.visits], frame.adults) == (origin, ["ATH"], adults)


@pytest.mark.parametrize("text", ["2 sights to see in Rome", "3 lights and 2 eights", "2 chile con carne"])
def test_words_that_are_no_slips_stay(hear, text):
    """A word that is another one by a letter counts nobody and no nights."""
    frame = hear(text)
    assert (frame.adults, frame.children, frame.travelers, frame.nights) == (None, None, None, None)
