"""Which option a question means ("which one is refundable?", "what is the fastest?"), and airlines that fly none of the flights."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple

import yaml

from tripintent.state.bundles import FILTERS, ORDERS
from tripintent.state.languages import language_of
from tripintent.tools.formats import formats_of
from tripintent.tools.language.exact.option_words import Phrases, option_words
from tripintent.tools.language.exact.tokens import Token, fold, tokens_of
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook, phrasebook
from tripintent.tools.language.replies.answering.targets import Fact, as_bundle, option_target
from tripintent.tools.language.replies.answering.values import PRICED, VALUES

Has = Callable[[Fact], bool]
_TOLD = 4
"""How many other times are told."""

_SHOWS = {
    "fastest": "duration",
    "slowest": "duration",
    "fewest_stops": "stops",
    "best_hotel": "hotel",
    "lands_first": "times",
    "lands_last": "times",
    "leaves_first": "times",
    "leaves_last": "times",
    "home_first": "times",
    "nearest_hotel": "distance",
    "cheapest_hotel": "hotel_price",
    "cheapest_flight": "flight_price",
}
"""The topic that proves a superlative, where it is not the price."""


def _moment(option: Fact, flight: int, name: str) -> float:
    flights = option.get("flights") or ()
    at = flights[flight].get(name) if flights else None
    return datetime.fromisoformat(at).timestamp() if at else inf


def _price(option: Fact, kind: str) -> float:
    prices = [float(offer["total"]["amount"]) for offer in option.get(kind) or () if offer.get("total")]
    return sum(prices) if prices else inf


def _distance(option: Fact) -> float:
    known = [hotel["distance_km"] for hotel in option.get("hotels") or () if hotel.get("distance_km") is not None]
    return sum(known) / len(known) if known else inf


_FEATURES: Mapping[str, Callable[[Fact], float]] = {
    "lands_first": lambda option: _moment(option, 0, "arrive_at"),
    "lands_last": lambda option: -_moment(option, 0, "arrive_at"),
    "leaves_first": lambda option: _moment(option, 0, "depart_at"),
    "leaves_last": lambda option: -_moment(option, 0, "depart_at"),
    "home_first": lambda option: _moment(option, -1, "arrive_at"),
    "nearest_hotel": _distance,
    "cheapest_hotel": lambda option: _price(option, "hotels"),
    "cheapest_flight": lambda option: _price(option, "flights"),
}
"""Superlatives of a feature of one part, the best first; an option without the feature comes last."""
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


class Which(NamedTuple):
    """Which options of the list it is, in words and by their numbers."""

    said: str
    numbers: Sequence[int] = ()


def which_option(
    question: str, topic: str | None, facts: Mapping[str, Any], book: Phrasebook, language: str, *, named: bool = False
) -> Which | None:
    """Return which of the options shown has what the question names; None where it asks for no option.

    A question that names an option is about that one ("which airline is option 3 …?"), unless it asks for a superlative.
    """
    options: Sequence[Fact] = facts.get("options") or ()
    feature = book.order(question) or (phrasebook("en").order(question) if language != "en" else None)
    if options and feature is not None:
        best = _best(options, _FEATURES[feature])
        return _which(_superlative(feature, best, len(options), book, language), best)
    if not options or not book.asks_which(question):
        return None
    if (daypart := _daypart(question, book)) is not None:
        return _which(_at(daypart, options, book, leaving=book.names("leaving", question)))
    order = _order(question, language)
    if order is not None:
        first = _best(options, lambda option: ORDERS[order](as_bundle(option)))
        best = first[:1] if order == "best" else first
        return _which(_superlative(order, best, len(options), book, language), best)
    return _having(topic, facts, book, language) if topic in _HAS and not named else None


def _which(said: str | None, options: Sequence[Fact] = ()) -> Which | None:
    return Which(said, [option["number"] for option in options]) if said else None


def other_times(question: str, facts: Mapping[str, Any], book: Phrasebook, language: str) -> str | None:
    """Return the options that leave later, or earlier, than the chosen trip (else the first shown), out or home.

    None where the question asks for no such thing.
    """
    later = book.names("later", question)
    ranked: Sequence[Fact] = [o for o in facts.get("ranked") or () if o.get("flights")]
    if not ranked or not (later or book.names("earlier", question)):
        return None
    way = -1 if book.names("inbound", question) else 0
    chosen = [o for o in (facts.get("selected") or {}).get("offers") or () if o.get("kind") == "flight"]
    now = datetime.fromisoformat((chosen or ranked[0]["flights"])[way]["depart_at"])
    leaves = {str(o["number"]): datetime.fromisoformat(o["flights"][way]["depart_at"]) for o in ranked}
    fits = [n for n, at in leaves.items() if (at > now if later else at < now)]
    said = ", ".join(f"{n} ({formats_of(language).clock(leaves[n])})" for n in fits[:_TOLD])
    key = "later" if later else "earlier"
    return book.say(f"{key}_ones", numbers=said) if said else book.say(f"no_{key}_ones")


_DAYPARTS = {"morning": range(5, 12), "afternoon": range(12, 18), "evening": range(18, 23)}


def _daypart(question: str, book: Phrasebook) -> str | None:
    return next((name for name in (*_DAYPARTS, "night") if book.names(name, question)), None)


def _at(daypart: str, options: Sequence[Fact], book: Phrasebook, *, leaving: bool) -> str | None:
    """Return the options whose first flight lands, or leaves, at that time of day at the place itself."""
    name, way = ("depart_at", "leaves") if leaving else ("arrive_at", "lands")
    hours = {str(o["number"]): datetime.fromisoformat(o["flights"][0][name]).hour for o in options if o.get("flights")}
    if not hours:
        return None
    of_day = {n: next((part for part, span in _DAYPARTS.items() if hour in span), "night") for n, hour in hours.items()}
    numbers = ", ".join(n for n, part in of_day.items() if part == daypart)
    key = f"{way}_when" if numbers else f"none_{way}_when"
    return book.say(key, part=book.say(f"part_{daypart}"), numbers=numbers)


def _best(options: Sequence[Fact], order: Callable[[Fact], Any]) -> Sequence[Fact]:
    """Return the options that come first in an order: more than one where they are alike."""
    least = min(map(order, options))
    return [option for option in options if order(option) == least]


def _order(question: str, language: str) -> str | None:
    """Return the order that a superlative asks for."""
    tokens = tokens_of(question)
    for code in dict.fromkeys((language_of(language), "en")):
        for name, phrases in option_words(code).qualities.items():
            if name in ORDERS and phrases.anywhere(tokens):
                return name
    return None


def _superlative(order: str, best: Sequence[Fact], of: int, book: Phrasebook, language: str) -> str | None:
    """Return which of so many options it is, with its proof; options that share the first place are all named."""
    target, numbers = option_target(best[0]), ", ".join(str(option["number"]) for option in best)
    shown = _SHOWS.get(order, "total")
    if len(best) == of > 1 and (value := VALUES[shown](target, book, language)):
        return book.say("which_all", value=value)
    proof = [VALUES[name](target, book, language) for name in dict.fromkeys((shown, "total"))]
    said = book.say(f"which_{order}", number=numbers, value="; ".join(p for p in proof if p))
    return f"{said} {book.say('simulated')}" if target.simulated else said


def _having(topic: str | None, facts: Mapping[str, Any], book: Phrasebook, language: str) -> Which:
    """Return the numbers of the options that have it, of those shown, else of all; where none has, what each shown one has."""
    name, options = topic or "", facts.get("options") or ()
    lists = (options, facts.get("ranked") or ())
    numbers = next(filter(None, ([o["number"] for o in each if _HAS[name](o)] for each in lists)), [])
    if numbers:
        return Which(book.say(f"all_{name}", numbers=", ".join(map(str, numbers))), numbers)
    targets = [option_target(option) for option in options]
    each = [
        book.say("option", number=target.number, value=value)
        for target in targets
        if (value := VALUES[name](target, book, language))
    ]
    note = [book.say("simulated")] if name in PRICED and any(t.simulated for t in targets) else []
    return Which(" ".join([book.say(f"none_{name}"), *each, *note]))


_SHORTEST = 5
"""Letters that a name has at least; a code of two letters has fewer."""


def airline_elsewhere(question: str, facts: Mapping[str, object]) -> str | None:
    """Return an airline that the question names when it flies nothing of what is shown, chosen or booked."""
    tokens = [token for token in tokens_of(question) if token.kind == "word"]
    flying = {fold(name) for name in _flying(facts)}
    return next((name for name in _named(tokens) if fold(name) not in flying), None)


def _named(tokens: list[Token]) -> Iterator[str]:
    return (name for name, phrases in _airlines().items() if phrases.anywhere(tokens))


def _flying(facts: Mapping[str, Any]) -> Iterator[str]:
    options = [*(facts.get("options") or ()), *(facts.get("ranked") or ())]
    offers = [*((facts.get("selected") or {}).get("offers") or ()), *(facts.get("bought") or ())]
    for flight in [*offers, *(flight for option in options for flight in option.get("flights") or ())]:
        yield from flight.get("airlines") or ()


@cache
def _airlines() -> Mapping[str, Phrases]:
    """Return the spellings of each airline by its name."""
    path = files("tripintent.tools.language.exact").joinpath("data", "airlines.yaml")
    spelt: Mapping[str, list[str]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    own = {str(names[0]): [str(n) for n in names if _is_a_name(str(n), str(names[0]))] for names in spelt.values()}
    return {name: Phrases(" | ".join(spellings)) for name, spellings in own.items() if spellings}


def _is_a_name(spelling: str, name: str) -> bool:
    """Tell whether a spelling can only be the airline: "easyjet" and "delta air lines", not "delta" or "united"."""
    return len(spelling) >= _SHORTEST and (" " in spelling or " " not in name)
