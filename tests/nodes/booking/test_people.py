"""Passports and frequent flyer numbers come from the profiles that the trip's owner may open, and stay out of the trip."""

from types import SimpleNamespace

import pytest

from tripintent.nodes.booking.people import travellers_with_papers
from tripintent.state.context import Principal
from tripintent.state.travellers import Guest, Party, Passport, Travelers
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.profiles import Profile

PASSPORT = Passport(number="X1234567", country="GB", expires="2031-05-01")


def trip_of(profile_id):
    guest = Guest(given_name="Ann", family_name="Smith", traveler_profile_id=profile_id)
    return TripIntent(party=Party(travelers=Travelers(adults=1), guests=(guest,)))


@pytest.fixture
def ports():
    """A store with Ann's own profile and a stranger's."""
    stored = {one: Profile(profile_id=one, document=PASSPORT, loyalty={"ZZ": "1"}) for one in ("ann", "stranger")}

    async def get(profile_id):
        return stored.get(profile_id)

    async def access(*_):
        return None

    return SimpleNamespace(profiles=SimpleNamespace(get=get), ownership=SimpleNamespace(access=access))


@pytest.mark.parametrize(
    ("profile_id", "document"), [("ann", PASSPORT), ("stranger", None), ("nobody", None), (None, None)]
)
async def test_papers_are_those_of_the_owners_profiles(ports, profile_id, document):
    """A stranger's profile opens nothing, whatever the trip names."""
    run = SimpleNamespace(principal=Principal(traveller="ann"))
    (person,) = await travellers_with_papers(trip_of(profile_id), ports, run)
    assert (person.document, bool(person.loyalty)) == (document, document is not None)
