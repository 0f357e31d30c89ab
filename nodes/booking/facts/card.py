"""The approval card: what a person sees before saying yes or no, in LangChain's HITLRequest shape."""

from collections.abc import Sequence
from typing import Any

from tripintent.nodes.booking.facts.options import line_facts, money, request_facts
from tripintent.nodes.booking.people import declined_before
from tripintent.state.booking import Approval, CancelLine, CartLine
from tripintent.state.bundles import Issue, new_terms
from tripintent.state.rebooking import ended_changes
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.card import Card, markdown
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.shipped import table
from tripintent.tools.toolbox.describe import Describer, zone_of
from tripintent.tools.toolbox.facts import AskedFacts
from tripintent.tools.toolbox.quoted import kept, lost
from tripintent.tools.toolbox.stand import card_facts

_ENGLISH = formats_of("en")
_OF_THE_ROW = {"approval_id", "cart_hash", "total", "refund", "expires_at"}
_OF_THE_YES = {"payment_method_id", "approver", "token_required"}
ANSWER_SCHEMA: dict[str, object] = table("nodes/booking/facts/answer.json")


async def drawn(
    approval: Approval, trip: TripIntent, ports: Ports, language: str = "", methods: Sequence[PaymentMethod] = ()
) -> Card:
    """Return the card of the desk's row, by default in the language of the trip; of ``methods`` the one declined before is named."""
    zone = zone_of(trip, ports)
    asked = tuple(AskedFacts.model_validate(one) for one in card_confirmations(approval))
    keeps = kept(trip, [one.booking_id for one in approval.cancels])
    buys = approval.kind == "purchase"
    refused = await declined_before(trip, ports) if buys else ""
    declined = next((one.label for one in methods if one.payment_method_id == refused), "")
    told: dict[str, object] = {"declined": declined, "asked": asked, "keeps": keeps}
    told["loses"] = await lost(approval.cancels, approval.lines, trip, ports)
    if not buys:
        told["let_go"] = tuple(one.title for one in ended_changes(trip, [one.booking_id for one in approval.cancels]))
    told["no_card"] = buys and not (approval.payment_method_id or methods or ports.payment_methods.tokens)
    facts = card_facts(approval, zone, Describer(trip, ports, {}, None)).model_copy(update=told)
    return ports.cards.draw(facts, language or trip.request.tag, zone)


def card(
    trip: TripIntent, approval: Approval, shown: Card, methods: Sequence[PaymentMethod], tokens: Sequence[str] = ()
) -> dict[str, object]:
    """Return the interrupt's value: one action, whole cart, expiry, what must be confirmed, and the card as it is drawn.

    A purchase that replaces earlier bookings says so in ``replaces``, and in ``difference`` what it costs in all. The cart of
    a cancellation has ``paid`` and ``refund`` beside each ``total``, which is what is lost, and ``refund`` as their sum.
    """
    worded = {line.of: line.text for line in shown.confirm}
    confirmations = [one | {"text": worded.get(one["id"], one["text"])} for one in card_confirmations(approval)]
    replaces = approval.cancels if approval.kind == "purchase" else ()
    lost = [_cancelled(line) for line in approval.cancels] if approval.kind == "cancel" else []
    args = {
        **approval.model_dump(mode="json", include=_OF_THE_ROW | _OF_THE_YES),
        "trip_id": trip.trip_id,
        "cart": [_line(line) for line in approval.lines] + lost,
        "confirmations": confirmations,
        "payment_methods": [m.model_dump(mode="json") for m in methods],
        "payment_tokens": list(tokens),
        "replaces": list(map(line_facts, replaces)),
        "difference": money(approval.difference) if replaces else None,
        "card": shown.model_dump(mode="json", exclude_defaults=True),
    }
    text = markdown(shown)
    return {
        "message": text,
        "expires_at": args["expires_at"],
        "action_requests": [{"name": approval.kind, "args": args, "description": text}],
        "review_configs": [{"action_name": approval.kind, "allowed_decisions": ["approve", "edit", "reject"]}],
        "response_schema": ANSWER_SCHEMA,
    }


def card_confirmations(approval: Approval) -> list[dict[str, Any]]:
    """Return what has to be confirmed, as it was kept with the approval: ``risk`` has the facts for other languages."""
    terms = new_terms(approval.cart_hash, approval.total, _ENGLISH.money(approval.total))
    known = {**approval.wording, terms.confirmation_id: terms}
    return [_confirmation(one, known.get(one)) for one in approval.confirmations]


def _confirmation(confirmation_id: str, risk: Issue | None) -> dict[str, object]:
    facts = risk.model_dump(mode="json") if risk else None
    return {"id": confirmation_id, "text": risk.text if risk else confirmation_id, "confirmed": False, "risk": facts}


def _line(line: CartLine) -> dict[str, object]:
    shown = {"hold_id", "title", "item_type", "total", "terms", "simulated", "expires_at"}
    return {**line.model_dump(mode="json", include=shown), "requests": request_facts(line.item_type, line.requests)}


def _cancelled(line: CancelLine) -> dict[str, object]:
    """Return one item of a cancellation as a line of the cart: what is lost is where the price does."""
    return {**line.model_dump(mode="json"), "total": money(line.fee), "terms": None}
