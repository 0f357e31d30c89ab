"""Words that the page sends when a button is pressed are words that work."""

import pytest

from tripintent import SyncSession
from tripintent.app.settings import Settings
from tripintent.app.words import LANGUAGES, catalogue

MONTHS = {"en": "March", "es": "marzo", "fr": "mars", "de": "März", "pt": "março", "it": "marzo"}
PLANS = {
    "en": "Start an itinerary for Barcelona 3 to 7 March 2027. Dinner at Can Culleretes on the 3rd at 8pm, concert on the 3rd at 9pm",
    "de": "Erstelle einen Reiseplan für Barcelona vom 3. bis 7. März 2027. Abendessen im Can Culleretes am 3. um 20 Uhr",
    "es": "Crea un itinerario para Barcelona del 3 al 7 de marzo de 2027. Cena en Can Culleretes el 3 a las 20:00",
    "fr": "Crée un itinéraire pour Barcelone du 3 au 7 mars 2027. Dîner chez Can Culleretes le 3 à 20h, concert le 3 à 21h",
    "it": "Crea un itinerario per Barcellona dal 3 al 7 marzo 2027. Cena da Can Culleretes il 3 alle 20, concerto il 3 alle 21",
    "pt": "Cria um itinerário para Barcelona de 3 a 7 de março de 2027. Jantar no Can Culleretes no dia 3 às 20h, concerto no dia 3 às 21h",
}


@pytest.mark.parametrize(
    "language", [*LANGUAGES[:2], *(pytest.param(one, marks=pytest.mark.release) for one in LANGUAGES[2:])]
)
def test_every_example_leads_straight_to_options(language, tmp_path):
    """Who presses an example is asked nothing first."""
    words = catalogue(language).sections["page"]
    with SyncSession(Settings(db=tmp_path / "trips.db", language="offline")) as session:
        for name in ("one", "two", "three", "four"):
            example = words[f"example_{name}"].format(month=MONTHS[language])
            said = session.say(f"{language}-{name}", example).said
            assert "options" in [one.kind for one in said], example


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_mend_a_night_without_a_bed_find_hotels(language, tmp_path):
    """The button of a finding sends words that are read as a wish for a hotel, in each language."""
    words = catalogue(language).sections["page"]
    day = {"en": "March {}, 2027", "de": "{}. März 2027", "es": "{} de marzo de 2027", "pt": "{} de março de 2027"}
    first, until = (day.get(language, f"{{}} {MONTHS[language]} 2027").format(n) for n in (3, 7))
    with SyncSession(Settings(db=tmp_path / "trips.db", language="offline")) as session:
        session.say("mend", PLANS[language])
        said = session.say("mend", words["mend_hotel"].format(first=first, until=until)).said
        assert "Barcelona ★" in said[-1].text
