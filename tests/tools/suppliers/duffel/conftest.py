"""A Duffel that lives in this process, on loopback."""

import pytest
from pydantic import SecretStr
from tests.emulators import duffel as duffel_emulator

from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier

CONTACT = Contact(email="ann@example.org", phone="+442071838750")


def person(name, kind="adult", born="1985-03-04"):
    return Traveller(given_name=name, family_name="Smith", date_of_birth=born, gender="f", passenger_type=kind)


@pytest.fixture
def emulator(clock):
    return duffel_emulator.Emulator(clock.now)


@pytest.fixture
def duffel(emulator, clock, places):
    with duffel_emulator.running(emulator.app) as url:
        yield DuffelSupplier(SecretStr("duffel_test_secret"), places=places, clock=clock, base_url=url)


@pytest.fixture
def ask():
    """A question, with what a test wants otherwise."""
    return lambda **changes: FlightQuery(
        **{"origin": "JFK", "destination": "SFO", "depart_date": "2027-03-11", "adults": 1, **changes}
    )


@pytest.fixture
def order():
    """A request for an offer and people."""
    return lambda offer, *people: OrderRequest(
        client_ref="op-1", offer=offer, travellers=people or (person("Ann"),), contact=CONTACT
    )
