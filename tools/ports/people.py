"""The people port: reads names, birth dates and contact details out of free text."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ports.language import Ambiguity


class People(BaseModel):
    """Who was named, in the order of the text.

    A traveller without a name is a birth date that was said alone, in answer to a question. ``doubts`` name what was said
    and left unset: slots ``guests[i].date_of_birth`` (reasons ambiguous_date, not_a_date, in_future, too_old), ``email``
    (not_an_email) and ``phone`` (no_country_code, not_a_phone).
    """

    model_config = ConfigDict(frozen=True)

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    doubts: tuple[Ambiguity, ...] = ()
    one_name: bool = False
    """It is said that somebody has one name only."""
    instead: str = ""
    """The name of whom the last one named replaces ("Anna Smith, not Ann")."""


class PeopleReader(Protocol):
    """Reads people."""

    def read(self, text: str, today: date, language: str) -> People:
        """Return whoever the text names; empty when no one. Never raises. In English, "3/4/1985" is in doubt."""
        ...

    def apart(self, text: str, today: date) -> tuple[str, str]:
        """Return the words about people, with full names, births or addresses, and the rest; ("", text) without any."""
        ...

    def passages(self, text: str, today: date, *, asked: bool = False) -> Sequence[tuple[int, int]]:
        """Return where the words about people stand, from and to, left to right; ``asked``: a birth without a name is one."""
        ...

    def family_of_all(self, text: str) -> str | None:
        """Return the family name that everybody has, "" where it is only said to be the same, None where neither is said."""
        ...
