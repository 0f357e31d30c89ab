"""Who is handed over to a person, in six languages: what is urgent, anger, wishes for a person; and what only sounds like it."""

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from tripintent.state.concierge.front import Decision
from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.ports.desk_service import Message, Situation

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
WANTED = {
    "illness": [
        "my wife has pain in her chest and can hardly breathe", "My husband feels sick and needs a doctor",
        "our son broke his arm on the stairs", "Meine Frau ist krank, wir brauchen einen Arzt",
        "Mein Mann hat Schmerzen in der Brust", "Ma femme est malade, il nous faut un médecin",
        "Mi mujer está enferma, necesitamos un médico", "Mia moglie sta male, serve un medico",
        "A minha mulher está doente, precisamos de um médico", "haha my dad fainted, please help",
    ],
    "danger": [
        "There is smoke in the corridor", "it smells of gas in here", "a man with a knife is in the lobby",
        "Es riecht nach Rauch im Flur", "Il y a de la fumée dans le couloir", "Hay humo en el pasillo",
        "C'è del fumo nel corridoio", "Há fumaça no corredor",
    ],
    "asks": [
        "I want to talk to a person", "I want a human", "connect me to reception please", "Ich möchte mit einem Menschen sprechen",
        "Kann ich mit der Rezeption sprechen?", "Je voudrais parler à quelqu'un", "Puis-je parler au responsable ?",
        "Quiero hablar con una persona", "Vorrei parlare con una persona", "Quero falar com uma pessoa",
    ],
    "complaint": [
        "This is unacceptable, the room is filthy", "I'm really angry, nothing works", "it is the third time I ask for towels",
        "the service is a joke", "Das ist eine Frechheit, das Zimmer ist schmutzig", "Ich will mich beschweren",
        "C'est inadmissible, la chambre est sale", "Je veux me plaindre", "Quiero poner una queja",
        "Esto es una vergüenza, la habitación está sucia", "È una vergogna, la camera è sporca", "Voglio fare un reclamo",
        "Quero fazer uma reclamação", "Estou muito irritado com vocês",
    ],
    "discount": [
        "can we get a discount?", "Gibt es einen Rabatt für uns?", "Pouvez-vous nous faire une remise ?",
        "¿Nos pueden hacer un descuento?", "Ci può fare uno sconto?", "Podem fazer um desconto?",
    ],
    "group": [
        "We are a group of 14, rooms for 3 December", "Wir sind eine Gruppe von 15 Personen", "Nous sommes un groupe de 15 personnes",
        "Somos un grupo de 15 personas", "Siamo un gruppo di 15 persone", "Somos um grupo de 15 pessoas",
    ],
}  # fmt: skip
NOT_WANTED = [
    "I'm dying to see the menu", "this place is to die for", "haha you are killing me, that is a scandal", "that joke was sick",
    "my feet are killing me, where can we have dinner?", "I feel sick of waiting for summer, a room for 2 on 3 December?",
    "we are on fire tonight, table for two?", "that was a joke, sorry", "break a leg", "I could murder a pizza",
    "lol I will complain to the moon", "can I smoke in my room?", "could I have a knife for the cake?", "is there a fire in the lounge?",
    "it is the third time we stay with you, a double for 3 December?", "is there a discount for students?",
    "Ich sterbe vor Hunger, wo kann man essen?", "wir kommen schon zum dritten Mal zu Ihnen", "Gibt es Rabatt für Studenten?",
    "je meurs de faim, où peut-on manger ?", "une pizza au feu de bois, c'est possible ?", "me muero de hambre, ¿dónde se come?",
    "es la tercera vez que venimos", "sto morendo di fame, dove si mangia?", "mi vergogno un po' a chiederlo: avete ciabatte?",
    "estou morrendo de fome, onde comemos?", "it's a scandal how good your cake is, haha",
    "my mates bet 12 of us can fit in a phone box lol",
]  # fmt: skip


@pytest.fixture(scope="module")
def desk() -> OfflineDesk:
    return OfflineDesk.open(HOUSES / "accommodations.yaml")


@pytest.mark.parametrize(("reason", "words"), [(reason, one) for reason, rows in WANTED.items() for one in rows])
def test_a_person_is_called(desk, reason, words):
    """For its reason: the urgent ones go first in the queue."""
    assert desk.person(Message(words, detect(words), NOW, Memory())) == reason


@pytest.mark.parametrize("words", NOT_WANTED)
def test_nobody_is_called(desk, words):
    """Jokes, figures of speech and plain questions are for the desk."""
    assert desk.person(Message(words, detect(words), NOW, Memory())) == ""


@pytest.mark.parametrize("words", ["", "\u200b", "?!"])
def test_words_that_say_nothing_are_no_answer(desk, words):
    """Also where a yes is waited for."""
    waits = Memory().offered_to_pass("is there a pool?")
    assert [one.function for one in desk.functions(Message(words, "en", NOW, waits))] == ["FAQ_AGENT"]


@pytest.mark.parametrize(
    ("reason", "words", "hour", "said", "unsaid"),
    [
        ("danger", "please", 9, "call 999 or 112 now", "Nobody is there"), ("illness", "sick all night", 23, "Nobody", "This is an"),
        ("illness", "sick all night", 9, "If it gets worse, call 999", "This is an emergency"),
        ("illness", "Brustschmerzen", 23, "call 999", "In an emergency"),
        ("illness", "an emergency, she is ill", 9, "call 999", "sorry"), ("illness", "broke his leg, bleeding", 9, "call 999", "sorry"),
        ("complaint", "please", 9, "I am sorry", "Nobody"), ("discount", "please", 9, "answers you here", "sorry"),
        ("asks", "please", 23, "Nobody is there", "sorry"),
    ],
)  # fmt: skip
async def test_the_words_of_a_hand_off_are_of_its_reason_and_hour(desk, reason, words, hour, said, unsaid):
    """Only what is acute is an emergency, a complaint and an illness are causes for sorrow, and an hour without staff is said."""
    decision = Decision(function="HAND_OFF", params={"reason": reason}, text=words)
    reply = await desk.answer(Situation(decision, "en", NOW.replace(hour=hour), Memory()))
    assert said in reply.text
    assert unsaid not in reply.text


AT_NIGHT = datetime(2026, 11, 29, 3, tzinfo=UTC)
WHEN = {
    "en": "Nobody is there just now: we read and answer Mon–Sat 09:00–18:00. In an emergency call 999 or 112.",
    "de": "wir lesen und antworten Mo.–Sa. 09:00–18:00.", "fr": "nous lisons et répondons lun.–sam. 09:00–18:00.",
    "es": "leemos y respondemos lun–sáb 09:00–18:00.", "it": "leggiamo e rispondiamo lun–sab 09:00–18:00.",
    "pt": "lemos e respondemos seg.–sáb. 09:00–18:00.",
}  # fmt: skip


@pytest.mark.parametrize("language", WHEN)
async def test_outside_the_staffing_hours_a_guest_reads_when_somebody_answers(language):
    """In the guest's language with the hours; the file's own words in their own language alone, and never twice in danger."""
    desk = OfflineDesk.open(HOUSES / "travel-desk.yaml")
    called = [Decision(function="HAND_OFF", params={"reason": one}, text="x") for one in ("asks", "danger")]
    wanted = [
        Situation(one, language, AT_NIGHT, Memory()) for one in (*called, Decision(function="FOR_STAFF", text="x"))
    ]
    asks, danger, wish = [(await desk.answer(one)).text for one in wanted]
    assert asks.endswith(WHEN[language])
    assert danger.count("112") == 1
    assert WHEN[language].split(". In")[0] in wish


async def test_a_room_in_the_same_message_is_not_booked_meanwhile():
    """A discount is asked for with a room: the guest reads that nothing is booked; without a room that is not said."""
    desk = OfflineDesk.open(HOUSES / "accommodations.yaml")
    for text, said in (("a double for 10 December, any student discount?", True), ("any discount for us?", False)):
        decision = Decision(function="HAND_OFF", params={"reason": "discount"}, text=text)
        reply = await desk.answer(Situation(decision, "en", NOW, Memory()))
        assert ("nothing is booked or changed" in reply.text) == said
