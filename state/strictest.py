"""The rules of several travellers as one: of each rule the strictest."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import TypeVar

from tripintent.state.frame import Cabin
from tripintent.state.money import Money
from tripintent.state.wishes import Policy, PolicyRules

Limit = TypeVar("Limit", int, float)
Convert = Callable[[Money, str], Money]
_CABINS: tuple[Cabin, ...] = ("basic_economy", "economy", "premium_economy", "business", "first")


def strictest(policies: Iterable[Policy], convert: Convert) -> Policy:
    """Return the rules that keep everybody's; the first names the approver, where it has one.

    ``convert`` compares amounts of several currencies: ``(money, currency) -> money``.
    """
    everybody = first, *others = tuple(policies)
    rules = reduce(lambda one, other: _both(one, other, convert), (p.rules for p in others), first.rules)
    return Policy(rules=rules, source=_named(everybody), asked_by=_whose(rules, everybody))


def _whose(rules: PolicyRules, policies: Sequence[Policy]) -> dict[str, str]:
    """Return whose each rule is that is no default: of those who have one, whoever set what counts."""
    usual, whose = PolicyRules(), dict[str, str]()
    for name in PolicyRules.model_fields:
        counts, default = getattr(rules, name), getattr(usual, name)
        if counts != default:
            setting = [p for p in policies if getattr(p.rules, name) != default]
            whose[name] = _named([p for p in setting if getattr(p.rules, name) == counts] or setting)
    return whose


def _named(policies: Iterable[Policy]) -> str:
    return " + ".join(dict.fromkeys(policy.source for policy in policies))


def _both(one: PolicyRules, other: PolicyRules, convert: Convert) -> PolicyRules:
    classes: list[Cabin] = [cabin for cabin in (one.max_class, other.max_class) if cabin]
    minutes = [*one.connection_minutes.items(), *other.connection_minutes.items()]
    return PolicyRules(
        require_user_approval_to_purchase=one.require_user_approval_to_purchase
        or other.require_user_approval_to_purchase,
        holds_allowed_without_approval=one.holds_allowed_without_approval and other.holds_allowed_without_approval,
        max_budget_total=_less(one.max_budget_total, other.max_budget_total, convert),
        require_refundable=one.require_refundable or other.require_refundable,
        max_stops=_least(one.max_stops, other.max_stops),
        max_class=min(classes, key=_CABINS.index, default=None),
        max_daily_rate=_less(one.max_daily_rate, other.max_daily_rate, convert),
        max_stars=_least(one.max_stars, other.max_stars),
        approver=one.approver or other.approver,
        approval_token_required=one.approval_token_required or other.approval_token_required,
        connection_minutes={name: max(v for key, v in minutes if key == name) for name, _ in minutes},
    )


def _least(one: Limit | None, other: Limit | None) -> Limit | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _less(one: Money | None, other: Money | None, convert: Convert) -> Money | None:
    if one is None or other is None:
        return one or other
    return one if one.amount <= convert(other, one.currency).amount else other
