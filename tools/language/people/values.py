"""What was read about people, and the pieces it is put together from."""

from dataclasses import dataclass
from datetime import date

from pydantic import BaseModel, ConfigDict

from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ports.language import Doubt


class People(BaseModel):
    """Travellers in the order in which they were named, and how to reach them.

    A traveller without a name is a birth date that was said alone, in answer to a question. ``doubts`` name what was said
    and left unset: slots ``guests[i].date_of_birth`` (reasons ambiguous_date, not_a_date, in_future, too_old), ``email``
    (not_an_email) and ``phone`` (no_country_code, not_a_phone).
    """

    model_config = ConfigDict(frozen=True)

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class BirthDate:
    """A date as said: a day, or the reason why it is none."""

    said: str
    day: date | None = None
    reason: str = ""
    options: tuple[str, ...] = ()


@dataclass
class Person:
    """One traveller in the making."""

    given: str = ""
    family: str = ""
    title: str | None = None
    gender: str | None = None
    birth: BirthDate | None = None
    passport: str | None = None
    introduced: bool = False
    """Words like "my name is", a title or a label came before it."""
    conjoined: bool = False
    """The word before it was "and"."""

    @property
    def named(self) -> bool:
        """Whether any part of a name is known."""
        return bool(self.given or self.family)
