"""What stands on the screen is what is meant: its hotels and areas, and questions about it, which never change the trip."""

from datetime import date

import pytest

from tripintent.tools.language.reading.engine import OfflineEngine
from tripintent.tools.ports.language import ReadRequest

ENGINE = OfflineEngine()
TRIPS = {
    "en": "from Manchester to Lisbon, 13 to 20 February 2027, 2 adults",
    "es": "de Madrid a Roma del 14 al 17 de febrero, 2 adultos",
    "fr": "de Paris à Amsterdam du 1 au 4 mai, 2 adultes",
    "de": "von Hamburg nach Lissabon 8. bis 15. Mai, 2 Erwachsene",
    "pt": "de Lisboa para o Rio de 5 a 12 de fevereiro, 2 adultos",
    "it": "da Bologna a Londra dal 5 all'8 dicembre, 2 adulti",
}


def read(text: str, language: str = "en", **more):
    before = ENGINE.read(ReadRequest(text=TRIPS[language], today=date(2026, 11, 22))).frame
    shown = {"hotels": ("Storybook Hostel",), "areas": ("Riverside",), "shown": 3, **more}
    return ENGINE.read(
        ReadRequest(
            text=text,
            today=date(2026, 11, 22),
            language=language,
            frame=before,
            turn=2,
            last_assistant="Which of the options would you like?",
            **shown,
        )
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "do any of them have free cancellation"),
        ("en", "ok but does option 2 have breakfast or not"),
        ("en", "no wait which ones r nonstop"),
        ("en", "is there a crib in hotel 1?"),
        ("en", "why did u change my date to 2 jan"),
        ("en", "and parking?"),
        ("en", "the second one isn't refundable is it"),
        ("en", "option 1 has a pool, right"),
        ("de", "das zweite ist nicht erstattbar oder"),
        ("de", "das hotel hat einen pool, ne?"),
        ("es", "la segunda no es reembolsable verdad"),
        ("fr", "l'hôtel a une piscine n'est-ce pas"),
        ("it", "il secondo è rimborsabile vero"),
        ("pt", "o hotel tem piscina não é"),
        ("es", "digo q cual me conviene mas, tienen los dos vuelos directos?"),
        ("es", "y el desayuno esta incluido"),
        ("fr", "la 1 mais c'est quoi comme hotel, y a le petit dej ?"),
        ("de", "was kostet nr 3 und ist der pool beheizt"),
        ("pt", "o hotel tem piscina? e pequeno almoço incluído?"),
        ("it", "ma quanto è lontano dal centro la 1? e la colazione?"),
    ],
)
def test_a_question_about_what_is_shown_changes_nothing(language: str, text: str):
    """With or without its mark, anywhere in a sentence, in six languages."""
    found = read(text, language)
    assert found.question
    assert found.changed == ()
    assert found.frame.requests == ()


def test_what_is_told_beside_a_question_counts():
    """The part that asks is a question, the part that tells is a change."""
    found = read("make it 3 nights and is breakfast included")
    assert (found.frame.nights, found.frame.board, found.question) == (3, None, "is breakfast included")


def test_a_tag_is_no_question_by_itself():
    """The "right?" behind a sentence asks about all of it."""
    assert read("and nothing was charged, right?").question == "and nothing was charged, right?"


def test_a_wish_put_as_a_question_is_a_wish():
    """Asked with "can you add …" and "how about …" a change is wanted."""
    assert read("can you add breakfast?").frame.board == "breakfast"
    assert read("can we leave on the 14th instead?").frame.depart.day == "2027-02-14"


def test_an_area_in_view_is_no_destination():
    """Riverside is where a shown hotel lies; the city of that name in California is not meant."""
    found = read("with the riverside one as hotel, can we do that")
    assert (found.frame.area, [v.place.code for v in found.frame.visits]) == ("Riverside", ["LIS"])


def test_a_hotel_in_view_is_known_by_its_word():
    """One telling word of a hotel's name is enough, and "not" rules it out."""
    assert read("rather the storybook one").frame.hotel_name == "Storybook Hostel"
    assert "Storybook Hostel" in read("anything but the storybook hostel").frame.avoid_hotels


def test_an_airport_near_home_is_where_the_trip_starts():
    """The answer "use Liverpool then" takes the proposal of another airport near Manchester; Lisbon stays the destination."""
    found = read("use Liverpool then")
    assert (found.frame.origin.code, [v.place.code for v in found.frame.visits]) == ("LPL", ["LIS"])


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "can you get us a table for 8 at Roscioli on saturday", "restaurant table"),
        ("en", "tickets for the colosseum on the 15th too please", "tickets or tours"),
        ("en", "and a taxi from Porto airport", "transfer"),
        ("es", "resérvanos una mesa para 8 el sábado", "restaurant table"),
        ("fr", "réservez une table pour 8 le 2 mai", "restaurant table"),
        ("de", "kannst du uns einen tisch für 8 am 9. mai reservieren", "restaurant table"),
        ("pt", "reserva uma mesa para 8 no dia 7", "restaurant table"),
        ("it", "un tavolo per 8 il 6 dicembre", "restaurant table"),
    ],
)
def test_what_is_not_sold_here_leaves_the_trip_alone(language: str, text: str, kind: str):
    """Heads, days and places of a dinner or a taxi are not those of the journey."""
    found = read(text, language)
    assert found.changed in {(), ("requests",)}
    assert [(one.kind, one.to) for one in found.frame.requests] == [(kind, "elsewhere")]
