"""Typed facts of a trip and its options: the result models that tools share, and cards are drawn from."""

from datetime import date
from decimal import Decimal

from pydantic import AliasChoices, Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from tripintent.state.acts import Called
from tripintent.state.bundles import Issue
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.travellers import RequestKind, RequestState


class Facts(Frozen):
    """The result of a READ tool: typed facts, in no language."""


class FactsPart(Frozen):
    """A part of a result. What it leaves out is not known, or there is none."""

    @model_serializer(mode="wrap")
    def _what_there_is(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Write what there is alone: a model pays for each word of a result."""
        return {name: value for name, value in handler(self).items() if value not in (None, "", (), [], {})}


class LocalMoment(FactsPart):
    """A moment as a clock there shows it."""

    local: str = Field(description="YYYY-MM-DD HH:MM")
    zone: str = Field(description="IANA name, or the offset where none is known")
    town: str = Field(default="", description="the trip's first town with this clock, by which it is called")


class TermsFacts(FactsPart):
    """What cancelling and changing cost; ``cancel_fee`` is what is lost when it is cancelled now."""

    refundable: bool
    cancel_fee: Money | None = None
    free_until: LocalMoment | None = None
    cancel_fee_after: Money | None = None
    by_seller: bool = Field(default=False, description="it is cancelled with its seller: not here")
    changeable: bool = False
    change_fee: Money | None = None


class RequestFacts(FactsPart):
    """A request of the traveller's, and what becomes of it: sent with the order, offered at a price, or not passed on here."""

    kind: RequestKind
    who: tuple[str, ...] = ()
    state: RequestState
    price: Money | None = None
    said: str = ""
    detail: str = ""


class TakesFacts(FactsPart):
    """What the seller of a flight or hotel can be asked for: at a price for each traveller, at one that a hold tells, or with the order."""

    code: str
    each: dict[str, Money] = Field(default_factory=dict, description="by kind, for one traveller; a bag: one more")
    price_with_the_hold: tuple[str, ...] = ()
    sent: tuple[str, ...] = Field(default=(), description="passed on without a price, and without a promise")


class MoreBags(FactsPart):
    """The cheapest fare of the same flights with more checked bags: its code, how many each has, and what it costs more, for all."""

    code: str
    checked_bags_each: int | None
    difference: Money


class LegFacts(FactsPart):
    """One flight of a trip. ``code`` names it in ``list_options`` and ``choose``."""

    code: str
    route: tuple[str, ...]
    departs: LocalMoment
    arrives: LocalMoment
    days_later: int = 0
    stops: int
    minutes: int
    connections: dict[str, int] = Field(default_factory=dict, description="minutes on the ground by airport")
    airlines: tuple[str, ...]
    flight_numbers: tuple[str, ...]
    cabin: str
    fare: str = ""
    cabin_bags_each: int | None = Field(default=None, validation_alias=AliasChoices("cabin_bags_each", "carry_on"))
    checked_bags_each: int | None = Field(None, validation_alias=AliasChoices("checked_bags_each", "checked_bags"))
    bags_bought: int = Field(default=0, description="of them all, those that are paid beside the fare")
    with_more_bags: MoreBags | None = Field(default=None, description="None: try what_if with flights.checked_bags")
    one_ticket: bool = True
    co2_kg: Decimal | None = Field(default=None, description="for all who fly, as the seller says; None: not known")
    total: Money
    terms: TermsFacts
    requests: tuple[RequestFacts, ...] = ()
    changes_booking: str = Field(
        default="", description="the booking that it changes at its airline; total is the change"
    )
    comes_back: Money | None = Field(default=None, description="with the change, to ``back_to``")
    back_to: str | None = None


class StayFacts(FactsPart):
    """One hotel of a trip; nights are counted from the landing. Metres are a straight line, walking minutes an estimate."""

    code: str
    name: str
    stars: float | None = None
    area: str = ""
    km_to_centre: float | None = None
    near: str | None = None
    metres: int | None = None
    away_from: str = Field(default="", description="the part of town that was wished, where it lies in another")
    walking_minutes: int | None = None
    check_in: date
    check_out: date
    nights: int
    nights_asked: int | None = Field(default=None, description="where the flight leaves more or fewer than these")
    room: str = ""
    rooms: int = 1
    board: str | None
    infants: int = Field(default=0, description="without a bed in the price")
    amenities: tuple[str, ...] = ()
    nightly: Money
    total: Money
    local_tax: Money | None = Field(
        default=None, description="paid there, not in the total; None: the seller says nothing"
    )
    terms: TermsFacts
    requests: tuple[RequestFacts, ...] = ()


class OptionFacts(FactsPart):
    """A whole trip that can be chosen."""

    option: str = Field(description="its id, for choose and option_details")
    number: int | None = Field(default=None, description="in the list on the screen")
    total: Money
    total_with_local_tax: Money
    per_person: Money | None = Field(default=None, description="of those who fly or stay; None: see by_person")
    by_person: dict[str, Money] = Field(
        default_factory=dict, description="by traveller's id, where not all take the same"
    )
    difference_to_now: Money | None = Field(default=None, description="to what is chosen; below zero is less")
    difference_to_cheapest: Money | None = None
    rates_date: str | None = None
    minutes: int = 0
    stops: int = 0
    refundable: bool = False
    best_at: tuple[str, ...] = ()
    as_fast: bool = Field(default=False, description="as the one that is best at being fastest")
    over_budget: Money | None = None
    lodging_budget: Money | None = Field(
        default=None, description="the limit that was used for all nights of all hotels"
    )
    simulated: bool = False
    missing: tuple[str, ...] = Field(
        default=(), description="parts of the trip without any offer: it is not a whole trip"
    )
    flights: tuple[LegFacts, ...] = ()
    hotels: tuple[StayFacts, ...] = ()
    nights_without_hotel: tuple[date, ...] = Field(default=(), description="between its flights")
    hold_replaces: tuple[str, ...] = Field(default=(), description="what is held, and let go by a hold of this")


class HeldFacts(FactsPart):
    """Something that is kept for the traveller and not paid; ``guaranteed``: its seller keeps the price until then.

    ``reserved`` False: its seller keeps nothing; the price is asked again before it is bought.
    """

    title: str
    item: str = Field(default="", description="flight | hotel")
    total: Money | None = None
    dearer_by: Money | None = Field(default=None, description="than it was offered for, without what was asked for")
    until: LocalMoment | None = None
    guaranteed: bool = True
    reserved: bool = True
    in_doubt: bool = False
    requests: tuple[RequestFacts, ...] = ()
    hold_id: str = Field(default="", description="this and what it is: for the card alone")
    flight: LegFacts | None = None
    hotel: StayFacts | None = None


class PersonFacts(FactsPart):
    """One of those who travel."""

    name: str
    born: date | None = None


class LineFacts(FactsPart):
    """One line of a card: what is bought, or what it replaces. A ``refund`` of None: nothing is known to come back."""

    title: str
    booking_id: str | None = None
    hold_id: str | None = None
    total: Money | None = None
    dearer_by: Money | None = Field(default=None, description="as of what is held")
    fee: Money | None = Field(default=None, description="what is lost of it")
    refund: Money | None = None
    refund_to: str | None = None
    problem: str = Field(default="", description="changed: its airline changes it; else why it is not cancelled")
    why_kept: str = ""
    flight: LegFacts | None = None
    hotel: StayFacts | None = None
    terms: TermsFacts | None = None
    who: tuple[str, ...] = Field(default=(), description="where it is for some of the travellers only")
    guests: int | None = None
    requests: tuple[RequestFacts, ...] = ()
    simulated: bool = False
    until: LocalMoment | None = None


class AskedFacts(FactsPart):
    """A point that a person has to confirm, with the facts that word it in each language."""

    id: str
    text: str
    risk: Issue | None = None


class CardFacts(FactsPart):
    """What waits, or would wait, for a person's yes."""

    kind: str = Field(description="purchase | cancel")
    total: Money
    refund: Money | None = None
    difference: Money | None = Field(default=None, description="what a change costs in all; below zero comes back")
    people: tuple[PersonFacts, ...] = ()
    until: LocalMoment
    buys: tuple[LineFacts, ...] = ()
    replaces: tuple[LineFacts, ...] = ()
    keeps: tuple[LineFacts, ...] = Field(default=(), description="booked, and neither replaced nor cancelled")
    let_go: tuple[str, ...] = Field(default=(), description="held to change what is cancelled")
    loses: tuple[str, ...] = Field(default=(), description="what was replaced had, and what is bought has not")
    must_be_confirmed: tuple[str, ...] = ()
    asked: tuple[AskedFacts, ...] = Field(default=(), description="the same with their ids, for the card")
    approver: str | None = None
    declined: str = Field(default="", description="the payment method that was declined before")
    no_card: bool = Field(default=False, description="there is no card on file to pay with")


class BookingFacts(FactsPart):
    """Something that is bought: it stays until a call names its ``booking_id`` and a person confirms the loss."""

    booking_id: str
    title: str
    status: str
    pnr: str | None = None
    total: Money | None = None
    refund: Money | None = Field(default=None, description="what came back of it")
    flight: LegFacts | None = None
    hotel: StayFacts | None = None
    terms: TermsFacts
    requests: tuple[RequestFacts, ...] = ()
    tickets: tuple[str, ...] = ()
    guests: int | None = None
    simulated: bool = False
    does_not_fit: str | None = Field(default=None, description="why the plan asks for something else by now")


class TripStand(FactsPart):
    """The state of a trip now."""

    now: LocalMoment
    state: str
    missing: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()
    untold: tuple[str, ...] = Field(default=(), description="wishes of which no fact tells: say so, promise nothing")
    assumed: tuple[str, ...] = ()
    travellers: tuple[str, ...] = ()
    options: tuple[OptionFacts, ...] = Field(
        default=(), description="the first ones on the screen; list_options has all"
    )
    options_in_all: int = 0
    chosen: OptionFacts | None = None
    unheld: bool = Field(default=False, description="no seller of what is chosen holds anything: it is bought at once")
    held: tuple[HeldFacts, ...] = Field(default=(), description="the one that ends first comes first")
    card: CardFacts | None = None
    in_doubt: bool = Field(
        default=False, description="a supplier's reply was lost: what of held is paid is not known yet"
    )
    partly: bool = Field(default=False, description="only part of what was approved is bought: keep it or cancel it")
    lapsed: tuple[str, ...] = Field(default=(), description="no longer held, or not to be had: try_again searches")
    approver: str = Field(default="", description="who alone may approve a purchase, where that is not the traveller")
    bookings: tuple[BookingFacts, ...] = ()
    replaces: tuple[LineFacts, ...] = Field(default=(), description="by the change on the screen; refund: by its terms")
    can: tuple[str, ...] = Field(default=(), description="tools that can do something now")


class CalledFacts(FactsPart):
    """What came of one call of several."""

    name: str
    ok: bool
    rejected: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    facts: dict[str, JsonValue] = Field(default_factory=dict)

    @classmethod
    def of(cls, called: Called) -> "CalledFacts":
        """Return what is told of a call."""
        out = called.outcome
        why = tuple(
            f"{one.path}: {one.why}" + (f" ({', '.join(one.candidates)})" if one.candidates else "")
            for one in out.rejected
        )
        return cls(name=called.name, ok=out.ok, rejected=why, assumed=out.assumed, facts=out.facts)
