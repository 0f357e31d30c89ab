"""Offers and confirmations of the assistant that a "yes" accepts."""

import re

_OFFER = re.compile(
    r"\b(?:shall|should|can|may) (?:i|we) (?:search|look|check|start|use|go with|take|set|assume|plan)\b"
    r"|\b(?:would you like|do you want|want) (?:me )?to (?:search|look|fly|travel|leave|depart|start|return"
    r"|come back|stay|check in|check out)\b"
    r"|\bdid you mean\b",
    re.IGNORECASE,
)
_CONFIRMATION = re.compile(
    r"\b(?:is|was|are) (?:that|this|it|everything|these|those|the)\b[^?]{0,20}\b(?:right|correct|ok|okay|accurate)\b"
    r"|\b(?:correct|right|yes)\?\s*$|\bplease (?:confirm|check|verify)\b|\b(?:just )?to confirm\b"
    r"|\bconfirming\b|\bconfirm(?: the following| these details)?:",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


def accepted(message: str) -> str | None:
    """Return the assistant's words that a yes agrees to: the sentence that offers, or all that is to be confirmed."""
    if _CONFIRMATION.search(message):
        return message
    offers = [s.group() for s in _SENTENCE.finditer(message) if _OFFER.search(s.group())]
    return " ".join(offers) or None
