"""Typed facts of what was bought and what was ended, for receipts, and of what ending or changing it would cost."""

from pydantic import Field

from tripintent.state.money import Money
from tripintent.tools.toolbox.facts import BookingFacts, Facts, FactsPart, LineFacts, OptionFacts, PersonFacts


class EndedFacts(FactsPart):
    """What became of an earlier booking that a purchase replaced, or that a person cancelled."""

    title: str
    state: str = Field(description="cancelled | changed | in_doubt | nothing_back; else it stays booked")
    fee: Money | None = None
    refund: Money | None = None
    refund_to: str | None = None
    why: str = Field(default="", description="in its seller's words")


class CancelledFacts(FactsPart):
    """What became of a cancellation, item by item and in all."""

    items: tuple[EndedFacts, ...]
    fee: Money
    refund: Money
    simulated: bool = False


class ReceiptFacts(FactsPart):
    """What was bought."""

    total: Money | None = None
    cheaper_by: Money | None = None
    dearer_by: Money | None = None
    again: bool = Field(default=False, description="it was bought before; nothing was bought twice")
    people: tuple[PersonFacts, ...] = ()
    bookings: tuple[BookingFacts, ...] = ()
    ended: tuple[EndedFacts, ...] = ()
    in_all: Money | None = Field(
        default=None, description="paid for all that is booked, where more is than this bought"
    )
    in_all_due: tuple[Money, ...] = Field(default=(), description="with that, to be paid at its hotels")
    stays: tuple[str, ...] = Field(default=(), description="what is booked still and no part of the plan")


class ChangeOption(FactsPart):
    """An option of what is new, and what the change comes to: its total without what comes back of what it replaces."""

    option: OptionFacts
    comes_back: Money
    in_all: Money = Field(description="below zero: money comes back")


class ChangeQuote(Facts):
    """What a change would cost."""

    options: tuple[ChangeOption, ...] = ()
    replaces: tuple[LineFacts, ...] = Field(
        default=(), description="with fee and refund; why_kept: it is not cancelled"
    )
    keeps: tuple[LineFacts, ...] = ()
    no_longer_fits: tuple[str, ...] = Field(default=(), description="what stays booked, and does not match then")
    missing: tuple[str, ...] = ()


class CancellationQuote(Facts):
    """What a cancellation would cost, by booking and in all."""

    lines: tuple[LineFacts, ...]
    lost: Money
    comes_back: Money
    keeps: tuple[LineFacts, ...] = ()
