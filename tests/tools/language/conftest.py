"""One parser for all tests, and a short way to read messages with it."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tripintent.state.frame import Frame
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.ports.language import ParseResult, ReadRequest

TODAY = date(2026, 11, 20)
"""A Friday."""


NOT_YET = frozenset(Path(__file__).with_name("not_yet.txt").read_text("utf-8").splitlines())
"""Tests of what the reader of sentence rules read and the one after it does not yet; the list only falls."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is not read yet: a test of the list that passes fails, so that it is taken off."""
    for item in items:
        if item.nodeid.rpartition("tools/language/")[2] in NOT_YET:
            item.add_marker(pytest.mark.xfail(strict=True, reason="not read yet"))


class Listener:
    """Reads messages on 20 November 2026, a Friday, in Boston."""

    def __init__(self) -> None:
        self.engine = OfflineParser()

    def reading(self, text: str, last: str | None = None, frame: Frame | None = None, **given: Any) -> ParseResult:
        """Return the reading of one message."""
        asked = {"today": TODAY, "home": "BOS", **given}
        return self.engine.read(ReadRequest(text=text, last_assistant=last, frame=frame or Frame(), **asked))

    def __call__(self, text: str, last: str | None = None, frame: Frame | None = None, **given: Any) -> Frame:
        """Return the frame after one message."""
        return self.reading(text, last, frame, **given).frame

    def talk(self, *turns: str | tuple[str, str]) -> Frame:
        """Return the frame after a conversation; a turn is what the traveller says, or (question, answer)."""
        frame, language = Frame(), None
        for number, turn in enumerate(turns):
            last, text = turn if isinstance(turn, tuple) else (None, turn)
            reading = self.reading(text, last, frame, language=language, turn=number)
            frame, language = reading.frame, reading.language
        return frame


@pytest.fixture(scope="session")
def hear() -> Listener:
    """The listener; its catalogues load once."""
    return Listener()
