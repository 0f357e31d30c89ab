"""States of a purchase, the moves between them, and the names of refusals. docs/purchase.md shows the same tables, by test."""

from typing import Literal

State = Literal[
    "REPRICING",
    "EXECUTING",
    "PAYMENT_REVIEW",
    "COMPENSATING",
    "PURCHASED",
    "REAPPROVAL_NEEDED",
    "COMPENSATED",
    "MANUAL_REVIEW",
    "EXPIRED",
    "REJECTED",
]

LIVE = frozenset({"REPRICING", "EXECUTING", "PAYMENT_REVIEW", "COMPENSATING"})
COUNTS = LIVE | {"PURCHASED", "MANUAL_REVIEW"}

MOVES: dict[str, frozenset[str]] = {
    "REPRICING": frozenset({"EXECUTING", "REAPPROVAL_NEEDED", "EXPIRED", "REJECTED"}),
    "EXECUTING": frozenset({"PAYMENT_REVIEW", "COMPENSATING", "PURCHASED", "EXPIRED", "REAPPROVAL_NEEDED"}),
    "PAYMENT_REVIEW": frozenset({"COMPENSATING", "PURCHASED", "REAPPROVAL_NEEDED"}),
    "COMPENSATING": frozenset({"COMPENSATED", "MANUAL_REVIEW", "REJECTED"}),
    "PURCHASED": frozenset(),
    "REAPPROVAL_NEEDED": frozenset(),
    "COMPENSATED": frozenset(),
    "MANUAL_REVIEW": frozenset(),
    "EXPIRED": frozenset(),
    "REJECTED": frozenset(),
}

REOPENED: dict[str, frozenset[str]] = {
    "REJECTED": frozenset({"PURCHASED", "COMPENSATING"}),
    "EXPIRED": frozenset({"PURCHASED", "COMPENSATING"}),
    "MANUAL_REVIEW": frozenset({"PURCHASED", "COMPENSATING"}),
    "COMPENSATED": frozenset({"COMPENSATING"}),
}
"""Where a closed purchase goes when a paid order of it turns up after all, and never otherwise."""

MEANING: dict[str, str] = {
    "REPRICING": "approved; the prices and conditions are read once more; nothing was sent",
    "EXECUTING": "the legs are being bought, the easiest to undo first",
    "PAYMENT_REVIEW": "a reply was lost: whether a leg was bought is being found out; nothing is sent twice",
    "COMPENSATING": "a leg failed; what was bought and is free to cancel is being cancelled",
    "PURCHASED": "everything of the cart is bought",
    "REAPPROVAL_NEEDED": "the price rose or a condition got worse; nothing was bought; a new approval is needed",
    "COMPENSATED": "a leg failed and everything bought before it was cancelled at no cost",
    "MANUAL_REVIEW": "a leg failed and undoing the others would lose money: a person decides",
    "EXPIRED": "the approval, a hold or an offer lapsed before anything was bought",
    "REJECTED": "the supplier or the bank refused before anything was bought; repeatable under a new approval",
}

REFUSALS: dict[str, str] = {
    "no_approval": "nothing was approved: an approval has to be answered first",
    "unknown_approval": "there is no such approval",
    "forged_answer": "the answer did not come through the approval's own question",
    "stale_answer": "the answer belongs to an older card than the one that is open",
    "wrong_cart": "the cart changed since it was approved: a new approval is needed",
    "wrong_trip": "the approval belongs to another trip",
    "wrong_thread": "the approval was asked for in another conversation",
    "not_yours": "this trip belongs to somebody else",
    "owner_only": "only the owner of the trip may do this",
    "wrong_approver": "somebody else has to approve this",
    "already_consumed": "the approval was used before",
    "void": "the approval was withdrawn",
    "rejected": "the approval was rejected",
    "approval_expired": "the approval's time is over: ask for a new one",
    "hold_expired": "a hold of the cart lapsed: search and hold again",
    "hold_in_doubt": "it is not certain yet whether a hold was placed: it is being found out",
    "other_people": "the people changed, and not everything could be held for them: search and hold again",
    "nothing_held": "nothing is held that could be bought",
    "missing_confirmation": "something on the card has to be confirmed first: tick what it lists, then approve",
    "unknown_currency": "there is no exchange rate for a currency of the cart: choose something else",
    "payment_method_missing": "no means of payment was named",
    "token_required": "this approval can only be given with its token",
    "bad_token": "the token opens no approval",
    "busy": "the trip is being bought right now",
    "stale_quote": "the cost of cancelling changed: look at it again",
    "change_in_doubt": "whether the change is accepted is not certain yet: say it again",
    "change_refused": "the change was not accepted",
    "unknown_booking": "there is no such booking",
    "not_cancellable": "the booking cannot be cancelled",
    "supplier_unavailable": "the supplier does not answer: try again later",
}
