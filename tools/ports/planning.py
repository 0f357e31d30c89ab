"""What the planning is made of, and the facts that its parts hand to one another."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import Field

from tripintent.state.booking import Booking, CancelLine, Hold
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.queries import fingerprint
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.day_planner import DaysPlan, DaysRequest
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
    """Facts of the trip's ledger and quotes about money and papers."""

    fares: tuple[Fare, ...] = ()
    bookings: tuple[Booking, ...] = ()
    holds: tuple[Hold, ...] = ()
    replaces: tuple[CancelLine, ...] = Field(default=(), description="booked items that a held change gives up")
    quoted: tuple[tuple[str, Money], ...] = Field(
        default=(), description="('flight' | 'hotel' | 'tax', price) of the best option; a tax is paid there"
    )

    @property
    def due_there(self) -> tuple[Money, ...]:
        """Return the taxes and fees that are paid at the desks of what is booked or held."""
        given_up = {line.booking_id for line in self.replaces if line.refund is not None}
        gone = {one.option_id for one in self.bookings if one.booking_id in given_up}
        offers = (one.offer for one in self.fares if one.offer.option_id not in gone)
        return tuple(one.due_at_property for one in offers if isinstance(one, HotelOffer) and one.due_at_property)

    @property
    def back(self) -> tuple[Money, ...]:
        """Return what comes back as money of what a held change replaces."""
        return tuple(back for line in self.replaces if (back := line.money_back))

    @property
    def lost(self) -> tuple[Money, ...]:
        """Return what did not come back of each cancelled booking."""
        gone = ((one.total, one.refund) for one in self.bookings if one.status == "cancelled")
        kept = ((paid, back) for paid, back in gone if paid and (back is None or back.currency == paid.currency))
        return tuple(Money(amount=p.amount - (b.amount if b else 0), currency=p.currency) for p, b in kept)

    @property
    def mark(self) -> str:
        """Return a fingerprint that changes when a booking or a hold does; empty without one."""
        booked = [(one.booking_id, one.status, str(one.total)) for one in self.bookings]
        held = [(one.hold_id, one.status, str(one.total)) for one in self.holds]
        back = [[str(one) for one in self.back]] if self.back else []
        return fingerprint([sorted(booked), sorted(held), *back]) if booked or held else ""


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
    days: Callable[[DaysRequest], DaysPlan]
