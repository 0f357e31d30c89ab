"""What readers of documents missed or found wrong, kindly of trip by kind of trip: each stays mended."""

import csv
from datetime import date
from decimal import Decimal
from importlib.resources import files

import pytest

from tripintent.state.money import Money
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.ports.planning import Beside, Purchased
from tripintent.tools.rates.ecb import EcbRates

KNOWLEDGE = OfflineKnowledge()
MAKER = RuleMaker(KNOWLEDGE, EcbRates())


def trip(origin, *places, **more):
    known = {"travellers": 1, "adults": 1, "budget": Money(amount=Decimal(3000), currency="EUR"), "days": 8}
    towns = tuple(Town(name=name) for name in places)
    return TripFacts(**(known | {"origin": Town(name=origin), "destinations": towns} | more))


def items(facts, language="en"):
    return {item.key: item.text for item in MAKER.checklist(facts, Purchased(), language).items}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "we hold Australian, Indian and British passports", ("AU", "IN", "GB")),
        ("en", "I have a German passport", ("DE",)),
        ("en", "we fly with American airlines, and I hold an Indian passport", ("IN",)),
        ("es", "tengo pasaporte español y mexicano", ("ES", "MX")),
    ],
)
def test_several_passports_in_one_sentence(language, text, expected):
    """Each passport of a list is heard; an airline's country is none."""
    assert WordsReader().read(text, language, Beside()).passports == expected


def test_a_long_stay_knows_its_later_months():
    """Four months from September in Toronto end in the cold, also where only the length is known."""
    found = items(trip("Lagos", "Toronto", first_day=date(2027, 9, 2), days=120, passports=("NG",), returns=False))
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
    text = (files("tripintent.tools.planning.data") / "passport-index-tidy-iso2.csv").read_text("utf-8")
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
