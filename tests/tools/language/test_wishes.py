"""Cabin, stops, airlines, bags, times, lodging."""

import pytest

from tripintent.state.frame import TimeWindow
from tripintent.tools.suppliers.embedded.carriers import CARRIERS

SLOTS = [
    ("business class please", "cabin", "business"),
    ("I'm travelling on business", "cabin", None),
    ("coach is fine", "cabin", "economy"),
    ("premium economy, not business class", "cabin", "premium_economy"),
    ("business or first class", "cabin", None),
    ("neither business nor first, just coach", "cabin", "economy"),
    ("one way to Rome", "trip_type", "one_way"),
    ("a return flight to Rome", "trip_type", "round_trip"),
    ("there and back", "trip_type", "round_trip"),
    ("Berlin to Rome for a week in May", "duration_days", 7),
    ("Berlin to Rome, 5 nights", "nights", 5),
    ("to Rome, no return flight", "trip_type", "one_way"),
    ("to Rome, one way, no return flight, no hotel", "flights_needed", True),
    ("one-way or round trip, whatever", "trip_type", None),
    ("direct only", "max_stops", 0),
    ("is there a direct flight?", "max_stops", 0),
    ("gibt es einen Direktflug?", "max_stops", 0),
    ("gibt es direkte Flüge?", "max_stops", 0),
    ("y a-t-il un vol direct ?", "max_stops", 0),
    ("¿hay un vuelo directo?", "max_stops", 0),
    ("c'è un volo diretto?", "max_stops", 0),
    ("há um voo direto?", "max_stops", 0),
    ("one stop is fine", "max_stops", 1),
    ("no layovers longer than 2 hours", "max_stops", None),
    ("I'd rather fly Lufthansa or Swiss, but not Ryanair", "airlines", ("Lufthansa", "Swiss International Air Lines")),
    ("on united please", "airlines", ("United Airlines",)),
    ("lufthanza", "airlines", ("Lufthansa",)),
    ("a united effort", "airlines", ()),
    ("never on Ryanair", "avoid_airlines", ("Ryanair",)),
    ("two checked bags", "checked_bags", 2),
    ("carry-on only", "checked_bags", 0),
    ("with a checked suitcase please, and hold luggage", "checked_bags", 1),
    ("Lyon to Porto, checked bag", "checked_bags", 1),
    ("mit aufgegebenem Gepäck", "checked_bags", 1),
    ("con maleta facturada", "checked_bags", 1),
    ("avec bagage en soute", "checked_bags", 1),
    ("con bagaglio da stiva", "checked_bags", 1),
    ("com mala de porão", "checked_bags", 1),
    ("sans bagage en soute", "checked_bags", 0),
    ("no red-eyes", "avoid_red_eye", True),
    ("a morning flight", "depart_window", TimeWindow(start="06:00", end="12:00")),
    ("leave after 5 pm", "depart_window", TimeWindow(start="17:00")),
    ("be home before 8 pm", "return_arrive_window", TimeWindow(end="20:00")),
    ("need to be in Munich by 10am", "arrive_window", TimeWindow(end="10:00")),
    ("good morning", "depart_window", None),
    ("no hotel", "lodging_needed", False),
    ("I'll stay with friends", "lodging_needed", False),
    ("just flights please", "lodging_needed", False),
    ("I only need a hotel in Rome", "flights_needed", False),
    ("no hotel, nonstop flights", "flights_needed", True),
    ("without hotel, only flights", "flights_needed", True),
    ("no hotel, flights only", "flights_needed", True),
    ("no cars, taxis or flights", "flights_needed", False),
    ("find me a hotel", "lodging_needed", True),
    ("we'd rather not fly", "transport_wishes", ("no flight",)),
    ("two rooms", "rooms", 2),
    ("a three star hotel", "stars", 3.0),
    ("at least 4 stars", "stars", 4.0),
    ("a house rated 4.3 or higher", "stars", None),
    ("something decent", "stars", None),
    ("with breakfast included", "board", "breakfast"),
    ("all inclusive", "board", "all_inclusive"),
    ("free cancellation", "refundable", True),
    ("a hotel near the beach", "area", "the beach"),
    ("a hotel with wifi and a pool", "amenities", ("wifi", "pool")),
    ("a room at the Grand Budapest Hotel", "hotel_name", "Grand Budapest Hotel"),
]


@pytest.mark.parametrize(("text", "slot", "value"), SLOTS)
def test_wishes(hear, text, slot, value):
    """A wish sets its slot; words that only sound like one set nothing."""
    assert getattr(hear(text), slot) == value


@pytest.mark.parametrize(
    ("turns", "slot", "value"),
    [
        (("fly with Delta Airlines", "any airline is fine actually"), "airlines", ()),
        (("hotel in Rome", "forget the hotel"), "lodging_needed", False),
        (("round trip to Rome, May 3 to May 9", "make it one way"), "return_", None),
        (("under $900", "forget the budget"), "budget", None),
    ],
)
def test_wishes_taken_back(hear, turns, slot, value):
    """What is taken back is unsaid again."""
    assert getattr(hear.talk(*turns), slot) == value


def test_invented_airlines_can_be_asked_for(hear):
    """Every airline of the embedded supplier is known by its name."""
    for carrier in CARRIERS.values():
        assert hear(f"only {carrier.name} please").airlines == (carrier.name,)


def test_a_rating_beside_a_hotel_wants_one(hear):
    """Who asks for stars after having wanted no hotel wants one."""
    assert hear.talk("Oslo to Rome, no hotel", "hotels at least 3 stars").lodging_needed is True


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("We need rooms that permit children under the age of 10.", "house_rules", ("children under 10",)),
        ("The accommodation must not restrict parties.", "house_rules", ("parties",)),
        ("Rooms where non-smoking guests and pets are welcome.", "house_rules", ("pets",)),
        ("We'd like to dine on American and Chinese cuisine.", "cuisines", ("American", "Chinese")),
        ("We prefer having entire rooms to ourselves.", "room_type", "entire room"),
        ("Note that we cannot use flights.", "transport_wishes", ("no flight",)),
        ("We prefer to avoid airline transportation.", "transport_wishes", ("no flight",)),
        ("A plan for a duo from Denver to Texas.", "travelers", 2),
        ("When it comes to rooms, we take places where parties are allowed.", "house_rules", ("parties",)),
        ("Are pets allowed there?", "house_rules", ()),
    ],
)
def test_wishes_of_a_planned_trip(hear, text, slot, value):
    """Words that another reading takes first (ages, an airline, a count of rooms) still carry the wish."""
    assert getattr(hear(text), slot) == value


@pytest.mark.parametrize(
    ("language", "text", "all_of_it", "hotel"),
    [
        ("en", "a refundable hotel please", None, True),
        ("en", "the hotel should be refundable", None, True),
        ("en", "refundable flights and hotel", True, None),
        ("en", "everything refundable please", True, None),
        ("de", "das hotel soll erstattbar sein", None, True),
        ("es", "un hotel reembolsable", None, True),
        ("fr", "un hôtel remboursable", None, True),
        ("it", "un hotel rimborsabile", None, True),
        ("pt", "um hotel reembolsável", None, True),
    ],
)
def test_refundable_is_meant_of_what_it_stands_beside(hear, language, text, all_of_it, hotel):
    """Who wants a hotel that gives the money back does not pay for flexible fares."""
    frame = hear(text, language=language)
    assert (frame.refundable, frame.refundable_hotel) == (all_of_it, hotel)


@pytest.mark.parametrize("text", ["we prefer hilton", "a hilton near the sea", "at the Hilton"])
def test_a_chain_is_a_hotel_s_name_in_any_case(hear, text):
    """As people type it."""
    assert "Hilton" in (hear(text).hotel_name or "")


@pytest.mark.parametrize(
    "text",
    [
        "only hotels with wheelchair access please",
        "solo hoteles con acceso para silla de ruedas",
        "seulement des hôtels accessibles en fauteuil roulant",
        "nur rollstuhlgerechte Hotels",
        "solo hotel con accesso per sedia a rotelle",
        "só hotéis com acesso para cadeira de rodas",
    ],
)
def test_a_request_in_a_clause_about_hotels_is_their_amenity(hear, text):
    """The airline has nothing to do with the door of a hotel."""
    frame = hear(text)
    assert (frame.amenities, frame.requests) == (("accessible",), ())
    assert hear("my husband uses a wheelchair").requests[0].to == "airline"


@pytest.mark.parametrize(
    "text",
    [
        "i have 2 big suitcases",
        "llevo 2 maletas grandes",
        "j'ai deux grosses valises",
        "wir haben zwei große Koffer",
        "ho due grandi valigie",
        "tenho 2 malas grandes",
    ],
)
def test_suitcases_of_any_size_are_bags(hear, text):
    """They are checked in."""
    assert hear(text).checked_bags == 2


@pytest.mark.parametrize(
    "text",
    ["flights only", "vols seulement", "vuelos solamente", "nur die Flüge", "soltanto voli", "só os voos"],
)
def test_flights_only_is_no_hotel(hear, text):
    """In any order of the two words."""
    assert hear(text).lodging_needed is False


def test_over_is_no_taxi(hear):
    """The German word is written with dots."""
    assert hear("wollen über Ostern von Köln nach Mallorca").requests == ()
    assert [r.kind for r in hear("book us an uber from the airport").requests] == ["transfer"]


def test_the_time_of_a_meeting_is_no_departure(hear):
    """Place and day may stand between a meeting and its time; a flight between them has the time."""
    frame = hear("client meeting in frankfurt tue 12 jan 10am, from london, back same day")
    assert (frame.depart.day, frame.depart_window) == ("2027-01-12", None)
    assert hear("meeting in Rome on 3 May, fly at 10am").depart_window == TimeWindow(start="09:00", end="11:00")


def test_portuguese_as_it_is_typed(hear):
    """The word "pra" is "para"."""
    frame = hear("oi, quero ir de lisboa pra madrid de 10 a 14 de junho")
    assert (frame.origin.code, frame.visits[0].place.code) == ("LIS", "MAD")
