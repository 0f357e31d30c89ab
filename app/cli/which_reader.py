"""One line that says who reads: a model and where it is, or the offline engine and what would put a model before it."""

from urllib.parse import urlsplit

from tripintent.app.settings import Settings

_LOOK = 0.1
"""Seconds to wait for a local server, to connect and to answer each."""
_HOW = "set OPENAI_API_KEY, or TRIPINTENT_BASE_URL and TRIPINTENT_MODEL, to read with a model."


def reader_line(settings: Settings, *, look: bool) -> str:
    """Return the line. ``look`` looks for an Ollama server where one usually is, when no model is set."""
    if settings.uses_model:
        where = urlsplit(settings.base_url).netloc.rpartition("@")[2] if settings.base_url else "api.openai.com"
        return f"Reading with {settings.model} at {where}."
    if settings.language == "offline":
        return "Reading offline."
    models = _local_models(settings.local_model_url) if look and settings.local_model_url else None
    if models is None:
        return f"Reading offline; {_HOW}"
    address = f"{str(settings.local_model_url).rstrip('/')}/v1"
    if not models:
        return f"Reading offline; Ollama runs here without a model: pull one, then set TRIPINTENT_BASE_URL={address} and TRIPINTENT_MODEL."
    return f"Reading offline; Ollama runs here: set TRIPINTENT_BASE_URL={address} and TRIPINTENT_MODEL={models[0]} to read with it."


def _local_models(url: str) -> tuple[str, ...] | None:
    """Return the models of an Ollama server, or None where none answers."""
    import httpx

    try:
        reply = httpx.get(f"{url.rstrip('/')}/api/tags", timeout=_LOOK, trust_env=False)
        return tuple(str(one["name"]) for one in reply.raise_for_status().json()["models"])
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return None  # nobody there, or somebody else
