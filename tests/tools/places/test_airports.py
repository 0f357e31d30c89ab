"""The catalogue of airports: codes, cities, what is near, what is served."""

import pytest

from tripintent.tools.places.airports import TIERS, great_circle_km, shared_catalogue
from tripintent.tools.places.regions import METROS, metro_of, same_city, siblings

CATALOGUE = shared_catalogue()


def codes(found):
    return [airport.code for airport in found]


def test_an_airport_is_known_by_its_code_in_any_case():
    """The code gives name, city, country, zone and position."""
    sfo = CATALOGUE.airport(" sfo ")
    assert (sfo.city, sfo.country, sfo.zone) == ("San Francisco", "US", "America/Los_Angeles")
    assert great_circle_km(sfo.lat, sfo.lon, 37.62, -122.38) < 2


def test_what_is_no_airport_is_none():
    """Unknown codes and air bases give nothing."""
    assert CATALOGUE.airport("QQQ") is None
    assert CATALOGUE.airport("") is None
    assert CATALOGUE.airport("RMS") is None  # Ramstein Air Base
    assert CATALOGUE.airports_for("QQQ") == ()


@pytest.mark.parametrize(("old", "new"), [("TXL", "BER"), ("PNH", "KTI"), ("ISL", "IST"), ("KIV", "RMO")])
def test_a_closed_airport_is_its_successor(old, new):
    """The code of an airport that closed or was recoded gives the one that passengers use now."""
    assert CATALOGUE.airport(old).code == new


@pytest.mark.parametrize(
    ("code", "main", "others"),
    [("LON", "LHR", {"LGW", "STN"}), ("NYC", "JFK", {"EWR", "LGA"}), ("TYO", "HND", {"NRT"}), ("SFO", "SFO", set())],
)
def test_a_metropolitan_code_gives_its_airports_main_one_first(code, main, others):
    """An airport's own code gives that airport alone."""
    found = codes(CATALOGUE.airports_for(code))
    assert found[0] == main
    assert others <= set(found[1:])


def test_every_listed_code_exists():
    """No metropolitan area names, and no tier lists, an airport that the catalogue does not have."""
    assert [c for m in METROS.values() for c in m.airports if CATALOGUE.airport(c) is None] == []
    assert [c for c in TIERS if CATALOGUE.airport(c) is None] == []


def test_no_metropolitan_code_is_also_an_airport():
    """A metropolitan code is never confused with an airport of another name."""
    assert [code for code in METROS if CATALOGUE.airport(code)] == []


def test_airports_of_one_city_know_each_other():
    """Shared cities are found by their main airport, and flights within one city make no sense."""
    assert siblings("HOU") == siblings("IAH") == ("IAH", "HOU")
    assert siblings("SVQ") == ("SVQ",)
    assert metro_of("lgw").name == "London"
    assert metro_of("SVQ") is None
    assert same_city("NYC", "EWR")
    assert same_city("MDW", "ORD")
    assert not same_city("JFK", "BOS")


@pytest.mark.parametrize(
    ("lat", "lon", "first", "among"),
    [
        (34.05, -118.24, "LAX", {"BUR"}),
        (51.75, -1.25, "LHR", {"LGW"}),
        (36.6, -121.9, "MRY", {"SJC"}),
        (43.58, 7.12, "NCE", set()),
        (40.36, -74.66, "EWR", {"PHL"}),
        (57.0, -7.4, "BRR", set()),
    ],
    ids=["Los Angeles", "Oxford", "Monterey", "Antibes", "Princeton", "Barra"],
)
def test_the_most_useful_airport_near_a_point_comes_first(lat, lon, first, among):
    """Traffic is weighed against the way: a hub nearby beats a strip next door, an own airport beats a far hub."""
    found = codes(airport for airport, _ in CATALOGUE.near(lat, lon, limit=6))
    assert found[0] == first
    assert among <= set(found)


def test_nothing_is_near_the_middle_of_the_sea():
    """Only airports within the distance asked for are given, with that distance."""
    assert CATALOGUE.near(-40.0, -120.0) == []
    assert all(km <= 30 for _, km in CATALOGUE.near(51.5, -0.1, within_km=30))


def test_distances_are_great_circles():
    """New York to London is 5,540 km, by airport or metropolitan code, and the same both ways."""
    assert CATALOGUE.distance_km("JFK", "LHR") == pytest.approx(5540, abs=10)
    assert CATALOGUE.distance_km("NYC", "LON") == CATALOGUE.distance_km("LON", "NYC")
    assert CATALOGUE.distance_km("JFK", "QQQ") is None
    assert great_circle_km(0, 179.5, 0, -179.5) == pytest.approx(111.2, abs=0.5)


def test_business_fields_are_known_but_not_served():
    """Teterboro has a code and no scheduled flights; Heathrow and a remote island have both."""
    assert CATALOGUE.airport("TEB")
    assert not CATALOGUE.is_served("TEB")
    assert CATALOGUE.is_served("LHR")
    assert CATALOGUE.is_served("BRR")
    assert not CATALOGUE.is_served("QQQ")
