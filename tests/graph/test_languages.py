"""Conversations in Spanish, French, German, Portuguese and Italian, driven through the whole graph on real parts."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from tripintent.tools.language.replies.texts import texts_of


class Talk(NamedTuple):
    """What a traveller says in one language, and what the replies must have in it."""

    language: str
    start: str
    wish: str
    second: str
    hold: str
    people: str
    cancel: str
    options: str
    documents: str
    details: str
    held: str
    bought: str


TALKS = (
    Talk(
        "es",
        "Hola, quiero volar de Madrid a Lisboa",
        "De Madrid a Lisboa el 14 de junio, vuelta el 21 de junio, 2 adultos, sin hotel",
        "la segunda",
        "resérvala",
        "Ana García 4 de marzo de 1985 y Luis García 9 de julio de 1983, ana@example.org",
        "cancela mi reserva",
        "Estas son las 3 mejores opciones",
        "normas de entrada de Portugal",
        "de cada uno de los 2 viajeros",
        "Reservado provisionalmente",
        "Reservado y pagado",
    ),
    Talk(
        "fr",
        "Bonjour, je voudrais aller de Paris à Rome",
        "De Paris à Rome le 14 juin, retour le 21 juin, 2 adultes, sans hôtel",
        "la deuxième",
        "réservez-la",
        "Anne Dupont 4 mars 1985 et Luc Dupont 9 juillet 1983, anne@example.org",
        "annulez ma réservation",
        "Voici les 3 meilleures offres",
        "Italie",
        "chacun des 2 voyageurs",
        "Option posée",
        "Réservé et payé",
    ),
    Talk(
        "de",
        "Hallo, ich möchte von Berlin nach Rom fliegen",
        "Von Berlin nach Rom am 14. Juni, zurück am 21. Juni, 2 Erwachsene, kein Hotel",
        "die zweite",
        "reservieren Sie sie",
        "Anna Schmidt 4. März 1985 und Max Schmidt 9. Juli 1983, anna@example.org",
        "stornieren Sie meine Buchung",
        "Das sind die besten 3 der Reisen",
        "Italien",
        "von jedem der 2 Reisenden",
        "Für Sie reserviert",
        "Gebucht und bezahlt",
    ),
    Talk(
        "pt",
        "Olá, quero voar de Lisboa para Madrid",
        "De Lisboa para Madrid em 14 de junho, volta em 21 de junho, 2 adultos, sem hotel",
        "a segunda",
        "reserve",
        "Ana Silva 4 de março de 1985 e Rui Silva 9 de julho de 1983, ana@example.org",
        "cancele a minha reserva",
        "Estas são as 3 melhores opções",
        "Espanha",
        "de cada um dos 2 viajantes",
        "Reservado provisoriamente",
        "Reservado e pago",
    ),
    Talk(
        "it",
        "Buongiorno, vorrei volare da Milano a Parigi",
        "Da Milano a Parigi il 14 giugno, ritorno il 21 giugno, 2 adulti, senza hotel",
        "la seconda",
        "la prenoti",
        "Anna Rossi 4 marzo 1985 e Luca Rossi 9 luglio 1983, anna@example.org",
        "annulla la mia prenotazione",
        "Queste sono le 3 migliori offerte",
        "Francia",
        "per ciascuno dei 2 viaggiatori",
        "Prenotato provvisoriamente",
        "Prenotato e pagato",
    ),
)
ENGLISH = ("Why:", "But:", "refundable)", "Flight ", "to be confirmed", "passports", "(Simulated", "Shall I")


@pytest.fixture(params=TALKS, ids=[t.language for t in TALKS])
def talk(request: pytest.FixtureRequest) -> Talk:
    return request.param


def one(said: Sequence[str], *, simulated: str = "") -> str:
    """Return what was said in one turn; it has no English of ours, and the note on simulation in its language."""
    text = "\n".join(said)
    assert simulated in text
    assert not [words for words in ENGLISH if words in text], text
    return text


async def test_a_whole_booking_is_spoken_in_the_travellers_language(booking: Any, talk: Talk):
    """From the wish to the cancellation: options with reasons, risks, details, holds, receipt and costs are in one language."""
    note = texts_of(talk.language).words["simulated"]
    assert talk.options in one(await booking.say(talk.wish), simulated=note)
    chosen = one(await booking.say(talk.second))
    assert talk.documents in chosen
    assert note not in chosen  # it is said once, and again on the receipt
    assert talk.details in one(await booking.say(talk.hold))
    assert talk.held in one(await booking.say(talk.people))
    assert talk.bought in one(await booking.approve(), simulated=note)
    one(await booking.say(talk.cancel))
    assert (await booking.trip()).request.language == talk.language


async def test_the_first_question_is_in_the_language_of_the_first_message(booking: Any, talk: Talk):
    """Nobody has to say which language they speak."""
    text = one(await booking.say(talk.start))
    assert text.startswith(texts_of(talk.language).questions["lead"])
    assert texts_of(talk.language).questions["depart_date"] in text


async def test_replies_follow_a_change_of_language(booking: Any, talk: Talk):
    """Each message is answered in its own language; what was said before in another one still counts."""
    first = "\n".join(await booking.say("Hello, I would like to fly somewhere with my wife, please"))
    assert first.startswith(texts_of("en").questions["lead"]) or "?" in first
    second = one(await booking.say(talk.start))
    assert texts_of(talk.language).questions["depart_date"] in second
    assert texts_of(talk.language).questions["adults"] not in second
    back = "\n".join(await booking.say("and what would you need to know from me now, please?"))
    assert (await booking.trip()).request.language == "en"
    assert texts_of(talk.language).questions["lead"] not in back


async def test_a_bare_number_keeps_the_language_of_the_thread(booking: Any, talk: Talk):
    """A bare "2" has no language: the thread keeps its own."""
    await booking.say(talk.start)
    text = one(await booking.say("2"))
    assert (await booking.trip()).request.language == talk.language
    assert texts_of(talk.language).questions["depart_date"] in text
