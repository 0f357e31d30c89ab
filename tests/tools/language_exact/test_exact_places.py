"""Places and airports: a city with its airport is one place, city codes are cities, and the other end tells namesakes apart."""

import pytest

from tripintent.tools.language.exact.places import find_spots
from tripintent.tools.places.gazetteer import Gazetteer

GAZETTEER = Gazetteer()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Manila to Kuala Lumpur (SZB)", ["MNL", "SZB"]),
        ("Madrid (MAD) to Brussels Charleroi", ["MAD", "CRL"]),
        ("Oslo to Paris Beauvais", ["OSL", "BVA"]),
        ("from Istanbul Sabiha Gokcen to Vienna (VIE)", ["SAW", "VIE"]),
        ("LHR (London) to EWR, New York", ["LHR", "EWR"]),
        ("London, Heathrow and Paris", ["LON", "LHR", "PAR"]),
        ("Berlin, FCO", ["BER", "FCO"]),
        ("Rome (JFK)", ["ROM", "JFK"]),
    ],
)
def test_a_city_with_its_airport_is_that_airport(text: str, codes: list[str]):
    """Only an airport of the same city is joined to it, and a list stays one."""
    spots = [spot for spot in find_spots(text, GAZETTEER) if spot.key != "to"]
    assert [GAZETTEER.place(text, spot).code for spot in spots] == codes
