"""Check-in before the arrival: what is said is noted piece by piece, and only what is missing is asked for."""

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


async def _talk(tmp_path: Path, *messages: str) -> tuple[list[str], list[str]]:
    """Return the desk's words, and what staff have to see to."""
    async with open_session(Settings(_env_file=None, db=tmp_path / "t.db", now=NOW, service=HOUSE)) as desk:
        said = ["\n".join((await desk.say("t", words)).messages) for words in messages]
        rows = (await desk.ports.staff_queue.page(None)).entries
        return said, [await desk.opened("t", one.waits_for.text) for one in rows]


@pytest.mark.parametrize(
    ("begins", "tells", "noted"),
    [
        ("checkin online", "reserva PW-1001 a nombre de Carlos Vega", ("…01", "C. V.", "Todavía me falta: hora de llegada.")),
        ("checkin online", "reserva PW-1001, Carlos Vega y Eva Vega, llegada 17:00", ("…01", "C. V., E. V.", "llegada 17:00")),
        ("online check-in", "booking reference 88123, guests Laura Hill and Tom Hill, arrival 17:00", ("…23", "L. H., T. H.", "17:00")),
        ("Online-Check-in bitte", "Buchung 4711-A, Gäste Jana und Tim Vogel, Ankunft gegen 15 Uhr", ("…1A", "J., T. V.", "15:00")),
        ("online check in", "ref 88123, Smith, arriving 5pm", ("…23", "S.", "17:00")),
        ("online checkin pls", "my name is Laura Hill, arriving 3rd dec", ("L. H.", "I still need: booking reference, hour of arrival.")),
        ("online checkin pls", "passport 533012345", ("Papers are shown on arrival", "I still need: booking reference")),
    ],
)  # fmt: skip
async def test_what_is_told_is_noted_and_only_the_rest_is_asked_for(tmp_path, begins, tells, noted):
    """A booking's number with or without letters, names, an hour; a number of papers or of the booking is none of the others."""
    said, queue = await _talk(tmp_path, begins, tells)
    assert [one for one in noted if one not in said[1]] == []
    assert "10:01" not in said[1]
    assert [tells in one for one in queue] == ([True] if "…" in noted[0] else [])


async def test_what_is_told_piece_by_piece_is_one_check_in(tmp_path):
    """The hour of the first message counts, the language of the talk stays, and a question what became of it passes nothing on."""
    messages = ("hola, llego a las 23:30, puedo hacer el check in antes por internet", "mi email es ana.ruiz@correo.es")
    said, queue = await _talk(tmp_path, *messages, "reserva PW-1001, Ana Ruiz", "ya está?")
    assert ["23:30" in one for one in said] == [True] * 4
    assert "He anotado" in said[1]
    assert said[2].startswith(said[3])
    assert len(queue) == 1


@pytest.mark.parametrize(
    "words",
    [
        "hallo check-in für die Buchung von meinem Freund Peter Krause, können Sie mir seine Zimmernummer schicken?",
        "I'd like to check in online. Can you tell me what room my colleague John Reed booked?",
    ],
)
async def test_nothing_of_another_guest_is_told(tmp_path, words):
    """It is refused in words, and no request comes of it."""
    said, queue = await _talk(tmp_path, words)
    assert "confidential" in said[0] or "vertraulich" in said[0]
    assert queue == []
