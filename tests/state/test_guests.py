"""Names take the places of the party: never more than travel, completed, corrected, or asked about."""

import ormsgpack
import pytest

from tripintent.app.checkpoints import serializer
from tripintent.state.itinerary import Itinerary, Point, Segment
from tripintent.state.party_places import placed
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.travellers import Guest, Party, Travelers
from tripintent.state.trip import TripIntent


def guest(name: str, born: str | None = None) -> Guest:
    given, _, family = name.partition(" ")
    return Guest(given_name=given, family_name=family, date_of_birth=born)


def trip(*names: str, adults: int = 2) -> TripIntent:
    party = Party(travelers=Travelers(adults=adults), guests=tuple(guest(one) for one in names))
    return TripIntent(party=party)


@pytest.mark.parametrize(
    ("known", "said", "names"),
    [
        ((), ("Mia Holm", "Ola Berg"), ["Mia Holm", "Ola Berg"]),
        (("Mia", "Ola"), ("Ola Berg",), ["Mia", "Ola Berg"]),
        (("Mia Holm", "Ola Berg"), ("Mia",), ["Mia Holm", "Ola Berg"]),
        (("Mia Holm", "Ola Berg"), ("Mia Holms",), ["Mia Holms", "Ola Berg"]),
        (("Mia Holm", "Ola Berg"), ("Per Lund",), ["Mia Holm", "Ola Berg"]),
        ((), ("Mia Holm", "Ola Berg", "Per Lund"), ["Mia Holm", "Ola Berg"]),
    ],
)
def test_names_take_the_places_there_are(known: tuple[str, ...], said: tuple[str, ...], names: list[str]):
    found = placed(trip(*known), [guest(one) for one in said])
    assert [one.name for one in found] == names


def test_a_name_alike_with_another_birth_is_another_person():
    known = TripIntent(party=Party(travelers=Travelers(adults=1), guests=(guest("Tim Berg", "1980-01-02"),)))
    found = placed(known, [guest("Tom Berg", "1985-01-02")])
    assert [one.name for one in found] == ["Tim Berg"]


@pytest.mark.parametrize("last", ["Berg", "Holm"])
def test_two_people_of_whom_only_the_parts_are_known_stay_two(last: str) -> None:
    """A document from elsewhere has no whole names; two of them are not one person for being called nothing."""
    given = [{"given_name": "Mia", "family_name": "Holm"}, {"given_name": "Ola", "family_name": last}]
    found = placed(trip(), [Guest.model_validate(one) for one in given])
    assert [one.name for one in found] == ["Mia Holm", f"Ola {last}"]


def test_a_family_name_alone_leaves_the_given_name() -> None:
    """The whole name follows its parts, whichever of them is said."""
    mia = trip("Mia").party.guests[0].model_copy(update={"family_name": "Holm"})
    assert mia.name == "Mia Holm"
    assert mia.model_dump()["name"] == "Mia Holm"


@pytest.mark.parametrize(
    ("stored", "parts"),
    [
        ({"name": "Ann Smith", "given_name": "Ann", "family_name": "Smith"}, ("Ann", "Smith", "Ann Smith")),
        ({"name": "Ann", "given_name": "Ann", "family_name": ""}, ("Ann", "", "Ann")),
        ({"name": "Ann Smith"}, ("", "", "Ann Smith")),
        ({"name": "Smith", "given_name": "Ann", "family_name": "Smith"}, ("Ann", "Smith", "Ann Smith")),
        ({}, ("", "", "")),
    ],
)
def test_guests_of_before_are_read(stored: dict[str, str], parts: tuple[str, str, str]) -> None:
    """A checkpoint of before kept the whole name beside its parts; a name that came whole is not lost."""
    data = ormsgpack.packb(
        ormsgpack.Ext(5, ormsgpack.packb((Guest.__module__, "Guest", stored, "model_validate_json"))),
        option=ormsgpack.OPT_NON_STR_KEYS,
    )
    for read in (serializer().loads_typed(("msgpack", data)), Guest.model_validate(stored)):
        assert (read.given_name, read.family_name, read.name) == parts
    assert serializer().loads_typed(serializer().dumps_typed(read)) == read


def test_a_name_that_came_whole_is_completed_by_its_parts() -> None:
    """One who was imported as "Mia Holm" and is said with parts is one person."""
    whole = TripIntent(party=Party(travelers=Travelers(adults=2), guests=(Guest.model_validate({"name": "Mia Holm"}),)))
    found = placed(whole, [guest("Mia Holm", "1990-01-02")])
    assert [(one.given_name, one.family_name, one.date_of_birth) for one in found] == [("Mia", "Holm", "1990-01-02")]


def test_who_was_quoted_as_a_child_stays_one() -> None:
    """A fare for a child of 16 was asked for: the date of birth makes no adult of her, and the party keeps its places."""
    travelling = apply_patch(
        trip("Ann Lee"), Patch(merge={"party": {"travelers": {"adults": 1, "children": 1, "child_ages": [16]}}})
    )
    leg = Segment(origin=Point(code="ORD"), destination=Point(code="DEN"), depart_date="2027-06-20")
    travelling = apply_patch(travelling, Patch(merge={"itinerary": Itinerary(segments=(leg,))}))
    found = placed(travelling, [Guest(given_name="Mia", family_name="Lee", date_of_birth="2011-01-09")])
    assert [one.passenger_type for one in found] == ["adult", "child"]
