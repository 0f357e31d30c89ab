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


@pytest.mark.parametrize(
    ("text", "origin", "destination"),
    [
        ("STO to ROM 4 to 9 June 2027", "STO", "ROM"),
        ("from PAR to LON on 4 June 2027", "PAR", "LON"),
        ("TYO to OSA, 4 June 2027", "TYO", "OSA"),
        ("MIL to NYC 4 to 9 June 2027", "MIL", "NYC"),
        ("from BUE to SAO 4 June 2027", "BUE", "SAO"),
    ],
)
def test_city_codes_are_both_ends(hear, text: str, origin: str, destination: str):
    frame = hear(text)
    assert (frame.origin.code, [visit.place.code for visit in frame.visits]) == (origin, [destination])


@pytest.mark.parametrize(
    ("text", "code", "country"),
    [
        ("Paris to Granada 4 to 9 June 2027", "GRX", "ES"),
        ("Managua to Granada 4 to 9 June 2027", None, "NI"),
        ("Barcelona to Cuenca 4 to 9 June 2027", None, "ES"),
        ("Quito to Cuenca 4 to 9 June 2027", "CUE", "EC"),
        ("Sevilla to Cordoba 4 to 9 June 2027", "ODB", "ES"),
        ("Madrid to Cartagena 4 to 9 June 2027", None, "ES"),
        ("Bogota to Cartagena 4 to 9 June 2027", "CTG", "CO"),
        ("Athens to Naxos 4 to 9 June 2027", "JNX", "GR"),
        ("Toronto to London 4 to 9 June 2027", "LON", "GB"),
        ("Houston to Athens 4 to 9 June 2027", "ATH", "GR"),
    ],
)
def test_the_other_end_tells_namesakes_apart(hear, text: str, code: str | None, country: str):
    """A namesake in the country of the other end is meant, unless the usual place is far likelier."""
    place = hear(text).visits[0].place
    assert (place.code, place.country) == (code, country)


def test_a_usual_place_with_namesakes_is_named_as_assumed(hear):
    """The readings are kept, so that the choice can be taken back."""
    place = hear("Berlin to Granada 4 to 9 June 2027").visits[0].place
    assert {one.country for one in place.candidates} >= {"ES", "NI"}
