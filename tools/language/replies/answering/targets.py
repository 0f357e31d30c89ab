"""The subject of a question: an option that it names, else the choice, else what is booked, else every option shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from tripintent.state.bundles import Bundle
from tripintent.state.money import Money
from tripintent.tools.language.exact.option_words import OptionWords, all_option_words
from tripintent.tools.language.exact.options import Choice, Chooser
from tripintent.tools.language.exact.tokens import Token, fold_words, tokens_of
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook

Fact = Mapping[str, Any]


@dataclass(frozen=True)
class Target:
    """One trip to speak about. ``number`` is that of an option shown; None is the choice, or what is booked."""

    number: int | None
    total: Fact | None
    flights: Sequence[Fact]
    hotels: Sequence[Fact]
    booked: bool = False

    @property
    def simulated(self) -> bool:
        """Say whether any of its offers is invented."""
        return any(offer.get("simulated") for offer in (*self.flights, *self.hotels))


def labelled(said: Sequence[tuple[Target, str]], book: Phrasebook) -> list[str]:
    """Return what is said of each, with what it is: an option, the choice, or what is booked; what is the same is said once."""
    lines = dict[str, list[Target]]()
    for target, value in said:
        lines.setdefault(value, []).append(target)
    return [_labelled(targets, value, book) for value, targets in lines.items()]


def _labelled(targets: Sequence[Target], value: str, book: Phrasebook) -> str:
    numbers = ", ".join(str(target.number) for target in targets if target.number is not None)
    if numbers:
        return book.say("option", number=numbers, value=value)
    return book.say("bought" if targets[0].booked else "choice", value=value)


def targets_of(
    question: str, facts: Mapping[str, Any], book: Phrasebook, *, bare: bool = False
) -> tuple[list[Target], str]:
    """Return what the question is about, in the order shown, and the question without the words that name it.

    ``bare`` lets a number alone name an option ("what is the difference between 1 and 2?").
    """
    ranked: Sequence[Fact] = facts.get("ranked") or facts.get("options") or ()
    selected, bought = facts.get("selected"), facts.get("bought")
    speaks_of_bookings = bool(bought) and book.names("booked", question)
    named = None if speaks_of_bookings else _named(question, ranked, book, bare=bare)
    if named is not None:
        return named
    if selected and not speaks_of_bookings:
        return [_of_offers(selected.get("total"), selected.get("offers") or (), booked=False)], question
    if bought:
        return [_of_offers(None, bought, booked=True)], question
    return [option_target(option) for option in facts.get("options") or ()], question


def part_of(target: Target, question: str, plan: Mapping[str, Any], book: Phrasebook) -> Target:
    """Return the part of a trip that the question names: one way, the flight to a place, only the flights or the hotel."""
    way = _way(question, target.flights, plan, book)
    if way is not None:
        return replace(target, flights=[target.flights[way]], hotels=())
    of_flights, of_hotels = book.names("flights", question), book.names("hotels", question)
    if of_flights == of_hotels:
        return target
    kept = replace(target, hotels=()) if of_flights else replace(target, flights=())
    return kept if kept.flights or kept.hotels else target


def _way(question: str, flights: Sequence[Fact], plan: Mapping[str, Any], book: Phrasebook) -> int | None:
    """Return which of the flights is meant: the way out, the way back, or the one that lands at a place of the plan."""
    if not flights:
        return None
    if book.names("outbound", question):
        return 0
    if len(flights) > 1 and book.names("inbound", question):
        return -1
    segments = [s for s in plan.get("segments") or () if s.get("mode") in (None, "flight")]
    if len(segments) != len(flights) or not book.names("landing", question):
        return None
    asked = f" {' '.join(fold_words(question))} "
    ends = (f" {' '.join(fold_words(str(s.get('to') or '')))} " for s in segments)
    return next((n for n, end in enumerate(ends) if end.strip() and end in asked), None)


def option_target(option: Fact) -> Target:
    """Return an option of the facts as something to speak about."""
    return Target(option["number"], option.get("total"), option.get("flights") or (), option.get("hotels") or ())


def _of_offers(total: Fact | None, offers: Sequence[Fact], *, booked: bool) -> Target:
    kinds = [[o for o in offers if o.get("kind") == kind] for kind in ("flight", "hotel")]
    return Target(None, total or _sum(offers), kinds[0], kinds[1], booked)


def _sum(offers: Sequence[Fact]) -> Fact | None:
    """Return the sum of prices in one currency; None where there are several."""
    prices = [price for offer in offers if (price := offer.get("total"))]
    currencies = {price["currency"] for price in prices}
    if len(currencies) != 1:
        return None
    return {"amount": str(sum(Decimal(str(p["amount"])) for p in prices)), "currency": currencies.pop()}


def _named(question: str, options: Sequence[Fact], book: Phrasebook, *, bare: bool) -> tuple[list[Target], str] | None:
    """Return the options that the question names by id, number or quality, and the rest of its words; None for no name."""
    bundles = [as_bundle(option) for option in options]
    tokens = tokens_of(question, {bundle.bundle_id.casefold() for bundle in bundles})
    found = list(_choices(tokens, bundles, book, bare=bare))
    ids = {choice.bundle_id for _, choice in found}
    fits = [option for option in options if option.get("bundle_id") in ids]
    if not fits:
        return None
    rest = question
    for start, choice in reversed(found):
        rest = rest[: tokens[start].start] + rest[tokens[choice.end - 1].end :]
    return [option_target(option) for option in fits], rest


def _choices(
    tokens: Sequence[Token], bundles: Sequence[Bundle], book: Phrasebook, *, bare: bool
) -> Iterator[tuple[int, Choice]]:
    """Yield the longest choice at each place, none inside another; behind a named option a bare number names one more."""
    choosers = [Chooser(tokens, lexicon, bundles) for lexicon in all_option_words()]
    at, named = 0, bare
    while at < len(tokens):
        number = named and tokens[at].kind == "number"
        here = [
            c
            for chooser in choosers
            if (c := chooser.named(at, bare_number=number)) and not _says_of(tokens[at : c.end], chooser.lexicon, book)
        ]
        choice = max(here, key=lambda c: c.end, default=None)
        if choice is None:
            at += 1
            continue
        yield at, choice
        at, named = max(choice.end, at + 1), True


def _says_of(words: Sequence[Token], lexicon: OptionWords, book: Phrasebook) -> bool:
    """Tell whether the words say something of a thing instead of naming it: "(is) that refundable", not "that refundable one"."""
    pointed = book.part("that").match(words, 0) is not None
    return pointed and not any(lexicon["noun"].match(words, n) is not None for n in range(1, len(words)))


def as_bundle(option: Fact) -> Bundle:
    """Return an option of the facts as the bundle it was made of, as far as choosing needs it."""
    return Bundle(
        bundle_id=str(option.get("bundle_id", "")),
        flight_option_ids=tuple("f" for _ in option.get("flights") or ()),
        hotel_option_ids=tuple("h" for _ in option.get("hotels") or ()),
        estimated_total=Money.model_validate(option["total"]),
        minutes=option.get("minutes") or 0,
        stops=option.get("stops") or 0,
        refundable=bool(option.get("refundable")),
        stars=option.get("stars"),
    )
