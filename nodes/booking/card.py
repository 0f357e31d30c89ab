"""The approval card: what a person sees before saying yes or no, in LangChain's HITLRequest shape."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.nodes.booking.option_facts import money, terms_facts
from tripintent.state.booking import Approval, CartLine
from tripintent.state.derived import current_risk
from tripintent.state.money import Money
from tripintent.state.new_terms import new_terms
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.payment_methods import PaymentMethod

_MARKUP = frozenset(r"\`*_[]<>#|!~&")
_LIST = re.compile(r"^(\d*)([-+.)])")
ANSWER_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decisions": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {
                "type": "object",
                "required": ["type"],
                "properties": {
                    "type": {"enum": ["approve", "edit", "reject"]},
                    "message": {"type": "string", "description": "why not, for a reject"},
                    "args": {
                        "type": "object",
                        "properties": {
                            "approval_id": {"type": "string"},
                            "payment_method_id": {"type": "string"},
                            "confirmations": {"type": "array", "items": {"type": "string"}},
                            "by": {"type": "string", "description": "who answers, where a policy names an approver"},
                        },
                    },
                    "edited_action": {"type": "object"},
                },
            },
        }
    },
    "required": ["decisions"],
}


def card(
    trip: TripIntent, approval: Approval, methods: Sequence[PaymentMethod], change: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the interrupt's value: one action, whole cart, expiry and what must be confirmed. Deterministic code only.

    ``change`` (``rebooking_facts``) says what earlier bookings the cart replaces, and what that costs in all.
    """
    confirmations = _confirmations(trip, approval)
    args = {
        "approval_id": approval.approval_id,
        "trip_id": trip.trip_id,
        "cart": [_line(line) for line in approval.lines],
        "cart_hash": approval.cart_hash,
        "total": money(approval.total),
        "expires_at": approval.expires_at.isoformat(),
        "confirmations": confirmations,
        "payment_methods": [m.model_dump(mode="json") for m in methods],
        "payment_method_id": approval.payment_method_id,
        "approver": approval.approver,
        "token_required": approval.token_required,
        "replaces": list(change["replaces"]) if change else [],
        "difference": _signed(change) if change else None,
    }
    decisions = ["approve", "edit", "reject"]
    return {
        "action_requests": [{"name": approval.kind, "args": args, "description": _markdown(approval, args)}],
        "review_configs": [{"action_name": approval.kind, "allowed_decisions": decisions}],
        "response_schema": ANSWER_SCHEMA,
    }


def _confirmations(trip: TripIntent, approval: Approval) -> list[dict[str, Any]]:
    report = current_risk(trip)
    asked = (*(report.risks if report else ()), new_terms(approval.cart_hash, approval.total))
    texts = {one.confirmation_id: one.text for one in asked}
    return [{"id": i, "text": texts.get(i, i), "confirmed": False} for i in approval.confirmations]


def _line(line: CartLine) -> dict[str, Any]:
    return {
        "title": line.title,
        "item_type": line.item_type,
        "total": money(line.total),
        "terms": terms_facts(line.terms, refundable=line.terms.refundable),
        "simulated": line.simulated,
        "expires_at": line.expires_at.isoformat() if line.expires_at else None,
    }


def _signed(change: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the change costs in all; below zero when money comes back."""
    if change["difference"] is None:
        return None
    sign = "" if change["dearer"] else "-"
    return {**change["difference"], "amount": f"{sign}{change['difference']['amount']}"}


def _markdown(approval: Approval, args: Mapping[str, Any]) -> str:
    """Return the card as Markdown. Supplier text is escaped: a hotel's name cannot draw a link or a heading."""
    verb = "Buy" if approval.kind == "purchase" else "Cancel"
    rows = [
        f"- {_plain(line.title)}: **{line.total}**{' (simulated)' if line.simulated else ''}" for line in approval.lines
    ]
    must = [f"- [ ] `{c['id']}`: {_plain(c['text'])}" for c in args["confirmations"]]
    parts = [f"**{verb} for {approval.total}?**", *rows, *_replacing(args)]
    if must:
        parts += ["", "To be confirmed:", *must]
    parts += ["", f"Valid until {approval.expires_at:%Y-%m-%d %H:%M %Z}. Approval {approval.approval_id}."]
    return "\n".join(parts)


def _replacing(args: Mapping[str, Any]) -> list[str]:
    """Return the lines about earlier bookings: they are cancelled afterwards, each on a word of its own."""
    if not args["replaces"]:
        return []
    told = [f"- {_plain(one['title'])}: {_coming_back(one)}" for one in args["replaces"]]
    change = args["difference"]
    total = (
        f"All in all the change comes to **{_amount(change)}**." if change else "What it costs in all is not known now."
    )
    return ["", "Replaces, to be cancelled afterwards:", *told, "", total]


def _coming_back(one: Mapping[str, Any]) -> str:
    if one["refund"] is None:
        return "what cancelling brings back is not known now"
    return f"cancelling costs {_amount(one['fee'])} and brings back {_amount(one['refund'])}"


def _amount(facts: Mapping[str, Any]) -> str:
    return str(Money.model_validate(facts))


def _plain(text: str) -> str:
    """Escape Markdown and drop line breaks; at its beginning a text draws no list of its own either."""
    flat = "".join(f"\\{c}" if c in _MARKUP else c for c in " ".join(text.split()))
    return _LIST.sub(r"\1\\\2", flat)
