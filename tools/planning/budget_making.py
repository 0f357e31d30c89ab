"""The budget by rules: real figures first (bookings, holds, quotes), our own shares for the rest, Σ = total to the cent."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.money import Money
from tripintent.state.planning.budget import CENT, RESERVE, Basis, Budget, BudgetCategory
from tripintent.state.planning.expenses import SHORT
from tripintent.state.planning.facts import TripFacts
from tripintent.tools.planning.editing import shared_out
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.showing import DocumentPhrases, phrases
from tripintent.tools.ports.clock import Rates, UnknownCurrency
from tripintent.tools.ports.planning import Purchased

_ORDER = (
    *("flights", "travel", "between", "stay", "food", "local"),
    *("activities", "shopping", "papers", "taxes", "lost", "reserve"),
)
_NOT_THERE = ("flights", "travel", "lost", SHORT)
_ITEMS: Mapping[str, str] = {"flight": "flights", "hotel": "stay"}
_HALVES = 4
"""Days from which a trip has a second half worth speaking of."""

_DEAR: Mapping[int, Decimal] = {1: Decimal("0.6"), 2: Decimal("0.85"), 3: Decimal("1.1"), 4: Decimal("1.4")}
"""The cost of a stay, a meal and a ride by price level, against the flights; our own estimate."""
_FLOOR: Mapping[int, Decimal] = {1: Decimal(20), 2: Decimal(35), 3: Decimal(60), 4: Decimal(90)}
"""Euros for a person and day without flights below which a trip is hard; our own estimate, always said to be one."""
_FAR = ((800, Decimal(14)), (2500, Decimal(22)), (5000, Decimal(30)), (30_000, Decimal(40)))
"""Weight of flights by kilometres."""

_FARE: Mapping[Decimal, Decimal] = {
    weight: Decimal(euros) for (_, weight), euros in zip(_FAR, (400, 700, 1400, 2200), strict=True)
}
"""Euros for one person's flights there and back in economy, above which our estimate does not go, by the weight of the way."""
_BUSINESS, _HOP, _NIGHT, _PAPERS, _RESERVE = 4, Decimal(150), Decimal(150), Decimal(150), Decimal("0.15")
_DAILY: Mapping[str, Decimal] = {
    "food": Decimal(70),
    "local": Decimal(25),
    "activities": Decimal(50),
    "shopping": Decimal(60),
}
"""Euros for a person and day above which our estimate does not go, at the mean price level; our own. What is left is not assigned."""


class _Real(NamedTuple):
    amount: Decimal
    basis: Basis
    rates_of: date | None
    held: Decimal = Decimal(0)


class BudgetMaker:
    """Makes budgets from facts, real figures and a price level."""

    def __init__(self, knowledge: OfflineKnowledge, rates: Rates) -> None:
        self._knowledge, self._rates = knowledge, rates

    def make(self, facts: TripFacts, bought: Purchased, language: str) -> Budget:
        """Return the budget of a trip, in the trip's currency. ``facts.budget`` must be known."""
        if facts.budget is None:
            raise ValueError("a budget needs a total: the gate asks for it first")
        words, total = phrases(language), self._in_own(facts.budget, facts.currency)
        said, facts = facts.budget, facts.model_copy(update={"budget": total})
        real, due = self._real(bought, total.currency), self._summed(bought.due_there, total.currency)
        stay = real.get("stay")
        quoted = [one for kind, one in bought.quoted if kind == "tax" and stay and stay.basis == "quoted"]
        taxes = due + self._summed(quoted, total.currency)
        lost = self._summed(bought.lost, total.currency)
        beside: dict[str, tuple[Decimal, Basis]] = {"taxes": (taxes, "due"), "lost": (lost, "lost")}
        real |= {name: _Real(amount, basis, None) for name, (amount, basis) in beside.items() if amount}
        weights, most = self._weights(facts, real), self._most(facts, total)
        dated = [one.rates_of for one in real.values()] + [self._rates.dated() if total != said else None]
        rates_of = max(filter(None, dated), default=None)
        notes = _Notes(words, real, _where(facts, self._knowledge, words))
        made = Budget(
            title=words.text("budget", "title", place=words.towns([town.name for town in facts.destinations])),
            currency=total.currency,
            total_budget=total.amount,
            categories=() if bought.is_off else tuple(_categories(notes, weights, most)),
            people=facts.people,
            days=facts.length,
            lost=lost,
            off=bought.is_off,
            waits=self._summed(bought.waits, total.currency),
            due_there=due,
            rates_of=rates_of.isoformat() if rates_of else None,
            tips=() if bought.is_off else _tips(words, rates_of, facts.length),
            language=words.code,
        )
        made = shared_out(made)
        there = (one.amount for one in made.categories if one.key not in _NOT_THERE)
        low = made.categories and self._too_little(facts, sum(there, Decimal(0)), words)
        return made.model_copy(update={"notes": (low,)}) if low else made

    def _summed(self, dues: Sequence[Money], currency: str) -> Decimal:
        """Return a sum in the budget's currency, without what has no rate."""
        return sum((one.amount for due in dues if (one := self._sum([due], currency, "quoted"))), Decimal(0))

    def _in_own(self, total: Money, currency: str) -> Money:
        """Return a total in the trip's currency; as it was said where there is no rate for it."""
        try:
            return self._rates.convert(total, currency) if currency and total.currency != currency else total
        except UnknownCurrency:
            return total

    def _real(self, bought: Purchased, currency: str) -> dict[str, _Real]:
        """Return what is booked with what is held beside it, else quoted, by category, in the budget's currency."""
        held = tuple((h.item_type, h.total) for h in bought.holds if h.status == "held" and h.total)
        found: dict[str, _Real] = {}
        sources: dict[Basis, tuple[tuple[str, Money], ...]] = {"booked": bought.booked, "held": held}
        sources["quoted"] = bought.quoted
        for basis, lines in sources.items():
            for kind, name in _ITEMS.items():
                mine = [money for item, money in lines if item == kind]
                real = self._sum(mine, currency, basis) if mine else None
                if real and name not in found:
                    found[name] = real
                elif real and basis == "held":
                    one, dated = found[name], found[name].rates_of or real.rates_of
                    found[name] = _Real(one.amount + real.amount, one.basis, dated, held=real.amount)
        return found

    def _sum(self, lines: list[Money], currency: str, basis: Basis) -> _Real | None:
        """Return a sum in one currency; None when a currency has no rate: such a figure is left out, not guessed."""
        amount, rates_of = Decimal(0), None
        for money in lines:
            try:
                amount += self._rates.convert(money, currency).amount
            except UnknownCurrency:
                return None
            rates_of = self._rates.dated() if money.currency != currency else rates_of
        return _Real(amount.quantize(CENT), basis, rates_of)

    def _weights(self, facts: TripFacts, real: Mapping[str, _Real]) -> dict[str, Decimal]:
        """Return our own shares: far flights cost more, dear places take more on the spot, wishes move money."""
        nights = Decimal(min(facts.nights, 21))
        dear = _DEAR[self._level(facts)]
        weights: dict[str, Decimal] = {
            "flights" if facts.flies else "travel": self._far(facts) if facts.flies else Decimal(14),
            "food": (10 + nights) * dear,
            "local": (4 + nights / 4) * dear,
            "activities": Decimal(2) if "business" in facts.needs else (6 + nights / 2) * dear,
            "reserve": Decimal(6),
        }
        if facts.nights and facts.sleeps:
            weights["stay"] = (14 + 2 * nights) * dear
        if len(facts.destinations) > 1:
            weights["between"] = Decimal(4) * (len(facts.destinations) - 1)
        if "food" in facts.interests:
            weights["food"] += 5
        if "shopping" in facts.interests:
            weights["shopping"] = Decimal(6)
        if {"art", "history", "family", "sports", "music"} & set(facts.interests) or "ski" in facts.needs:
            weights["activities"] += 3
        home = self._knowledge.country_of(facts.origin) if facts.origin else None
        if any(self._knowledge.country_of(town) != home for town in facts.destinations):
            weights["papers"] = Decimal(2)
        return {name: weight for name, weight in weights.items() if name not in real}

    def _most(self, facts: TripFacts, total: Money) -> dict[str, Decimal]:
        """Return the most that our own estimate gives a part, by people, days and price level, in the budget's currency."""
        dear, days, nights = _DEAR[self._level(facts)], facts.length, facts.nights
        fare = _FARE[self._far(facts)] * (_BUSINESS if facts.cabin in ("business", "first") else 1)
        hops = max(0, len(facts.destinations) - 1)
        euros = {name: each * days * dear for name, each in _DAILY.items()}
        euros |= {"flights": fare, "travel": fare, "between": _HOP * hops, "papers": _PAPERS}
        euros["stay"] = _NIGHT * nights * dear
        try:
            rate = self._rates.convert(Money(amount=Decimal(1000), currency="EUR"), total.currency).amount / 1000
        except UnknownCurrency:
            return {}
        most = {name: (each * facts.people * rate).quantize(Decimal(1)) for name, each in euros.items()}
        return {**most, "reserve": (total.amount * _RESERVE).quantize(CENT)}

    def _level(self, facts: TripFacts) -> int:
        """Return the price level of the places, their mean."""
        levels = [self._knowledge.price_level(self._knowledge.country_of(town)) for town in facts.destinations]
        return round(sum(levels) / len(levels)) if levels else 2

    def _far(self, facts: TripFacts) -> Decimal:
        """Return the weight of the flights by the longest way from home."""
        ways = [self._knowledge.distance(facts.origin, town) for town in facts.destinations] if facts.origin else []
        longest = max((way for way in ways if way), default=2500)
        return next(weight for km, weight in _FAR if longest <= km)

    def _too_little(self, facts: TripFacts, free: Decimal, words: DocumentPhrases) -> str:
        """Return what has to be said when what is left for a person and day is below our floor for these prices."""
        if facts.budget is None:
            return ""
        level = self._level(facts)
        each = (free / facts.people / facts.length).quantize(CENT)
        try:
            floor = self._rates.convert(Money(amount=_FLOOR[level], currency="EUR"), facts.budget.currency)
        except UnknownCurrency:
            return ""
        if each >= floor.amount:
            return ""
        round_floor = Money(amount=floor.amount.quantize(Decimal(1)), currency=floor.currency)
        return words.text(
            "budget",
            "tip_low",
            amount=words.formats.estimate(Money(amount=each, currency=facts.budget.currency)),
            level=level,
            country=_where(facts, self._knowledge, words),
            floor=words.formats.estimate(round_floor),
        )


def _where(facts: TripFacts, knowledge: OfflineKnowledge, words: DocumentPhrases) -> str:
    """Return the countries of a trip, or its places where a country is not known."""
    names = [words.country(c) if (c := knowledge.country_of(town)) else town.name for town in facts.destinations]
    return words.formats.listed(list(dict.fromkeys(names)))


class _Notes(NamedTuple):
    words: DocumentPhrases
    real: Mapping[str, _Real]
    where: str

    def of(self, name: str) -> str:
        """Return where a figure comes from."""
        if name in self.real:
            one = self.real[name]
            note = self.words.text("budget", f"note_{one.basis}")
            if one.rates_of:
                note += ", " + self.words.text(
                    "budget", "note_converted", date=self.words.formats.full_date(one.rates_of)
                )
            return note
        if name == RESERVE:
            return self.words.text("budget", "note_rest")
        return self.words.text("budget", "note_estimate", country=self.where)


def _categories(notes: _Notes, weights: Mapping[str, Decimal], most: Mapping[str, Decimal]) -> Iterator[BudgetCategory]:
    """Yield the parts: those with a figure of their own, and those that what is left is still to be shared out over."""
    for name in _ORDER:
        one = notes.real.get(name)
        if one or name in weights:
            yield BudgetCategory(
                id=f"budget-category-{name}",
                key=name,
                category=notes.words.text("budget", name),
                amount=one.amount if one else Decimal(0),
                percentage=Decimal(0),
                basis=one.basis if one else "rest" if name == RESERVE else "estimate",
                held=one.held if one else Decimal(0),
                notes=notes.of(name),
                weight=weights.get(name, Decimal(0)),
                most=most.get(name),
            )


def _tips(words: DocumentPhrases, rates_of: date | None, days: int) -> tuple[str, ...]:
    halves = [words.text("budget", "tip_reserve")] if days >= _HALVES else []
    tips = [*halves, words.text("budget", "tip_estimate")]
    return (
        (*tips, words.text("budget", "tip_rates", date=words.formats.full_date(rates_of))) if rates_of else tuple(tips)
    )
