"""The documents by rules: sums to the cent, stable ids, what people did kept, and nothing that does not fit the trip."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.booking import Booking
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import TransferSegment
from tripintent.state.languages import LANGUAGES
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.planning.budget import percentages, shares
from tripintent.state.planning.checklist import recreated, ticked, with_own, without
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.ports.planning import Fare, Purchased
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.toolbox.own_bookings import known_facts

KNOWLEDGE = OfflineKnowledge()
MAKER = RuleMaker(KNOWLEDGE, EcbRates())


def trip(origin: str = "London", to: str = "Phuket", **more: object) -> TripFacts:
    known = {
        "destinations": (Town(name=to),), "origin": Town(name=origin), "first_day": date(2027, 7, 14), "last_day": date(2027, 7, 23),
        "days": 10, "travellers": 2, "adults": 2, "budget": Money(amount=Decimal(3000), currency="EUR"),
    }  # fmt: skip
    return TripFacts(**(known | more))


def texts(facts: TripFacts, bought: Purchased | None = None, language: str = "en") -> str:
    made = MAKER.checklist(facts, bought or Purchased(), language)
    return "\n".join(item.text for item in made.items).casefold()


def test_a_ride_on_a_day_of_a_flight_is_the_way_from_the_airport() -> None:
    """It is not to be arranged any more; a ride between them changes nothing."""
    there = {"name": "Airport"}, {"name": "Hotel"}
    for day, left in (("2027-07-14", False), ("2027-07-18", True)):
        ride = TransferSegment(
            id="r", pickup_location=there[0], dropoff_location=there[1], start_datetime=f"{day}T10:00:00"
        )
        plan = ItineraryDocument(trip_id="t", start_date="2027-07-14", end_date="2027-07-23", segments=(ride,))
        fetched = known_facts(TripIntent(), plan, GazetteerAtlas(Gazetteer())).fetched
        assert ("the way from the airport" in texts(trip(fetched=fetched))) is left


cents = st.decimals(min_value=0, max_value=90000, places=2)


@settings(max_examples=200, deadline=None)
@given(st.decimals(min_value=1, max_value=99999, places=2), st.lists(cents, min_size=1, max_size=10))
def test_shares_add_up_to_the_cent_and_percentages_to_a_hundred(total, weights):
    """Whatever the weights are, nothing is lost in rounding and no share is off by more than a step."""
    parts = shares(total, weights)
    assert sum(parts) == total
    assert all(part >= 0 for part in parts)
    lacking = percentages([*parts, -total])
    assert lacking[:-1] == percentages(parts)
    assert (sum(lacking), lacking[-1]) == (100, 0)


@pytest.mark.release
@settings(max_examples=200, deadline=None)
@given(st.decimals(min_value=50, max_value=20000, places=2), st.integers(1, 21), st.integers(1, 6), cents)
def test_a_budget_is_whole(total, days, people, flight):
    """Σ = total and Σ % = 100, with real figures and without, even when they are dearer than the budget; ids are unique."""
    facts = trip(days=days, travellers=people, budget=Money(amount=total, currency="EUR"))
    booked = Booking(booking_id="b", item_type="flight", total=Money(amount=flight, currency="EUR"))
    for bought in (Purchased(), Purchased(bookings=(booked,))):
        made = MAKER.budget(facts, bought, "en")
        assert sum(c.amount for c in made.categories) == total
        assert sum(c.percentage for c in made.categories) == 100
        assert 5 <= len(made.categories) <= 10
        assert len({c.id for c in made.categories}) == len(made.categories)


def test_a_booked_flight_is_no_estimate():
    """A real figure stands as it is and says that it is booked; the rest says that it is our own estimate."""
    booked = Booking(booking_id="b", item_type="flight", total=Money(amount=Decimal("812.50"), currency="EUR"))
    made = MAKER.budget(trip(), Purchased(bookings=(booked,)), "en")
    flights = next(c for c in made.categories if c.key == "flights")
    assert (flights.amount, flights.basis, flights.notes) == (Decimal("812.50"), "booked", "booked")
    assert "planned" in next(c for c in made.categories if c.key == "food").notes


def test_all_that_was_paid_is_booked_or_lost():
    """What an airline changed is paid with its change; of what was cancelled the rest is lost, and of a change with it."""
    old, new = (Booking(booking_id=one, item_type="flight", total=Money(amount=Decimal(90))) for one in "ab")
    old = old.model_copy(update={"status": "changed", "refund": Money(amount=Decimal(10))})
    assert sum(money.amount for _, money in Purchased(bookings=(old, new)).booked) == 170
    bought = Purchased(
        bookings=(old, new.model_copy(update={"status": "cancelled", "refund": Money(amount=Decimal(40))}))
    )
    assert (bought.booked, sum(one.amount for one in bought.lost), bought.is_off) == ((), 130, True)


@pytest.mark.release
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_what_people_did_outlives_a_re_creation(data):
    """Ticks, own items and removals are kept when the trip changes, and the ids of what stays are the same."""
    first = recreated(None, MAKER.checklist(trip(), Purchased(), "en"))
    ids = [item.id for item in first.items]
    done = data.draw(st.lists(st.sampled_from(ids), unique=True))
    gone = data.draw(st.lists(st.sampled_from(ids), unique=True, max_size=4))
    worked = with_own(without(ticked(first, done, checked=True), gone), "blue sketchbook", "own1", "My own")
    again = recreated(worked, MAKER.checklist(trip(infants=1), Purchased(), "en"))
    after = {item.id: item for item in again.items}
    assert "item-own1" in after
    assert not set(gone) & set(after)
    assert all(after[one].checked for one in done if one not in gone)
    assert len(after) == len(again.items)


def test_the_list_fits_the_trip():
    """Beach things for who likes the beach, nappies for a baby, a coat in winter; and none of them for others."""
    beach = texts(trip(interests=("beach",)))
    assert "swimwear" in beach
    assert "nappies" not in beach
    assert "coat" not in beach
    assert "nappies" in texts(trip(infants=1, travellers=3))
    winter = texts(trip(to="Oslo", first_day=date(2027, 1, 10), last_day=date(2027, 1, 20)))
    assert "coat" in winter
    assert "sunscreen" not in winter


def test_papers_by_passport_and_border():
    """An identity card within the free movement, a passport and the visa rule beyond it; a domestic trip needs neither."""
    assert "identity card" in texts(trip("Berlin", "Lisbon"))
    indian = texts(trip("Mumbai", "Madrid", passports=("IN",)))
    assert "visa for spain" in indian
    assert "passport of each traveller" in indian
    assert "passport" not in texts(trip("Boston", "Chicago")).replace("passport or", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_languages_have_the_same_items(language):
    """A list in another language holds the same things, each in under a hundred characters."""
    needs = (
        "wheelchair", "business", "ski", "diving", "wedding", "dog", "pregnant", "camping", "allergy", "diabetes", "driving",
    )  # fmt: skip
    family = trip(
        interests=("beach", "religion", "nature"),
        ages=(6, 9),
        infants=1,
        passports=("US", "IN"),
        needs=needs,
        diet=("vegan",),
        rides=True,
        drives=True,
        destinations=(Town(name="Phuket"), Town(name="Cusco"), Town(name="Paris"), Town(name="Rome")),
    )
    made = MAKER.checklist(family, Purchased(), language)
    english = MAKER.checklist(family, Purchased(), "en")
    assert [item.key for item in made.items] == [item.key for item in english.items]
    assert not [one for one in made.items if len(one.text) > 99 or one.text[-1] == "…" or "{" in one.text + one.why]
    assert 4 <= len(made.categories) <= 8


def test_what_is_booked_is_said_as_figures():
    """Baggage, check-in, the time at the airport and the last free day are those of the booked fare and the booked room."""
    takes_off = datetime(2027, 7, 14, 9, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    hop = {"from": "BER", "to": "LIS", "airline": "X", "origin_country": "DE", "destination_country": "PT"}
    hop |= {"depart_at": takes_off, "arrive_at": takes_off + timedelta(hours=4)}
    price = Money(amount=Decimal(300), currency="EUR")
    flight = FlightOffer.model_validate(
        {
            "option_id": "f",
            "supplier": "s",
            "segments": [hop],
            "total_price": price,
            "expires_at": takes_off,
            "carry_on": 1,
            "checked_bags": 0,
        }
    )
    hotel = HotelOffer(
        option_id="h", supplier="s", hotel_id="1", hotel_name="Casa", check_in=date(2027, 7, 14), check_out=date(2027, 7, 23),
        nightly_price=price, total_price=price, due_at_property=price, expires_at=takes_off,
    )  # fmt: skip
    free = datetime(2027, 7, 10, 18, tzinfo=ZoneInfo("UTC"))
    bought = Purchased(
        bookings=tuple(Booking(booking_id=kind, item_type=kind, title=kind) for kind in ("flight", "hotel")),
        fares=(Fare(offer=flight), Fare(offer=hotel, free_until=free)),
    )
    said = texts(trip("Berlin", "Lisbon", bags=2), bought)
    for words in (
        "berlin – lisbon: 1 × cabin bag each, no checked bag",
        "you wished for checked bags (2)",
        "check-in often opens on 13 july 2027 at 09:30",
        "be at berlin (ber) airport on 14 july 2027 by 06:30",
        "casa: cancel free until 10 july, 19:00 lisbon time",
        "casa: pay €300 on arrival",
    ):
        assert words in said
    assert "book the flights" not in said
    assert "book the place" not in said
    budget = MAKER.budget(trip("Berlin", "Lisbon", bags=2), bought, "en")
    unbooked = sum(one.amount for one in budget.categories if one.basis != "booked" and one.key != "taxes")
    assert (budget.due_there, budget.left) == (300, unbooked), "what is paid at the hotel is a part"


def test_one_visa_for_the_schengen_countries():
    """Who needs a visa for three Schengen countries needs one, and a country beside them has its own line."""
    towns = tuple(Town(name=name) for name in ("Paris", "Zurich", "Rome", "London"))
    said = texts(trip("Mumbai", destinations=towns, passports=("IN",)))
    assert said.count("visa for") == 2
    assert "schengen visa for france, switzerland, and italy" in said


def test_needs_and_heights():
    """A wheelchair, a dog, a business trip and a high place have their own lines; others have none of them."""
    plain = texts(trip("Berlin", "Vienna"))
    assert "wheelchair" not in plain
    assert "48 hours" in texts(trip("Berlin", "Vienna", needs=("wheelchair",)))
    assert "airline" not in texts(trip("Berlin", "Vienna", needs=("dog",), flies=False, drives=True))
    assert "invoice" in texts(trip("Berlin", "Vienna", needs=("business",)))
    assert "3,310 m" in texts(trip("Madrid", "Cusco"))
    assert "book the place to stay" not in texts(trip("Berlin", "Vienna", sleeps=False))
    assert KNOWLEDGE.climate(Town(name="Cusco"), 7).band == "mild"
    assert "warm clothes" in texts(trip("Madrid", "Cusco"))


def test_a_budget_knows_its_prices():
    """Dear places take more on the spot than cheap ones, far flights more than near ones, and too little is said to be."""

    def part(to: str, key: str, **more: object) -> Decimal:
        made = MAKER.budget(trip("Berlin", to, **more), Purchased(), "en")
        return next(one.amount for one in made.categories if one.key == key)

    assert part("Zurich", "food") > part("Warsaw", "food")
    assert part("Sydney", "flights") > part("Vienna", "flights")
    poor = MAKER.budget(trip("Berlin", "Zurich", budget=Money(amount=Decimal(300), currency="EUR")), Purchased(), "en")
    assert "is little" in poor.notes[0]
    assert not MAKER.budget(trip(), Purchased(), "en").notes


def test_facts_are_dated_or_coarse():
    """Visa rules carry their date; plugs, money, clocks and climate are those of the country; unknown is None."""
    rule = KNOWLEDGE.visa("DE", "JP")
    assert rule is not None
    assert (rule.rule, rule.days, rule.as_of) == ("free", 90, date(2025, 1, 12))
    assert KNOWLEDGE.visa("DE", "XX") is None
    assert KNOWLEDGE.power("GB").plugs == ("G",)
    assert KNOWLEDGE.currency("CH") == "CHF"
    assert KNOWLEDGE.clocks(Town(name="Berlin"), Town(name="Tokyo"), date(2027, 7, 1)).hours == 7
    assert KNOWLEDGE.climate(Town(name="Oslo"), 1).band == "cold"
    assert KNOWLEDGE.climate(Town(name="Bangkok"), 4).band == "hot"
    assert KNOWLEDGE.climate(Town(name="no such place at all"), 4) is None
