"""Errors of the tools room.

ToolError
├── SupplierError            something a supplier said or did
│   ├── Retryable            worth asking again: the same question may get an answer
│   │   ├── SupplierTimeout
│   │   ├── SupplierUnavailable
│   │   └── RateLimited      carries retry_after
│   ├── OfferGone            the offer expired or sold out: search again
│   ├── InvalidRequest       the supplier refuses the question itself
│   ├── CommitRejected       a commit was refused for certain: nothing was booked or paid
│   └── Unknown              a commit may or may not have happened: probe, never assume
├── LanguageUnavailable      the language model failed; the offline engine answers instead
├── Busy                     another run holds this thread: try again in a moment
├── ImportRefused            a text or file to import is not taken
├── NotByHand                an operation cannot be settled on a person's word (yet)
└── StoreError               a database cannot be read or written
"""

from typing import Literal

from tripintent.state.plain import plain
from tripintent.tools.shipped import table

LONGEST_MESSAGE, LONGEST_CODE = 500, 80


class ToolError(Exception):
    """Base of every error that a tool raises on purpose; the text is fit for a traveller or an operator."""


class SupplierError(ToolError):
    """A supplier's refusal or failure. ``code`` is the supplier's own code, or ours when it gave none.

    Its words come from outside and go to screens, models and databases: they are made plain and short.
    """

    def __init__(self, message: str, *, supplier: str = "", code: str = "") -> None:
        super().__init__(plain(message, LONGEST_MESSAGE))
        self.supplier = supplier
        self.code = _known_as(code) or type(self).__name__


def _known_as(code: str) -> str:
    """Return a code for the tables. One that had to be made plain is not a known one, whatever is left of it."""
    shown = plain(code, LONGEST_CODE)
    return shown if shown == code else f"unreadable: {shown}"


class Retryable(SupplierError):
    """The same question may get an answer later. Only ever raised for reads, or before anything was sent."""


class SupplierTimeout(Retryable):
    """No answer within the supplier's declared time-out."""


class SupplierUnavailable(Retryable):
    """The supplier is down or answered with a server error."""


class RateLimited(Retryable):
    """Too many requests; ``retry_after`` is in seconds."""

    def __init__(self, message: str, *, retry_after: float = 1.0, supplier: str = "", code: str = "") -> None:
        super().__init__(message, supplier=supplier, code=code)
        self.retry_after = retry_after


class OfferGone(SupplierError):
    """The offer expired, changed or sold out; a new search is needed."""


class InvalidRequest(SupplierError):
    """The supplier refuses the question: a bad date, place or party."""


class CommitRejected(SupplierError):
    """A commit was refused for certain; nothing was booked, paid or cancelled."""


class Unknown(SupplierError):
    """A commit may have happened: the reply was lost, late, or of an unknown kind. Probe; never resend blindly."""


class LanguageUnavailable(ToolError):
    """The configured language model did not give a usable answer."""


_OF_STORES: dict[str, str] = table("tools/stores.yaml")


class StoreError(ToolError):
    """A database or file of ours cannot be used."""

    @classmethod
    def of(cls, error: Exception, name: str) -> "StoreError":
        """Return a driver's error in plain words for a traveller or operator."""
        text = str(error)
        why = text.splitlines()[0] if text else type(error).__name__
        said = (words for needle, words in _OF_STORES.items() if needle in text.lower())
        return cls(next(said, "{name} cannot be used: {why}").format(name=name, why=why))


ImportCode = Literal["unreadable", "too_slow", "busy"]


class ImportRefused(ToolError):
    """A text or file is not taken in: the text says why and what to do, ``code`` which kind of reason it is."""

    def __init__(self, message: str, code: ImportCode = "unreadable") -> None:
        super().__init__(message)
        self.code: ImportCode = code


class NotByHand(ToolError):
    """An operation cannot be settled on a person's word: the text says why, and what to do instead."""


class Busy(ToolError):
    """The same thread is being worked on, by this person in another tab or by another process; nothing was done and nothing is lost."""
