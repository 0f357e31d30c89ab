"""Typed facts of what is on the screen: options, the chosen trip, holds, what is known, documents; and of what was bought or ended."""

from datetime import date
from typing import Literal

from pydantic import Field

from tripintent.state.bundles import DayPrice
from tripintent.state.money import Money
from tripintent.state.rebooking import Why
from tripintent.state.standing import WatchEnd
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.toolbox.facts import (
    AskedFacts,
    BookingFacts,
    Facts,
    FactsPart,
    HeldFacts,
    LineFacts,
    LocalMoment,
    OptionFacts,
    PersonFacts,
)


class ReasonFacts(FactsPart):
    """What an option has over the cheapest one, and what that costs. All empty: it is the cheapest, or no single thing decides."""

    cheapest: bool = False
    more: Money | None = None
    minutes_less: int = 0
    stops_less: int = 0
    refundable: bool = Field(default=False, description="and the cheapest is not")
    stars: float | None = Field(default=None, description="where the cheapest has fewer")
    rival: int | None = Field(
        default=None, description="of the cheapest option with the same flights that meets the wishes as well"
    )
    rival_less: Money | None = None
    rival_stars: float | None = Field(default=None, description="where it has fewer")
    rival_fixed: bool = Field(default=False, description="it is refundable in fewer parts")


class LacksFacts(FactsPart):
    """A part of the plan for which nothing was found: a flight, or without ``origin`` a hotel."""

    origin: str = ""
    town: str
    day: str
    failed: bool = Field(default=False, description="the search got no answer: what there is, is not known")


class ComparedDays(FactsPart):
    """The days that were compared, and what the flights of the whole trip cost on the best of them, the cheapest first.

    Rooms are not compared, but where no flight is wanted.
    """

    earliest: str
    latest: str
    best: tuple[DayPrice, ...]
    flights: bool = True


class MisfitFacts(FactsPart):
    """Something booked that the plan asks for otherwise by now, or that an option would take the place of; ``days`` are those meant."""

    title: str
    why: Why | Literal["replaced"]
    days: tuple[str, ...] = ()
    lost: Money | None = Field(default=None, description="paid for what is replaced, and not returned: it stays booked")
    back: Money | None = Field(default=None, description="what comes back of what is replaced, by its terms")


class HeadsFacts(FactsPart):
    """How many travel."""

    adults: int = 0
    children: int = 0
    infants: int = 0
    ages: tuple[int, ...] = ()


class OptionsFacts(HeadsFacts):
    """The options that are shown, and what is true of all of them. ``reason``: why the best one is in front."""

    options: tuple[OptionFacts, ...]
    in_all: int
    cheapest_first: bool = Field(default=False, description="sorted by price; else the best first")
    more: int = Field(default=0, description="options after the last that is shown")
    reason: ReasonFacts | None = None
    direct: OptionFacts | None = Field(default=None, description="the cheapest non-stop, where none as cheap is shown")
    missing: tuple[LacksFacts, ...] = Field(default=(), description="what makes that these are no whole trips")
    over_budget: Money | None = Field(default=None, description="of the closest trip, where none keeps to the budget")
    left_out: dict[str, int] = Field(default_factory=dict, description="offers that a rule of the policy leaves out")
    assumed: tuple[str, ...] = ()
    days: ComparedDays | None = Field(default=None, description="where days were compared")
    booked: tuple[MisfitFacts, ...] = Field(default=(), description="what is booked and no longer fits: it stays")
    rates_date: str | None = None
    simulated: bool = False


class ChosenFacts(FactsPart):
    """The chosen trip, its risks, and what it would replace."""

    option: OptionFacts
    more: Money | None = Field(default=None, description="than the choice before; below zero: it costs less")
    asked: tuple[AskedFacts, ...] = Field(default=(), description="to be confirmed with a purchase")
    known: tuple[AskedFacts, ...] = Field(default=(), description="to be known before")
    blocks: tuple[AskedFacts, ...] = Field(default=(), description="why it cannot be booked")
    replaces: tuple[LineFacts, ...] = ()
    keeps: tuple[LineFacts, ...] = Field(default=(), description="booked, and neither replaced nor changed")
    loses: tuple[str, ...] = Field(default=(), description="what was replaced had, and what is chosen has not")
    difference: Money | None = Field(default=None, description="what a change costs in all; below zero comes back")
    held: bool = False
    simulated: bool = False


class FailedFacts(FactsPart):
    """What could not be held, and why, in its seller's words."""

    title: str
    why: str = ""


class HoldsFacts(FactsPart):
    """What is held, the one that ends first in front, and what could not be."""

    held: tuple[HeldFacts, ...] = ()
    people: tuple[PersonFacts, ...] = ()
    failed: tuple[FailedFacts, ...] = ()
    next: str = Field(
        default="", description="what is open of it: people to be named, purchase, or more where others are booked"
    )
    approver: str = Field(default="", description="who alone may approve it, where that is somebody else")
    simulated: bool = False


class WatchFacts(FactsPart):
    """A price that is watched before the trip is booked: that it is, that it went down, or that it is watched no more."""

    event: Literal["on", "lower", "ended"]
    now: Money | None = Field(default=None, description="of the cheapest whole trip")
    was: Money | None = Field(default=None, description="when it was told last, or when it began to be watched")
    below: Money | None = Field(default=None, description="the price under which the next one is told")
    percent: int | None = Field(default=None, description="how much less than now that is, where no limit was said")
    until: date | None = None
    why: WatchEnd | Literal["asked"] | None = None
    parts: tuple[str, ...] = Field(default=(), description="titles of what the cheapest trip is made of")
    simulated: bool = False


class WayFacts(FactsPart):
    """A day on which one travels: fixed, or between two days, with hours of leaving and landing where these are wished."""

    day: str | None = None
    earliest: str | None = None
    latest: str | None = None
    leave_from: str | None = None
    leave_to: str | None = None
    land_from: str | None = None
    land_to: str | None = None
    meets: str | None = Field(default=None, description="the hour of a meeting for which one lands in time")


class SleepFacts(FactsPart):
    """Nights in one town."""

    town: str = ""
    check_in: date | None = None
    check_out: date | None = None
    from_landing: bool = Field(default=False, description="the first night is the one in which the flight lands")
    nights: int | None = None
    rooms: int | None = None
    stars: float | None = Field(default=None, description="at least, here alone")


class KnownFacts(HeadsFacts):
    """What is known of a trip, in six lines. None: not known; ``changed`` names the lines that are new."""

    origin: str | None = None
    stops: tuple[str, ...] = Field(default=(), description="towns in the order of the way")
    out: WayFacts | None = None
    back: WayFacts | None = None
    one_way: bool = False
    hotel: bool | None = Field(default=None, description="False: none is wished")
    flies: bool | None = Field(default=None, description="False: one only sleeps there")
    sleeps: tuple[SleepFacts, ...] = ()
    stars: float | None = None
    area: str = ""
    money: Money | None = None
    each: Money | None = Field(default=None, description="where it was said per person")
    changed: tuple[str, ...] = ()


class EndedFacts(FactsPart):
    """What became of an earlier booking that a purchase replaced, or that a person cancelled."""

    title: str
    state: str = Field(description="cancelled | changed | in_doubt | nothing_back; else it stays booked")
    fee: Money | None = None
    refund: Money | None = None
    refund_to: str | None = None
    why: str = Field(default="", description="in its seller's words")


class WholeTrip(FactsPart):
    """What the whole trip came to, where more was paid for it than a card tells by itself."""

    in_all: Money | None = Field(default=None, description="paid for it, lost or not, without what came back")
    in_all_lost: Money | None = Field(default=None, description="of it what is lost")
    in_all_due: tuple[Money, ...] = Field(default=(), description="beside it, to be paid at its hotels")


class CancelledFacts(WholeTrip):
    """What became of a cancellation, item by item and in all."""

    items: tuple[EndedFacts, ...]
    fee: Money
    refund: Money
    let_go: tuple[str, ...] = Field(default=(), description="what was held to replace it")
    simulated: bool = False


class ReceiptFacts(WholeTrip):
    """What was bought."""

    total: Money | None = None
    cheaper_by: Money | None = None
    dearer_by: Money | None = None
    again: bool = Field(default=False, description="it was bought before; nothing was bought twice")
    issued: LocalMoment | None = Field(default=None, description="when the last of it was paid, by the ledger")
    paid_with: tuple[PaymentMethod, ...] = Field(default=(), description="as far as it is on file")
    people: tuple[PersonFacts, ...] = ()
    bookings: tuple[BookingFacts, ...] = ()
    ended: tuple[EndedFacts, ...] = ()
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
