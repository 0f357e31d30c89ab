"""Names take the places of the party: never more than travel, completed, corrected, or asked about."""

import pytest

from tripintent.state.guests import placed
from tripintent.state.travellers import Guest, Party, Travelers
from tripintent.state.trip import TripIntent


def guest(name: str, born: str | None = None) -> Guest:
    given, _, family = name.partition(" ")
    return Guest(name=name, given_name=given, family_name=family, date_of_birth=born)


def trip(*names: str, adults: int = 2) -> TripIntent:
    party = Party(travelers=Travelers(adults=adults), guests=tuple(guest(one) for one in names))
    return TripIntent(party=party)


@pytest.mark.parametrize(
    ("known", "said", "names", "unplaced"),
    [
        ((), ("Mia Holm", "Ola Berg"), ["Mia Holm", "Ola Berg"], ()),
        (("Mia", "Ola"), ("Ola Berg",), ["Mia", "Ola Berg"], ()),
        (("Mia Holm", "Ola Berg"), ("Mia",), ["Mia Holm", "Ola Berg"], ()),
        (("Mia Holm", "Ola Berg"), ("Mia Holms",), ["Mia Holms", "Ola Berg"], ()),
        (("Mia Holm", "Ola Berg"), ("Per Lund",), ["Mia Holm", "Ola Berg"], ("Per Lund",)),
        ((), ("Mia Holm", "Ola Berg", "Per Lund"), ["Mia Holm", "Ola Berg"], ("Per Lund",)),
    ],
)
def test_names_take_the_places_there_are(
    known: tuple[str, ...], said: tuple[str, ...], names: list[str], unplaced: tuple[str, ...]
):
    found = placed(trip(*known), [guest(one) for one in said])
    assert ([one.name for one in found.guests], found.unplaced) == (names, unplaced)


def test_a_name_said_instead_of_another_replaces_it():
    found = placed(trip("Mia Holm", "Ola Berg"), [guest("Per Lund")], instead="Ola")
    assert ([one.name for one in found.guests], found.unplaced) == (["Mia Holm", "Per Lund"], ())


def test_a_name_alike_with_another_birth_is_another_person():
    known = TripIntent(party=Party(travelers=Travelers(adults=1), guests=(guest("Tim Berg", "1980-01-02"),)))
    found = placed(known, [guest("Tom Berg", "1985-01-02")])
    assert ([one.name for one in found.guests], found.unplaced) == (["Tim Berg"], ("Tom Berg",))
