"""Consent in words that are given: the old written approval with its token and payment method, and an airline's new times."""

import re

from tripintent.state.booking import Approval
from tripintent.state.events import UserApprovedPurchase
from tripintent.tools.language.exact.option_words import match, occurs
from tripintent.tools.language.exact.tokens import tokens_of

_CONSENT = re.compile(r"\bapprove[ds]?\b|\bconfirm (?:the )?purchase\b|\bbuy\b|\bpurchase\b", re.IGNORECASE)
_TOKEN = re.compile(r"\bapproval_token\s{0,3}[=:]\s{0,3}[\"']?([^\s\"',;&]{1,512})", re.IGNORECASE)
_METHOD = re.compile(r"\bpayment_method_id\s{0,3}[=:]\s{0,3}[\"']?([^\s\"',;&]{1,512})", re.IGNORECASE)


def approval_of(text: str) -> UserApprovedPurchase | None:
    """Return the approval that a text carries, or None; a negated, supposed or asked one does not count.

    The token comes back as written: the session hashes it before it becomes graph input.
    """
    token, method = _TOKEN.search(text), _METHOD.search(text)
    if token is None or method is None or _CONSENT.search(text) is None:
        return None
    words = tokens_of(text)
    if "?" in text or occurs("negation", words) or occurs("condition", words):
        return None
    return UserApprovedPurchase(approval_token=token[1].rstrip("."), payment_method_id=method[1].rstrip("."))


_KEEPS = re.compile(
    r"(?:(?:no|nope|stop|wait|sorry|actually|please|oh|ok(?:ay)?|then|(?:i|we)(?:['’]d| would) (?:rather|prefer to|like to)"
    r"|(?:i|we)(?:['’]ll| will| want to)|let['’]?s|let (?:me|us))[\s,.!;]+)*"
    r"keep (?:(?:the|my|our|that|this|both|all)(?: of)? )*"
    r"(?P<what>hotel|room|stay|flights?|tickets?|booking|trip|it|them|everything|all|both)"
    r"(?: as (?:it|they) (?:is|are|was|were))?(?:,? (?:please|then|after all))?[\s.!]*",
    re.IGNORECASE,
)
_NAMED = {"hotel": "hotel", "room": "hotel", "stay": "hotel", "flight": "flight", "ticket": "flight"}


def keeps_booked(text: str, waits: Approval | None) -> bool:
    """Tell whether a text says nothing but that what the waiting cancellation would cancel is kept ("no, keep the hotel")."""
    said = _KEEPS.fullmatch(text.strip()) if waits is not None and waits.kind == "cancel" else None
    if waits is None or said is None:
        return False
    kind = _NAMED.get(said["what"].casefold().rstrip("s"))
    return kind is None or any(line.item_type == kind for line in waits.cancels)


def accepts_change(text: str) -> bool:
    """Tell whether a text is the words by which an airline's change of a booking is accepted, and nothing else."""
    words = tokens_of(text.strip(" .!"))
    return bool(words) and match("accept_change", words, 0) == len(words)
