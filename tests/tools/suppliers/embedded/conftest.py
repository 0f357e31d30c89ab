"""An embedded supplier on a fresh file and a clock that stands still on Sunday 10 January 2027, 09:00 UTC."""

import pytest

from tripintent.state.frame import Place
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

PLACES = {
    "Lisbon": Place(said="Lisbon", name="Lisbon", kind="city", code="LIS", country="PT"),
    "Oxford": Place(said="Oxford", name="Oxford", kind="city", country="GB"),
    "Bavaria": Place(said="Bavaria", name="Bavaria", kind="region", country="DE"),
    "San José": Place(
        said="San José", candidates=(Place(said="a", name="San Jose, CR"), Place(said="b", name="San Jose, US"))
    ),
}


class FewPlaces:
    """A gazetteer of four names, over the real airports."""

    def resolve(self, said):
        return PLACES.get(said, Place(said=said))

    def near(self, place, within_km=150.0, limit=3):
        return shared_catalogue().near(51.75, -1.26, within_km, limit) if place.name == "Oxford" else []


@pytest.fixture
def make(tmp_path, clock):
    """Makes embedded suppliers on one and the same book."""

    def build(**settings):
        return EmbeddedSupplier(tmp_path / "supplier.db", **{"clock": clock, "places": FewPlaces(), **settings})

    return build


@pytest.fixture
def supplier(make):
    return make()


@pytest.fixture
def flight_query():
    return FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=1)


@pytest.fixture
def hotel_query():
    return HotelQuery(location="SFO", check_in="2027-03-11", check_out="2027-03-13", occupancies=(Occupancy(adults=2),))


@pytest.fixture
def order():
    """Makes an order request for one named person and an offer."""

    def request(offer, client_ref="op", people=1):
        ann = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04")
        return OrderRequest(
            client_ref=client_ref, offer=offer, travellers=(ann,) * people, contact=Contact(email="ann@example.org")
        )

    return request
