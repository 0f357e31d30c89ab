"""What the planning is made of, and the facts that its parts hand to one another."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import Field

from tripintent.state.booking import Booking, Hold
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.queries import fingerprint
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.day_planner import DaysRequest, PlannedDay
from tripintent.tools.ports.places import Attractions

if TYPE_CHECKING:
    from tripintent.tools.planning.editing import RuleEditor, WordMatcher
    from tripintent.tools.planning.knowledge import OfflineKnowledge
    from tripintent.tools.planning.making import RuleMaker
    from tripintent.tools.planning.showing import FileWords


class Visa(Frozen):
    """The rule for one passport at one destination."""

    passport: str
    destination: str
    rule: str = Field(description="free | required | on_arrival | e_visa | eta | no_admission | home")
    days: int | None = None
    as_of: date
    source: str = ""


class Power(Frozen):
    """Plugs by letter (IEC), volts and hertz."""

    country: str
    plugs: tuple[str, ...]
    volts: int
    hertz: int

    def fits(self, other: "Power") -> bool:
        """Say whether earthed plugs of one fit sockets of the other; the plug of E and F fits both (CEE 7/7), C has no earth."""
        mine, theirs = ({"F" if plug == "E" else plug for plug in one.plugs} for one in (self, other))
        return bool((mine & theirs) - {"C"})


class Climate(Frozen):
    """A coarse band for a place and a month: no forecast, no measurement."""

    band: str = Field(description="hot | warm | mild | cool | cold")
    rain: str = Field(default="some", description="dry | some | wet | unknown")


class Clocks(Frozen):
    """Hours that the destination is ahead of the origin on a day; negative when behind."""

    hours: float
    zone: str
    day: date


class Fare(Frozen):
    """A booked, held, chosen or shown item with the offer that it is: its times, its baggage, its terms."""

    status: Literal["booked", "held", "chosen", "shown"] = "booked"
    pay_by: datetime | None = None
    free_until: datetime | None = Field(default=None, description="full refund when cancelled before this moment")
    offer: FlightOffer | HotelOffer


class Purchased(Frozen):
    """Facts of the trip's ledger and quotes about money and papers. Of a change that waits for a yes it is only what it ``waits``."""

    fares: tuple[Fare, ...] = ()
    bookings: tuple[Booking, ...] = ()
    holds: tuple[Hold, ...] = ()
    waits: tuple[Money, ...] = Field(
        default=(), description="what a yes that waits would cost; less than 0: bring back"
    )
    quoted: tuple[tuple[str, Money], ...] = Field(
        default=(), description="('flight' | 'hotel' | 'tax', price) of the best option; a tax is paid there"
    )

    @property
    def due_there(self) -> tuple[Money, ...]:
        """Return the taxes and fees that are paid at the desks of what is booked or held."""
        return tuple(one.offer.due_at_property for one in self.fares if one.offer.due_at_property)

    @property
    def is_off(self) -> bool:
        """Tell whether all that was booked is cancelled, and nothing is held in its place."""
        states = {one.status for one in self.bookings if one.status not in ("failed", "changed")}
        return states == {"cancelled"} and not any(one.status == "held" for one in self.holds)

    @property
    def booked(self) -> tuple[tuple[str, Money], ...]:
        """Return what was paid for each booking that is travelled with, by its kind."""
        return tuple((one.item_type, one.spent) for one in self.bookings if self._counts(one) and one.spent)

    @property
    def lost(self) -> tuple[Money, ...]:
        """Return what did not come back of all that is no longer travelled with; with what is booked it is all that was paid."""
        return tuple(one.spent for one in self.bookings if not self._counts(one) and one.spent)

    def _counts(self, booking: Booking) -> bool:
        """Tell whether a booking, or the one to which its airline changed it, is travelled with."""
        lives = {one.item_type for one in self.bookings if one.is_taken}
        return booking.is_taken or (booking.status == "changed" and booking.item_type in lives)

    @property
    def mark(self) -> str:
        """Return a fingerprint that changes when a booking or a hold does; empty without one."""
        booked = [(one.booking_id, one.status, str(one.total), one.stale_reason) for one in self.bookings]
        held = [(one.hold_id, one.status, str(one.total)) for one in self.holds]
        return fingerprint([sorted(booked), sorted(held), [*map(str, self.waits)]]) if booked or held else ""


class ChangeRefused(ToolError):
    """A change that cannot be made; the text says why. ``code`` is ``not_found``, ``fixed`` or ``no_rate``."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


T = TypeVar("T", Checklist, Budget)


@dataclass(frozen=True)
class PlanningPorts:
    """The ports of the planning beside those of the booking."""

    reader: "WordMatcher"
    words: "FileWords"
    knowledge: "OfflineKnowledge"
    maker: "RuleMaker"
    editor: "RuleEditor"
    at_once: bool = field(default=False, kw_only=True)
    """Documents are made as soon as they are ready, without the word."""
    attractions: Attractions
    days: Callable[[DaysRequest], tuple[PlannedDay, ...]]
