"""The approval card: what a person sees before saying yes or no, in LangChain's HITLRequest shape."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.nodes.booking.facts.bookings import change_facts, line_facts, signed
from tripintent.nodes.booking.facts.options import money, request_facts, terms_facts
from tripintent.state.booking import CHANGED, NOTHING_BACK, Approval, CancelLine, CartLine
from tripintent.state.bundles import Issue, new_terms
from tripintent.state.travellers import RequestOutcome
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.profiles import PaymentMethod

_ENGLISH = formats_of("en")
_MARKUP = frozenset(r"\`*_[]<>#|!~&")
_LIST = re.compile(r"^(\d*)([-+.)])")
ANSWER_SCHEMA: dict[str, object] = {
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
                    "type": {"enum": ["approve", "edit", "reject", "response"]},
                    "message": {"type": "string", "description": "why not, for a reject; the words, for a response"},
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
    trip: TripIntent, approval: Approval, methods: Sequence[PaymentMethod], tokens: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the interrupt's value: one action, whole cart, expiry and what must be confirmed. Deterministic code only.

    A purchase that replaces earlier bookings says so in ``replaces``, and in ``difference`` what it costs in all. The cart of
    a cancellation has ``paid`` and ``refund`` beside each ``total``, which is what is lost, and ``refund`` as their sum.
    """
    confirmations = card_confirmations(approval)
    change = change_facts(approval) if approval.kind == "purchase" and approval.cancels else None
    lost = [_cancelled(line) for line in approval.cancels] if approval.kind == "cancel" else []
    args = {
        "approval_id": approval.approval_id,
        "trip_id": trip.trip_id,
        "cart": [_line(line) for line in approval.lines] + lost,
        "cart_hash": approval.cart_hash,
        "total": money(approval.total),
        "refund": money(approval.refund),
        "expires_at": approval.expires_at.isoformat(),
        "confirmations": confirmations,
        "payment_methods": [m.model_dump(mode="json") for m in methods],
        "payment_tokens": list(tokens),
        "payment_method_id": approval.payment_method_id,
        "approver": approval.approver,
        "token_required": approval.token_required,
        "replaces": change["replaces"] if change else [],
        "difference": signed(change) if change else None,
    }
    decisions = ["approve", "edit", "reject"]
    text = _markdown(approval, args)
    return {
        "message": text,
        "expires_at": args["expires_at"],
        "action_requests": [{"name": approval.kind, "args": args, "description": text}],
        "review_configs": [{"action_name": approval.kind, "allowed_decisions": decisions}],
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
    return {
        "title": line.title,
        "item_type": line.item_type,
        "total": money(line.total),
        "terms": terms_facts(line.terms, refundable=line.terms.refundable),
        "simulated": line.simulated,
        "expires_at": line.expires_at.isoformat() if line.expires_at else None,
        "requests": request_facts(line.item_type, line.requests),
    }


def _cancelled(line: CancelLine) -> dict[str, object]:
    """Return one item of a cancellation as a line of the cart: what is lost is where the price does."""
    expires = line.expires_at.isoformat() if line.expires_at else None
    facts = line_facts(line)
    return {**facts, "total": facts["fee"], "terms": None, "expires_at": expires}


def _markdown(approval: Approval, args: Mapping[str, Any]) -> str:
    """Return the card as Markdown. Supplier text is escaped: a hotel's name cannot draw a link or a heading."""
    verb = "Buy" if approval.kind == "purchase" else "Cancel"
    rows = [
        f"- {_plain(line.title)}: **{_ENGLISH.money(line.total)}**{' (simulated)' if line.simulated else ''}{_beside(line)}"
        for line in approval.lines
    ]
    if approval.kind == "cancel":
        rows += [f"- {_plain(line.title)}: {_lost(line)}" for line in approval.cancels]
        rows += ["", f"In all **{_ENGLISH.money(approval.refund) if approval.refund else 'nothing'}** comes back."]
    must = [f"- [ ] {_plain(c['text'])}" for c in args["confirmations"]]
    parts = [f"**{verb} for {_ENGLISH.money(approval.total)}?**", *rows, *_replacing(args)]
    if must:
        parts += ["", "To be confirmed:", *must]
    parts += ["", f"Valid until {_ENGLISH.moment(approval.expires_at)}. Approval {approval.approval_id}."]
    return "\n".join(parts)


_ASKED = {
    "sent": "goes to the seller",
    "offered": "offered at a price, not in the total",
    "yourself": "tell them yourself",
}


def _beside(line: CartLine) -> str:
    """Return what was asked for beside the offer, each with what becomes of it."""
    told = (
        f"; {' '.join(filter(None, (one.kind, one.detail, _whose(one))))}: {_priced(one)} {_ASKED[one.state]}"
        for one in line.requests
    )
    return "".join(" ".join(_plain(one).split()) for one in told)


def _priced(one: RequestOutcome) -> str:
    return _ENGLISH.money(one.price) if one.price else ""


def _whose(one: RequestOutcome) -> str:
    return f"for {', '.join(one.who)}" if one.who else ""


def _lost(line: CancelLine) -> str:
    if line.refund is None:
        return f"stays booked: {_plain(line.message)}"
    fee, paid, back = (_ENGLISH.money(one) if one else "–" for one in (line.fee, line.paid, line.refund))
    return f"**{fee}** of {paid} is lost, {back} comes back{' (simulated)' if line.simulated else ''}"


def _replacing(args: Mapping[str, Any]) -> list[str]:
    """Return the lines about earlier bookings: they are cancelled once everything new is bought."""
    if not args["replaces"]:
        return []
    told = [f"- {_plain(one['title'])}: {_coming_back(one)}" for one in args["replaces"]]
    change = args["difference"]
    total = (
        f"All in all the change comes to **{_amount(change)}**." if change else "What it costs in all is not known now."
    )
    only_changed = all(one["problem"] == CHANGED for one in args["replaces"])
    head = "Changed at the airline:" if only_changed else "Replaces, and cancels once the new is bought:"
    return ["", head, *told, "", total]


def _coming_back(one: Mapping[str, Any]) -> str:
    if one["problem"] == CHANGED:
        back = f"; {_amount(one['refund'])} comes back ({one['refund_to'].replace('_', ' ')})" if one["refund"] else ""
        return f"its airline changes it; nothing of it is cancelled{back}"
    if one["problem"] == NOTHING_BACK:
        return "nothing would come back for it: it stays booked"
    if one["refund"] is None:
        return "what cancelling brings back is not known now: it stays booked"
    return f"cancelling costs {_amount(one['fee'])} and brings back {_amount(one['refund'])}"


def _amount(facts: Mapping[str, Any]) -> str:
    return _ENGLISH.money(facts)


def _plain(text: str) -> str:
    """Escape Markdown and drop line breaks; at its beginning a text draws no list of its own either."""
    flat = "".join(f"\\{c}" if c in _MARKUP else c for c in " ".join(text.split()))
    return _LIST.sub(r"\1\\\2", flat)
