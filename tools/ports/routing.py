"""The text router's port: which typed events a text contains, in the order in which they were said."""

from collections.abc import Sequence
from typing import Protocol

from tripintent.state.bundles import Bundle
from tripintent.state.events import PublicEvent


class TextRouter(Protocol):
    """Splits a text into events. Pure; text alone never becomes an approval without its token and payment method."""

    def __call__(
        self,
        text: str,
        options: Sequence[Bundle],
        *,
        shown: Sequence[int] = (),
        has_bookings: bool = False,
        approval_waiting: bool = False,
        described: str | None = None,
    ) -> tuple[PublicEvent, ...]:
        """Return at least one event for a text that is not empty; words that are no action stay a UserMessage."""
        ...
