"""The webhooks of the emulated Duffel: signed, and delivered by the test, in its order and as often as it likes."""

import hashlib
import hmac
import json
from typing import Any

SECRET = b"duffel-webhook-secret"


class Outbox:
    """The events so far, oldest first."""

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self.events: list[dict[str, Any]] = []

    def add(self, kind: str, about: dict[str, Any]) -> None:
        """Keep an event about a thing, as it is now."""
        number = len(self.events)
        self.events.append({
            "id": f"wev_{number:022d}", "api_version": "v2", "type": kind, "live_mode": False,
            "idempotency_key": about["id"], "created_at": self._clock().isoformat(),
            "data": {"object": json.loads(json.dumps(about))},
        })  # fmt: skip

    def sealed(self, event: dict[str, Any], secret: bytes = SECRET) -> tuple[dict[str, str], bytes]:
        """Return headers and body of one delivery."""
        body, now = json.dumps(event).encode(), int(self._clock().timestamp())
        mac = hmac.new(secret, f"{now}.".encode() + body, hashlib.sha256).hexdigest()
        return {"X-Duffel-Signature": f"t={now},v1={mac}"}, body
