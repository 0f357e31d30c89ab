"""Options, risks, details, holds, receipt and costs in Spanish, French, German, Portuguese and Italian."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from tests.acts import ANN, BOB, cancel, choose, hold, people, plan

from tripintent.state.patch import Patch
from tripintent.tools.language.replies.texts import texts_of


class Talk(NamedTuple):
    """A language, where the trip goes, and what the replies must have in it."""

    language: str
    way: tuple[str, str]
    options: str
    documents: str
    details: str
    held: str
    bought: str


TALKS = (
    Talk(
        "es",
        ("MAD", "LIS"),
        "Las 3 mejores opciones de 10",
        "normas de entrada de Portugal",
        "de cada uno de los 2 viajeros",
        "Reserva provisional, sin pagar",
        "Reservado y pagado",
    ),
    Talk(
        "fr",
        ("Paris", "Rome"),
        "Les 3 meilleures offres sur 10",
        "Italie",
        "chacun des 2 voyageurs",
        "En option, non payé",
        "Réservé et payé",
    ),
    Talk(
        "de",
        ("BER", "Rome"),
        "Die besten 3 von 10 Angeboten",
        "Italien",
        "von jedem der 2 Reisenden",
        "Reserviert, nicht bezahlt",
        "Gebucht und bezahlt",
    ),
    Talk(
        "pt",
        ("LIS", "MAD"),
        "As 3 melhores opções de 10",
        "Espanha",
        "de cada um dos 2 viajantes",
        "Pré-reservado, não pago",
        "Reservado e pago",
    ),
    Talk(
        "it",
        ("Milan", "Paris"),
        "Le 3 migliori opzioni su 10",
        "Francia",
        "per ciascuno dei 2 viaggiatori",
        "Bloccato, non pagato",
        "Prenotato e pagato",
    ),
)
ENGLISH = (
    "Option 1: cheapest", "Flight", "per person", "To confirm", "passports", "(Simulated", "Shall I", "held until",
)  # fmt: skip


@pytest.fixture(params=TALKS, ids=[t.language for t in TALKS])
def talk(request: pytest.FixtureRequest) -> Talk:
    return request.param


def one(said: Sequence[str], *, simulated: str = "") -> str:
    """Return what was said in one turn; it has no English of ours, and the note on simulation in its language."""
    text = "\n".join(said)
    assert simulated in text
    assert not [words for words in ENGLISH if words in text], text
    return text


async def test_a_whole_booking_is_told_in_the_travellers_language(booking: Any, talk: Talk) -> None:
    """From the options to what a cancellation costs, one language: that of the trip."""
    patch = Patch(by="elsewhere", merge={"request": {"language": talk.language}})
    await booking.graph.aupdate_state(booking.config, {"trip_intent": patch}, as_node="publish")
    note = texts_of(talk.language).words["simulated"]
    wish = plan(*talk.way, "2027-06-14", "2027-06-21", adults=2, lodging={"needed": False})
    assert talk.options in one(await booking.do(wish), simulated=note)
    chosen = one(await booking.do(choose(2)))
    assert talk.documents in chosen
    assert chosen.count(note) == 1
    assert talk.details in one(await booking.do(hold()))
    assert talk.held in one(await booking.do(people(ANN, BOB)))
    assert talk.bought in one(await booking.approve(), simulated=note)
    one(await booking.do(cancel()))
    assert (await booking.trip()).request.language == talk.language
