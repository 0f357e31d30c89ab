"""Six languages: places, dates and numbers as far as the libraries carry."""

import pytest

from tripintent.tools.language.exact.detect import detect

SENTENCES = [
    # language, words, origin, destination, first day, last day, heads
    (
        "es",
        "Quiero un vuelo de Madrid a París para dos personas el 14 de mayo, vuelta el 21",
        "MAD",
        "PAR",
        "05-14",
        "05-21",
        2,
    ),
    (
        "fr",
        "Je voudrais un vol de Lyon à Rome le 3 mai, retour le 10 mai, pour deux personnes",
        "LYS",
        "ROM",
        "05-03",
        "05-10",
        2,
    ),
    (
        "de",
        "Ich möchte am 14. Mai von Berlin nach Rom fliegen und am 21. Mai zurück, zwei Personen",
        "BER",
        "ROM",
        "05-14",
        "05-21",
        2,
    ),
    (
        "pt",
        "Quero um voo de Lisboa para São Paulo no dia 5 de março, volta dia 20, duas pessoas",
        "LIS",
        "SAO",
        "03-05",
        "03-20",
        2,
    ),
    (
        "it",
        "Vorrei un volo da Milano a Londra il 3 maggio, ritorno il 10, due persone",
        "MIL",
        "LON",
        "05-03",
        "05-10",
        2,
    ),
]


@pytest.mark.parametrize(("language", "text", "origin", "visit", "first", "last", "heads"), SENTENCES)
def test_a_trip_in_each_language(hear, language, text, origin, visit, first, last, heads):
    """A plain request is read in each of the languages."""
    reading = hear.reading(text)
    frame = reading.frame
    assert reading.language == language
    assert (frame.origin.code, frame.visits[0].place.code) == (origin, visit)
    assert (frame.depart.day, frame.return_.day) == (f"2027-{first}", f"2027-{last}")
    assert frame.travelers == heads


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("solo ida a Lima en clase business", "trip_type", "one_way"),
        ("necesito un hotel en Lima, dos habitaciones", "rooms", 2),
        ("nous sommes quatre", "travelers", 4),
        ("juste les vols, pas d'hôtel", "lodging_needed", False),
        ("ein Hotel in Wien für 5 Nächte", "nights", 5),
        ("Kein Hotel bitte", "hotel_name", None),
        ("Kein Hotel bitte, nur Flüge nach Wien", "lodging_needed", False),
        ("Sin Hotel, gracias, solo el vuelo", "hotel_name", None),
        ("nur Direktflüge bitte", "max_stops", 0),
        ("preciso de um hotel de 4 estrelas", "stars", 4.0),
        ("siamo in quattro con due bambini", "children", 2),
        ("vorrei volare in prima classe", "cabin", "first"),
        ("mi mujer y yo queremos ir a Roma", "travelers", 2),
        ("dos adultos y dos niños de 5 y 8 años", "ages", (5, 8)),
        ("un hotel de 4 estrellas cerca de la playa", "origin", None),
        ("höchstens 800 Euro pro Person", "budget_per_person", True),
        ("trois chambres pour six personnes à Bordeaux", "rooms", 3),
    ],
)
def test_wishes_in_other_languages(hear, text, slot, value):
    """Wishes are read by the word lists of the language."""
    assert getattr(hear(text), slot) == value


@pytest.mark.parametrize(
    ("text", "slot", "day"),
    [
        ("ein Flug nach Wien am 5.6., bitte", "depart", "2027-06-05"),
        ("vuelo a Lima el próximo lunes", "depart", "2026-11-23"),
        ("un vol pour Nice dans trois semaines", "depart", "2026-12-11"),
        ("hotel em Lisboa para 2 pessoas, a partir de 10 de junho", "check_in", "2027-06-10"),
        ("salgo de Bilbao el sábado y vuelvo el domingo", "return_", "2026-11-22"),
        ("un volo per Parigi dopodomani", "depart", "2026-11-22"),
    ],
)
def test_days_in_other_languages(hear, text, slot, day):
    """Days are read by the month and weekday names of the language, day before month."""
    assert getattr(hear(text), slot).day == day


@pytest.mark.parametrize(
    ("text", "thread", "language"),
    [
        ("I want to fly to Rio de Janeiro", None, "en"),
        ("Boston", None, "en"),
        ("Boston", "de", "de"),
        ("quiero ir a Lima con mi familia", None, "es"),
        ("wir möchten nach Hause", None, "de"),
        ("", None, "en"),
        ("12345", "fr", "fr"),
    ],
)
def test_detection(text, thread, language):
    """A text that cannot tell keeps the thread's language."""
    assert detect(text, thread) == language


CENTRAL = [
    ("es", "volver a Madrid el 10 de mayo, hotel céntrico"),
    ("fr", "retour à Madrid le 10 mai, un hôtel central"),
    ("de", "zurück nach Madrid am 10. Mai, zentrales Hotel"),
]


@pytest.mark.parametrize(("language", "text"), CENTRAL)
def test_the_way_back_names_no_new_stop(hear, language, text):
    """Who comes back to where the trip starts wants no other stop; a central hotel is one in the centre."""
    known = hear("from Madrid to Rome on May 3")
    frame = hear(text, frame=known, language=language)
    assert [v.place.code for v in frame.visits] == ["ROM"]
    assert (frame.return_.day, frame.return_to, frame.area) == ("2027-05-10", None, "city centre")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("was hast du geändert", "de"),
        ("Ostern in Rom ab Berlin", "de"),
        ("que has cambiado", "es"),
        ("quiero llevar a mi esposa a Paris", "es"),
        ("necesito volar a lima", "es"),
        ("qu'est-ce que tu as changé", "fr"),
        ("cosa hai cambiato", "it"),
        ("Pasqua a Praga da Roma", "it"),
        ("o que mudou", "pt"),
        ("Páscoa em Roma saindo de Lisboa", "pt"),
    ],
)
def test_short_plain_sentences_tell_their_language(text, language):
    """Feasts and the everyday words of questions are words of one language."""
    assert detect(text) == language
