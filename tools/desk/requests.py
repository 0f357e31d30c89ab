"""What becomes of travellers' requests: by what the supplier says of its order, else by what it declares."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tripintent.state.offers import Offer
from tripintent.state.requests import RequestOutcome, TravellerRequest
from tripintent.tools.desk.planning import People
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ports.desk import HoldItem
from tripintent.tools.ports.orders import Order, OrderRequest
from tripintent.tools.ports.suppliers import Capabilities


def predicted(people: People, item: HoldItem | HoldRow, caps: Capabilities) -> tuple[RequestOutcome, ...]:
    """Return what will become of the requests for an item that is not ordered yet, and what is bought beside it."""
    return (*_outcomes(_open(people.wishes(item.offer.kind, item.key), item.offer), (), caps), *_beside(item.offer))


def outcomes(body: Mapping[str, JsonValue], order: Order, caps: Capabilities) -> tuple[RequestOutcome, ...]:
    """Return what became of the requests that an order was sent with; ``body`` is what was sent."""
    sent = OrderRequest.model_validate(body["request"])
    return (*_outcomes(_open(sent.requests, sent.offer), order.requests, caps), *_beside(sent.offer))


def _open(asked: Sequence[TravellerRequest], offer: Offer) -> tuple[TravellerRequest, ...]:
    """Return the requests that the offer does not hold already: a bag that is in the fare is nobody's to ask for."""
    held = offer.kind == "flight" and bool(offer.checked_bags)
    return tuple(one for one in asked if not (held and one.kind == "checked bag"))


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
        (known.get((one.kind, one.who)) or _declared(one, caps)).model_copy(update={"said": one.said}) for one in asked
    )


def _declared(one: TravellerRequest, caps: Capabilities) -> RequestOutcome:
    return RequestOutcome(kind=one.kind, state="sent" if one.kind in caps.takes else "yourself", who=one.who)
