"""A LiteAPI that lives in this process, on loopback."""

import pytest
from pydantic import SecretStr
from tests.emulators import liteapi as liteapi_emulator

from tripintent.state.queries import HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.liteapi.supplier import LiteApiSupplier

ANN = Traveller(given_name="Ann", family_name="Smith")


@pytest.fixture
def emulator(clock):
    return liteapi_emulator.Emulator(clock.now)


@pytest.fixture
def liteapi(emulator, clock, places):
    with liteapi_emulator.running(emulator.app) as url:
        yield LiteApiSupplier(SecretStr("sand_secret"), places=places, clock=clock, rates=EcbRates(), url=url)


@pytest.fixture(scope="session")
def ask():
    """A question, with what a test wants otherwise."""
    stay = {"location": "Lisbon", "check_in": "2027-03-11", "check_out": "2027-03-14"}
    stay |= {"occupancies": (Occupancy(adults=2),)}
    return lambda **changes: HotelQuery(**{**stay, **changes})


@pytest.fixture(scope="session")
def order():
    """A request for an offer."""
    contact = Contact(email="ann@example.org", phone="+442071838750")
    return lambda offer, *people: OrderRequest(
        client_ref="op-1", offer=offer, travellers=people or (ANN,), contact=contact
    )
