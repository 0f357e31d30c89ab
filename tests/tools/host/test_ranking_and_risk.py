"""Ranking and risk through a host."""

from datetime import UTC, datetime

import pytest
from tests.offers import flight_at, hotel_until

from tripintent.state.bundles import Issue
from tripintent.state.money import Money
from tripintent.state.queries import Occupancy
from tripintent.state.wishes import Preferences
from tripintent.tools.errors import SupplierError
from tripintent.tools.host.ranking import HostRanker, HostRiskCheck
from tripintent.tools.ports.ranking import RankRequest, RiskCheck, RiskRequest

SOON = datetime(2026, 3, 2, 13, tzinfo=UTC)


def flight(option, amount, currency="USD"):
    return flight_at(SOON, option, amount, currency, supplier="host", hop={"arrive_at": SOON.replace(hour=19)})


def hotel(option, amount):
    nights = {"check_in": "2026-03-11", "check_out": "2026-03-14"}
    return hotel_until(SOON, option, amount, supplier="host", star_rating=4, refundable=True, **nights)


REQUEST = RankRequest(
    occupancies=((Occupancy(adults=2, child_ages=(7,)), Occupancy(adults=1)),),
    intent={"origin": "JFK", "stays": [{"location_code": "LIS", "rooms": 2}]},
    flights=((flight("f1", 100), flight("f2", 200)), (flight("f3", 50),)),
    hotels=((hotel("h1", 300),),),
    preferences=Preferences(weights={"price": 0.9, "preference": 0.3}),
)
GOOD = {
    "bundle_id": "theirs",
    "flight_option_ids": ["f2", "f3"],
    "hotel_option_id": "h1",
    "estimated_total": {"amount": 1, "currency": "USD"},
    "why_this_bundle": "Leaves late.",
    "tradeoffs": ["dearer"],
}


async def test_the_host_ranks(host, caller):
    """The host's order and words are kept; the total is added up here, whatever the host says."""
    host.answers["trip_option_ranker"] = {"bundles": [GOOD, {**GOOD, "flight_option_ids": ["f1", "f3"]}, GOOD]}
    result = await HostRanker(caller).rank(REQUEST)
    first, second = result.bundles
    assert (first.flight_option_ids, first.hotel_option_ids) == (("f2", "f3"), ("h1",))
    assert (first.estimated_total.amount, second.estimated_total.amount) == (550, 450)
    assert (first.why_this_bundle, first.tradeoffs, first.minutes, first.stars) == ("Leaves late.", ("dearer",), 720, 4)
    assert first.refundable is False
    assert first.bundle_id.startswith("bndl_")
    assert result.considered == 4
    weights = host.sent["ranking_policy"]["weights"]
    assert weights == {"price": 0.9, "duration": 0.2, "refundable": 0.2, "convenience": 0.1}
    assert [len(options) for options in host.sent["flight_options_by_segment"]] == [2, 1]
    rooms = [[(room["adults"], room["child_ages"]) for room in stay] for stay in host.sent["room_occupancies"]]
    assert rooms == [[(2, [7]), (1, [])]]
    assert host.sent["trip_intent"]["stays"] == [{"location_code": "LIS", "rooms": 2}]


@pytest.mark.parametrize(
    "bad",
    [
        {"flight_option_ids": ["f2"]},
        {"flight_option_ids": ["f3", "f2"]},
        {"flight_option_ids": ["f9", "f3"]},
        {"hotel_option_id": None},
    ],
)
async def test_bundles_of_other_offers_are_left_out(host, caller, bad):
    """A bundle must take one of the offers of each leg and stay, in order."""
    host.answers["trip_option_ranker"] = {"bundles": [{**GOOD, **bad}, GOOD]}
    assert len((await HostRanker(caller).rank(REQUEST)).bundles) == 1
    host.answers["trip_option_ranker"] = {"bundles": [{**GOOD, **bad}]}
    with pytest.raises(SupplierError):
        await HostRanker(caller).rank(REQUEST)


async def test_several_currencies(host, caller, caplog):
    """Where offers are in several currencies the host converts, into the currency asked for."""
    request = RankRequest(flights=((flight("f1", 100, "EUR"),), (flight("f3", 50),)), currency="USD")
    bundle = {"flight_option_ids": ["f1", "f3"], "estimated_total": {"amount": "160.50", "currency": "USD"}}
    host.answers["trip_option_ranker"] = {"bundles": [bundle]}
    assert str((await HostRanker(caller).rank(request)).bundles[0].estimated_total) == "160.50 USD"
    host.answers["trip_option_ranker"] = {"bundles": [{**bundle, "estimated_total": None}]}
    with pytest.raises(SupplierError, match="no usable answer"):
        await HostRanker(caller).rank(request)
    assert "no total in USD" in caplog.text


async def test_no_bundles_is_an_answer(host, caller):
    """An empty list is a result; a missing one is an error."""
    host.answers["trip_option_ranker"] = {"bundles": []}
    assert (await HostRanker(caller).rank(REQUEST)).bundles == ()
    host.answers["trip_option_ranker"] = {}
    with pytest.raises(SupplierError):
        await HostRanker(caller).rank(REQUEST)


class Strict(RiskCheck):
    """A check of ours with one blocking issue."""

    async def check(self, request):
        return (Issue(code="policy_stops", severity="block"),)


RISK = RiskRequest(flights=(flight("f1", 100),), total=Money(amount=100), now=SOON)


async def test_the_host_checks(host, caller):
    """Texts and mappings become issues: blocking ones first, confirmations marked, nothing said twice."""
    host.answers["policy_and_risk_check"] = {
        "risks": ["Short connection", {"code": "visa", "message": "A visa may be needed"}],
        "blocking_issues": [{"code": "over_limit", "text": "Above the limit"}],
        "required_user_confirmations": ["Short connection", "Non-refundable"],
    }
    issues = await HostRiskCheck(caller).check(RISK)
    assert [(i.code, i.severity, i.confirm) for i in issues] == [
        ("over_limit", "block", False),
        ("short_connection", "warn", True),
        ("visa", "warn", False),
        ("non_refundable", "warn", True),
    ]
    assert host.sent["org_policy"]["require_user_approval_to_purchase"] is True
    assert host.sent["selected_flights"][0]["option_id"] == "f1"


async def test_our_blocks_stay(host, caller):
    """With a check of ours beside it, the host can add issues and never take ours away."""
    host.answers["policy_and_risk_check"] = {"risks": [], "blocking_issues": []}
    assert [i.code for i in await HostRiskCheck(caller, Strict()).check(RISK)] == ["policy_stops"]


async def test_a_failed_check_is_no_pass(host, caller):
    """A host that does not answer has not approved of anything."""
    host.answers["policy_and_risk_check"] = RuntimeError("boom")
    with pytest.raises(SupplierError):
        await HostRiskCheck(caller).check(RISK)
