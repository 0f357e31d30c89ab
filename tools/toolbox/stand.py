"""The state of a trip: missing, chosen, held, waiting, booked, and what can be done now."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from pydantic import JsonValue

from tripintent.state.acts import Outcome
from tripintent.state.booking import UNDER_WAY, Approval, Booking, CancelLine, CartLine, Hold, Person
from tripintent.state.context import Principal
from tripintent.state.derived import as_planned, assumed, current_ranking, lapsed, now_of, selected_bundle
from tripintent.state.money import Money
from tripintent.state.offers import Offer
from tripintent.state.questions import gaps, missing_for_hold, missing_for_purchase
from tripintent.state.questions.invalid import as_date
from tripintent.state.rebooking import replaced
from tripintent.state.standing import cheapest_whole, failed, something_bought
from tripintent.state.travellers import RequestOutcome
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.toolbox.describe import Describer, describer, fee_now, not_found, seller_of, when, zone_of
from tripintent.tools.toolbox.facts import (
    BookingFacts,
    CardFacts,
    HeldFacts,
    LineFacts,
    PersonFacts,
    RequestFacts,
    TripStand,
)
from tripintent.tools.toolbox.meetings import counted
from tripintent.tools.toolbox.nearness import spot_of, unmeasured
from tripintent.tools.toolbox.shares import IN_FORCE
from tripintent.tools.toolbox.untold import untold

SHOWN = 3
"""Options that are told whole while none is chosen."""

_LAST: ContextVar[list[tuple[TripIntent, TripStand]] | None] = ContextVar("what this turn described last", default=None)


@contextmanager
def described_once() -> Iterator[None]:
    """Describe a trip once for a whole turn, as long as nothing of it changes."""
    token = _LAST.set([])
    try:
        yield
    finally:
        _LAST.reset(token)


def _unchanged(one: TripIntent, other: TripIntent) -> bool:
    """Tell whether a trip is the same but for notes and what a model cost."""
    status, before = (trip.status.model_copy(update={"notes": ()}) for trip in (one, other))
    rest = TripIntent.model_fields.keys() - {"status", "model_use"}
    return status == before and all(getattr(one, name) is getattr(other, name) for name in rest)


async def trip_facts(trip: TripIntent, ports: Ports) -> TripStand:
    """Return how the trip is now, by its own state: nothing is searched or asked."""
    last = _LAST.get()
    if last and _unchanged(last[0][0], trip):
        return last[0][1]
    stand = await _described(trip, ports)
    if last is not None:
        last[:] = [(trip, stand)]
    return stand


async def _described(trip: TripIntent, ports: Ports) -> TripStand:
    chosen, ranking, zone = selected_bundle(trip), current_ranking(trip), zone_of(trip, ports)
    bundles = ranking.bundles if ranking else ()
    first = () if chosen else bundles[:SHOWN]
    describe = await describer(trip, ports, [chosen] if chosen else first)
    held = [one for one in trip.working_memory.holds if one.status in ("held", "in_doubt")]
    card = trip.working_memory.approval
    approver = trip.policy.rules.approver or ""
    owner = await ports.desk.owner(trip.ledger_id) if approver or (card and card.asked) else None
    if card and card.asked and card.asked == owner:
        card = card.model_copy(update={"approver": None})  # the traveller approves
    return TripStand(
        now=when(now_of(trip) or ports.clock.now(), zone),
        state=trip.status.state,
        missing=missing(trip),
        not_found=(
            *(not_found(trip) if trip.working_memory.quotes else ()),
            *await unmeasured(describe.spot, trip, ports),
        ),
        untold=await untold(trip, ports),
        assumed=(*assumed(trip), *counted(trip)),
        travellers=tuple(_people(trip)),
        options=tuple(describe.option(one) for one in first),
        options_in_all=len(bundles),
        chosen=describe.option(chosen) if chosen else None,
        unheld=bool(chosen) and all(seller_of(one, ports).hold == "none" for one in describe.offers.values()),
        held=held_facts(held, zone),
        card=card_facts(card, zone) if card else None,
        in_doubt=trip.working_memory.purchase_state in UNDER_WAY,
        partly=trip.working_memory.purchase_state == "MANUAL_REVIEW",
        lapsed=tuple(one.title for one in lapsed(trip)),
        approver=approver if owner is None or owner.user != approver else "",
        bookings=await booked_facts(trip, trip.working_memory.bookings, ports),
        replaces=tuple(_gives_up(trip, now_of(trip) or ports.clock.now())),
        can=tuple(can_now(trip)),
    )


def _gives_up(trip: TripIntent, now: datetime) -> Iterator[LineFacts]:
    for one in replaced(trip):
        yield LineFacts(title=one.title, booking_id=one.booking_id, total=one.total, refund=comes_back(one, now))


def comes_back(booking: Booking, now: datetime) -> Money | None:
    """Return what a cancellation brings back by the terms; None for nothing, and where no sum can be told."""
    paid, fee = booking.total, fee_now(booking.terms, booking.total, now)
    if not paid or not fee or paid.currency != fee.currency or paid.amount <= fee.amount:
        return None
    return paid.model_copy(update={"amount": paid.amount - fee.amount})


def missing(trip: TripIntent) -> tuple[str, ...]:
    """Return what must be said before the next step: for a search, else for the hold or the purchase of what is chosen.

    A hold that lacks something is told all that the purchase will need, too, so that it is asked for once.
    """
    needs = trip.working_memory.needs if selected_bundle(trip) else ()
    now = _is_held(trip) or missing_for_hold(trip, needs)
    return gaps(trip) or (missing_for_purchase(trip, needs) if now else ())


def became(name: str, outcome: Outcome, trip: TripIntent) -> Outcome:
    """Return the outcome of a call as the trip is after it: what waits for names, or for anything else, held or asked nothing."""
    held, asked = _is_held(trip), trip.working_memory.approval is not None
    waits: list[JsonValue] = [*missing(trip)]
    if {"hold": held, "request_purchase": asked}.get(name, True) or not waits or not outcome.ok:
        return outcome
    return outcome.model_copy(update={"ok": False, "facts": {**outcome.facts, "held": held, "waits_for": waits}})


def _is_held(trip: TripIntent) -> bool:
    return any(one.status in ("held", "in_doubt") for one in trip.working_memory.holds)


def held_facts(holds: Sequence[Hold], zone: str, describe: Describer | None = None) -> tuple[HeldFacts, ...]:
    """Return what is held, the one that ends first in front; with what each offer is where these are described."""
    ordered = sorted(holds, key=lambda one: (one.expires_at is None, one.expires_at and one.expires_at.timestamp()))
    return tuple(
        HeldFacts(
            title=one.title,
            item=one.item_type,
            total=one.total,
            dearer_by=_dearer(one, describe.offers.get(one.option_id)) if describe else None,
            until=when(one.expires_at, zone) if one.expires_at else None,
            guaranteed=one.kind == "hard",
            reserved=one.kind != "none",
            in_doubt=one.status == "in_doubt",
            requests=_requests(one.requests),
            hold_id=one.hold_id if describe else "",
            **(describe.parts(describe.offers.get(one.option_id)) if describe else {}),
        )
        for one in ordered
    )


def _dearer(hold: Hold | CartLine, offer: Offer | None) -> Money | None:
    if hold.total is None or offer is None or hold.total.currency != offer.total_price.currency:
        return None
    asked = sum(one.price.amount for one in hold.requests if one.state == "sent" and one.price)
    more = hold.total.amount - offer.total_price.amount - asked
    return hold.total.model_copy(update={"amount": more}) if more > 0 else None


def card_facts(card: Approval, zone: str, describe: Describer | None = None) -> CardFacts:
    """Return what a card asks a person; with what each offer and each of the people is where these are described."""
    people = people_facts(card.people)
    return CardFacts(
        kind=card.kind,
        total=card.total,
        refund=card.refund,
        difference=card.difference if card.cancels and card.kind == "purchase" else None,
        people=people,
        until=when(card.expires_at, zone),
        buys=tuple(_bought(one, people, zone, describe) for one in card.lines),
        replaces=tuple(map(line_facts, card.cancels)),
        must_be_confirmed=tuple(card.wording[one].text if one in card.wording else one for one in card.confirmations),
        approver=card.approver,
    )


def people_facts(people: Iterable[Person]) -> tuple[PersonFacts, ...]:
    """Return who travels."""
    return tuple(PersonFacts(name=one.name, born=as_date(one.date_of_birth)) for one in people)


def _bought(one: CartLine, people: Sequence[PersonFacts], zone: str, describe: Describer | None) -> LineFacts:
    guests = sum(one.part.heads) if one.part else None
    lean = LineFacts(title=one.title, total=one.total, guests=guests, simulated=one.simulated)
    if describe is None:
        return lean
    offer = one.offer
    facts = {
        "hold_id": one.hold_id,
        "dearer_by": _dearer(one, offer),
        **describe.parts(offer),
        "terms": describe.terms(one.terms, one.total, offer, one.part),
        "who": tuple(people[n].name for n in one.who if n < len(people)),
        "requests": _requests(one.requests),
        "until": when(one.expires_at, zone) if one.expires_at else None,
    }
    return lean.model_copy(update=facts)


def line_facts(one: CancelLine) -> LineFacts:
    """Return what giving up a booking costs."""
    facts = one.model_dump(include={"title", "booking_id", "fee", "refund", "refund_to", "problem", "simulated"})
    return LineFacts.model_validate({**facts, "total": one.paid, "why_kept": one.message})


def _requests(outcomes: Iterable[RequestOutcome]) -> tuple[RequestFacts, ...]:
    return tuple(RequestFacts.model_validate(one.model_dump()) for one in outcomes)


async def booked_facts(trip: TripIntent, booked: Sequence[Booking], ports: Ports) -> tuple[BookingFacts, ...]:
    """Return what is bought, each with the offer that it was."""
    bookings = as_planned(trip, tuple(booked))
    if not bookings:
        return ()
    known = await ports.offers.options(trip.ledger_id, [one.option_id for one in bookings])
    describe = Describer(trip, ports, known, await spot_of(trip, ports))
    return tuple(_booking(one, known.get(one.option_id), describe) for one in bookings)


async def paid_with(bookings: Iterable[Booking], trip: TripIntent, ports: Ports) -> tuple[PaymentMethod, ...]:
    """Return how bookings were paid, as far as it is still on file for the trip's owner."""
    ids = {one.payment_method_id for one in bookings}
    owner = await ports.desk.owner(trip.ledger_id)
    who = Principal(organisation=owner.organisation, subject=owner.user) if owner else Principal()
    access = await ports.ownership.access(who, trip.ledger_id) if owner else None
    on_file = await ports.payment_methods.list(access.traveller if access else "")
    return tuple(one for one in on_file if one.payment_method_id in ids)


def _booking(one: Booking, offer: Offer | None, describe: Describer) -> BookingFacts:
    return BookingFacts(
        **one.model_dump(include={"booking_id", "title", "status", "total", "refund", "tickets", "simulated"}),
        pnr=one.locator,
        **describe.parts(offer),
        terms=describe.terms(one.terms, one.total, offer, one.part),
        requests=_requests(one.requests),
        guests=sum(one.part.heads) if one.part else None,
        does_not_fit=one.stale_reason or None,
    )


def _people(trip: TripIntent) -> Iterator[str]:
    for number, guest in enumerate(trip.party.guests, 1):
        born = guest.date_of_birth or "birth date not known"
        yield f"t{number}: {guest.name or 'name not known'}, {guest.passenger_type}, {born}"


def can_now(trip: TripIntent) -> Iterator[str]:
    """Yield the tools of the money path that can do something now."""
    wm, busy = trip.working_memory, trip.working_memory.purchase_state in UNDER_WAY
    yield "update_trip"
    yield "what_if"
    if current_ranking(trip):
        yield from ("list_options", "option_details", *(() if busy else ("choose",)))
    if wm.price_watch or (cheapest_whole(trip) and not something_bought(trip)):
        yield "watch_price"
    if selected_bundle(trip) and not busy:
        yield from ("hold", "request_purchase")
    if _is_held(trip) and not busy:
        yield "release_hold"
    if failed(trip):
        yield "try_again"
    if wm.approval and not busy:
        yield "decline_card"
    if any(one.status in IN_FORCE for one in wm.bookings):
        yield from ("quote_change", "quote_cancellation", "request_change", "request_cancellation")
        yield "add_traveller_to_booking"
    if wm.open_changes:
        yield "accept_airline_change"
