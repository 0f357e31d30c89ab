"""Choosing the language engine: ``auto`` takes the model when there is a key for it."""

from typing import Literal

from tripintent.tools.language.openai.adapter import OpenAILanguage
from tripintent.tools.language.openai.settings import OpenAISettings
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.registry import ToolRegistry

Engine = Literal["auto", "offline", "openai"]


def uses_model(engine: Engine, settings: OpenAISettings) -> bool:
    """Say whether a model reads: when it is asked for, or when ``auto`` finds a key.

    Raises ValueError when ``openai`` is asked for and neither a key nor an own base URL (which may need none) is set.
    """
    key = bool(settings.api_key.get_secret_value())
    if engine == "openai" and not key and settings.base_url is None:
        msg = "language 'openai' needs an API key, or a base_url of a service that asks for none"
        raise ValueError(msg)
    return engine == "openai" or (engine == "auto" and key)


def language_for(
    engine: Engine, offline: Language, settings: OpenAISettings, places: Places, registry: ToolRegistry
) -> Language:
    """Return the language engine that the settings ask for; ``offline`` itself where no model reads."""
    return OpenAILanguage(offline, settings, places, registry) if uses_model(engine, settings) else offline
