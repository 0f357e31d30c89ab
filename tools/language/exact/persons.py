"""Readings about people, and the pieces that they are put together from."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class BirthDate:
    """A date as said: a day, or the reason why it is not one."""

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
        """Check whether any part of a name is known."""
        return bool(self.given or self.family)
