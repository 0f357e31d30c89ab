"""What differs between the thing that was approved and what is for sale now: another thing, less of it, or worse terms.

Another flight or room is neither cheaper nor dearer: what was approved is gone. Dearer or worse in anything needs a new approval.
A supplier may name the same thing by another id when it is priced again, so ids are not compared.
"""

from collections.abc import Iterator

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer, PaidBack, Terms
from tripintent.tools.ledger.holds import HoldRow

_FLIGHT = ("supplier", "cabin", "self_transfer")
_HOTEL = ("supplier", "hotel_id", "check_in", "check_out", "rooms", "room_description", "board")


def another(approved: Offer, now: Offer) -> tuple[str, ...]:
    """Return why an offer is another thing than the one approved, whose title and risks were shown; empty when it is the same."""
    if isinstance(approved, FlightOffer) and isinstance(now, FlightOffer):
        flown = () if _route(approved) == _route(now) else ("flies otherwise now",)
        return (*_changed(_FLIGHT, approved, now), *flown)
    if isinstance(approved, HotelOffer) and isinstance(now, HotelOffer):
        return tuple(_changed(_HOTEL, approved, now))
    return (f"is a {now.kind} now",)


def less(title: str, approved: Offer, now: Offer) -> tuple[str, ...]:
    """Return what the same thing does not include any more, one sentence each; empty when it is as much or more."""
    if isinstance(approved, FlightOffer) and isinstance(now, FlightOffer):
        found = _fewer_bags(approved, now)
    elif isinstance(approved, HotelOffer) and isinstance(now, HotelOffer):
        found = _more_due(approved, now)
    else:
        found = iter(())
    return tuple(f"{title}: {text}" for text in found)


def _fewer_bags(approved: FlightOffer, now: FlightOffer) -> Iterator[str]:
    for name in ("carry_on", "checked_bags"):
        before, left = getattr(approved, name), getattr(now, name)
        if left < before:
            yield f"includes {left} instead of {before} {name.replace('_', ' ')}"


def _more_due(approved: HotelOffer, now: HotelOffer) -> Iterator[str]:
    before, due = approved.due_at_property, now.due_at_property
    if due is not None and due != before and not _less(due, before):
        yield f"{due} instead of {before or 'nothing'} is to be paid at the hotel"


def _route(offer: FlightOffer) -> list[tuple[object, ...]]:
    return [(hop.origin, hop.destination, hop.depart_at, hop.arrive_at, hop.flight_number) for hop in offer.segments]


def _less(now: Money, before: Money | None) -> bool:
    return before is not None and now.currency == before.currency and now.amount < before.amount


def _changed(names: tuple[str, ...], approved: Offer, now: Offer) -> Iterator[str]:
    for name in names:
        if getattr(approved, name) != getattr(now, name):
            yield f"{name.replace('_', ' ')} is {getattr(now, name)} instead of {getattr(approved, name)}"


def differences(hold: HoldRow, price: Money, terms: Terms) -> tuple[str, ...]:
    """Return what got dearer or worse, one sentence each; empty when everything is as good as approved."""
    found = [_dearer(hold.total, price), *_worse(hold.terms, terms)]
    return tuple(f"{hold.title}: {text}" for text in found if text)


def less_back(hold: HoldRow, now: PaidBack | None) -> tuple[str, ...]:
    """Return that a change brings back less than was approved, or to somewhere else; empty when it does not."""
    before = hold.offer.brings_back if isinstance(hold.offer, FlightOffer) else None
    if before is None or (now is not None and now.to == before.to and not _less(now.amount, before.amount)):
        return ()
    back = f"{now.amount} ({now.to})" if now else "nothing"
    return (f"{hold.title}: brings back {back} instead of {before.amount} ({before.to})",)


def _dearer(before: Money, now: Money) -> str:
    if before.currency != now.currency:
        return f"is now charged in {now.currency} ({now} instead of {before})"
    return f"{now} instead of {before}" if now.amount > before.amount else ""


def _worse(before: Terms, now: Terms) -> list[str]:
    return [
        "is no longer refundable" if before.refundable and not now.refundable else "",
        _penalty("a refund", before.refundable and now.refundable, before.refund_penalty, now.refund_penalty),
        "can no longer be changed" if before.changeable and not now.changeable else "",
        _penalty("a change", before.changeable and now.changeable, before.change_penalty, now.change_penalty),
        _free_until(before, now),
    ]


def _penalty(what: str, applies: bool, before: Money | None, now: Money | None) -> str:  # noqa: FBT001 - a fact, not a mode
    if not applies or now is None or now == before:
        return ""
    if before is not None and before.currency == now.currency and now.amount <= before.amount:
        return ""
    return f"{what} now costs {now} instead of {before or 'nothing'}"


def _free_until(before: Terms, now: Terms) -> str:
    if before.free_until is None or (now.free_until is not None and now.free_until >= before.free_until):
        return ""
    until = "not at all" if now.free_until is None else f"only until {now.free_until:%d %b %Y %H:%M %Z}"
    return f"can be cancelled free of charge {until}, instead of until {before.free_until:%d %b %Y %H:%M %Z}"
