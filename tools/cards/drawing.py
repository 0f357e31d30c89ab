"""The cards of all facts, drawn with the gazetteer's names of towns."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from tripintent.tools.cards import receipt
from tripintent.tools.cards.approval import approval_card
from tripintent.tools.cards.card import Card
from tripintent.tools.cards.documents import budget_card, checklist_card, days_card, known_card
from tripintent.tools.cards.options import chosen_card, options_card
from tripintent.tools.cards.words import CardWords
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Drawable
from tripintent.tools.toolbox import screen_facts
from tripintent.tools.toolbox.document_facts import ChecklistFacts, DaysFacts, PurseFacts
from tripintent.tools.toolbox.facts import CardFacts

CARDS: Mapping[type[BaseModel], Callable[[Any, CardWords], Card]] = {
    CardFacts: approval_card,
    screen_facts.ReceiptFacts: receipt.receipt_card,
    screen_facts.CancelledFacts: receipt.cancelled_card,
    screen_facts.ChangeQuote: receipt.change_card,
    screen_facts.CancellationQuote: receipt.cancellation_card,
    screen_facts.OptionsFacts: options_card,
    screen_facts.ChosenFacts: chosen_card,
    screen_facts.HoldsFacts: receipt.held_card,
    screen_facts.KnownFacts: known_card,
    screen_facts.WatchFacts: receipt.watch_card,
    DaysFacts: days_card,
    ChecklistFacts: checklist_card,
    PurseFacts: budget_card,
}
"""What draws each kind of facts."""


class DrawnCards:
    """Draws each kind of facts as its card."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def draw(self, facts: Drawable, language: str, zone: str) -> Card:
        """Return the card of these facts for a reader of a language and a zone."""
        words = self.words(language, zone)
        return CARDS[type(facts)](facts, words).model_copy(update={"colon": words.formats.colon})

    def words(self, language: str, zone: str = "") -> CardWords:
        """Return the words of a language, with the names of towns and airports."""
        return CardWords(language, zone, self._city, self._airport)

    def _city(self, code: str) -> str:
        found = self._places.airports_for(code)
        return found[0].city if found else code

    def _airport(self, code: str) -> str:
        named = {one.code: one.name for one in self._places.airports_for(code)}
        return f"{named[code]} ({code})" if code in named else code
