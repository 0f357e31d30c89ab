"""The people port, answered by ``read_people``, ``people_apart`` and ``family_of_all``."""

from collections.abc import Sequence
from datetime import date

from tripintent.state.caps import readable
from tripintent.tools.language.people.passages import passages, people_apart
from tripintent.tools.language.people.phrases import family_of_all
from tripintent.tools.language.people.reading import read_people
from tripintent.tools.ports.people import People


class FreeFormPeople:
    """Reads people out of free text."""

    def read(self, text: str, today: date, language: str) -> People:
        """Return whoever the text names; empty when no one. Never raises."""
        return read_people(readable(text).read, today, day_first=language != "en")

    def apart(self, text: str, today: date) -> tuple[str, str]:
        """Return the words about people, and the rest."""
        return ("", text) if readable(text).rest else people_apart(text, today)

    def passages(self, text: str, today: date, *, asked: bool = False) -> Sequence[tuple[int, int]]:
        """Return where the words about people stand; where names were asked for, a birth alone is one of them."""
        return passages(readable(text).read, today, asked=asked)

    def family_of_all(self, text: str) -> str | None:
        """Return the family name that everybody has."""
        return family_of_all(text)
