"""Offers and confirmations of the assistant that a "yes" accepts."""

import re

_OFFER = re.compile(
    r"\b(?:shall|should|can|may) (?:i|we) (?:search|look|check|start|use|try|go with|take|set|assume|plan)\b"
    r"|\b(?:would you like|do you want|want) (?:me )?to (?:search|look|fly|travel|leave|depart|go|start|use|try|include|add)\b"
    r"|\bdid you mean\b|\b(?:is|was) (?:that|this|it|everything) (?:right|correct|ok|okay|accurate)\b|\b(?:correct|right)\?\s*$|\bplease (?:confirm|check|verify)\b|\b(?:just )?to confirm\b|\bconfirming\b|\bconfirm(?: the following| these details)?:",
    re.IGNORECASE,
)


def accepted(message: str) -> str | None:
    """Return the assistant's words that a yes agrees to: the offer, or all that it repeats for confirmation."""
    return message if _OFFER.search(message) else None
