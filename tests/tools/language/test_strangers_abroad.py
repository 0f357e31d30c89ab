"""Small things that strangers say in Spanish, French, German and Portuguese, and corrections of days without their month."""

import pytest


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("Madrid to Rome May 3 to May 10", "no, from the 4th to the 11th"),
        ("de Madrid a Roma del 3 al 10 de mayo", "no, del 4 al 11"),
        ("de Lyon à Rome du 3 au 10 mai", "plutôt du 4 au 11"),
        ("von Berlin nach Rom vom 3. bis 10. Mai", "lieber vom 4. bis 11."),
    ],
)
def test_two_days_corrected_stay_in_their_month(hear, first, text):
    """Two days without a month are of the month talked of, not of the next one."""
    frame = hear.talk(first, text)
    assert (frame.depart.day, frame.return_.day) == ("2027-05-04", "2027-05-11")


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("vol de Paris à Rome pour 2, pas cher", 2),
        ("Wir sind zu viert und wollen nach Rom", 4),
        ("ich fliege nach Rom, doch nur zu dritt", 3),
        ("ich reise allein nach Rom", 1),
    ],
)
def test_heads_abroad(hear, text, heads):
    """Heads are counted in the ways of each language."""
    assert hear(text).travelers == heads


def test_a_short_name_behind_an_article(hear):
    """A word for the way on ends a place in any language ("do rio para salvador")."""
    assert hear("quero um voo do rio para salvador dia 10 de janeiro").origin.code == "RIO"


def test_the_pool_of_a_hotel_in_a_message_about_flights(hear):
    """What a hotel shall have counts where a hotel is talked of, flights or not."""
    assert hear("a flight from Boston to Rome and a hotel with a pool").amenities == ("pool",)
    assert hear("a flight from Boston to Rome with wifi").amenities == ()


@pytest.mark.parametrize(
    ("text", "area"),
    [("hôtel à Nice pas loin de la plage", "plage"), ("a hotel in Nice not far from the beach", "the beach")],
)
def test_not_far_is_near(hear, text, area):
    """What is not far is near."""
    assert hear(text).area == area


@pytest.mark.parametrize(
    ("first", "text", "language"),
    [
        ("genève new york du 12 février au 19 février", "12 février je viens de dire", "fr"),
        ("da bologna a roma 6 febbraio", "2 adulti e un bimbo", "it"),
        ("da bologna a roma 6 febbraio", "bimbo = bambino", "it"),
        ("de buenos aires a rio, 19 al 26 enero", "nos gusta la playa y samba", "es"),
        ("de brasilia pra sao paulo terça", "hotel perto", "pt"),
        ("von Basel nach Wien am 3. März", "250 PRO NACHT", "de"),
    ],
)
def test_ordinary_words_are_no_towns(hear, first, text, language):
    """Bimbo, Samba, Diré and Perth are towns; in small letters these words are a child, a dance, "to say" and "near"."""
    before = hear(first, language=language)
    after = hear(text, frame=before, language=language)
    assert (after.origin, after.visits) == (before.origin, before.visits)


def test_a_flight_or_a_route_makes_an_ordinary_word_a_town(hear):
    """Who names a flight to a town, or the other end of the way, means the town."""
    assert hear("vuelo a samba el 3 de mayo", language="es").visits[0].place.name == "Samba"
    assert hear("de madrid a samba el 3 de mayo", language="es").visits[0].place.name == "Samba"


@pytest.mark.parametrize(
    ("text", "language", "slot", "value"),
    [
        ("maximal 250 Franken pro Nacht", "de", "max_nightly", 250),
        ("max 200 franchi a notte", "it", "max_nightly", 200),
        ("Max 250.- pro Nacht", "de", "max_nightly", 250),
        ("höchstens einmal umsteigen", "de", "max_stops", 1),
        ("j'aimerais une seule escale", "fr", "max_stops", 1),
        ("non più di uno scalo", "it", "max_stops", 1),
        ("una escala como máximo", "es", "max_stops", 1),
        ("no máximo uma escala", "pt", "max_stops", 1),
        ("no quiero hoteles, la empresa los pone", "es", "lodging_needed", False),
        ("con la novia", "es", "travelers", 2),
        ("also 500 total", "de", "travelers", None),
    ],
)
def test_amounts_stops_and_company_abroad(hear, text, language, slot, value):
    """The ways to say them that strangers used."""
    assert getattr(hear(text, language=language), slot) == value


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("alle airlines erlaubt", "de"),
        ("suchen sie nochmal mit allen airlines, nicht nur lufthansa", "de"),
        ("da igual la aerolínea", "es"),
        ("n'importe quelle compagnie", "fr"),
        ("qualsiasi compagnia va bene", "it"),
        ("qualquer companhia", "pt"),
        ("search again with all airlines, not just lufthansa", "en"),
    ],
)
def test_an_airline_that_was_asked_for_is_let_go(hear, text, language):
    """Who asked for one airline alone can take that back."""
    before = hear("Hamburg nach München am 3. März, nur Lufthansa", language="de")
    assert before.airlines == ("Lufthansa",)
    assert hear(text, frame=before, language=language).airlines == ()


def test_just_flights_is_no_one_way(hear):
    """The German word for "one way" also means "just" ("einfach Flüge")."""
    frame = hear("einfach flüge berlin-olbia 10.-20. juni, 2 personen", language="de")
    assert (frame.trip_type, frame.return_.day) == (None, "2027-06-20")


def test_the_way_back_has_its_day(hear):
    """Words like "si torna martedì sera" speak of the way back, not of another departure."""
    frame = hear("da sabato 5 a martedì 8 dicembre, si torna martedì sera", language="it")
    assert (frame.depart.day, frame.return_.day) == ("2026-12-05", "2026-12-08")


@pytest.mark.parametrize(
    ("text", "language", "slot", "start", "end"),
    [
        ("und rückflug am sonntag später, so gegen abend", "de", "return_window", "18:00", "23:00"),
        ("and the return flight on sunday later, towards evening", "en", "return_window", "18:00", "23:00"),
        ("départ entre 11h et 18h", "fr", "depart_window", "11:00", "18:00"),
        ("salida entre las 9h y las 12h", "es", "depart_window", "09:00", "12:00"),
    ],
)
def test_hours_belong_to_the_way_that_is_named(hear, text, language, slot, start, end):
    """A time behind a comma is that of the way before it; two hours between "between" and "and" are one range."""
    before = hear("de Lyon à Lisbonne du 22 au 24 janvier", language="fr")
    after = hear(text, frame=before, language=language)
    window = getattr(after, slot)
    assert (window.start, window.end) == (start, end)
    assert slot == "depart_window" or after.depart_window is None


@pytest.mark.parametrize(
    ("text", "language", "days"),
    [
        ("no el 28, el 29", "es", ("2027-05-29", "2027-06-07")),
        ("la vuelta no el 7, el 8", "es", ("2027-05-28", "2027-06-08")),
        ("nicht am 28., am 29.", "de", ("2027-05-29", "2027-06-07")),
        ("pas le 28, le 29", "fr", ("2027-05-29", "2027-06-07")),
        ("not the 28th, the 29th", "en", ("2027-05-29", "2027-06-07")),
    ],
)
def test_a_number_put_right_is_that_of_the_day_it_names(hear, text, language, days):
    """Who says which day it is not says which end of the trip is meant."""
    frame = hear(text, frame=hear("Madrid to Rome May 28 to June 7"), language=language)
    assert (frame.depart.day, frame.return_.day) == days


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("sans vol, juste l'hôtel", "fr"),
        ("juste l'hôtel, pas de vol", "fr"),
        ("solo el hotel, sin vuelos", "es"),
        ("nur unterkunft", "de"),
    ],
)
def test_a_hotel_alone_in_other_languages(hear, text, language):
    """No flight is wanted; "pas de vol de nuit" wants flights by day."""
    assert hear(text, language=language).flights_needed is False
    assert hear("pas de vol de nuit", language="fr").flights_needed is not False


def test_breakfast_and_dinner_are_half_board(hear):
    """Two meals are one board, in any language; a hostel that is refused leaves the wish for a bed."""
    texts = [
        ("petit-déjeuner et le dîner compris", "fr"),
        ("Frühstück und Abendessen", "de"),
        ("desayuno y cena", "es"),
    ]
    assert {hear(text, language=language).board for text, language in texts} == {"half_board"}
    assert hear("niente hotel ostello, almeno 3 stelle", language="it").lodging_needed is not False


@pytest.mark.parametrize(
    ("text", "language", "area"),
    [
        ("et pas trop loin de la place jemaa el fna mais pas dessus", "fr", "place jemaa el fna"),
        ("no muy lejos de la sagrada familia", "es", "sagrada familia"),
        ("hotel vicino san marco", "it", "san marco"),
        ("nicht zu weit vom bahnhof", "de", "bahnhof"),
    ],
)
def test_not_too_far_from_is_near(hear, text, language, area):
    """Who does not want to be far from something wants to be near it; that is no complaint about the hotels shown."""
    assert hear(text, language=language).area == area


@pytest.mark.parametrize(
    ("language", "text", "hours"),
    [
        ("en", "no more than 18 hrs", 18),
        ("en", "max 12 hours travel, London to New York 10 May", 12),
        ("en", "no flights over 2.5 hours please", 2.5),
        ("en", "flights over 12 hours are fine", None),
        ("en", "no more than 3 hours of layover", None),
        ("en", "free cancellation up to 24 hours before", None),
        ("de", "der Flug darf höchstens acht Stunden dauern", 8),
        ("de", "keine Flüge über 10 Stunden", 10),
        ("es", "que no dure más de 15 horas", 15),
        ("fr", "pas plus de 12 h de trajet", 12),
        ("fr", "au plus 2 heures d'escale", None),
        ("fr", "arrivée au maximum 18h", "clock"),
        ("it", "al massimo 10 ore di viaggio", 10),
        ("pt", "no máximo 14 horas de viagem", 14),
    ],
)
def test_how_long_the_way_may_take(hear, language, text, hours):
    """A most of hours limits the way; hours of a wait or before a deadline do not."""
    frame = hear(text, language=language)
    if hours == "clock":
        assert frame.max_hours is None
        assert frame.arrive_window
    else:
        assert (frame.max_hours, frame.duration_days, frame.depart_window) == (hours, None, None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the flight time does not matter"),
        ("en", "i dont mind how long it takes"),
        ("de", "die Flugdauer ist uns egal"),
        ("es", "la duración del vuelo no importa"),
        ("fr", "peu importe la durée du vol"),
        ("es", "no importa cuánto dure el vuelo"),
        ("it", "la durata del volo non importa"),
        ("it", "non importa quanto dura il volo"),
        ("pt", "tanto faz quanto demora o voo"),
        ("pt", "a duração do voo não importa"),
    ],
)
def test_who_does_not_mind_the_hours_still_flies(hear, language, text):
    """The limit goes; the word for a flight in it is no flight that is not needed."""
    frame = hear(text, frame=hear("London to Rome 3 May, no more than 5 hours"), language=language)
    assert frame.max_hours is None
    assert frame.flights_needed is not False


FLIGHT_ALONE = [
    ("en", "I need a flight from Boston to Lisbon on 3 March"),
    ("de", "suche Flug Wien nach Lissabon am 3. März"),
    ("es", "busco un vuelo de Madrid a Roma el 3 de marzo"),
    ("fr", "je cherche un vol Paris Rome le 3 mars"),
    ("it", "mi serve un volo Milano Londra il 3 marzo"),
    ("pt", "procuro um voo de Lisboa para Roma no dia 3 de março"),
]


@pytest.mark.parametrize(("language", "words"), FLIGHT_ALONE)
def test_who_asks_for_a_flight_gets_no_hotel(hear, language, words):
    """The first words of a trip that ask for a flight want no hotel; later words for a flight take no hotel away."""
    assert hear(words, language=language).lodging_needed is False
    later = hear.talk("Boston to Rome 3-10 March, 2 adults", "I need an earlier flight")
    assert later.lodging_needed is None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "hotel brauch ma nicht, wohnen bei freunden"),
        ("it", "l'hotel non mi serve, ho l'appartamento aziendale"),
        ("es", "el hotel no lo necesitamos"),
        ("fr", "l'hôtel on n'en a pas besoin"),
        ("it", "non voglio hotel né volo"),
    ],
)
def test_a_hotel_is_refused_in_everyday_words(hear, language, words):
    reading = hear.reading(words, language=language)
    assert (reading.frame.lodging_needed, reading.frame.requests) == (False, ())
    assert not reading.frame.flights_needed


def test_what_was_never_said_is_turned_round(hear):
    assert hear("quiero vuelo y hotel, yo nunca dije sin hotel", language="es").lodging_needed is True


@pytest.mark.parametrize(
    ("language", "words"),
    [("it", "solo bagaglio a mano"), ("pt", "sem mala"), ("de", "nur Handgepäck"), ("fr", "sans bagage en soute")],
)
def test_hand_luggage_is_no_checked_bag(hear, language, words):
    reading = hear.reading(words, language=language)
    assert (reading.frame.checked_bags, reading.frame.requests) == (0, ())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "as cheap as possible"),
        ("pt", "o mais barato que tiver"),
        ("es", "lo más barato posible"),
        ("de", "möglichst günstig"),
        ("fr", "le moins cher possible"),
        ("it", "il più economico possibile"),
    ],
)
def test_as_cheap_as_possible_is_the_order_of_the_trips(hear, language, words):
    reading = hear.reading(words, language=language)
    assert (reading.frame.price_first, reading.frame.requests) == (True, ())


@pytest.mark.parametrize(
    ("language", "words", "board"),
    [
        ("fr", "week-end à Porto, max 500 € pour 2 tout compris", None),
        ("it", "400 euro a persona tutto incluso volo e hotel", None),
        ("fr", "un hôtel tout compris à Agadir", "all_inclusive"),
    ],
)
def test_everything_included_in_a_price_is_no_board(hear, language, words, board):
    assert hear(words, language=language).board == board


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "das stimmt nicht!"), ("fr", "c'était nul"), ("es", "la fecha está mal"), ("en", "that's wrong")],
)
def test_a_complaint_is_no_wish(hear, language, words):
    """It is answered with a word of regret and the question what should be different."""
    reading = hear.reading(words, language=language)
    assert [one.what for one in reading.operations if one.op == "social"] == ["complain"]
    assert reading.frame.requests == ()


def test_direct_said_plainly_is_no_mere_wish_any_more(hear):
    frame = hear.talk("Wien nach Lissabon am 3. März, am liebsten direkt", "und bitte direkt")
    assert (frame.max_stops, frame.soft) == (0, ())
