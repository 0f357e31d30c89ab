"""Masked cards in a message, with their expiry and code: nothing of a trip is in them, and nothing is asked about them."""

import re
from collections.abc import Sequence

from tripintent.state.operations import Answer, Social, Unread
from tripintent.tools.language.offline.deciding import Decided

_CARD, _CODE = r"\[card ending [0-9]{4}\]", r"\[security code\]"
_SAYS = r"(?:[^\W\d_]{1,10}[^\w[]{0,3}){0,2}"
_EXPIRY = r"(?:0?[1-9]|1[0-2])[^\w[]{0,3}(?:20)?[0-9]{2}(?![0-9]|[./-][0-9])"
_DETAILS = re.compile(rf"{_CARD}(?:[^\w[]{{0,4}}{_SAYS}{_EXPIRY})?(?:[^\w[]{{1,4}}{_SAYS}{_CODE})?|{_CODE}")


def without_cards(text: str) -> str:
    """Return a text of the same length with the details of cards left blank."""
    return _DETAILS.sub(lambda match: " " * len(match.group()), text)


def settled(found: Sequence[Decided], text: str) -> list[Decided]:
    """Return what was decided of a text, where words that only hand over a card say nothing: the booking answers these."""
    cards = [match.span() for match in _DETAILS.finditer(text)]

    def only_hands_over(one: Decided) -> bool:
        in_it = any(start < one.clause.end and one.clause.start < end for start, end in cards)
        return in_it and not any(not isinstance(made, Answer | Social | Unread) for made in one.operations)

    return [Decided(one.clause, "filler") if only_hands_over(one) else one for one in found]
