"""Planning an operation: its frozen body, the hash of it, and its row; what its supplier makes of requests, and giving an order back."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.state.booking import Booking
from tripintent.state.offers import Offer
from tripintent.state.travellers import RequestOutcome, TravellerRequest
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.formats import formats_of
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import holds, operations
from tripintent.tools.ledger.approvals import CartPeople
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import Action, OperationRow
from tripintent.tools.ledger.seals import canonical, sha256
from tripintent.tools.ports.desk import HoldItem
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities

OF_PEOPLE = ("travellers", "contact", "requests")


def plan_hold(hold: HoldRow, people: CartPeople, now: datetime) -> OperationRow:
    """Plan the placing of a hold."""
    op_id = new_id("op")
    return _row("hold", hold, op_id, {"request": _request(op_id, hold, people)}, now)


def plan_book(hold: HoldRow, people: CartPeople, payment_method_id: str, now: datetime) -> OperationRow:
    """Plan ordering and paying in one step what could not be held."""
    op_id = new_id("op")
    body: dict[str, JsonValue] = {"request": _request(op_id, hold, people), "payment_method_id": payment_method_id}
    return _row("book", hold, op_id, body, now)


def plan_pay(hold: HoldRow, people: CartPeople, payment_method_id: str, now: datetime) -> OperationRow:
    """Plan the payment of a held order. How the party is reached stands where a settled operation forgets it."""
    body: dict[str, JsonValue] = {
        "request": {"contact": people.contact.model_dump(mode="json")},
        "amount": hold.total.model_dump(mode="json"),
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


def with_people(body: dict[str, JsonValue], people: CartPeople, key: str) -> dict[str, JsonValue]:
    """Return the body of a hold that answers a question, with these people in it, to compare hashes."""
    request = body.get("request")
    if not isinstance(request, dict):
        return body
    offer = request.get("offer")
    kind = str(offer.get("kind")) if isinstance(offer, dict) else ""
    bare: dict[str, JsonValue] = {k: v for k, v in request.items() if k not in OF_PEOPLE}
    return {**body, "request": {**bare, **_of_people(people, kind, key)}}


def _of_people(people: CartPeople, item_type: str, key: str) -> dict[str, JsonValue]:
    """Return what an order says of people. Requests are only in it where there are some, as before there were any."""
    said: dict[str, JsonValue] = {
        "travellers": [traveller.sent() for traveller in people.named(key)],
        "contact": people.contact.model_dump(mode="json"),
    }
    wishes: list[JsonValue] = [one.sent() for one in people.wishes(item_type, key)]
    return {**said, "requests": wishes} if wishes else said


def _request(op_id: str, hold: HoldRow, people: CartPeople) -> JsonValue:
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


def predicted(people: CartPeople, item: HoldItem | HoldRow, caps: Capabilities) -> tuple[RequestOutcome, ...]:
    """Return what will become of the requests for an item that is not ordered yet, and what is bought beside it."""
    asked, offer = people.wishes(item.offer.kind, item.key), item.offer
    return (*_outcomes(_open(asked, offer), (), caps), *_in_fare(asked, offer), *_beside(offer))


def outcomes(body: Mapping[str, JsonValue], order: SupplierOrder, caps: Capabilities) -> tuple[RequestOutcome, ...]:
    """Return what became of the requests that an order was sent with; ``body`` is what was sent."""
    sent = OrderRequest.model_validate(body["request"])
    asked, offer = sent.requests, sent.offer
    return (*_outcomes(_open(asked, offer), order.requests, caps), *_in_fare(asked, offer), *_beside(offer))


def _open(asked: Sequence[TravellerRequest], offer: Offer) -> tuple[TravellerRequest, ...]:
    """Return the requests that the offer does not hold already: a bag that is in the fare need not be asked for."""
    held = offer.kind == "flight" and bool(offer.checked_bags)
    return tuple(one for one in asked if not (held and one.kind == "checked bag"))


def _in_fare(asked: Sequence[TravellerRequest], offer: Offer) -> Iterator[RequestOutcome]:
    """Yield what became of a bag for some of them where the fare has one for each."""
    if offer.kind == "flight" and offer.checked_bags:
        bags = (one for one in asked if one.kind == "checked bag" and one.who)
        yield from (RequestOutcome(kind=one.kind, state="sent", detail="in the fare", who=one.who) for one in bags)


def _beside(offer: Offer) -> tuple[RequestOutcome, ...]:
    """Return what is bought with a fare and is in its price."""
    extras = offer.extras if offer.kind == "flight" else ()
    return tuple(
        RequestOutcome(kind=one.kind, state="sent", price=one.price, detail=f"{one.quantity} ×") for one in extras
    )


def _outcomes(
    asked: Sequence[TravellerRequest], said: Sequence[RequestOutcome], caps: Capabilities
) -> tuple[RequestOutcome, ...]:
    known = {(one.kind, one.who): one for one in said}
    return tuple(
        (known.get((one.kind, one.who)) or _declared(one, caps)).model_copy(
            update={"said": one.said, **({"detail": one.in_rooms} if one.rooms else {})}
        )
        for one in asked
    )


def _declared(one: TravellerRequest, caps: Capabilities) -> RequestOutcome:
    return RequestOutcome(kind=one.kind, state="sent" if one.kind in caps.takes else "yourself", who=one.who)


def give_back(ctx: DeskContext, tx: Connection, hold: HoldRow) -> list[OperationRow]:
    """Plan the release of a hold's order: a supplier that is not open here gets it later. Without a call for it, it lapses, and says so."""
    if not ctx.capabilities(hold.supplier).release:
        if hold.status == "expired":  # it says already why
            return []
        by = formats_of("en").moment(hold.expires_at) if hold.expires_at else "a time that only its supplier knows"
        words = f"its supplier takes nothing back: it lapses by itself by {by}"
        holds.change(tx, hold.hold_id, ctx.now(), error=words)
        ctx.audit(tx, hold.trip_id, "hold.left_to_lapse", hold_id=hold.hold_id, supplier=hold.supplier)
        return []
    op = plan_release(hold, ctx.now())
    operations.insert(tx, op)
    return [op]


def give_back_once(ctx: DeskContext, tx: Connection, hold: HoldRow) -> None:
    """Plan the release of an order, unless that was done before."""
    about = operations.about(tx, hold.supplier, None, hold.order_id)
    if not any(op.action == "release" for op in about):
        give_back(ctx, tx, hold)
