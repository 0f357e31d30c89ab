"""Who asks for a document reads it in the conversation: how far it is, what was assumed, and everything in it."""

import pytest

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession
from tripintent.tools.planning.wording import phrases
from tripintent.tools.ports.attractions import INTERESTS

NOW = "2026-11-22T09:00:00+00:00"


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    settings = Settings(data_dir=tmp_path_factory.mktemp("reply"), now=NOW, graph="planning", language="offline")
    with SyncSession(settings) as opened:
        yield opened


TALKS = {
    "en": ("From Hamburg to Rome, 9 to 12 May, food and history, total budget 2,000 euros", "create everything"),
    "de": (
        "Von Hamburg nach Rom, 9. bis 12. Mai, wir mögen Museen und Geschichte, Gesamtbudget 2.000 Euro",
        "Erstelle bitte die Checkliste, das Budget und den Reiseplan",
    ),
    "es": (
        "De Madrid a Roma del 9 al 12 de mayo, comida e historia, presupuesto total 2.000 euros",
        "crea la lista de verificación, el presupuesto y el itinerario",
    ),
    "fr": (
        "De Nantes à Rome du 9 au 12 mai, cuisine et histoire, budget total 2 000 euros",
        "crée la liste de contrôle, le budget et l'itinéraire",
    ),
    "pt": (
        "De Lisboa a Roma de 9 a 12 de maio, comida e história, orçamento total 2.000 euros",
        "cria a lista de verificação, o orçamento e o itinerário",
    ),
    "it": (
        "Da Milano a Parigi dal 9 al 12 maggio. Ci interessano la storia e il cibo. Budget totale 2.000 euro",
        "crea la checklist, il budget e l'itinerario",
    ),
}


@pytest.mark.parametrize("language", TALKS)
def test_everything_is_in_the_reply(session, language):
    """Each item, each part of the money and each planned sight; the lone traveller is marked as assumed."""
    made = [session.say(f"all-{language}", text) for text in TALKS[language]][-1]
    assert set(made.documents) == {"checklist", "budget", "itinerary"}
    said = "\n".join(made.messages)
    words = phrases(language)
    for category in made.documents["checklist"]["categories"]:
        assert category["category"] in said
        assert all(f"- ☐ {item['text']}" in said for item in category["items"])
    assert all(f"- {part['category']}: " in said for part in made.documents["budget"]["categories"])
    assert words.text("page", "total") in said
    assert all(one["name"] in said for one in made.documents["itinerary"]["segments"])
    for document in ("checklist", "budget", "itinerary"):
        name = words.text("documents", document)
        assert f"✅ {name[0].upper()}{name[1:]} – ✅ " in said
    assert f"{words.text('fields', 'num_travelers')}: 1 ({words.text('units', 'assumed')})" in said
    assert words.text("phrases", "whole") in said


@pytest.mark.parametrize("language", TALKS)
def test_how_far_it_is(session, language):
    """Not ready: a line for the document, with what it has, what is assumed and what it misses."""
    words = phrases(language)
    asked = session.say(f"far-{language}", TALKS[language][1] if language != "en" else "create the checklist")
    said = "\n".join(asked.messages)
    assert "❌ " in said
    assert f"❌ {words.text('fields', 'destination')}: {words.text('units', 'missing')}" in said
    assert f"({words.text('units', 'assumed')})" in said


def test_a_tick_and_an_own_amount_are_seen_when_it_is_made_again(session):
    """What people did to it is in the reply."""
    session.say("again", TALKS["en"][0])
    session.say("again", "create the checklist")
    session.say("again", "passport is packed, tick it off")
    said = "\n".join(session.say("again", "show me the checklist").messages)
    assert "- ☑ Passport" in said


def test_what_is_missing_is_told(session):
    """Before the document: what it needs. After it: what is not ticked."""
    session.say("missing", "create the checklist")
    asked = "\n".join(session.say("missing", "what's missing?").messages)
    assert "❌ destination: not given yet" in asked
    session.say("missing", TALKS["en"][0])
    session.say("missing", "create the checklist")
    session.say("missing", "passport is packed, tick it off")
    told = "\n".join(session.say("missing", "what's missing?").messages)
    assert told.startswith("Still open on the checklist (")
    assert "Passport" not in told
    assert "Travel insurance" in told


@pytest.mark.parametrize("language", TALKS)
def test_every_interest_has_a_word(language):
    """No interest can be heard that has no name in a language."""
    assert all(phrases(language).text("interests", one) for one in INTERESTS)
