"""Planning an operation: its frozen body, the hash of it, and its row."""

from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.requests import TravellerRequest
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ids import new_id
from tripintent.tools.ledger.canonical import canonical, sha256
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import Action, OperationRow
from tripintent.tools.ports.orders import CancelQuote, OrderRequest

OF_PEOPLE = ("travellers", "contact", "requests")


class People(NamedTuple):
    """Who travels, how they are reached, and what they ask for beyond the offers."""

    travellers: tuple[Traveller, ...]
    contact: Contact
    requests: tuple[TravellerRequest, ...] = ()

    def wishes(self, item_type: str, key: str) -> tuple[TravellerRequest, ...]:
        """Return the requests that are for one item: of its kind, and of the question that it answers."""
        return tuple(
            one
            for one in self.requests
            if (one.to == "airline") == (item_type == "flight") and (not one.keys or key in one.keys)
        )


def plan_hold(hold: HoldRow, people: People, now: datetime) -> OperationRow:
    """Plan the placing of a hold."""
    op_id = new_id("op")
    return _row("hold", hold, op_id, {"request": _request(op_id, hold, people)}, now)


def plan_book(hold: HoldRow, people: People, payment_method_id: str, now: datetime) -> OperationRow:
    """Plan ordering and paying in one step what could not be held."""
    op_id = new_id("op")
    body: dict[str, JsonValue] = {"request": _request(op_id, hold, people), "payment_method_id": payment_method_id}
    return _row("book", hold, op_id, body, now)


def plan_pay(hold: HoldRow, amount: Money, payment_method_id: str, now: datetime) -> OperationRow:
    """Plan the payment of a held order."""
    body: dict[str, JsonValue] = {
        "amount": amount.model_dump(mode="json"),
        "payment_method_id": payment_method_id,
        "order_id": hold.order_id,
    }
    return _row("pay", hold, new_id("op"), body, now, order_id=hold.order_id)


def plan_release(hold: HoldRow, now: datetime) -> OperationRow:
    """Plan giving a hold back."""
    return _row("release", hold, new_id("op"), {"order_id": hold.order_id}, now, order_id=hold.order_id)


def plan_cancel(
    trip_id: str, booking: Booking, quote: CancelQuote, now: datetime, purchase_id: str | None = None
) -> OperationRow:
    """Plan the cancellation of a booking under a quote; ``purchase_id`` when it undoes a purchase that failed."""
    body: dict[str, JsonValue] = {"quote": quote.model_dump(mode="json")}
    return OperationRow(
        op_id=new_id("op"),
        trip_id=trip_id,
        purchase_id=purchase_id,
        booking_id=booking.booking_id,
        action="cancel",
        supplier=booking.supplier,
        order_id=quote.order_id,
        body=body,
        request_hash=body_hash(body),
        created_at=now,
        updated_at=now,
    )


def body_hash(body: dict[str, JsonValue]) -> str:
    """Return the hash that a repetition must match."""
    return sha256(canonical(body))


def without_people(body: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return a settled operation's body without names and contact: the hash still says what was sent."""
    request = body.get("request")
    if not isinstance(request, dict):
        return body
    return body | {"request": {k: v for k, v in request.items() if k not in OF_PEOPLE}}


def with_people(body: dict[str, JsonValue], people: People, key: str) -> dict[str, JsonValue]:
    """Return the body of a hold that answers a question, with these people in it, to compare hashes."""
    request = body.get("request")
    if not isinstance(request, dict):
        return body
    offer = request.get("offer")
    kind = str(offer.get("kind")) if isinstance(offer, dict) else ""
    bare: dict[str, JsonValue] = {k: v for k, v in request.items() if k not in OF_PEOPLE}
    return {**body, "request": {**bare, **_of_people(people, kind, key)}}


def _of_people(people: People, item_type: str, key: str) -> dict[str, JsonValue]:
    """Return what an order says of people. Requests are only in it where there are some, as before there were any."""
    said: dict[str, JsonValue] = {
        "travellers": [traveller.sent() for traveller in people.travellers],
        "contact": people.contact.model_dump(mode="json"),
    }
    wishes: list[JsonValue] = [one.sent() for one in people.wishes(item_type, key)]
    return {**said, "requests": wishes} if wishes else said


def _request(op_id: str, hold: HoldRow, people: People) -> JsonValue:
    request = OrderRequest(client_ref=op_id, offer=hold.offer, metadata={"trip": hold.trip_id})
    bare: dict[str, JsonValue] = request.model_dump(mode="json", exclude=set(OF_PEOPLE))
    return {**bare, **_of_people(people, hold.item_type, hold.key)}


def _row(
    action: Action, hold: HoldRow, op_id: str, body: dict[str, JsonValue], now: datetime, *, order_id: str | None = None
) -> OperationRow:
    return OperationRow(
        op_id=op_id,
        trip_id=hold.trip_id,
        hold_id=hold.hold_id,
        action=action,
        supplier=hold.supplier,
        body=body,
        request_hash=body_hash(body),
        created_at=now,
        updated_at=now,
        order_id=order_id,
    )
