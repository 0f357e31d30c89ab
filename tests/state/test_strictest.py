"""Rules and likes of several travellers."""

import pytest

from tripintent.state.money import Money
from tripintent.state.wishes import (
    FlightPreferences,
    HotelPreferences,
    Policy,
    PolicyRules,
    Preferences,
    strictest,
    with_likes,
)

USD, EUR = (lambda amount: Money(amount=amount, currency="USD")), (lambda amount: Money(amount=amount, currency="EUR"))


def doubled(money, currency):
    """One euro is two dollars."""
    assert (money.currency, currency) in {("EUR", "USD"), ("USD", "USD")}
    return Money(amount=money.amount * (2 if money.currency == "EUR" else 1), currency=currency)


@pytest.mark.parametrize(
    ("rule", "one", "other", "counts"),
    [
        ("max_stops", 1, 0, 0),
        ("max_stops", None, 2, 2),
        ("max_class", "business", "economy", "economy"),
        ("max_class", "first", None, "first"),
        ("max_stars", 5, 4.5, 4.5),
        ("max_budget_total", USD(3000), EUR(1000), EUR(1000)),
        ("max_budget_total", USD(1500), EUR(1000), USD(1500)),
        ("max_daily_rate", None, EUR(90), EUR(90)),
        ("require_refundable", False, True, True),
        ("require_user_approval_to_purchase", False, True, True),
        ("holds_allowed_without_approval", True, False, False),
        ("approval_token_required", False, True, True),
        ("approver", "boss", "chief", "boss"),
        ("approver", None, "chief", "chief"),
        (
            "connection_minutes",
            {"domestic": 60},
            {"domestic": 90, "international": 70},
            {"domestic": 90, "international": 70},
        ),
    ],
)
def test_of_each_rule_the_strictest_counts(rule, one, other, counts):
    """Nobody's rule is broken for another's sake."""
    policies = [Policy(rules=PolicyRules(**{rule: value}), source=whose) for value, whose in ((one, "a"), (other, "b"))]
    merged = strictest(policies, doubled)
    assert getattr(merged.rules, rule) == counts
    assert merged.source == "a + b"


def test_every_rule_is_merged():
    """A rule that is added has to be merged as well."""
    every = PolicyRules(
        require_user_approval_to_purchase=False,
        holds_allowed_without_approval=False,
        max_budget_total=USD(1),
        require_refundable=True,
        max_stops=1,
        max_class="economy",
        max_daily_rate=USD(1),
        max_stars=1,
        approver="x",
        approval_token_required=True,
        connection_minutes={"domestic": 1},
    )
    assert set(every.model_dump(exclude_defaults=True)) == set(PolicyRules.model_fields)
    assert strictest([Policy(rules=every), Policy(rules=every)], doubled).rules == every


def test_words_outrank_what_profiles_like():
    """Likes of all count where nothing was said; an airline that is avoided is not liked."""
    ann = Preferences(
        flight=FlightPreferences(preferred_airlines=("KL", "Fable Air")),
        hotel=HotelPreferences(preferred_hotels=("Ritz",)),
    )
    bob = Preferences(flight=FlightPreferences(preferred_airlines=("KL", "TAP")))
    avoiding = Preferences(flight=FlightPreferences(avoid_airlines=("tap",)))
    both = with_likes(avoiding, [ann, bob])
    assert (both.flight.preferred_airlines, both.hotel.preferred_hotels) == (("KL", "Fable Air"), ("Ritz",))
    said = Preferences(flight=FlightPreferences(preferred_airlines=("LH",)))
    assert with_likes(said, [ann]).flight.preferred_airlines == ("LH",)
