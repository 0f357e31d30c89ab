"""One offline engine for all tests, and a short way to read messages with it."""

from datetime import date
from typing import Any

import pytest

from tripintent.state.frame import Frame
from tripintent.tools.language.reading.engine import OfflineEngine
from tripintent.tools.ports.language import ParseResult, ReadRequest

TODAY = date(2026, 11, 20)
"""A Friday."""


class Listener:
    """Reads messages on 20 November 2026, a Friday, in Boston."""

    def __init__(self) -> None:
        self.engine = OfflineEngine()

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
