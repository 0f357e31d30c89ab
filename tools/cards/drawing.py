"""The cards of all facts, drawn with the gazetteer's names of towns."""

from tripintent.tools.cards.approval import approval_card
from tripintent.tools.cards.card import Card
from tripintent.tools.cards.receipt import cancelled_card, receipt_card
from tripintent.tools.cards.words import Words
from tripintent.tools.ports.cards import Drawable
from tripintent.tools.ports.places import Places
from tripintent.tools.toolbox.facts import CardFacts
from tripintent.tools.toolbox.receipt_facts import ReceiptFacts


class DrawnCards:
    """Draws each kind of facts as its card."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def draw(self, facts: Drawable, language: str, zone: str) -> Card:
        """Return the card of these facts for a reader of a language and a zone."""
        words = Words(language, zone, self._city)
        if isinstance(facts, CardFacts):
            return approval_card(facts, words)
        if isinstance(facts, ReceiptFacts):
            return receipt_card(facts, words)
        return cancelled_card(facts, words)

    def _city(self, code: str) -> str:
        found = self._places.airports_for(code)
        return found[0].city if found else code
