"""The check of a model's words: figures, days and hours that stand in no fact, and claims that no fact bears out.

Rounded sums, differences and counts of what the facts say are facts. Claims are found by their words in six languages; each is held
against a typed fact, never against a sentence.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tripintent.state.money import Money
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.model.grounding import grounded, readings
from tripintent.tools.shipped import table
from tripintent.tools.toolbox.facts import BookingFacts, LegFacts, RequestFacts, StayFacts, TripStand

_CENT = Decimal("0.01")
_PLAIN = re.compile(r"^\d+(?:[.,]\d+)*$")
_SMALL = 31
"""Counts up to here (nights, people, options) are not looked for: no sum of money is as small."""

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")
_DENYING = (
    r"not|nothing|none|never|neither|without|nicht|nichts|kein\w*|ohne|pas|rien|aucune?|jamais|sans|nada|ninguno?|nunca"
    r"|sin|non(?!-stop)|niente|nessun\w*|senza|não|nenhuma?|sem"
)
_AHEAD = r"if|when|once|until|before|after|as soon as|wenn|sobald|bevor|quand|dès|avant|cuando|antes|quando"
_DENYING_IN = {"en": "no", "es": "no", "it": "no|mai"}
_AHEAD_IN = {"fr": "si", "es": "si", "it": "prima"}
"""Words that deny or look ahead in one language and are others elsewhere: "mai" is a month, "no" Portuguese for "in the"."""


@cache
def _denies(language: str) -> re.Pattern[str]:
    words = "|".join(filter(None, (_DENYING, _DENYING_IN.get(language))))
    return re.compile(rf"(?:\b(?:{words})\b|n't\b)[^,]*$", re.IGNORECASE)


@cache
def _looks_ahead(language: str) -> re.Pattern[str]:
    words = "|".join(filter(None, (_AHEAD, _AHEAD_IN.get(language))))
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


class Claim(NamedTuple):
    """Something that words may claim, by the words that do, and whether the facts bear it out."""

    name: str
    said: re.Pattern[str]
    holds: Callable[[TripStand], bool]


def strays_in(words: str, sources: Sequence[str], stand: TripStand) -> tuple[str, ...]:
    """Return what of the words no fact supports: figures, days, hours, and claims."""
    if not words.strip():
        return ()
    known = _derived(stand)
    amounts = _amounts(sources)
    found = [
        one for one in grounded(words, sources) if not _is_known(one, known) and not _is_worked_out(one, amounts, known)
    ]
    sentences, language = _SENTENCE.split(words), detect(words)
    return (
        *found,
        *(one.name for one in CLAIMS if not one.holds(stand) and any(_claims(x, one, language) for x in sentences)),
    )


def _claims(sentence: str, claim: Claim, language: str) -> bool:
    """Tell whether a sentence says it is so: one that asks, denies it in the same clause, or looks ahead claims nothing."""
    said = claim.said.search(sentence)
    if said is None or sentence.rstrip().endswith("?"):
        return False
    up_to = sentence[: said.end()]
    return not _denies(language).search(up_to) and not _looks_ahead(language).search(up_to)


def _is_known(figure: str, known: set[Decimal]) -> bool:
    """Tell whether a figure is a count, or one of the amounts of the facts, as it is or rounded, or a difference of two."""
    if not _PLAIN.match(figure):
        return False
    values = readings(figure)
    return all(value <= _SMALL for value in values) or any(_near(value, one) for value in values for one in known)


_AMOUNT = re.compile(r'"amount": ?"?(-?\d+(?:\.\d+)?)')
_MOST_AMOUNTS = 120


def _amounts(sources: Sequence[str]) -> list[Decimal]:
    """Return the amounts that results and the situation name, each once."""
    found = dict.fromkeys(abs(Decimal(one)) for source in sources for one in _AMOUNT.findall(source))
    return [one for one in found if one][:_MOST_AMOUNTS]


def _is_worked_out(figure: str, amounts: Sequence[Decimal], derived: Collection[Decimal]) -> bool:
    """Tell whether a figure is a sum or a difference of two amounts, a small number of times one, or a share of one.

    ``derived`` are sums and differences that the facts make by themselves: what is left of an amount after one of them counts.
    """
    if not _PLAIN.match(figure):
        return False
    values = readings(figure)
    pairs = {x for one, other in combinations(amounts, 2) for x in (one + other, abs(one - other))}
    pairs |= {abs(one - other) for one in amounts for other in derived}
    if any(abs(value - one) <= _CENT for value in values for one in pairs):
        return True
    return any(
        min(abs(value - one / count), abs(value - one * count)) <= _CENT
        for value in values
        for one in amounts
        for count in range(2, _SMALL + 1)
    )


def _near(value: Decimal, amount: Decimal) -> bool:
    """Tell whether a figure is an amount: to the cent where it has cents, else to the unit, or as round as it looks."""
    if value != value.to_integral_value():
        return abs(value - amount) <= _CENT
    step = next((one for one in (100, 50, 10, 5) if value % one == 0 and value >= 10 * one), 1)
    return abs(value - amount) <= Decimal(step) / 2 + _CENT


def _derived(stand: TripStand) -> set[Decimal]:
    """Return the amounts of the facts, and the differences between the totals of options, holds, cards and bookings."""
    options = [*stand.options, *([stand.chosen] if stand.chosen else [])]
    totals = {one.total.amount for one in options} | {one.total_with_local_tax.amount for one in options}
    totals |= {one.total.amount for one in stand.held if one.total} | {
        one.total.amount for one in stand.bookings if one.total
    }
    if stand.card:
        totals.add(stand.card.total.amount)
    parts = {leg.total.amount for one in options for leg in one.flights}
    parts |= {stay.total.amount for one in options for stay in one.hotels}
    held = _sum(one.total for one in stand.held)
    booked = _sum(one.total for one in stand.bookings)
    differences = {abs(one - other) for one, other in combinations(totals, 2)}
    refunds = _sum(one.refund for one in stand.bookings)
    return totals | parts | differences | {held, booked, refunds}


def _sum(totals: Iterable[Money | None]) -> Decimal:
    return sum((one.amount for one in totals if one), Decimal(0))


def _stays(stand: TripStand) -> Iterator[StayFacts]:
    for one in (*stand.options, *([stand.chosen] if stand.chosen else [])):
        yield from one.hotels
    yield from (one.hotel for one in stand.bookings if one.hotel)


def _legs(stand: TripStand) -> Iterator[LegFacts]:
    for one in (*stand.options, *([stand.chosen] if stand.chosen else [])):
        yield from one.flights
    yield from (one.flight for one in stand.bookings if one.flight)


def _booked(stand: TripStand, *states: str) -> list[BookingFacts]:
    return [one for one in stand.bookings if one.status in states]


def _requests(stand: TripStand) -> Iterator[RequestFacts]:
    for held in stand.held:
        yield from held.requests
    for booking in stand.bookings:
        yield from booking.requests


_HOLDS: Mapping[str, Callable[[TripStand], bool]] = {
    "booked": lambda s: bool(_booked(s, "confirmed", "in_doubt", "changed")),
    "held": lambda s: bool(s.held) or bool(s.bookings),
    "cancelled": lambda s: bool(_booked(s, "cancelled")),
    "breakfast included": lambda s: any(one.board != "room_only" for one in _stays(s)),
    "non-stop": lambda s: any(one.stops == 0 for one in _legs(s)),
    "refundable": lambda s: any(one.terms.refundable for some in (_stays(s), _legs(s)) for one in some),
    "sent to the airline or hotel": lambda s: any(r.state == "sent" for r in _requests(s)),
}
_CLAIMED: Mapping[str, list[str]] = table("tools/model/claims.yaml")
CLAIMS = tuple(Claim(name, re.compile("|".join(said), re.IGNORECASE), _HOLDS[name]) for name, said in _CLAIMED.items())
