"""The traveller's own budget: to be confirmed when exceeded. The policy's is in policy.py, and blocks."""

from collections.abc import Iterator

from tripintent.state.bundles import Issue
from tripintent.state.money import Money
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ports.rates import Rates


def budget_risks(request: RiskRequest, rates: Rates) -> Iterator[Issue]:
    """Yield by how much the trip exceeds the traveller's budget."""
    budget = request.budget_in_total_currency or in_currency_of(request.total, request.constraints.budget_total, rates)
    if budget and request.total.amount > budget.amount:
        over = Money(amount=request.total.amount - budget.amount, currency=budget.currency)
        money = formats_of("en").money
        text = f"The trip costs {money(request.total)}, {money(over)} more than the budget of {money(budget)}."
        facts = {"total": str(request.total), "budget": str(budget), "over": str(over)}
        yield Issue(code="over_budget", text=text, confirm=True, facts=facts)


def in_currency_of(total: Money, limit: Money | None, rates: Rates) -> Money | None:
    """Return a limit in the currency of the total. Raises UnknownCurrency."""
    if limit is None or limit.currency == total.currency:
        return limit
    return rates.convert(limit, total.currency)
