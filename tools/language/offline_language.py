"""The language port by catalogues: templates write, in the six languages of the page. No model, no network."""

from collections.abc import Mapping, Sequence
from datetime import date

from pydantic import JsonValue

from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.replies import wording
from tripintent.tools.ports.language import HeardByHost


class OfflineLanguage:
    """Implements the language port."""

    asks = False

    async def heard(self, text: str, trip: TripIntent, today: date, history: Sequence[str]) -> HeardByHost:
        """Return nothing: no host reads for us."""
        del text, trip, today, history
        return HeardByHost()

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Word at most three questions."""
        return wording.ask(missing, facts, language)

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word one typed message."""
        return wording.phrase(kind, facts, language)

    async def detect(self, text: str, thread: str | None = None) -> str:
        """Return the language of a text."""
        return detect(text, thread)
