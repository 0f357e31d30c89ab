"""The organisation's rules and the traveller's own budget, checked against a trip.

A broken rule blocks, as ``policy_violation:<rule>``: no one can confirm it away. An exceeded budget of one's own is to be confirmed.
"""

from collections.abc import Iterator

from tripintent.state.bundles import Issue
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.wishes import PolicyRules
from tripintent.tools.formats import counted, formats_of
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ports.rates import Rates

_MONEY = formats_of("en").money


def policy_violations(request: RiskRequest, rates: Rates) -> Iterator[Issue]:
    """Yield every rule that the trip breaks. Limits are inclusive; unknown stars pass. Raises UnknownCurrency."""
    rules = request.rules
    yield from _budget(request, rates)
    for i, flight in enumerate(request.flights):
        yield from _flight(flight, rules, f"flights[{i}]")
    for j, hotel in enumerate(request.hotels):
        yield from _hotel(hotel, rules, f"hotels[{j}]", rates)


def _budget(request: RiskRequest, rates: Rates) -> Iterator[Issue]:
    limit = request.policy_budget_in_total_currency or in_currency_of(
        request.total, request.rules.max_budget_total, rates
    )
    if limit and request.total.amount > limit.amount:
        text = f"The trip costs {_MONEY(request.total)}; the policy allows at most {_MONEY(limit)}."
        yield _violation("max_budget_total", "", text, limit=str(limit), found=str(request.total))


def _flight(offer: FlightOffer, rules: PolicyRules, path: str) -> Iterator[Issue]:
    if rules.max_stops is not None and offer.stops > rules.max_stops:
        text = f"The flight has {counted(offer.stops, 'stop')}; the policy allows at most {rules.max_stops}."
        yield _violation("max_stops", path, text, limit=str(rules.max_stops), found=str(offer.stops))
    if rules.max_class is not None and offer.above(rules.max_class):
        cabin = offer.highest_cabin
        text = f"The flight is in {_words(cabin)}; the policy allows at most {_words(rules.max_class)}."
        yield _violation("max_class", path, text, limit=rules.max_class, found=cabin)
    yield from _refund(offer, rules, path, "flight")


def _hotel(offer: HotelOffer, rules: PolicyRules, path: str, rates: Rates) -> Iterator[Issue]:
    rate = offer.room_rate
    limit = in_currency_of(rate, rules.max_daily_rate, rates)
    if limit and rate.amount > limit.amount:
        text = f"{offer.hotel_name} costs {_MONEY(rate)} a room and night; the policy allows at most {_MONEY(limit)}."
        yield _violation("max_daily_rate", path, text, limit=str(limit), found=str(rate), hotel=offer.hotel_name)
    if rules.max_stars is not None and offer.star_rating is not None and offer.star_rating > rules.max_stars:
        text = f"{offer.hotel_name} has {offer.star_rating:g} stars; the policy allows at most {rules.max_stars:g}."
        most, found = f"{rules.max_stars:g}", f"{offer.star_rating:g}"
        yield _violation("max_stars", path, text, limit=most, found=found, hotel=offer.hotel_name)
    yield from _refund(offer, rules, path, "hotel")


def _refund(offer: FlightOffer | HotelOffer, rules: PolicyRules, path: str, thing: str) -> Iterator[Issue]:
    if rules.require_refundable and not offer.refundable:
        text = f"The {thing} is not refundable; the policy requires it to be."
        yield _violation("require_refundable", path, text, limit="true", found="false", thing=thing)


def _violation(rule: str, path: str, text: str, **facts: str) -> Issue:
    facts = {"rule": rule, **facts}
    return Issue(code=f"policy_violation:{rule}", severity="block", path=path, text=text, facts=facts)


def _words(cabin: str) -> str:
    return cabin.replace("_", " ")


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
