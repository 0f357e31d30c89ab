"""The main commands in Spanish, French, German, Portuguese and Italian."""

import pytest

ACTS = {
    "la segunda": ["select 2"],
    "tomo la segunda y resérvala": ["select 2", "hold"],
    "tomo la segunda y reservala": ["select 2", "hold"],
    "si, cómpralo": ["buy"],
    "la más barata por favor": ["select 3"],
    "opción 2": ["select 2"],
    "inténtalo de nuevo": ["retry"],
    "je prends la deuxième": ["select 2"],
    "réserve-la": ["hold"],
    "la moins chère s'il vous plaît": ["select 3"],
    "l'option 2": ["select 2"],
    "achète-le": ["buy"],
    "réessayez": ["retry"],
    "ich nehme die zweite Option": ["select 2"],
    "die günstigste bitte": ["select 3"],
    "reservieren Sie es bitte": ["hold"],
    "halte die zweite bitte frei": ["select 2", "hold"],
    "kannst du es buchen?": ["buy"],
    "versuch es noch einmal": ["retry"],
    "fico com a segunda": ["select 2"],
    "reserve-a por favor": ["hold"],
    "a mais barata": ["select 3"],
    "tente novamente": ["retry"],
    "prendo la seconda e prenotala": ["select 2", "hold"],
    "la più economica": ["select 3"],
    "compralo": ["buy"],
    "riprova": ["retry"],
    "la senza scalo": ["select 2"],
}
TEXTS = [
    "no lo reserves",
    "no compres",
    "¿es reembolsable la más barata?",
    "si es reembolsable, resérvalo",
    "quiero reservar un vuelo a Madrid",
    "dame un segundo",
    "ne réserve pas",
    "ne l'achète pas",
    "si elle est remboursable, réserve-la",
    "attends une seconde",
    "buche es nicht",
    "Ich möchte einen Flug nach Paris buchen",
    "wenn es erstattbar ist, buche es",
    "não compre",
    "se for reembolsável, compre",
    "non comprarlo",
    "la seconda o la terza",
    "vorrei prenotare un volo per Roma",
]
REFUSALS = [
    "no",
    "no lo quiero",
    "je refuse",
    "ich lehne ab",
    "nein danke",
    "não quero",
    "non lo voglio",
    "lascia perdere",
]


@pytest.mark.parametrize(("text", "events"), ACTS.items())
def test_acts(said, text, events):
    """The main commands act in each language, accents typed or not."""
    assert said(text) == events


@pytest.mark.parametrize("text", TEXTS)
def test_stays_text(said, text):
    """Negations, questions and trip requests act in none."""
    assert said(text) == [f"say {text}"]


@pytest.mark.parametrize("text", REFUSALS)
def test_refusal(said, text):
    """A refusal of a waiting approval is understood in each language."""
    assert said(text, approval_waiting=True) == ["reject"]
