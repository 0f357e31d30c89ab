"""Which engine reads."""

import pytest

from tripintent.tools.language.openai.adapter import OpenAILanguage
from tripintent.tools.language.openai.factory import language_for, uses_model
from tripintent.tools.language.openai.settings import OpenAISettings

KEY = OpenAISettings(api_key="k")
NONE = OpenAISettings()
OWN = OpenAISettings(base_url="http://127.0.0.1:1/v1")


@pytest.mark.parametrize(
    ("engine", "settings", "model"),
    [
        ("auto", KEY, True),
        ("auto", NONE, False),
        ("auto", OWN, False),
        ("offline", KEY, False),
        ("openai", KEY, True),
        ("openai", OWN, True),
    ],
)
def test_choice(engine, settings, model):
    """Auto takes the model when there is a key; an own service may need none."""
    assert uses_model(engine, settings) is model


def test_a_key_is_demanded():
    """Asking for the model without any way to reach one says what is missing."""
    with pytest.raises(ValueError, match="API key"):
        uses_model("openai", NONE)


def test_adapters(offline, registry):
    """The factory gives the adapter, or the offline engine itself."""
    assert language_for("auto", offline, NONE, None, registry) is offline
    assert isinstance(language_for("auto", offline, KEY, None, registry), OpenAILanguage)
