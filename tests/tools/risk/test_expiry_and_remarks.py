"""What ends soon, what papers are needed, what is simulated, and the order of it all."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.tools.risk.conftest import NOW, flight, hop, hotel

from tripintent.state.wishes import PolicyRules


async def test_half_a_trip_is_to_be_confirmed(codes):
    """What was wanted and not found is said once a kind, and nobody buys the rest without saying so."""
    found = await codes(hotel(11, 13), missing_flights=("JFK–SFO", "SFO–JFK"), missing_stays=("Reno",))
    assert [(code, confirm) for code, _, _, confirm in found if code.endswith("_missing")] == [
        ("flights_missing", True),
        ("hotels_missing", True),
    ]
    assert not [code for code, *_ in await codes(hotel(11, 13)) if code.endswith("_missing")]


async def test_another_hotel_in_the_place_of_a_booked_one_is_to_be_confirmed(codes):
    """Also where the booked one could have stayed: names of hotels are much alike."""
    changed = [("Inn", "Inn House", offered) for offered in (True, False)]
    found = await codes(hotel(11, 13), hotels_changed=changed)
    told = [(code, confirm) for code, _, _, confirm in found if code.startswith("other_hotel")]
    assert told == [("other_hotel", True), ("other_hotel_only", True)]


OUT = ("JFK-SFO", "11 08:00", "11 11:30")


@pytest.mark.parametrize(
    ("held", "minutes", "expected"),
    [
        (True, 120, None),
        (True, 119, ("hold_expires_soon", "warn")),
        (True, 0, ("hold_expired", "block")),
        (False, 15, None),
        (False, 14, ("offer_expires_soon", "warn")),
        (False, 0, ("offer_expired", "block")),
    ],
)
async def test_what_ends_soon(held, minutes, expected, codes):
    """A hold with less than two hours left, an offer with less than 15 minutes is said; an ended one blocks."""
    ends = NOW + timedelta(minutes=minutes)
    later = NOW + timedelta(days=2)
    offer = hotel(11, 13, expires_at=NOW if held else ends)
    found = await codes(offer, hotel(13, 14), hold_expiries=(later, ends) if held else ())
    assert [(code, severity) for code, severity, *_ in found if "expire" in code] == ([expected] if expected else [])


async def test_an_end_is_told_by_the_reader_s_clock(check):
    """As all that a card says of it."""
    now = NOW.astimezone(ZoneInfo("America/New_York"))
    (issue, *_) = await check(hotel(11, 13), hold_expiries=(NOW + timedelta(hours=1),), now=now)
    assert issue.text == "The first hold of this trip expires in 1 h 00 min, on 1 March, 08:00 New York time."


@pytest.mark.parametrize(
    ("home", "hops", "countries"),
    [
        ("US", [OUT], None),
        ("US", [("JFK-LHR", "11 08:00", "11 20:00")], "GB"),
        ("US", [("JFK-LHR", "11 08:00", "11 20:00"), ("LHR-CDG", "11 23:00", "12 01:30")], "GB,FR"),
        ("FR", [OUT], "US"),
        (None, [OUT], None),
        (None, [("CDG-LHR", "11 08:00", "11 08:20")], "GB"),
    ],
)
async def test_entry_documents(home, hops, countries, check):
    """Whoever touches a country not their own confirms to have looked at papers; without a home the first one is it."""
    issues = await check(flight(*(hop(*h) for h in hops)), home_country=home)
    found = [(i.severity, i.confirm, i.facts["countries"]) for i in issues if i.code == "entry_documents"]
    assert found == ([("info", True, countries)] if countries else [])


async def test_countries_are_named(check):
    """The English text says the names of the countries, as the other languages do, and no codes."""
    hops = [hop("JFK-LHR", "11 08:00", "11 20:00"), hop("LHR-CDG", "11 23:00", "12 01:30")]
    [text] = [i.text for i in await check(flight(*hops), home_country="US") if i.code == "entry_documents"]
    assert "entry rules for United Kingdom and France." in text


@pytest.mark.parametrize("simulated", [True, False])
async def test_simulated_offers_are_said(simulated, codes):
    """One remark says that offers are simulated, and none is made about real ones."""
    found = await codes(flight(hop(*OUT)), hotel(11, 12, simulated=simulated))
    assert [issue for issue in found if issue[0] == "simulated"] == [("simulated", "info", "", False)] * simulated


async def test_blocks_come_first(check):
    """Blocking issues stand before warnings, those before what is only to be confirmed, remarks last."""
    offer = flight(hop("SFO-LHR", "11 22:30", "12 09:00"), refundable=False, simulated=True)
    issues = await check(offer, hotel(11, 16, price=500), rules=PolicyRules(max_daily_rate={"amount": "50"}))
    order = [("block", False), ("warn", True), ("info", True), ("info", False)]
    ranks = [order.index((i.severity, i.confirm)) for i in issues]
    assert ranks == sorted(ranks)
    assert set(ranks) == {0, 1, 2, 3}


async def test_every_issue_is_a_sentence_under_its_own_id(check):
    """Each issue is one plain sentence with its figures, and no two share a confirmation id."""
    legs = [
        flight(hop("SFO-JFK", "11 22:30", "12 07:00"), hop("JFK-LHR", "12 07:20", "12 19:00"), refundable=False),
        flight(hop("LHR-CDG", "12 20:00", "12 22:30"), self_transfer=True),
    ]
    issues = await check(*legs, hotel(11, 16, refundable=False))
    assert len(issues) >= 6
    assert len({i.confirmation_id for i in issues}) == len(issues)
    assert all(i.text.endswith(".") and i.text[0].isupper() and i.facts for i in issues)
