"""The reader of a whole file of conversations."""

import asyncio
from collections.abc import Callable

from tripintent.app.cli.options import settings_of
from tripintent.app.speech import language_of
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import ParseResult, ReadRequest
from tripintent.tools.registry.builtin import BuiltinRegistry


def reader_of(language: str) -> Callable[[ReadRequest], ParseResult] | None:
    """Return a reader with the configured model; None where the offline engine reads."""
    if language == "offline":
        return None
    engine, _ = language_of(settings_of(language=language), BuiltinRegistry(), Gazetteer())
    loop = asyncio.new_event_loop()
    return lambda hearing: loop.run_until_complete(engine.extract(hearing))
