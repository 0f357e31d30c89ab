"""The trip profile: what the documents of a trip know together, and how well the trip is known."""

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument, TripPreferences
from tripintent.state.designer.parts import Location
from tripintent.state.designer.profile import trip_profile
from tripintent.state.designer.segments import HotelSegment
from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.state.money import Money
from tripintent.state.travellers import Party, Travelers
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Constraints

PARIS = Visit(place=Place(said="Paris", name="Paris", code="PAR", kind="city"))
JUNE = When(said="in June", earliest="2027-06-01", latest="2027-06-30")
DISCOVERY = Frame(visits=(PARIS,), depart=JUNE, nights=7)
SEARCH = DISCOVERY.model_copy(update={"stay_kinds": ("boutique",)})
FAMILY = TripPreferences(traveler_type="family", interests=("food", "history"))
MONEY = Constraints(budget_total=Money(amount="5000", currency="USD"))
HOTEL = HotelSegment(
    id="s1",
    property={"name": "Hotel Fabric"},
    location={"name": "Paris"},
    check_in_date="2027-06-15",
    check_out_date="2027-06-22",
)


@pytest.mark.parametrize(
    ("document", "trip", "confidence"),
    [
        (ItineraryDocument(), TripIntent(), 0),
        (ItineraryDocument(trip_preferences=FAMILY), TripIntent(frame=DISCOVERY), 0.5),
        (ItineraryDocument(trip_preferences=FAMILY), TripIntent(frame=SEARCH, constraints=MONEY), 0.7),
        (
            ItineraryDocument(trip_preferences=FAMILY, segments=(HOTEL,)),
            TripIntent(frame=SEARCH, constraints=MONEY),
            0.9,
        ),
    ],
)
def test_confidence_rises_with_what_is_known(document, trip, confidence):
    """Nothing; who, where, when and what for; money and the kind of stay; a hotel in the plan."""
    assert trip_profile(document, trip).confidence == confidence


def test_a_word_for_the_party_leaves_the_count_open():
    """A family is a party of nobody knows how many, until a number is said."""
    plan = ItineraryDocument(trip_preferences=FAMILY)
    assert trip_profile(plan, TripIntent(frame=DISCOVERY)).travelers.count is None
    counted = TripIntent(frame=DISCOVERY, party=Party(travelers=Travelers(adults=2, children=2)))
    travelers = trip_profile(plan, counted).travelers
    assert (travelers.count, travelers.kind) == (4, "family")


def test_both_documents_count():
    """What is said to the plan of days and what is said to the trip are one profile."""
    wishes = TripPreferences(pace="leisurely", interests=("art",), accommodation_preference="airbnb", origin="Lyon")
    plan = ItineraryDocument(trip_preferences=wishes, destinations=(Location(name="Paris"),))
    found = trip_profile(plan, TripIntent(frame=SEARCH))
    assert (found.interests, found.pace_preference, found.origin) == (("art",), "leisurely", "Lyon")
    assert found.accommodation_preference == ("rental", "boutique")
    assert (found.start_date, found.nights) == ("in June", 7)


def test_a_country_alone_is_no_destination_yet():
    """Towns in it are still to be found, so that the place is not known."""
    italy = Visit(place=Place(said="Italy", name="Italy", kind="country"))
    known = trip_profile(ItineraryDocument(), TripIntent(frame=Frame(visits=(italy,), depart=JUNE)))
    assert (known.destinations, known.confidence) == ((), 0)
