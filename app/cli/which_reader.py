"""What is said of who reads: a model and where it is, or the guide and what would put a model in its place."""

from urllib.parse import urlsplit

from tripintent.app.settings import Settings

_LOOK = 0.1
"""Seconds to wait for a local server, to connect and to answer each."""
_GUIDE = "A small guide without a language model answers: it reads plain wishes in English, numbers and letters."
_HOW = "For free conversation set OPENAI_API_KEY, or TRIPINTENT_BASE_URL and TRIPINTENT_MODEL."


def reader_line(settings: Settings, *, look: bool) -> str:
    """Return the lines. ``look`` looks for an Ollama server where one usually is, when no model is set."""
    if settings.uses_model:
        where = urlsplit(settings.base_url).netloc.rpartition("@")[2] if settings.base_url else "api.openai.com"
        return f"Reading with {settings.model} at {where}."
    if settings.language == "offline":
        return _GUIDE
    models = _local_models(settings.local_model_url) if look and settings.local_model_url else None
    if models is None:
        return f"{_GUIDE}\n{_HOW}"
    address = f"{str(settings.local_model_url).rstrip('/')}/v1"
    if not models:
        return f"{_GUIDE}\nOllama runs here without a model: pull one, then set TRIPINTENT_BASE_URL={address} and TRIPINTENT_MODEL."
    return f"{_GUIDE}\nOllama runs here: set TRIPINTENT_BASE_URL={address} and TRIPINTENT_MODEL={models[0]} to talk with it."


def _local_models(url: str) -> tuple[str, ...] | None:
    """Return the models of an Ollama server, or None where none answers."""
    import httpx

    try:
        reply = httpx.get(f"{url.rstrip('/')}/api/tags", timeout=_LOOK, trust_env=False)
        return tuple(str(one["name"]) for one in reply.raise_for_status().json()["models"])
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return None  # nobody there, or somebody else
