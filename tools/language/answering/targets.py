"""What a question is about: an option that it names, else the choice, else every option shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripintent.state.bundles import Bundle
from tripintent.state.money import Money
from tripintent.tools.language.routing.choices import Choice, Chooser
from tripintent.tools.language.routing.languages import lexicons
from tripintent.tools.language.routing.tokens import Token, tokens_of

Fact = Mapping[str, Any]


@dataclass(frozen=True)
class Target:
    """One trip to speak about. ``number`` is that of an option shown; None is the traveller's choice."""

    number: int | None
    total: Fact | None
    flights: Sequence[Fact]
    hotels: Sequence[Fact]

    @property
    def simulated(self) -> bool:
        """Say whether any of its offers is invented."""
        return any(offer.get("simulated") for offer in (*self.flights, *self.hotels))


def targets_of(question: str, facts: Mapping[str, Any], *, bare: bool = False) -> tuple[list[Target], str]:
    """Return what the question is about, in the order shown, and the question without the words that name it.

    ``bare`` lets a number alone name an option ("what is the difference between 1 and 2?").
    """
    ranked: Sequence[Fact] = facts.get("ranked") or facts.get("options") or ()
    named = _named(question, ranked, bare=bare)
    if named is not None:
        return named
    selected = facts.get("selected")
    if selected:
        return [_chosen(selected)], question
    return [option_target(option) for option in facts.get("options") or ()], question


def option_target(option: Fact) -> Target:
    """Return an option of the facts as something to speak about."""
    return Target(option["number"], option.get("total"), option.get("flights") or (), option.get("hotels") or ())


def _chosen(selected: Fact) -> Target:
    offers = selected.get("offers") or ()
    kinds = [[o for o in offers if o.get("kind") == kind] for kind in ("flight", "hotel")]
    return Target(None, selected.get("total"), kinds[0], kinds[1])


def _named(question: str, options: Sequence[Fact], *, bare: bool) -> tuple[list[Target], str] | None:
    """Return the options that the question names by id, number or quality, and the rest of its words; None for no name."""
    bundles = [as_bundle(option) for option in options]
    tokens = tokens_of(question, {bundle.bundle_id.casefold() for bundle in bundles})
    found = list(_choices(tokens, bundles, bare=bare))
    ids = {choice.bundle_id for _, choice in found}
    fits = [option for option in options if option.get("bundle_id") in ids]
    if not fits:
        return None
    rest = question
    for start, choice in reversed(found):
        rest = rest[: tokens[start].start] + rest[tokens[choice.end - 1].end :]
    return [option_target(option) for option in fits], rest


def _choices(tokens: Sequence[Token], bundles: Sequence[Bundle], *, bare: bool) -> Iterator[tuple[int, Choice]]:
    """Yield the longest choice at each place, none inside another; behind a named option a bare number names one more."""
    choosers = [Chooser(tokens, lexicon, bundles) for lexicon in lexicons()]
    at, named = 0, bare
    while at < len(tokens):
        here = [
            c for chooser in choosers if (c := chooser.named(at, bare_number=named and tokens[at].kind == "number"))
        ]
        choice = max(here, key=lambda c: c.end, default=None)
        if choice is None:
            at += 1
            continue
        yield at, choice
        at, named = max(choice.end, at + 1), True


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
