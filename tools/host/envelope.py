"""The envelope of a host's handler: ``{success, input, output, stack}``, sometimes one inside another."""

from collections.abc import Mapping

_KEYS = frozenset({"success", "input", "output", "stack", "error", "message", "code", "retry_after"})
_DEEPEST = 5


class HostRefusal(Exception):
    """The host said that its tool failed. ``code`` is the host's own word for it, "" when it gave none."""

    def __init__(self, message: str, code: str = "", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_after = retry_after


class Malformed(Exception):
    """The host's answer is of no known shape."""


def unwrap(reply: object) -> Mapping[str, object]:
    """Return the innermost output. Raises HostRefusal where the host reports failure, Malformed for any other shape."""
    for _ in range(_DEEPEST):
        if not isinstance(reply, Mapping):
            break
        if reply.get("success") is False or (reply.get("error") and not reply.get("output")):
            raise _refusal(reply)
        if "output" not in reply or not set(reply) <= _KEYS:
            return reply
        reply = reply["output"]
    msg = f"the answer is no mapping but {type(reply).__name__}"
    raise Malformed(msg)


def _refusal(reply: Mapping[str, object]) -> HostRefusal:
    """Read what the host says of its failure: a text, or a mapping with code and message."""
    error = reply.get("error") or reply.get("output") or reply.get("message") or "the host's tool failed"
    if not isinstance(error, Mapping):
        return HostRefusal(str(error)[:300], str(reply.get("code") or ""), _seconds(reply.get("retry_after")))
    message = str(error.get("message") or error.get("error") or "the host's tool failed")
    code = str(error.get("code") or error.get("type") or reply.get("code") or "")
    return HostRefusal(message[:300], code, _seconds(error.get("retry_after")))


def _seconds(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and value >= 0 else None
