"""An amount of a card's facts, as the command line writes it."""

from collections.abc import Mapping
from typing import Any


def money(value: Mapping[str, Any] | None) -> str:
    """Return an amount of a card's facts."""
    return f"{float(value['amount']):,.2f} {value['currency']}" if value else "–"
