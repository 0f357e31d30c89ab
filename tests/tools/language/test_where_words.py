"""Words of travellers who do not know yet where to go, in six languages: what opens the wish, what refines it, what chooses."""

from datetime import date

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import SetTrip, TakePlace, WhereTo
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.reading.itinerary.reader import OfflineItineraryReader
from tripintent.tools.ports.itinerary_reader import DesignHearing

READER = OfflineItineraryReader()
PLACES = {"Porto": "OPO", "Florence": "FLR", "Tunis": "TUN"}


def _read(text, language=None, *, shown=True, **more):
    list_ = {"where": WhereTo(climate=("warm",)), "places": (*PLACES,), "place_codes": (*PLACES.values(),)}
    facts = {"document": ItineraryDocument(), "today": date(2026, 11, 22), "language": language or detect(text)}
    hearing = DesignHearing(text=text, **facts, **(list_ if shown else {"nowhere": True}), **more)
    return READER.read(hearing).operations


@pytest.mark.parametrize(
    "text",
    [
        "anywhere from vienna in january",
        "any city is fine, surprise me",
        "surprise me",
        "cheap weekend in december from london for 2, christmas markets",
        "ideas for a beach week in may with two kids from Hamburg?",
        "irgendwohin ans Meer",
        "wohin im Mai ab Hamburg?",
        "ein günstiges Wochenende ab Wien im März",
        "où partir en mars depuis Lyon ?",
        "n'importe où au soleil en mai depuis Paris",
        "adónde ir en mayo desde Madrid",
        "cualquier sitio con playa en junio desde Sevilla",
        "dove andare a marzo da Milano?",
        "un fine settimana economico a dicembre da Roma",
        "para onde ir em maio de Lisboa",
        "qualquer lugar com praia em julho do Porto",
    ],
)
def test_words_that_leave_the_place_open_ask_for_ideas(text):
    """Nobody is asked where they would like to go after saying that any place will do."""
    assert [type(one) for one in _read(text, shown=False)] == [WhereTo]


@pytest.mark.parametrize(
    "text", ["2 adults london to lisbon 27 march to 3 april with hotel", "a week in Rome in May", "hotel in Paris"]
)
def test_words_that_name_a_place_ask_for_no_ideas(text):
    """A trip with a destination is booked."""
    assert not any(isinstance(one, WhereTo) for one in _read(text, shown=False))


@pytest.mark.parametrize(
    ("text", "towns"),
    [
        ("paris or rome?", ("paris", "rome")),
        ("rome or barcelona, whichever is cheaper", ("rome", "barcelona")),
        ("Paris oder Rom?", ("Paris", "Rom")),
        ("Paris ou Rome ?", ("Paris", "Rome")),
        ("¿París o Roma?", ("París", "Roma")),
        ("Parigi o Roma?", ("Parigi", "Roma")),
    ],
)
def test_one_town_or_another_are_compared(text, towns):
    """Two towns with "or" between them are a question, no destination."""
    (found,) = _read(text, shown=False)
    assert found.towns == towns


@pytest.mark.parametrize(
    ("language", "text", "number", "rest"),
    [
        ("en", "ok porto then", 1, "ok then"),
        ("en", "porto sounds nice. direct only, no early flights", 1, "direct only. no early flights"),
        ("en", "take porto but a week later", 1, "but a week later"),
        ("en", "actually the first one, porto", 1, "actually the first one"),
        ("en", "the second", 2, "the"),
        ("en", "number 3", 3, ""),
        ("en", "number 1 please, 4 star hotel with pool", 1, "4 star hotel with pool"),
        ("de", "das zweite bitte", 2, "das bitte"),
        ("de", "Florenz gefällt mir", 2, "gefällt mir"),
        ("fr", "la première, vols directs", 1, "vols directs"),
        ("es", "el segundo, con desayuno", 2, "con desayuno"),
        ("it", "il primo, solo voli diretti", 1, "solo voli diretti"),
        ("pt", "o segundo, sem escalas", 2, "sem escalas"),
    ],
)
def test_one_of_the_towns_is_chosen_with_what_else_was_said(language, text, number, rest):
    """The choice is read by name, number or place in the list, and the other words go on to the trip."""
    (found,) = _read(text, language)
    assert (found.op, found.number) == ("take_place", number)
    assert found.rest.split() == rest.split()


@pytest.mark.parametrize(
    ("language", "text", "by", "asks"),
    [
        ("en", "the cheapest", "cheaper", False),
        ("en", "the warmest one, and with breakfast", "warmer", False),
        ("en", "which one is the warmest?", "warmer", True),
        ("de", "das wärmste", "warmer", False),
        ("fr", "le moins cher", "cheaper", False),
        ("es", "el más barato", "cheaper", False),
        ("it", "il più economico", "cheaper", False),
        ("pt", "o mais barato", "cheaper", False),
    ],
)
def test_the_best_in_something_is_chosen_or_asked_about(language, text, by, asks):
    """A superlative chooses; a question chooses nothing."""
    (found,) = _read(text, language)
    assert (found.by, found.asks) == (by, asks)


@pytest.mark.parametrize(
    ("language", "text", "field", "value"),
    [
        ("en", "something closer", "than_shown", ("closer",)),
        ("en", "cheaper", "than_shown", ("cheaper",)),
        ("en", "somewhere warmer", "than_shown", ("warmer",)),
        ("de", "etwas Wärmeres", "than_shown", ("warmer",)),
        ("fr", "plus près", "than_shown", ("closer",)),
        ("es", "más barato", "than_shown", ("cheaper",)),
        ("it", "qualcosa di più vicino", "than_shown", ("closer",)),
        ("pt", "mais quente", "than_shown", ("warmer",)),
        ("en", "no beach", "not_likes", ("beach",)),
        ("de", "kein Strand", "not_likes", ("beach",)),
        ("es", "sin playa", "not_likes", ("beach",)),
        ("en", "with kids", "family", True),
        ("fr", "avec des enfants", "family", True),
        ("en", "other ideas", "others", True),
        ("en", "none of these", "others", True),
        ("de", "andere Ideen", "others", True),
        ("it", "nessuno di questi", "others", True),
        ("pt", "outras ideias", "others", True),
        ("en", "not porto", "not_towns", ("Porto",)),
        ("en", "what about florence instead?", "beside", ("Florence",)),
        ("en", "what about lisbon instead?", "beside", ("lisbon",)),
        ("de", "wie wäre es mit Lissabon?", "beside", ("Lissabon",)),
        ("fr", "et si on allait à Lisbonne ?", "beside", ("Lisbonne",)),
    ],
)
def test_the_wish_is_refined_and_kept(language, text, field, value):
    """What was wished before stays; what is said now is added to it."""
    (found,) = _read(text, language)
    assert getattr(found, field) == value
    assert found.climate == ("warm",)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not europe"),
        ("de", "nicht Europa"),
        ("fr", "pas l'Europe"),
        ("es", "Europa no, no en Europa"),
        ("it", "non in Europa"),
        ("pt", "sem Europa"),
    ],
)
def test_a_continent_can_be_declined(language, text):
    """Europe is no town to go to: its countries are left out."""
    (found,) = _read(text, language)
    assert {"PT", "IT"} <= set(found.not_in)
    assert "TN" not in found.not_in


def test_a_town_of_ones_own_is_priced_and_taken():
    """The trip begins with a town that is not on the list, and the other words are its wishes."""
    priced, taken = _read("let's do lisbon instead, direct only")
    assert (priced.beside, priced.rest) == (("lisbon",), "direct only")
    assert taken == TakePlace(code="LIS", said=taken.said)


def test_before_the_list_a_town_of_ones_own_is_the_destination():
    """Nothing can be priced yet: the booking goes on with the town."""
    (found,) = _read("actually, Lisbon", shown=False, where=WhereTo())
    assert isinstance(found, SetTrip)


@pytest.mark.parametrize("text", ["how warm is it there?", "what is the weather there?", "how long is the flight?"])
def test_a_question_about_the_towns_changes_nothing(text):
    """A question about warmth is no wish for warmer towns."""
    (found,) = _read(text)
    assert found.asks
    assert not found.than_shown


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not spain or greece"),
        ("de", "weder Spanien noch Griechenland"),
        ("es", "ni España ni Grecia"),
        ("fr", "pas l'Espagne et la Grèce"),
        ("it", "né Spagna né Grecia"),
        ("pt", "nem Espanha nem Grécia"),
    ],
)
def test_countries_are_declined_together(language, text):
    """The second of two declined countries is no wish to go there."""
    (found,) = _read(text, language)
    assert (set(found.not_in), found.countries) == ({"ES", "GR"}, ())


def test_more_is_a_wish_and_no_town():
    """The words for nearer are not Perth."""
    (found,) = _read("mais perto", "pt")
    assert found.than_shown == ("closer",)


@pytest.mark.parametrize(
    ("text", "refused", "beside"),
    [
        (
            "Florenz ist uns zu überlaufen, was anderes? Sardinien oder Korsika vielleicht?",
            "Florence",
            ("Sardinien", "Korsika"),
        ),
        ("Porto is too crowded. what about the Azores?", "Porto", ("Azores",)),
        ("Porto, on connaît déjà. la Corse peut-être ?", "Porto", ("Corse",)),
        ("Oporto es demasiado turístico, ¿quizás las Azores?", "Porto", ("Azores",)),
        ("Firenze è troppo affollata, magari la Sicilia?", "Florence", ("Sicilia",)),
    ],
)
def test_a_town_that_is_found_fault_with_is_not_chosen(text, refused, beside):
    """What is said behind a name counts as a no; other places in the same breath are looked at."""
    (found,) = _read(text)
    assert (found.not_towns, found.beside) == ((refused,), beside)


@pytest.mark.parametrize("text", ["cheaper than that? Malaga?", "vielleicht Malaga", "Malaga?"])
def test_a_town_that_is_only_asked_about_is_no_choice(text):
    """A name with a question mark or a "maybe" is looked at beside the list."""
    (found,) = _read(text)
    assert found.beside == ("Malaga",)


def test_a_maybe_is_no_start():
    """Who is asked for the start and says "Gran Canaria maybe?" says where to go."""
    wish = {"where": WhereTo(climate=("warm",)), "places": (), "place_codes": ()}
    facts = {"document": ItineraryDocument(), "today": date(2026, 11, 22), "language": "en", "asked": "origin"}
    (found,) = READER.read(DesignHearing(text="gran canaria maybe?", **facts, **wish)).operations
    assert isinstance(found, SetTrip)
    assert found.destination == "gran canaria"


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("a 3-day itinerary for Rome, we arrive on march 10 at noon and leave on the 12th", ("12:00", None)),
        ("un itinéraire de 3 jours à Rome, on arrive le 10 mars à midi et on repart le 12 au soir", ("12:00", None)),
        ("planejar 3 dias em Roma, chegando 10 de março 14h e saindo 12 de março 10h", ("14:00", "10:00")),
        ("planear 3 días en Roma, llegamos el 10 de marzo a las 10 y nos vamos el 12", ("10:00", None)),
        ("un itinerario di 3 giorni a Roma, arriviamo il 10 marzo alle 11 e ripartiamo il 12", ("11:00", None)),
        ("einen Tagesplan für Rom, wir kommen am 10. März um 15 Uhr und fahren am 12. März", ("15:00", None)),
    ],
)
def test_coming_and_going_are_the_ends_of_the_trip(text, hours):
    """Days of arrival and departure are the trip's, not entries of a plan that carry the whole message as a name."""
    found = _read(text, shown=False)
    trip = next(one for one in found if isinstance(one, SetTrip))
    assert (trip.start, trip.end, trip.arrives, trip.leaves) == ("2027-03-10", "2027-03-12", *hours)
    assert not [one for one in found if one.op.startswith("add")]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("churches, good food, gardens", "en"),
        ("églises, bonne cuisine, jardins", "fr"),
        ("iglesias, comida y parques", "es"),
        ("Kirchen, Essen, Parks", "de"),
    ],
)
def test_a_bare_list_of_likes_is_one(text, language):
    """Nobody has to say "we like" before what they like."""
    (wishes,) = _read(text, language, shown=False)
    assert set(wishes.interests) == {"religion", "food", "nature"}
