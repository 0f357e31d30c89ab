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
    ("reason", "hour", "said", "unsaid"),
    [
        ("danger", 9, "call 999 or 112 now", "when the desk is staffed"), ("illness", 23, "when the desk is staffed", "sorry"),
        ("complaint", 9, "I am sorry", "nobody"), ("discount", 9, "answers you here", "sorry"), ("asks", 23, "nobody is at", "sorry"),
    ],
)  # fmt: skip
async def test_the_words_of_a_hand_off_are_of_its_reason_and_hour(desk, reason, hour, said, unsaid):
    """Only a complaint is a cause for sorrow, and only at an hour without staff is that said."""
    decision = Decision(function="HAND_OFF", params={"reason": reason}, text="please")
    reply = await desk.answer(Situation(decision, "en", NOW.replace(hour=hour), Memory()))
    assert said in reply.text
    assert unsaid not in reply.text
