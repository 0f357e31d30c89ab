"""What a question is about: an option that it names, else the choice, else every option shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripintent.state.bundles import Bundle
from tripintent.state.money import Money
from tripintent.tools.language.routing.choices import Chooser
from tripintent.tools.language.routing.languages import lexicons
from tripintent.tools.language.routing.tokens import tokens_of

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


def targets_of(question: str, facts: Mapping[str, Any]) -> tuple[list[Target], str]:
    """Return what the question is about, in the order shown, and the question without the words that name it."""
    options: Sequence[Fact] = facts.get("options") or ()
    named = _named(question, options)
    if named is not None:
        return [named[0]], named[1]
    selected = facts.get("selected")
    if selected:
        return [_chosen(selected)], question
    return [_option(option) for option in options], question


def _option(option: Fact) -> Target:
    return Target(option["number"], option.get("total"), option.get("flights") or (), option.get("hotels") or ())


def _chosen(selected: Fact) -> Target:
    offers = selected.get("offers") or ()
    kinds = [[o for o in offers if o.get("kind") == kind] for kind in ("flight", "hotel")]
    return Target(None, selected.get("total"), kinds[0], kinds[1])


def _named(question: str, options: Sequence[Fact]) -> tuple[Target, str] | None:
    """Return the option that the question names by id, number or quality; None where it names none or several."""
    bundles = [_bundle(option) for option in options]
    tokens = tokens_of(question, {bundle.bundle_id.casefold() for bundle in bundles})
    choosers = [Chooser(tokens, lexicon, bundles) for lexicon in lexicons()]
    starts = [(at, chooser.at(at, bare_number=False)) for at in range(len(tokens)) for chooser in choosers]
    found = [(at, choice) for at, choice in starts if choice is not None]
    fits = [option for option in options if option.get("bundle_id") in {choice.bundle_id for _, choice in found}]
    if len(fits) != 1:
        return None
    start, choice = max(found, key=lambda each: each[1].end - each[0])
    rest = question[: tokens[start].start] + question[tokens[choice.end - 1].end :]
    return _option(fits[0]), rest


def _bundle(option: Fact) -> Bundle:
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
