"""What readers of documents missed or found wrong, kindly of trip by kind of trip: each stays mended."""

import csv
from datetime import date
from decimal import Decimal
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.money import Money
from tripintent.state.planning.changes import SetAmount
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.tools.planning.editing import RuleEditor
from tripintent.tools.planning.knowledge import OfflineKnowledge, climate, visa
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.ports.planning import Purchased
from tripintent.tools.rates.ecb import EcbRates

KNOWLEDGE = OfflineKnowledge()
MAKER = RuleMaker(KNOWLEDGE, EcbRates())


def trip(origin, *places, **more):
    known = {"travellers": 1, "adults": 1, "budget": Money(amount=Decimal(3000), currency="EUR"), "days": 8}
    towns = tuple(Town(name=name) for name in places)
    return TripFacts(**(known | {"origin": Town(name=origin), "destinations": towns} | more))


def items(facts, language="en"):
    return {item.key: item.text for item in MAKER.checklist(facts, Purchased(), language).items}


def test_a_long_stay_knows_its_later_months():
    """Four months from the end of August in Toronto end in the cold, also where only the length is known."""
    found = items(trip("Lagos", "Toronto", first_day=date(2027, 8, 25), days=131, passports=("NG",), returns=False))
    assert {"light_clothes", "warm_clothes"} <= found.keys()
    assert "onward" in found
    assert "…" in found["closed-CA"]


def test_the_way_between_the_places_is_to_be_booked():
    """Three islands: how to get from one to the next is on the list; one place has no between."""
    found = items(trip("Athens", "Santorini", "Mykonos", "Rhodes", first_day=date(2027, 9, 4)))
    assert "Santorini – Mykonos – Rhodes" in found["book_between"]
    assert "book_between" not in items(trip("Athens", "Santorini"))


def test_a_wheelchair_a_ski_week_and_a_day_trip():
    """Steps at sights are asked about; shoes for snow, not for streets; no second half of a single day."""
    assert "wheelchair_sights" in items(trip("Toronto", "Barcelona", needs=("wheelchair",)))
    ski = items(trip("Manchester", "Innsbruck", first_day=date(2027, 2, 13), needs=("ski",)))
    assert "winter_shoes" in ski
    assert "shoes" not in ski
    assert not any(
        "second half" in tip for tip in MAKER.budget(trip("Frankfurt", "London", days=1), Purchased(), "en").tips
    )


def test_rules_are_those_of_the_table():
    """Looked for in the text, each row is found as it stands there."""
    text = (files("tripintent.tools.planning") / "data/passport-index-tidy-iso2.csv").read_text("utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["Passport"] != row["Destination"]]
    for row in [*rows[::199], rows[0], rows[-1]]:
        rule = KNOWLEDGE.visa(row["Passport"], row["Destination"])
        said = row["Requirement"]
        if said.isdecimal():
            assert rule is not None
            assert (rule.rule, rule.days) == ("free", int(said))
        elif rule is not None:
            assert rule.rule == said.removeprefix("visa ").replace("-", "_").replace(" ", "_").removeprefix("visa_")
    assert KNOWLEDGE.visa("XX", "FR") is None


def test_an_estimate_is_what_a_place_costs_and_not_all_that_is_left():
    """A large budget for three days is not eaten up: an estimate has a most, and what is left is said to be not assigned."""
    rich = trip("London", "Frankfurt", days=3, budget=Money(amount=Decimal(5000), currency="GBP"))
    made = {one.key: one for one in MAKER.budget(rich, Purchased(), "en").categories}
    assert made["food"].amount / 3 < 100
    assert made["spare"].amount > 2000
    assert sum(one.amount for one in made.values()) == 5000
    poor = trip("London", "Frankfurt", days=3, budget=Money(amount=Decimal(400), currency="GBP"))
    assert "spare" not in {one.key for one in MAKER.budget(poor, Purchased(), "en").categories}


def test_a_set_amount_leaves_estimates_below_their_most():
    """What a person takes from one part does not swell the others beyond what they may cost."""
    facts = trip("London", "Frankfurt", days=3, budget=Money(amount=Decimal(2000), currency="GBP"))
    made = MAKER.budget(facts, Purchased(), "en")
    editor = RuleEditor(EcbRates(), lambda: "new")
    after = editor.apply(made, SetAmount(category="budget-category-activities", amount=Decimal(0)))
    assert all(one.most is None or one.amount <= one.most for one in after.categories)
    assert sum(one.amount for one in after.categories) == 2000


def test_the_border_of_a_passport():
    """Into Schengen a foreign passport has rules of its own; the months that other countries ask for are not among them."""
    assert "3 months after leaving" in items(trip("London", "Barcelona"))["passport_schengen"]
    assert "six months" in items(trip("London", "Bangkok"))["passport"]
    assert "passport_schengen" not in items(trip("London", "Barcelona", passports=("IE",)))


def test_no_adapter_where_the_earthed_plug_fits():
    """A French plug fits a Spanish socket, and the other way round; a British one fits neither."""
    assert not any(key.startswith("adapter") for key in items(trip("Lyon", "Barcelona")))
    assert not any(key.startswith("adapter") for key in items(trip("Berlin", "Warsaw")))
    assert any(key.startswith("adapter") for key in items(trip("London", "Barcelona")))


def test_a_ski_week_needs_no_hiking_shoes():
    """Who skis takes ski things; what nature and sport ask for otherwise is left out."""
    ski = items(trip("Cologne", "Innsbruck", interests=("nature", "sports"), needs=("ski",)))
    plain = items(trip("Cologne", "Innsbruck", interests=("nature", "sports")))
    assert {"hiking", "sport_things"} <= set(plain)
    assert not {"hiking", "sport_things"} & set(ski)
    assert "ski_clothes" in ski


def test_a_holiday_counts_where_one_is_then():
    """Republic Day in Italy is nothing to who is in Paris on it; who is in Rome is told."""
    away = trip("Mumbai", "Paris", "Zurich", "Rome", first_day=date(2027, 6, 1), days=14)
    there = trip("Mumbai", "Rome", "Zurich", "Paris", first_day=date(2027, 6, 1), days=14)
    assert "closed" not in " ".join(items(away))
    assert any("Republic Day" in text for text in items(there).values())


def test_an_entry_rule_that_changed_carries_its_day():
    """European passports need an authorisation for the United Kingdom since April 2025; Irish ones never did."""
    french = visa("FR", "GB")
    assert french is not None
    assert (french.rule, french.as_of.isoformat()) == ("eta", "2025-04-02")
    assert getattr(visa("IE", "GB"), "rule", None) == "free"
    assert getattr(visa("FR", "JP"), "rule", None) == "free"


EDGES = {"cold": (-60, 6), "cool": (6, 14), "mild": (14, 21), "warm": (21, 28), "hot": (28, 60)}
COARSE = 2.5
"""Degrees: how far a band may miss. It is coarse, and said to be."""
MONTHS = (1, 4, 7, 10)
HIGHS = {
    "YYZ Toronto": (-1, 12, 27, 14), "JFK New York": (4, 16, 29, 18), "ORD Chicago": (0, 15, 29, 17),
    "YUL Montreal": (-5, 11, 27, 13), "SEA Seattle": (8, 15, 25, 16), "SFO San Francisco": (14, 18, 22, 21),
    "LAX Los Angeles": (19, 21, 26, 25), "MIA Miami": (24, 28, 32, 30), "MEX Mexico City": (22, 26, 24, 23),
    "LHR London": (8, 15, 23, 15), "DUB Dublin": (8, 13, 20, 14), "CDG Paris": (7, 16, 26, 16), "AMS Amsterdam": (6, 13, 22, 15),
    "BER Berlin": (3, 14, 25, 14), "MUC Munich": (3, 14, 25, 14), "VIE Vienna": (4, 16, 27, 15), "ARN Stockholm": (0, 10, 23, 10),
    "KEF Reykjavik": (3, 6, 14, 7), "MAD Madrid": (10, 18, 33, 20), "LIS Lisbon": (15, 19, 28, 23), "FCO Rome": (12, 18, 31, 23),
    "ATH Athens": (13, 20, 34, 24), "IST Istanbul": (9, 16, 29, 20), "SVO Moscow": (-4, 11, 25, 9), "DXB Dubai": (24, 33, 41, 35),
    "CAI Cairo": (19, 28, 35, 30), "SIN Singapore": (30, 32, 31, 31), "BKK Bangkok": (32, 35, 33, 32), "DEL Delhi": (20, 36, 35, 33),
    "HND Tokyo": (10, 19, 30, 22), "PEK Beijing": (2, 21, 31, 19), "ICN Seoul": (2, 17, 29, 20), "PVG Shanghai": (8, 20, 33, 23),
    "HKG Hong Kong": (19, 25, 32, 28), "SYD Sydney": (27, 23, 17, 22), "CPT Cape Town": (27, 24, 18, 21), "LIM Lima": (26, 25, 19, 20),
    "EZE Buenos Aires": (30, 23, 15, 23), "NBO Nairobi": (25, 24, 22, 26), "BOG Bogota": (20, 19, 18, 19),
}  # fmt: skip


@pytest.fixture(scope="module")
def knowledge():
    return OfflineKnowledge()


@pytest.mark.parametrize("city", HIGHS)
def test_a_band_is_that_of_the_usual_highs(knowledge, city):
    """Toronto is cold in January and warm in July: a band may miss by a few degrees, not by a coat."""
    code, _, name = city.partition(" ")
    for month, high in zip(MONTHS, HIGHS[city], strict=True):
        band = knowledge.climate(Town(name=name, code=code), month).band
        low, top = EDGES[band]
        assert low - COARSE <= high <= top + COARSE, (city, month, high, band)


@given(
    lat=st.floats(-80, 80),
    lon=st.floats(-180, 180),
    country=st.sampled_from([None, "US", "JP", "GB", "AE", "PE"]),
    high=st.integers(0, 4000),
)
def test_summer_is_never_colder_than_winter(lat, lon, country, high):
    """Outside the tropics July is at least as warm as January in the north, and the other way round in the south."""
    order = ["cold", "cool", "mild", "warm", "hot"]
    january, july = (order.index(climate(lat, lon, country, month, high).band) for month in (1, 7))
    warm, cold = (july, january) if lat >= 0 else (january, july)
    assert abs(lat) < 15 or warm >= cold
