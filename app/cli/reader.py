"""The reader of a whole file of conversations."""

import asyncio
from collections.abc import Callable

from tripintent.app.cli.options import settings_of
from tripintent.app.compose import compose
from tripintent.app.storage import storage_of
from tripintent.state.applying import applied, changed_fields
from tripintent.state.operations import Restore
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.language import ParseResult, ReadRequest
from tripintent.tools.ports.reader import View


def reader_of(language: str) -> Callable[[ReadRequest], ParseResult] | None:
    """Return a reader with the configured model; None where the offline engine reads."""
    if language == "offline":
        return None
    settings = settings_of(language=language)
    reader, loop = compose(settings, storage_of(settings)).ports.reader, asyncio.new_event_loop()

    def read(hearing: ReadRequest) -> ParseResult:
        view = View(
            trip=TripIntent(),
            today=hearing.today,
            language=hearing.language or "",
            alone="BOOKING",
            home=hearing.home,
            last_assistant=hearing.last_assistant,
            history=hearing.history,
            turn=hearing.turn,
            frame=hearing.frame,
        )
        reading = loop.run_until_complete(reader.read(hearing.text, view))
        said = reading.part("BOOKING").journey
        frame = applied(hearing.frame, said, hearing.earlier, hearing.undone, hearing.turn)
        anew = any(isinstance(one, Restore) and one.what == "nothing" for one in said)
        changed = tuple(type(frame).model_fields) if anew else changed_fields(hearing.frame, frame)
        return ParseResult(frame=frame, changed=changed, operations=said, engine=reading.engine)

    return read
