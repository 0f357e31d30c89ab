"""What readers of documents missed or found wrong, kindly of trip by kind of trip: each stays mended."""

import csv
from datetime import date
from decimal import Decimal
from importlib.resources import files

import pytest

from tripintent.state.money import Money
from tripintent.state.planning.changes import SetAmount
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.planning.editing import RuleEditor
from tripintent.tools.planning.knowledge import OfflineKnowledge, visa
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


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Erstelle Checkliste, Budget und Reiseplan", "de"),
        ("Erstelle die Checkliste", "de"),
        ("Crea lista de equipaje, presupuesto e itinerario", "es"),
        ("Crea el presupuesto", "es"),
        ("Crée checklist, budget et itinéraire", "fr"),
        ("Crea checklist, budget e itinerario", "it"),
        ("Crea la lista dei bagagli", "it"),
        ("Criar checklist, orçamento e roteiro", "pt"),
        ("create checklist, budget and itinerary", "en"),
    ],
)
def test_a_short_opener_is_in_its_language(text, language):
    """The words for documents tell the language of a first message that has few others."""
    assert detect(text) == language


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
