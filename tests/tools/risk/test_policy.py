"""The organisation's rules: what breaks one is blocked, at the limit nothing is."""

import pytest
from tests.tools.risk.conftest import flight, hop, hotel, usd

from tripintent.state.wishes import PolicyRules

ONE_STOP = (("JFK-ORD", "11 08:00", "11 10:00"), ("ORD-SFO", "11 12:00", "11 14:00"))


def blocked(issues):
    """Return (code, path) of the blocking issues."""
    return [(i.code, i.path) for i in issues if i.severity == "block"]


@pytest.mark.parametrize(
    ("rule", "limit", "offer", "breaks"),
    [
        ("max_stops", 1, {}, False),
        ("max_stops", 0, {}, True),
        ("max_class", "business", {"cabin": "business"}, False),
        ("max_class", "premium_economy", {"cabin": "business"}, True),
        ("max_class", "economy", {"cabin": "basic_economy"}, False),
        ("require_refundable", True, {"refundable": False}, True),
        ("require_refundable", True, {}, False),
    ],
)
async def test_flight_rules(rule, limit, offer, breaks, check):
    """A flight beyond a limit blocks under the rule's name; one at the limit passes."""
    issues = await check(flight(*(hop(*h) for h in ONE_STOP), **offer), rules=PolicyRules(**{rule: limit}))
    assert blocked(issues) == ([(f"policy_violation:{rule}", "flights[0]")] if breaks else [])


async def test_a_higher_cabin_on_one_hop_breaks_the_class(check):
    """The highest cabin of any hop counts, not only the one in the offer's name."""
    offer = flight(hop(*ONE_STOP[0]), hop(*ONE_STOP[1], cabin="first"))
    assert blocked(await check(offer, rules=PolicyRules(max_class="business"))) == [
        ("policy_violation:max_class", "flights[0]")
    ]


@pytest.mark.parametrize(
    ("rule", "limit", "offer", "breaks"),
    [
        ("max_daily_rate", "100 USD", {"price": 200}, False),
        ("max_daily_rate", "99.99 USD", {"price": 200}, True),
        ("max_daily_rate", "100 USD", {"price": 400, "rooms": 2}, False),
        ("max_daily_rate", "50 EUR", {"price": 200}, False),
        ("max_daily_rate", "49 EUR", {"price": 200}, True),
        ("max_stars", 4, {"star_rating": 4.0}, False),
        ("max_stars", 4, {"star_rating": 4.5}, True),
        ("max_stars", 4, {"star_rating": None}, False),
        ("require_refundable", True, {"refundable": False}, True),
    ],
)
async def test_hotel_rules(rule, limit, offer, breaks, check):
    """A hotel beyond a limit blocks under the rule's name: a rate is one room's, in any currency; unknown stars pass."""
    if rule == "max_daily_rate":
        amount, currency = limit.split()
        limit = {"amount": amount, "currency": currency}
    issues = await check(hotel(11, 13, **offer), rules=PolicyRules(**{rule: limit}))
    assert blocked(issues) == ([(f"policy_violation:{rule}", "hotels[0]")] if breaks else [])


@pytest.mark.parametrize(("limit", "breaks"), [("200", False), ("199.99", True)])
async def test_the_policys_budget_blocks(limit, breaks, check):
    """A trip above the policy's budget blocks, whether the limit comes converted or in the total's currency."""
    for request in (
        {"rules": PolicyRules(max_budget_total=usd(limit))},
        {"policy_budget_in_total_currency": usd(limit)},
    ):
        issues = await check(hotel(11, 13, price=200), **request)
        assert blocked(issues) == ([("policy_violation:max_budget_total", "")] if breaks else [])


async def test_no_rules_block_nothing(check):
    """Without a policy nothing is blocked, however dear, starry or slow."""
    offer = flight(*(hop(*h) for h in ONE_STOP), cabin="first", refundable=False)
    assert blocked(await check(offer, hotel(11, 16, price=99999, star_rating=5.0, refundable=False))) == []
