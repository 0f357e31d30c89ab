"""What travellers say of single entries in a plan, in every language: one table of sentences, one mechanism."""

import re
from datetime import date

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Location
from tripintent.state.designer.segments import ActivitySegment, FlightSegment
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.itinerary.reader import OfflineItineraryReader
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.itinerary_reader import DesignHearing
from tripintent.tools.routing.designing import leaves_design

TODAY = date(2026, 11, 22)
DINNER = {"en": "Dinner", "de": "Abendessen", "fr": "Dîner", "es": "Cena", "it": "Cena", "pt": "Jantar"}
READER = OfflineItineraryReader(Gazetteer())


def plan_of(language):
    """A plan of Monday 14 to Thursday 17 June with a museum on Tuesday at eleven and a dinner on Monday at eight."""
    museum = ActivitySegment(
        id="louvre",
        name="Louvre",
        category="museum",
        start_datetime="2027-06-15T11:00",
        end_datetime="2027-06-15T13:00",
    )
    dinner = ActivitySegment(
        id="dinner",
        name=f"{DINNER[language]} Chartier",
        start_datetime="2027-06-14T20:00",
        end_datetime="2027-06-14T22:00",
    )
    return ItineraryDocument(
        destinations=(Location(name="Paris"),),
        start_date="2027-06-14",
        end_date="2027-06-17",
        segments=(dinner, museum),
    )


def read(text, language, **more):
    hearing = DesignHearing(text=text, document=plan_of(language), today=TODAY, language=language, **more)
    return READER.read(hearing)


def told(operation):
    """Return an operation as one short text: what, of what, when."""
    facts = operation.model_dump(exclude_defaults=True, exclude={"said", "op"})
    target = facts.pop("target", {}) or {}
    when = facts.pop("when", {}) or {}
    parts = [operation.op, *target.get("ids", ()), when.get("day", "")[5:], when.get("start", "")]
    parts += [str(v).lower() for k, v in sorted(facts.items()) if k not in ("stay", "now")]
    return " ".join(p for p in parts if p)


MOVES = {
    "change louvre 06-16": {
        "en": "move the Louvre to Wednesday",
        "de": "verschieb das Museum auf Mittwoch",
        "fr": "déplace le musée à mercredi",
        "es": "mueve el museo al miércoles",
        "it": "sposta il museo a mercoledì",
        "pt": "muda o museu para quarta",
    },
    "change dinner 19:30": {
        "en": "move the dinner to 7:30 pm",
        "de": "leg das Abendessen bitte auf halb acht",
        "fr": "mets le dîner à 19h30",
        "es": "pasa la cena a las siete y media de la tarde",
        "it": "sposta la cena alle sette e mezza di sera",
        "pt": "passa o jantar para as 19h30",
    },
    "change dinner 60": {
        "en": "the dinner an hour later please",
        "de": "das Abendessen eine Stunde später bitte",
        "fr": "décale le dîner d'une heure",
        "es": "retrasa la cena una hora",
        "it": "posticipa la cena di un'ora",
        "pt": "adia o jantar uma hora",
    },
    "change dinner -60": {
        "en": "bring the dinner forward by an hour",
        "de": "zieh das Abendessen eine Stunde vor",
        "fr": "avance le dîner d'une heure",
        "es": "adelanta la cena una hora",
        "it": "anticipa la cena di un'ora",
        "pt": "antecipa o jantar uma hora",
    },
    "remove dinner": {
        "en": "delete the dinner",
        "de": "nimm das Abendessen raus",
        "fr": "supprime le dîner",
        "es": "quita la cena",
        "it": "togli la cena",
        "pt": "tira o jantar",
    },
    "swap ('dinner', 'louvre')": {
        "en": "swap the dinner and the Louvre",
        "de": "tausch das Abendessen und das Museum",
        "fr": "échange le dîner et le musée",
        "es": "intercambia la cena y el museo",
        "it": "scambia la cena e il museo",
        "pt": "troca o jantar e o museu",
    },
    "keep_free 2027-06-16 afternoon": {
        "en": "free afternoon on Wednesday",
        "de": "Mittwochnachmittag frei halten",
        "fr": "laisse mercredi après-midi libre",
        "es": "deja libre la tarde del miércoles",
        "it": "lascia libero il pomeriggio di mercoledì",
        "pt": "deixa livre a tarde de quarta",
    },
    "shift_all 2": {
        "en": "move everything back by two days",
        "de": "verschieb alles um zwei Tage",
        "fr": "décale tout de deux jours",
        "es": "retrasa todo dos días",
        "it": "sposta tutto di due giorni",
        "pt": "adia tudo dois dias",
    },
    "plan_days true true": {
        "en": "too much walking",
        "de": "zu viel Laufen",
        "fr": "trop de marche",
        "es": "demasiado caminar",
        "it": "troppo da camminare",
        "pt": "muito a pé",
    },
    "plan_days true ('2027-06-15',) true": {
        "en": "a rainy day version for Tuesday",
        "de": "eine Regenversion für Dienstag bitte",
        "fr": "une version pluie pour mardi",
        "es": "una versión para la lluvia el martes",
        "it": "una versione per la pioggia martedì",
        "pt": "uma versão para a chuva na terça",
    },
    "step undo": {
        "en": "undo that",
        "de": "mach das rückgängig",
        "fr": "annule ça",
        "es": "deshaz eso",
        "it": "annulla",
        "pt": "desfaz isso",
    },
    "step redo": {
        "en": "redo",
        "de": "stell das wieder her",
        "fr": "rétablis",
        "es": "rehacer",
        "it": "ripristina",
        "pt": "refazer",
    },
    "change 06-16": {  # nothing in the plan is called so: it is said, and nothing is added
        "en": "move the opera to Wednesday",
        "de": "verschieb die Oper auf Mittwoch",
        "fr": "déplace l'opéra à mercredi",
        "es": "mueve la ópera al miércoles",
        "it": "sposta l'opera a mercoledì",
        "pt": "muda a ópera para quarta",
    },
}
CASES = [(language, text, wanted) for wanted, row in MOVES.items() for language, text in row.items()]


@pytest.mark.parametrize(("language", "text", "wanted"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES])
def test_a_verb_does_in_every_language_what_it_says(language, text, wanted):
    """A move moves, a removal removes, and nothing else happens: no verb of change ever adds an entry."""
    (operation,) = read(text, language).operations
    assert told(operation) == wanted


ADDED = {
    "en": ("add dinner at Allard on Tuesday at 9 pm", "Dinner at Allard"),
    "de": ("füg am Dienstag um 21 Uhr ein Abendessen im Allard hinzu", "Abendessen im Allard"),
    "fr": ("ajoute un dîner chez Allard mardi à 21h", "Dîner chez Allard"),
    "es": ("añade una cena en Allard el martes a las 21", "Cena en Allard"),
    "it": ("aggiungi una cena da Allard martedì alle 21", "Cena da Allard"),
    "pt": ("adiciona um jantar no Allard na terça às 21h", "Jantar no Allard"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_entry_has_its_name_its_day_and_its_time(language):
    """The verb, the articles and the time stay out of the name; "a las 21" is no day of the month."""
    text, name = ADDED[language]
    (operation,) = read(text, language).operations
    assert (operation.name, operation.when.day, operation.when.start) == (name, "2027-06-15", "21:00")


ADVISED = ("removed", "replanned", "ideas", "places_tail", "place_taken", "nothing_read")
_QUOTED = re.compile(r"“([^”]+)”|„([^“]+)“|« ?([^»]+?) ?»|«([^»]+)»|‚([^‘]+)‘")
SAID = [
    (language, key, next(x for x in match.groups() if x).strip())
    for language in LANGUAGES
    for key in ADVISED
    for match in _QUOTED.finditer(read_words(language, "designer")["events"][key])
]
CONTEXT = {"ideas": {"ideas": 3}, "places_tail": {"places": ("Rome", "Lisbon", "Athens")}}


@pytest.mark.parametrize(("language", "key", "phrase"), SAID, ids=[f"{s[0]}: {s[2]}" for s in SAID])
def test_what_the_designer_advises_to_say_is_understood(language, key, phrase):
    """Every phrase that a reply offers is read as what it was offered for; no other phrase may be offered."""
    found = read(phrase, language, **CONTEXT.get(key, {}))
    kinds = {o.op for o in found.operations}
    wanted = {
        "removed": {"step"},
        "replanned": {"step"},
        "ideas": {"take_idea"},
        "places_tail": {"take_place"},
        "place_taken": {"plan_days"},
        "nothing_read": {"add_thing", "change", "ask"},
    }[key]
    searches = key == "place_taken" and leaves_design(phrase)
    assert searches or (kinds and kinds <= wanted), (kinds, found.unread)


def test_there_is_advice_in_every_language():
    """The pattern of quoted phrases finds those of every language: none of the tests above is empty."""
    assert {(language, key) for language, key, _ in SAID} == {(la, key) for la in LANGUAGES for key in ADVISED}


PUTS = {
    "en": ("put the Colosseum on Thursday morning", "can you put dinner on our last night?"),
    "de": ("leg das Kolosseum auf Donnerstagmorgen", "Abendessen am letzten Abend einplanen"),
    "fr": ("mets le Colisée jeudi matin", "ajoute un dîner le dernier soir"),
    "es": ("pon el Coliseo el jueves por la mañana", "añade una cena la última noche"),
    "it": ("metti il Colosseo giovedì mattina", "aggiungi una cena l'ultima sera"),
    "pt": ("põe o Coliseu na quinta de manhã", "adiciona um jantar na última noite"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_is_put_on_a_day_or_a_part_of_it_without_a_time(language):
    """The verb, the day and its part are understood; the last evening is the one before the trip's last day."""
    empty = ItineraryDocument(destinations=(Location(name="Rome"),), start_date="2027-06-14", end_date="2027-06-21")
    found = [
        READER.read(DesignHearing(text=text, document=empty, today=TODAY, language=language)).operations
        for text in PUTS[language]
    ]
    assert [[(o.op, o.asked, o.when.day, o.when.part) for o in one] for one in found] == [
        [("add_thing", True, "2027-06-17", "morning")],
        [("add_thing", True, "2027-06-20", "evening")],
    ]


FEWER = {
    "en": "I don't like museums that much, more food please",
    "de": "weniger Museen, mehr Essen bitte",
    "es": "menos museos, más comida por favor",
    "fr": "moins de musées, plus de gastronomie",
    "it": "meno musei, più cibo per favore",
    "pt": "menos museus, mais comida por favor",
}
FIRST = {
    "en": "move the Louvre to the first morning",
    "de": "verschieb den Louvre auf den ersten Morgen",
    "es": "mueve el Louvre a la primera mañana",
    "fr": "déplace le Louvre au premier matin",
    "it": "sposta il Louvre alla prima mattina",
    "pt": "muda o Louvre para a primeira manhã",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_fewer_of_one_kind_and_more_of_another_makes_new_proposals(language):
    plans = [one for one in read(FEWER[language], language).operations if one.op == "plan_days"]
    assert [(one.fewer, one.more, one.again) for one in plans] == [(("museum",), ("food",), True)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_morning_is_a_day_and_a_part_of_it(language):
    (change,) = read(FIRST[language], language).operations
    assert change.target.ids == ("louvre",)
    assert (change.when.day, change.when.part) == ("2027-06-14", "morning")


@pytest.mark.parametrize(
    ("language", "text", "journey"),
    [
        ("en", "put the departure on Tuesday", True),
        ("en", "move the flight to Tuesday", True),
        ("en", "I need to arrive before 10", True),
        ("de", "verschiebe den Abflug auf Dienstag", True),
        ("fr", "mets le départ mardi", True),
        ("es", "cambia la salida al martes", True),
        ("it", "sposta la partenza a martedì", True),
        ("pt", "muda a partida para terça", True),
        ("en", "put the flight museum on Tuesday at 10", False),
        ("en", "move the Louvre to Thursday", False),
        ("de", "verschiebe den Louvre auf Donnerstag", False),
    ],
)
def test_words_that_only_say_when_to_fly_are_told_apart(language, text, journey):
    """The departure, the flight and the arrival are no entries of the plan; what has its own name is."""
    assert read(text, language).journey is journey


def with_flights(language):
    """The plan with a flight of the traveller's own at either end; the first day is a Monday."""
    out = FlightSegment(id="out", flight_number="AF 1", start_datetime="2027-06-14T09:00")
    home = FlightSegment(id="home", flight_number="AF 2", start_datetime="2027-06-17T18:00")
    plan = plan_of(language)
    return plan.model_copy(update={"segments": (*plan.segments, out, home)})


@pytest.mark.parametrize(
    ("language", "text", "moved"),
    [
        ("en", "put the departure on Tuesday", "change out 06-15"),
        ("en", "put the departure on Sunday", "change out 06-13"),
        ("en", "put the return on Friday", "change home 06-18"),
        ("de", "verschiebe den Abflug auf Dienstag", "change out 06-15"),
        ("de", "verschiebe den Rückflug auf Freitag", "change home 06-18"),
        ("fr", "mets le départ mardi", "change out 06-15"),
        ("es", "cambia la salida al martes", "change out 06-15"),
        ("it", "sposta la partenza a martedì", "change out 06-15"),
        ("pt", "muda a partida para terça", "change out 06-15"),
    ],
)
def test_the_departure_is_the_flight_that_the_plan_has(language, text, moved):
    """No entry is called Departure, the weekday is the one next to the flight, and the trip begins or ends with it."""
    heard = DesignHearing(text=text, document=with_flights(language), today=TODAY, language=language)
    reading = READER.read(heard)
    trip, change = reading.operations
    assert told(change) == moved
    day = f"2027-{moved[-5:]}"
    assert (trip.start, trip.end) == (("2027-06-14", day) if "home" in moved else (day, "2027-06-17"))
    assert not reading.journey


@pytest.mark.parametrize(
    ("language", "text", "booking"),
    [
        ("en", "is there a direct flight?", True),
        ("en", "are there any earlier flights?", True),
        ("en", "when is my flight?", False),
        ("en", "does the flight clash with dinner?", False),
        ("de", "gibt es einen Direktflug?", True),
        ("de", "wann geht mein Flug?", False),
        ("fr", "y a-t-il un vol direct ?", True),
        ("fr", "quand est mon vol ?", False),
        ("es", "¿hay un vuelo directo?", True),
        ("es", "¿cuándo es mi vuelo?", False),
        ("it", "c'è un volo diretto?", True),
        ("it", "quando è il mio volo?", False),
        ("pt", "há um voo direto?", True),
        ("pt", "quando é o meu voo?", False),
    ],
)
def test_whether_there_are_flights_is_no_question_about_the_plan(language, text, booking):
    """Also where the plan has flights of its own; when those leave is one."""
    heard = DesignHearing(text=text, document=with_flights(language), today=TODAY, language=language)
    assert READER.read(heard).journey is booking
