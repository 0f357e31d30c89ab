"""Cards: typed facts as the lines that a person sees, in a language and by the clock of a zone."""

from typing import Protocol

from tripintent.tools.cards.card import Card
from tripintent.tools.toolbox.document_facts import DocumentFacts
from tripintent.tools.toolbox.facts import CardFacts
from tripintent.tools.toolbox.receipt_facts import CancelledFacts, ReceiptFacts
from tripintent.tools.toolbox.screen_facts import ChosenFacts, HoldsFacts, KnownFacts, OptionsFacts, WatchFacts

Drawable = (
    CardFacts | ReceiptFacts | CancelledFacts | OptionsFacts | ChosenFacts | HoldsFacts | KnownFacts | WatchFacts | DocumentFacts
)  # fmt: skip


class Cards(Protocol):
    """Draws cards. The same facts are the same card, whoever asks."""

    def draw(self, facts: Drawable, language: str, zone: str) -> Card:
        """Return the card of these facts for a reader of a language and a zone (IANA name)."""
        ...
