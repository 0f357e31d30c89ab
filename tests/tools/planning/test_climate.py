"""Climate bands against general knowledge: usual highs by day of well-known cities in January, April, July and October."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.planning.facts import Town
from tripintent.tools.planning.climate import climate
from tripintent.tools.planning.knowledge import OfflineKnowledge

EDGES = {"cold": (-60, 6), "cool": (6, 14), "mild": (14, 21), "warm": (21, 28), "hot": (28, 60)}
COARSE = 2.5
"""Degrees: how far a band may miss. It is coarse, and said to be."""
MONTHS = (1, 4, 7, 10)
HIGHS = {
    "YYZ Toronto": (-1, 12, 27, 14), "JFK New York": (4, 16, 29, 18), "ORD Chicago": (0, 15, 29, 17),
    "YUL Montreal": (-5, 11, 27, 13), "SEA Seattle": (8, 15, 25, 16), "SFO San Francisco": (14, 18, 22, 21),
    "LAX Los Angeles": (19, 21, 26, 25), "MIA Miami": (24, 28, 32, 30), "MEX Mexico City": (22, 26, 24, 23),
    "LHR London": (8, 15, 23, 15), "DUB Dublin": (8, 13, 20, 14), "CDG Paris": (7, 16, 26, 16), "AMS Amsterdam": (6, 13, 22, 15),
    "BER Berlin": (3, 14, 25, 14), "MUC Munich": (3, 14, 25, 14), "VIE Vienna": (4, 16, 27, 15), "ARN Stockholm": (0, 10, 23, 10),
    "KEF Reykjavik": (3, 6, 14, 7), "MAD Madrid": (10, 18, 33, 20), "LIS Lisbon": (15, 19, 28, 23), "FCO Rome": (12, 18, 31, 23),
    "ATH Athens": (13, 20, 34, 24), "IST Istanbul": (9, 16, 29, 20), "SVO Moscow": (-4, 11, 25, 9), "DXB Dubai": (24, 33, 41, 35),
    "CAI Cairo": (19, 28, 35, 30), "SIN Singapore": (30, 32, 31, 31), "BKK Bangkok": (32, 35, 33, 32), "DEL Delhi": (20, 36, 35, 33),
    "HND Tokyo": (10, 19, 30, 22), "PEK Beijing": (2, 21, 31, 19), "ICN Seoul": (2, 17, 29, 20), "PVG Shanghai": (8, 20, 33, 23),
    "HKG Hong Kong": (19, 25, 32, 28), "SYD Sydney": (27, 23, 17, 22), "CPT Cape Town": (27, 24, 18, 21), "LIM Lima": (26, 25, 19, 20),
    "EZE Buenos Aires": (30, 23, 15, 23), "NBO Nairobi": (25, 24, 22, 26), "BOG Bogota": (20, 19, 18, 19),
}  # fmt: skip


@pytest.fixture(scope="module")
def knowledge():
    return OfflineKnowledge()


@pytest.mark.parametrize("city", HIGHS)
def test_a_band_is_that_of_the_usual_highs(knowledge, city):
    """Toronto is cold in January and warm in July: a band may miss by a few degrees, not by a coat."""
    code, _, name = city.partition(" ")
    for month, high in zip(MONTHS, HIGHS[city], strict=True):
        band = knowledge.climate(Town(name=name, code=code), month).band
        low, top = EDGES[band]
        assert low - COARSE <= high <= top + COARSE, (city, month, high, band)


@given(
    lat=st.floats(-80, 80),
    lon=st.floats(-180, 180),
    country=st.sampled_from([None, "US", "JP", "GB", "AE", "PE"]),
    high=st.integers(0, 4000),
)
def test_summer_is_never_colder_than_winter(lat, lon, country, high):
    """Outside the tropics July is at least as warm as January in the north, and the other way round in the south."""
    order = ["cold", "cool", "mild", "warm", "hot"]
    january, july = (order.index(climate(lat, lon, country, month, high).band) for month in (1, 7))
    warm, cold = (july, january) if lat >= 0 else (january, july)
    assert abs(lat) < 15 or warm >= cold
