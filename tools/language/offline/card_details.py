"""What is left of a masked card: its marks, and between or behind them month and year of expiry, which are no day of travel."""

import re

from tripintent.tools.language.offline.message import Message

_CARD = r"\[card ending [0-9]{4}\]"
_CODE = r"\[security code\]"
_SAYS = r"(?:[^\W\d_]{1,10}[^\w[]{0,3}){0,2}"
_EXPIRY = r"(?:0?[1-9]|1[0-2])[^\w[]{0,3}(?:20)?[0-9]{2}(?![0-9]|[./-][0-9])"
_DETAILS = re.compile(rf"{_CARD}(?:[^\w[]{{0,4}}{_SAYS}{_EXPIRY})?(?:[^\w[]{{1,4}}{_SAYS}{_CODE})?|{_CODE}")


def take_card_details(message: Message) -> None:
    """Mark them as understood: nothing of a trip is in them."""
    for found in _DETAILS.finditer(message.folded):
        message.take(*found.span())
