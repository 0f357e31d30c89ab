"""A locale's formats, and what a language's file adds to them: towns, rooms, and texts that may be a day."""

import re
from datetime import date

from tripintent.tools.formats import LOCALES, LocaleFormats
from tripintent.tools.language.replies.texts import Texts
from tripintent.tools.places.towns import town_in

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")
_SLEEPS = re.compile(r"sleeps (?P<n>\d+)")


class Formats(LocaleFormats):
    """The formats of one language with the names that its file has."""

    def __init__(self, texts: Texts) -> None:
        super().__init__(LOCALES[texts.language])
        self._language = texts.language
        self._hotel = texts.hotel

    def town(self, name: str) -> str:
        """Return a town's name as the language writes it; a name that is not known stays."""
        return town_in(name, self._language)

    def of_hotel(self, text: str) -> str:
        """Return a room or a part of town whose usual English name is known; what a hotel calls its own stays."""
        return ", ".join(self._of_hotel(part) for part in text.split(", "))

    def _of_hotel(self, part: str) -> str:
        beds = _SLEEPS.fullmatch(part)
        line = self._hotel.get("sleeps" if beds else part.casefold(), part)
        return line.format(beds["n"]) if beds else line

    def value(self, text: str) -> str:
        """Return an ISO date as a day; another text stays."""
        return self.day(text) if _ISO_DAY.match(text) and _is_date(text) else text


def sentence(text: str) -> str:
    """Return a text that begins with a capital and is otherwise as it was."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """Return a sentence that somebody else wrote with its full stop."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
