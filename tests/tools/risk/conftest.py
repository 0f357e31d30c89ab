"""Hand-made offers for the risk rules: short, and with local times that read as they are meant."""

import re
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from tests.tools.ranking.conftest import RoundRates

from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.risk.check import TripRiskCheck

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
ZONES = {"JFK": "America/New_York", "EWR": "America/New_York", "SFO": "America/Los_Angeles", "ORD": "America/Chicago"}
ZONES |= {"LHR": "Europe/London", "LGW": "Europe/London", "CDG": "Europe/Paris", "SYD": "Australia/Sydney"}
COUNTRIES = {"JFK": "US", "EWR": "US", "SFO": "US", "ORD": "US", "LHR": "GB", "LGW": "GB", "CDG": "FR", "SYD": "AU"}


def usd(amount):
    return Money(amount=Decimal(str(amount)))


def local(airport, moment):
    """Read "11 22:30" as the 11th of March 2027 at 22:30 local."""
    day, clock = moment.split()
    return datetime.fromisoformat(f"2027-03-{int(day):02d}T{clock}").replace(tzinfo=ZoneInfo(ZONES[airport]))


def hop(route, leaves, lands, **facts):
    """Build one flight from "JFK-SFO", "11 08:00", "11 11:30"; unknown airports of `facts` may blank countries."""
    origin, destination = route.split("-")
    known = {"origin_country": COUNTRIES[origin], "destination_country": COUNTRIES[destination]} | facts
    return FlightHop(
        origin=origin,
        destination=destination,
        depart_at=local(origin, leaves),
        arrive_at=local(destination, lands),
        airline="Test Air",
        **known,
    )


def flight(*hops, **facts):
    """Build a refundable offer of the given flights that stays valid for a day."""
    known = {"option_id": "F", "supplier": "test", "total_price": usd(100), "refundable": True}
    return FlightOffer(segments=hops, **(known | {"expires_at": NOW + timedelta(days=1)} | facts))


def hotel(check_in, check_out, price=100, **facts):
    """Build a refundable hotel in March 2027 from day to day that stays valid for a day."""
    start, end = date(2027, 3, check_in), date(2027, 3, check_out)
    known = {"option_id": "H", "supplier": "test", "hotel_id": "H", "hotel_name": "Inn", "refundable": True}
    known |= {"nightly_price": usd(price / (end - start).days), "total_price": usd(price)}
    return HotelOffer(check_in=start, check_out=end, **(known | {"expires_at": NOW + timedelta(days=1)} | facts))


def assert_worded(issue):
    """Fail when a language cannot say an issue from its facts: each that any test here provokes is tried in all of them."""
    for language in ("es", "fr", "de", "pt", "it"):
        texts = texts_of(language)
        text = environment(texts.tag).filters["risk_text"](issue.model_dump(mode="json"))
        assert text.endswith("."), (language, text)
        assert text != issue.text, language
        assert not re.search(r"[{}]|\d{4}-\d\d", text), (language, text)


@pytest.fixture
def check():
    """Check a trip of offers; everything else of the request by keyword."""

    async def run(*offers, **request):
        facts = {
            "flights": tuple(o for o in offers if o.kind == "flight"),
            "hotels": tuple(o for o in offers if o.kind == "hotel"),
            "total": usd(sum(o.total_price.amount for o in offers)),
            "home_country": "US",
            "now": NOW,
        }
        issues = await TripRiskCheck(RoundRates()).check(RiskRequest(**(facts | request)))
        for issue in issues:
            assert_worded(issue)
        return issues

    return run


@pytest.fixture
def codes(check):
    """Return only (code, severity, path, confirm) of each issue."""

    async def run(*offers, **request):
        return [(i.code, i.severity, i.path, i.confirm) for i in await check(*offers, **request)]

    return run
