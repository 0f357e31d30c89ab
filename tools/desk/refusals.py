"""Refusals: nothing was bought, nothing was consumed, and why."""

from tripintent.tools.desk.states import REFUSALS
from tripintent.tools.ports.desk import Refused


def refuse(code: str, detail: str = "") -> Refused:
    """Return the refusal of a name in the table; an unknown name is a programming error."""
    words = REFUSALS[code]
    return Refused(code=code, message=f"{words}: {detail}" if detail else words)
