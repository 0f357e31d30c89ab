"""Which option is it: "which one is refundable?", "what is the fastest?", "which ones include breakfast?"."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tripintent.tools.language.answering.phrasebook import LANGUAGES, Phrasebook
from tripintent.tools.language.answering.targets import Fact, Target, as_bundle, option_target
from tripintent.tools.language.answering.values import PRICED, VALUES
from tripintent.tools.language.routing.choices import FILTERS, ORDERS
from tripintent.tools.language.routing.languages import lexicons
from tripintent.tools.language.routing.tokens import tokens_of

Has = Callable[[Fact], bool]

_SHOWS = {"fastest": "duration", "slowest": "duration", "fewest_stops": "stops", "best_hotel": "hotel"}
"""What proves a superlative, where it is not the price."""
_WITHOUT_BREAKFAST = (None, "room_only")


def _breakfast(option: Fact) -> bool:
    hotels = option.get("hotels") or ()
    return bool(hotels) and all(h.get("board") not in _WITHOUT_BREAKFAST for h in hotels)


_HAS: Mapping[str, Has] = {
    "refundable": lambda option: FILTERS["refundable"](as_bundle(option)),
    "stops": lambda option: FILTERS["nonstop"](as_bundle(option)),
    "board": _breakfast,
}
"""Topics that an option has as a whole, or has not."""


def which_option(
    question: str, topic: str | None, facts: Mapping[str, Any], book: Phrasebook, language: str
) -> str | None:
    """Return which of the options shown has what the question names; None where it asks for no option."""
    options: Sequence[Fact] = facts.get("options") or ()
    if not options or not book.asks_which(question):
        return None
    order = _order(question, language)
    if order is not None:
        best = min(options, key=lambda option: ORDERS[order](as_bundle(option)))
        return _superlative(order, option_target(best), book, language)
    return _having(topic, options, book, language) if topic in _HAS else None


def _order(question: str, language: str) -> str | None:
    """Return the order that a superlative asks for."""
    tokens = tokens_of(question)
    books = lexicons()
    own = [books[LANGUAGES.index(language)]] if language in LANGUAGES else []
    for lexicon in (*own, books[0]):
        for name, phrases in lexicon.qualities.items():
            if name in ORDERS and phrases.anywhere(tokens):
                return name
    return None


def _superlative(order: str, target: Target, book: Phrasebook, language: str) -> str | None:
    shown = _SHOWS.get(order, "total")
    proof = [VALUES[name](target, book, language) for name in dict.fromkeys((shown, "total"))]
    said = book.say(f"which_{order}", number=target.number, value="; ".join(p for p in proof if p))
    return f"{said} {book.say('simulated')}" if target.simulated else said


def _having(topic: str | None, options: Sequence[Fact], book: Phrasebook, language: str) -> str | None:
    """Return the numbers of the options that have it; where none has, how each stands."""
    name = topic or ""
    numbers = [str(option["number"]) for option in options if _HAS[name](option)]
    if numbers:
        return book.say(f"all_{name}", numbers=", ".join(numbers))
    targets = [option_target(option) for option in options]
    each = [
        book.say("option", number=target.number, value=value)
        for target in targets
        if (value := VALUES[name](target, book, language))
    ]
    note = [book.say("simulated")] if name in PRICED and any(t.simulated for t in targets) else []
    return " ".join([book.say(f"none_{name}"), *each, *note])
