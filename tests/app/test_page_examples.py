"""The examples of the empty page are words that work."""

import pytest

from tripintent import SyncSession
from tripintent.app.settings import Settings
from tripintent.app.words import LANGUAGES, catalogue

MONTHS = {"en": "March", "es": "marzo", "fr": "mars", "de": "März", "pt": "março", "it": "marzo"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_leads_straight_to_options(language, tmp_path):
    """Who presses an example is asked nothing first."""
    words = catalogue(language).sections["page"]
    with SyncSession(Settings(db=tmp_path / "trips.db", language="offline")) as session:
        for name in ("one", "two", "three", "four"):
            example = words[f"example_{name}"].format(month=MONTHS[language])
            said = session.say(f"{language}-{name}", example).said
            assert "options" in [one.kind for one in said], example
