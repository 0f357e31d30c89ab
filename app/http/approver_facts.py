"""What somebody who decides for another wants to know first: who travels where, which rules apply, what was cheaper."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from markupsafe import Markup

from tripintent.app.http.journey import journey_of, names_of
from tripintent.app.http.timed import Timed, saying
from tripintent.app.words import Catalogue
from tripintent.state.booking import Approval
from tripintent.state.derived import shown_ranking
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.ports import Ports


@dataclass(frozen=True)
class Fact:
    """One line: its name on the page, and its words."""

    name: str
    words: str


async def facts_of(approval: Approval, trip: TripIntent, wish: str, ports: Ports, words: Catalogue) -> list[Fact]:
    """Return the lines about a request, in the order in which they are read; what is not known has none.

    ``wish`` is what the traveller said first about the trip: the only purpose that is known.
    """
    localized = Timed(words.language)
    journey = journey_of(trip, ports.places)
    days = " – ".join(localized.day(one) for one in (journey.first_day, journey.last_day) if one)
    lines = {
        "fact_travellers": ", ".join(names_of(trip)),
        "fact_trip": " · ".join(part for part in (" – ".join(journey.cities), days) if part),
        "fact_wish": wish,
        "fact_policy": "; ".join(_rules(trip.policy.rules, words, localized)),
        "fact_cheaper": _cheaper(approval, trip, words, localized),
        "fact_history": Markup("; ").join([line async for line in _history(approval, ports, saying(words), localized)]),
    }
    return [Fact(name, said) for name, said in lines.items() if said]


def _rules(rules: PolicyRules, words: Catalogue, localized: Timed) -> Iterator[str]:
    if rules.approver:
        yield words.say("page", "rule_approver", who=rules.approver)
    if rules.max_budget_total:
        yield words.say("page", "rule_budget", amount=localized.money(rules.max_budget_total.model_dump(mode="json")))
    if rules.require_refundable:
        yield words.say("page", "rule_refundable")
    if rules.max_class:
        yield words.say("page", "rule_class", name=words.code(rules.max_class))


def _cheaper(approval: Approval, trip: TripIntent, words: Catalogue, localized: Timed) -> str:
    ranking = shown_ranking(trip)
    same = [b.estimated_total for b in ranking.bundles] if ranking else []
    lower = [one for one in same if one.currency == approval.total.currency and one.amount < approval.total.amount]
    if approval.kind != "purchase" or not same:
        return ""
    if not lower:
        return words.say("page", "cheaper_none")
    least = min(lower, key=lambda one: one.amount)
    saved = Money(amount=Decimal(approval.total.amount - least.amount), currency=least.currency)
    shown = {n: localized.money(m.model_dump(mode="json")) for n, m in (("amount", least), ("saved", saved))}
    return words.say("page", "cheaper_some", **shown)


async def _history(
    approval: Approval, ports: Ports, say: Callable[..., Markup], localized: Timed
) -> AsyncIterator[Markup]:
    yield say("history_asked", moment=localized.moment(approval.created_at.isoformat()))
    for event in await ports.desk.audit(approval.trip_id):
        if event.type in ("approval.rejected", "approval.void", "approval.expired") and event.at:
            name = f"history_{event.type.removeprefix('approval.')}"
            yield say(name, moment=localized.moment(event.at.isoformat()))
