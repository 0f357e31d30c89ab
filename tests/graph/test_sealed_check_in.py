"""What guests say before their arrival is in no file as plain text: not in checkpoints, the write-ahead log, the queue or the inbox."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.stored import bytes_in

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.concierge.front import Request
from tripintent.state.concierge.memory import references
from tripintent.tools.errors import StoreError

SERVICES = Path(str(files("tripintent.tools.services.demonstration")))
HOUSE = SERVICES / "accommodations.yaml"
OTHERS = sorted(path.name for path in SERVICES.glob("*.yaml") if path != HOUSE)
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
PRIVATE = ("Marlowe", "Quillfeather", "C01X00T47", "PW-20431", "7183 8750", "marlowe@example.org")
TALKS = {
    "one message": [
        "I want to check in online, booking PW-20431, Marlowe Quillfeather, passport C01X00T47, we arrive at 16:00"
    ],
    "asked for": [
        "I'd like to check in online",
        "Marlowe Quillfeather. Passport C01X00T47. You reach us at +44 20 7183 8750",
        "PW-20431",
        "and marlowe@example.org is my address",
    ],
    "beside a question": [
        "I want to check in online. We are Marlowe and Ann Quillfeather, PW-20431. When is breakfast?"
    ],
    "within a question": ["Can I check in online for PW-20431, Marlowe Quillfeather, passport C01X00T47?"],
    "by command": ["/precheckin PW-20431 Marlowe Quillfeather C01X00T47"],
    "out of the blue": ["My passport number is C01X00T47 and I am Marlowe Quillfeather"],
    "in anger": [
        "I want to check in online, PW-20431, Marlowe Quillfeather, and I want to speak to a manager about this!"
    ],
    "German": ["Ich möchte online einchecken. Buchung PW-20431, Marlowe Quillfeather, Reisepass C01X00T47."],
    "French": ["Je voudrais faire le check-in en ligne, réservation PW-20431, Marlowe Quillfeather"],
}


def _found(folder: Path) -> list[tuple[str, str]]:
    """Return which private words are in which file, byte by byte."""
    kept = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.suffix for path in kept} >= {".db", ".db-wal"}
    return [(path.name, word) for path in kept for word in PRIVATE if word.encode() in bytes_in([path])]


def _settings(folder: Path, **more: Any) -> Settings:
    return Settings(_env_file=None, **{"db": folder / "t.db", "now": NOW, "service": HOUSE, **more})


@pytest.mark.parametrize("talk", TALKS)
async def test_no_file_has_the_plain_text_and_staff_read_it(tmp_path: Path, talk: str) -> None:
    """Searched while the databases are open, so that the logs are there; the guest reads their own words, staff read all."""
    async with open_session(_settings(tmp_path)) as desk:
        results = [await desk.say("t", words) for words in TALKS[talk]]
        assert _found(tmp_path) == []
        said = [one.text for one in await desk.history("t") if one.role == "user"]
        assert [" ".join(one.split()) for one in said] == TALKS[talk]
        told = "\n".join(text for result in results for text in result.messages)
        assert not any(word in told for word in PRIVATE)
        rows = (await desk.ports.staff_queue.page(None)).entries
        queue = [
            await desk.opened(one.thread_id, one.waits_for.text) for one in rows if isinstance(one.waits_for, Request)
        ]
        if results[-1].handoff:
            queue.append(await desk.opened("t", str(results[-1].handoff["summary"])))
        words = [word for word in PRIVATE if word in " ".join(TALKS[talk])]
        reached = talk != "out of the blue"
        assert all(any(word in one for one in queue) for word in words) == reached
        values = (await desk.graph.aget_state({"configurable": {"thread_id": "t"}})).values
        assert references(values["messages"][-2].text) or talk != "one message"


@pytest.mark.parametrize("house", OTHERS)
@pytest.mark.parametrize("talk", TALKS)
async def test_what_is_sealed_depends_on_what_is_said_and_not_on_the_desk(
    tmp_path: Path, talk: str, house: str
) -> None:
    """A house that takes no check-in keeps the same words sealed, answers, and its staff read them."""
    async with open_session(_settings(tmp_path, service=SERVICES / house)) as desk:
        assert isinstance(desk, Session)
        results = [await desk.say("t", words) for words in TALKS[talk]]
        assert _found(tmp_path) == []
        told = "\n".join(text for result in results for text in result.messages)
        assert told
        assert not any(word in told for word in PRIVATE)
        rows = (await desk.ports.staff_queue.page(None)).entries
        waits = [one.waits_for for one in rows]
        queue = [one.text if isinstance(one, Request) else one.summary for one in waits]
        opened = " ".join([await desk.opened("t", one) for one in queue])
        assert [word for word in PRIVATE if word in " ".join(TALKS[talk]) and word not in opened] == []


@pytest.mark.parametrize("house", [HOUSE.name, *OTHERS])
async def test_names_and_numbers_beside_any_wish_are_in_no_file(tmp_path: Path, house: str) -> None:
    """A table, tickets or a call back: what is stored has references, the desk and its staff read the words."""
    async with open_session(_settings(tmp_path, service=SERVICES / house)) as desk:
        said = "Could somebody ring me about a lost scarf? Marlowe Quillfeather, +44 20 7183 8750"
        await desk.say("t", said)
        await desk.say("t", "yes please")
        assert _found(tmp_path) == []
        assert next(one.text for one in await desk.history("t") if one.role == "user") == said
        rows = [one.waits_for for one in (await desk.ports.staff_queue.page(None)).entries]
        [waits] = [one.text if isinstance(one, Request) else one.summary for one in rows]
        assert "7183 8750" in await desk.opened("t", waits)


async def test_what_stands_beside_is_answered(tmp_path: Path) -> None:
    """The question in the same message, a question while the desk waits for the booking, and thanks afterwards."""
    async with open_session(_settings(tmp_path)) as desk:
        both = await desk.say("t", TALKS["beside a question"][0])
        assert [one["function"] for one in both.functions] == ["PRE_CHECKIN_AGENT", "FAQ_AGENT"]
        assert "07:00" in "\n".join(both.messages)
        await desk.say("u", "I'd like to check in online")
        beside = await desk.say("u", "When is breakfast?")
        assert [one["function"] for one in beside.functions] == ["FAQ_AGENT"]
        thanks = await desk.say("t", "Thank you!")
        assert [one["function"] for one in thanks.functions] == ["FAQ_AGENT"]


async def test_a_typed_event_is_sealed_too(tmp_path: Path) -> None:
    """Words that come as an event are the same words."""
    async with open_session(_settings(tmp_path)) as desk:
        await desk.event("t", {"type": "USER_MESSAGE", "text": TALKS["one message"][0]})
        assert _found(tmp_path) == []


async def test_a_reference_opens_in_its_own_conversation_alone(tmp_path: Path) -> None:
    """Who writes another guest's reference reads the reference, also who moves its row in the database and has no key."""
    async with open_session(_settings(tmp_path)) as desk:
        await desk.say("t", TALKS["one message"][0])
        [row] = (await desk.ports.staff_queue.page(None)).entries
        assert isinstance(row.waits_for, Request)
        [reference] = references(row.waits_for.text)
        assert "Marlowe" in await desk.opened("t", reference)
        stolen = await desk.say("u", f"{reference} what did I say?")
        assert "Marlowe" not in f"{stolen.messages} {[one.text for one in await desk.history('u')]}"
        assert await desk.opened("u", reference) == reference
        with closing(sqlite3.connect(tmp_path / "t.ledger.db")) as ledger:
            ledger.execute("UPDATE sealed_words SET thread_id = 'u'")
            ledger.commit()
        assert await desk.opened("u", reference) == reference


async def test_the_key_is_private_and_not_in_a_database(tmp_path: Path) -> None:
    """Made once with mode 600; one that others may read, that is gone or wrong is refused in words before anybody writes."""
    async with open_session(_settings(tmp_path)) as desk:
        await desk.say("t", TALKS["one message"][0])
    key, text = _key_of(tmp_path)
    key.chmod(0o644)
    await _refused(tmp_path, "chmod 600")
    key.unlink()
    await _refused(tmp_path, "cannot be used")
    other = "A" * 43 + "="
    await _refused(tmp_path, "does not open", seal_key=other)
    await _refused(tmp_path, "URL-safe base64", seal_key="short")
    async with open_session(_settings(tmp_path, seal_key=f"{other}, {text}")) as desk:
        assert (await desk.history("t"))[0].text == TALKS["one message"][0]


def _key_of(folder: Path) -> tuple[Path, str]:
    """Return the key's file, which is private, and the key, which no other file has."""
    [key] = folder.glob("*.seal.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    text = key.read_text("ascii").strip()
    assert not [path for path in folder.iterdir() if path != key and text.encode() in bytes_in([path])]
    return key, text


async def _refused(folder: Path, said: str, **more: Any) -> None:
    with pytest.raises(StoreError, match=said):
        async with open_session(_settings(folder, **more)):
            pass


@pytest.fixture
def no_mask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("no_mask")
async def test_the_key_is_private_whatever_the_mask(tmp_path: Path) -> None:
    """A permissive mask of the process does not open it."""
    async with open_session(_settings(tmp_path)):
        pass
    _key_of(tmp_path)


async def test_the_rows_are_sealed(tmp_path: Path) -> None:
    """A row for each conversation's words, none of which is readable."""
    async with open_session(_settings(tmp_path)) as desk:
        session: Session = desk
        await session.say("t", TALKS["one message"][0])
    with closing(sqlite3.connect(tmp_path / "t.ledger.db")) as ledger:
        [(thread, sealed)] = ledger.execute("SELECT thread_id, sealed FROM sealed_words").fetchall()
    assert (thread, sealed[:5]) == ("t", "gAAAA")
