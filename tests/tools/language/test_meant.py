"""What words imply: one traveller, a weekend of a month, the namesake that is meant, a time that is ruled out."""

from typing import Any

import pytest

from tripintent.state.frame import Frame
from tripintent.state.framing.frame_to_trip import merge_of
from tripintent.tools.language.reading.commands.router import route

ONE = (
    "I need to go to Lisbon from London on March 3, back March 10",
    "i need to be in chicago on feb 3rd for a meeting",
    "quiero ir de Madrid a Roma 10 días en febrero",
    "je veux aller à Rome une semaine en mai depuis Paris",
    "ich muss nach Wien am 3. Mai, von Hamburg",
    "quero ir de Lisboa a Paris de 3 a 10 de maio",
    "vorrei andare da Milano a Parigi dal 3 al 10 maggio",
)


@pytest.mark.parametrize("text", ONE)
def test_a_journey_of_ones_own_is_one_traveller_and_said_to_be_assumed(hear: Any, text: str) -> None:
    frame = hear(text)
    assert (frame.alone, frame.travelers, frame.adults) == (True, None, None)
    plan = merge_of(Frame(), frame, {})
    assert plan.merge["party"]["travelers"]["total"] == 1  # type: ignore[index,call-overload]
    assert "travels_alone" in plan.assumptions


@pytest.mark.parametrize(
    "text",
    [
        "I'd like a trip to Rome for my family",
        "we need to go to Rome from London",
        "I want to go to Rome with my friends",
        "queremos ir de Madrid a Roma",
        "nous voulons aller à Rome",
        "wir müssen nach Wien",
        "vorremmo andare a Parigi",
        "I'm going to need a hotel in Rome",
    ],
)
def test_who_speaks_of_others_or_of_no_journey_is_not_taken_for_one(hear: Any, text: str) -> None:
    assert hear(text).alone is None


def test_others_who_are_named_later_end_what_was_assumed(hear: Any) -> None:
    joined = hear.talk("I need to go to Rome", "my husband is coming too")
    assert joined.travelers == 2
    asked = hear.talk("I need to go to Rome", "it is a trip with my family")
    assert asked.alone is False
    assert "travels_alone" not in merge_of(Frame(), asked, {}).assumptions


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("a weekend in Porto in March from London", 2),
        ("weekend in Porto in March", 2),
        ("long weekend Rome in May from London", 3),
        ("un fin de semana en Oporto en marzo desde Madrid", 2),
        ("un week-end à Porto en mars, depuis Paris", 2),
        ("ein langes Wochenende in Porto im März, ab Berlin", 3),
        ("um fim de semana no Porto em março, de Lisboa", 2),
        ("un weekend a Porto a marzo da Milano", 2),
    ],
)
def test_a_weekend_apart_from_its_month_is_one_of_that_month(hear: Any, text: str, nights: int) -> None:
    frame = hear(text)
    assert frame.depart.weekends
    assert (frame.nights, frame.return_, frame.duration_days) == (nights, None, None)


def test_a_week_that_begins_on_a_weekend_is_a_week(hear: Any) -> None:
    frame = hear("one week in Rome in May from London, leaving on a weekend")
    assert frame.depart.weekends
    assert frame.duration_days == 7


@pytest.mark.parametrize(
    ("turns", "country"),
    [
        (["flights from Birmingham to Porto, May 3 to 10"], "GB"),
        (["from birmingham, may 3 to 10", "to porto"], "GB"),
        (["Atlanta to Birmingham, May 3 to 10"], "US"),
        (["flights from Birmingham to Porto, May 3 to 10", "no, Alabama"], "US"),
        (["san jose to madrid may 3-10"], None),
    ],
)
def test_of_namesakes_the_one_near_the_other_end_is_meant(hear: Any, turns: list[str], country: str | None) -> None:
    frame = hear.talk(*turns)
    place = frame.visits[0].place if turns[0].startswith("Atlanta") else frame.origin
    assert place.country == country


def test_a_namesake_is_asked_about_once(hear: Any) -> None:
    first = hear("san jose to madrid may 3-10")
    then = hear("2 adults to Madrid", frame=first, asked=("origin",), last="Which San José do you mean?")
    assert then.origin.code
    assert then.origin.candidates


TRIP = "Boston to Lisbon June 14-21, 2 adults"


@pytest.mark.parametrize(
    "text",
    [
        "no flights before 9am",
        "nothing before 9",
        "nada antes de las 9",
        "rien avant 9h",
        "nichts vor 9",
        "niente prima delle 9",
        "nada antes das 9",
    ],
)
def test_nothing_before_an_hour_is_a_limit_and_takes_no_flights_away(hear: Any, text: str) -> None:
    language = (
        "en"
        if text[1] == "o"
        else {"nada antes de l": "es", "rien avant 9h": "fr", "nichts vor 9": "de"}.get(
            text[:15], "it" if text.startswith("niente") else "pt"
        )
    )
    frame = hear(text, frame=hear(TRIP), language=language)
    assert (frame.depart_window.start, frame.depart_window.end) == ("09:00", None)
    assert frame.flights_needed is not False
    assert frame.lodging_needed is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no flights with stops"),
        ("es", "nada de vuelos con escalas"),
        ("fr", "pas de vol avec escale"),
        ("de", "keine Flüge mit Zwischenstopp"),
        ("it", "nessun volo con scalo"),
        ("pt", "nada de voos com escala"),
    ],
)
def test_flights_with_stops_are_ruled_out_and_not_flights(hear: Any, language: str, text: str) -> None:
    frame = hear(text, frame=hear(TRIP), language=language)
    assert frame.max_stops == 0
    assert frame.flights_needed is not False


def test_journeys_tell_their_language(hear: Any) -> None:
    assert hear.reading("roma a parigi 3-10 maggio, 2 adulti").language == "it"
    assert hear.reading("nada antes das 9", language="pt").language == "pt"


@pytest.mark.parametrize(
    "text",
    [
        "don't buy it, I need to ask my sister first",
        "stop, let me think about it",
        "no lo compres, tengo que preguntar a mi hermana",
        "annule, je dois demander à ma soeur",
        "stopp, ich muss erst meine Schwester fragen",
        "annulla, devo chiedere a mia sorella",
        "cancela, tenho de perguntar à minha irmã",
    ],
)
def test_putting_off_refuses_nothing(text: str) -> None:
    assert [event.type for event in route(text, [], approval_waiting=True)] == ["USER_MESSAGE"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "nothing too early"),
        ("en", "that's too early"),
        ("es", "es demasiado temprano"),
        ("fr", "rien de trop tôt"),
        ("it", "troppo presto"),
    ],
)
def test_too_early_is_never_a_wish_for_the_early_morning(hear: Any, language: str, text: str) -> None:
    frame = hear(text, frame=hear(TRIP), language=language)
    assert (frame.depart_window.start, frame.depart_window.end) == ("08:00", None)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "number 3 has breakfast?"), ("es", "la segunda tiene desayuno?")]
)
def test_a_question_about_an_option_orders_nothing(hear: Any, language: str, text: str) -> None:
    reading = hear.reading(text, frame=hear(TRIP), shown=3, language=language)
    assert (reading.changed, reading.question) == ((), text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "second floor room please"),
        ("es", "una habitación en el primer piso"),
        ("fr", "une chambre au deuxième étage"),
        ("de", "zimmer im zweiten stock bitte"),
        ("it", "camera al secondo piano"),
        ("pt", "quarto no segundo andar"),
    ],
)
def test_a_floor_is_a_request_to_the_hotel(hear: Any, language: str, text: str) -> None:
    frame = hear(text, frame=hear(TRIP), language=language)
    assert [(one.kind, one.to) for one in frame.requests] == [("floor", "hotel")]


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("nous sommes une famille de 4, Lyon-Athènes 10 jours en juillet", 4),
        ("familia de 4, Madrid a Tenerife en agosto", 4),
        ("una settimana a Creta a giugno da Bologna in 2", 2),
    ],
)
def test_families_and_small_companies_are_counted(hear: Any, text: str, heads: int) -> None:
    assert hear(text).travelers == heads


LONDON = "2 adults london to lisbon 27 march to 3 april with hotel"


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("only non-stop flights", 0),
        ("only non-stop flights and not before 10am", 0),
        ("direct flights only pls and a nicer hotel", 0),
        ("non stop flights only, 4 stars, with breakfast", 0),
        ("no one-stop flights", None),
        ("morning flights only", None),
        ("only evening flights please", None),
    ],
)
def test_only_belongs_to_its_noun(hear: Any, text: str, stops: int | None) -> None:
    """Flights of a kind only: the hotel stays, and so do the flights."""
    frame = hear(text, frame=hear(LONDON))
    assert (frame.lodging_needed, frame.flights_needed is False) == (True, False)
    assert stops is None or frame.max_stops == stops


@pytest.mark.parametrize(
    ("text", "opens", "closes"),
    [
        ("can we fly back later, after 6pm", "18:00", None),
        ("and back earlier, before noon", None, "12:00"),
        ("can u do later return, like 9pm?", "20:00", "22:00"),
        ("vuelta más tarde, a las 21h", "20:00", "22:00"),
        ("zurück lieber später, nach 18 Uhr", "18:00", None),
        ("le retour plus tard, après 18 h", "18:00", None),
        ("la vuelta más tarde, después de las 18h", "18:00", None),
    ],
)
def test_a_time_behind_a_comma_is_of_the_way_before_it(
    hear: Any, text: str, opens: str | None, closes: str | None
) -> None:
    """The way back is named before the comma; the way out stays as it was."""
    frame = hear(text, frame=hear(LONDON))
    assert (frame.return_window.start, frame.return_window.end) == (opens, closes)
    assert frame.depart_window is None


@pytest.mark.parametrize(
    "text",
    [
        "hold it til tomorrow",
        "ok hold it for me until friday please",
        "halte es bis morgen",
        "resérvalo hasta mañana",
        "gardez-le jusqu'à demain",
        "tienilo fino a domani",
        "guarde até amanhã",
        "can we get 2 connecting rooms",
        "is the visa included? do we need one",
        "i confirm that it is not refundable",
        "confirmo que no es reembolsable",
    ],
)
def test_what_is_no_wish_for_the_journey_moves_nothing(hear: Any, text: str) -> None:
    """The end of a hold, rooms that connect, a visa and a term that is accepted: dates, people and terms stay."""
    before = hear(LONDON)
    after = hear(text, frame=before)
    same = ("depart", "return_", "check_in", "check_out", "adults", "travelers", "refundable")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]


@pytest.mark.parametrize(
    "text",
    [
        "can I add a bag?",
        "could we bring another suitcase?",
        "can we choose our seats?",
        "puis-je ajouter un bagage ?",
        "kann ich einen Koffer dazubuchen?",
        "¿puedo añadir una maleta?",
        "posso aggiungere un bagaglio?",
        "posso acrescentar uma mala?",
    ],
)
def test_asking_whether_something_can_be_added_orders_nothing(hear: Any, text: str) -> None:
    frame = hear(text)
    assert frame.checked_bags is None
    assert frame.requests == ()


ITALY = "Rome 3 nights, then Florence 2 nights, then Venice 3 nights, starting from Dublin 15 April, 2 adults"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can we swap florence and venice?"),
        ("de", "bitte Florenz und Venedig tauschen"),
        ("es", "intercambia Firenze y Venecia"),
        ("fr", "inversez Florence et Venise"),
        ("it", "scambia Firenze e Venezia"),
        ("pt", "troque Florença e Veneza"),
    ],
)
def test_two_stops_that_are_swapped_change_places(hear: Any, language: str, text: str) -> None:
    """The third stays where it is, and each keeps its nights."""
    frame = hear(text, frame=hear(ITALY), language=language)
    assert [(v.place.code, v.nights) for v in frame.visits] == [("ROM", 3), ("VCE", 3), ("FLR", 2)]


def test_an_order_that_is_named_is_taken(hear: Any) -> None:
    """Who says what comes first means the order, and no exchange."""
    frame = hear("Venice first, then Florence", frame=hear(ITALY))
    assert [v.place.code for v in frame.visits] == ["VCE", "FLR", "ROM"]


PRESENT = {
    "en": "I have to be in Frankfurt for a meeting on 2 February at 10am, from London",
    "de": "ich muss am 2. Februar um 10 Uhr in Frankfurt sein, ab London",
    "es": "tengo que estar en Madrid el 2 de febrero a las 10, desde Londres",
    "fr": "je dois être à Lyon le 2 février à 10h, depuis Londres",
    "it": "devo essere a Roma il 2 febbraio alle 10, da Londra",
    "pt": "preciso estar em Madrid no dia 2 de fevereiro às 10h, saindo de Londres",
}
EVENING_BEFORE = {
    "en": "what about arriving the night before then",
    "de": "kann ich auch am Abend davor fliegen?",
    "es": "mejor la noche anterior",
    "fr": "plutôt la veille au soir",
    "it": "meglio la sera prima",
    "pt": "melhor na noite anterior",
}


@pytest.mark.parametrize("language", PRESENT)
def test_who_has_to_be_there_at_an_hour_lands_by_then_or_goes_the_evening_before(hear: Any, language: str) -> None:
    """The evening before lifts the hour of landing, and the way back stays on its day."""
    frame = hear(PRESENT[language], language=language)
    assert (frame.arrive_window.start, frame.arrive_window.end) == (None, "10:00")
    returning = frame.model_copy(update={"return_": frame.depart})
    before = hear(EVENING_BEFORE[language], frame=returning, language=language)
    assert before.depart.day == "2027-02-01"
    assert before.depart_window.start == "16:00"
    assert before.arrive_window is None
    assert before.return_.day == "2027-02-02"


def test_a_hotel_after_no_hotel_is_wanted(hear: Any) -> None:
    assert hear("no hotel. or, a day earlier, with a hotel near the centre").lodging_needed
    assert hear("no hotel please").lodging_needed is False
