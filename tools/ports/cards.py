"""The typed facts of which a card can be drawn."""

from tripintent.tools.toolbox.document_facts import DocumentFacts
from tripintent.tools.toolbox.facts import CardFacts
from tripintent.tools.toolbox.receipt_facts import CancellationQuote, CancelledFacts, ChangeQuote, ReceiptFacts
from tripintent.tools.toolbox.screen_facts import ChosenFacts, HoldsFacts, KnownFacts, OptionsFacts, WatchFacts

Drawable = (
    CardFacts | ReceiptFacts | CancelledFacts | ChangeQuote | CancellationQuote | OptionsFacts | ChosenFacts | HoldsFacts
    | KnownFacts | WatchFacts | DocumentFacts
)  # fmt: skip
