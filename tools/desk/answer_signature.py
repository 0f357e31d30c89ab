"""Seals: an HMAC over an answer, so that only what came through the approve node can buy, never an edit of the state."""

import hashlib
import hmac

from tripintent.state.booking import ApprovalAnswer
from tripintent.tools.ledger.canonical import canonical


def seal_of(answer: ApprovalAnswer, key: bytes) -> str:
    """Return the seal that belongs to an answer."""
    said = answer.model_dump(mode="json") | {"seal": ""}
    if not answer.grant_id:
        del said["grant_id"]  # as answers were sealed before there were grants
    if answer.organisation is None:
        del said["organisation"]  # as they were before it was named
    text = canonical(said)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def is_sealed(answer: ApprovalAnswer, key: bytes) -> bool:
    """Whether the answer carries its own seal and nothing of it was changed afterwards."""
    return hmac.compare_digest(seal_of(answer, key), answer.seal)
