"""The language port: a host's reading of words, the wording of typed facts, and the people that free text names."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from pydantic import Field, JsonValue

from tripintent.state.frozen import Frozen
from tripintent.state.travellers import Contact, Traveller
from tripintent.state.trip import TripIntent


class Ambiguity(Frozen):
    """A slot the reader is unsure of: it is asked about, never guessed."""

    slot: str = Field(description="a Frame field: 'origin', 'depart', 'visits', 'ages' …")
    reason: str = Field(
        description="ambiguous_place | either_place | "
        "unknown_place | region | country | ambiguous_date | not_a_number | change_without_value …"
    )
    said: str = ""
    options: tuple[str, ...] = Field(default=(), description="readings to offer, as words")


class HeardByHost(NamedTuple):
    """What a host's extractor made of a message: arguments of ``update_trip``, and what the host itself wants to know."""

    changes: dict[str, JsonValue] = {}  # noqa: RUF012 - nothing writes to it
    questions: tuple[str, ...] = ()


class Language(Protocol):
    """Reads and writes; chooses no step, fills in no amount, approves nothing."""

    asks: bool
    """Whether a host words the questions for what is missing."""

    async def heard(self, text: str, trip: TripIntent, today: date, history: Sequence[str]) -> HeardByHost:
        """Return what a host's own extractor reads; nothing where there is none, or it fails."""
        ...

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Word at most three questions for the given paths, the most important first."""
        ...

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word one typed message (``kind`` names a template); every amount and name comes from ``facts``."""
        ...

    async def detect(self, text: str, thread: str | None = None) -> str:
        """Return the ISO 639-1 code of the text's language; when in doubt the thread's, at first 'en'."""
        ...


class NamedPeople(Frozen):
    """Who was named, in the order of the text.

    A traveller without a name is a birth date that was said alone, in answer to a question. ``doubts`` name what was said
    and left unset: slots ``guests[i].date_of_birth`` (reasons ambiguous_date, not_a_date, in_future, too_old), ``email``
    (not_an_email) and ``phone`` (no_country_code, not_a_phone).
    """

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    doubts: tuple[Ambiguity, ...] = ()
    one_name: bool = False
    """It is said that somebody has one name only."""
    instead: str = ""
    """The name of whom the last one named replaces ("Anna Smith, not Ann")."""
