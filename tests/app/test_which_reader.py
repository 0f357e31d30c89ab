"""Who reads is said in two lines at most, and a local server that could read is pointed out."""

import socket
import time

import pytest
from tests.emulators.chat_services import ChatService, OllamaService, running

from tripintent.app.cli.starting import reader_line
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

GUIDE = "A small guide without a language model answers: it reads plain wishes in English, numbers and letters."


@pytest.fixture
def ollama():
    with running(OllamaService()) as service:
        yield service


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"api_key": "sk-1"}, "Reading with gpt-4.1-mini at api.openai.com."),
        ({"base_url": "http://u:secret@box:8000/v1", "model": "qwen"}, "Reading with qwen at box:8000."),
        ({"language": "offline", "api_key": "sk-1"}, GUIDE),
    ],
)
def test_who_reads(given, line):
    """The model and its host, without a password; or the guide."""
    assert reader_line(Settings(**given), look=True) == line


def test_a_local_server_is_pointed_out(ollama):
    """With the two settings that the line names, the model of that server reads."""
    line = reader_line(Settings(local_model_url=ollama.base_url.removesuffix("/v1")), look=True)
    assert line.startswith(f"{GUIDE}\nOllama runs here")
    named = dict(word.split("=") for word in line.split() if "=" in word)
    assert named == {"TRIPINTENT_BASE_URL": ollama.base_url, "TRIPINTENT_MODEL": ollama.model}


async def test_the_settings_of_the_line_are_enough(ollama, settings, monkeypatch):
    """Whoever sets the two settings is read by that server."""
    monkeypatch.setenv("TRIPINTENT_BASE_URL", ollama.base_url)
    monkeypatch.setenv("TRIPINTENT_MODEL", ollama.model)
    async with open_session(Settings(db=settings.db, now=settings.now)) as session:
        await session.say("t", "I would like to go away")
    assert ollama.requests


@pytest.mark.parametrize(("url", "look"), [("", True), (None, False)])
def test_nobody_looks_where_it_is_turned_off(ollama, url, look):
    """An empty setting, or a conversation that is no terminal, asks no server."""
    where = ollama.base_url.removesuffix("/v1") if url is None else url
    line = reader_line(Settings(local_model_url=where), look=look)
    assert line == f"{GUIDE}\nFor free conversation set OPENAI_API_KEY, or TRIPINTENT_BASE_URL and TRIPINTENT_MODEL."


def test_looking_takes_no_time():
    """A port that takes connections and never answers costs a fifth of a second."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        start = time.monotonic()
        line = reader_line(Settings(local_model_url=f"http://127.0.0.1:{silent.getsockname()[1]}"), look=True)
        assert (
            line == f"{GUIDE}\nFor free conversation set OPENAI_API_KEY, or TRIPINTENT_BASE_URL and TRIPINTENT_MODEL."
        )
        assert time.monotonic() - start < 0.5


def test_another_server_is_not_taken_for_one():
    """A chat service that is not Ollama has no list of this kind."""
    with running(ChatService()) as other:
        line = reader_line(Settings(local_model_url=other.base_url.removesuffix("/v1")), look=True)
    assert "Ollama" not in line
