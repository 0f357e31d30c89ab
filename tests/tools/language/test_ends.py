"""Two ends of a route that stand together: codes and short names in lower case, and one place instead of another."""

import pytest


@pytest.mark.parametrize(
    ("text", "origin", "visit"),
    [
        ("nyc-lon 3 dec 2 pax", "NYC", "LON"),
        ("fly nyc to london", "NYC", "LON"),
        ("2 adults bos to mia jan 8-12", "BOS", "MIA"),
        ("a flight from cph to arn 2nd jan", "CPH", "ARN"),
        ("la to sf friday", "LAX", "SFO"),
        ("SFO/LHR 3 dec", "SFO", "LHR"),
        ("lhr jfk 5 dec - 12 dec", "LHR", "JFK"),
    ],
)
def test_short_names_joined_are_a_route(hear, text, origin, visit):
    """Names too short to be places alone are both ends when nothing but "to" or a mark stands between them."""
    frame = hear(text)
    assert frame.origin.code == origin
    assert [v.place.code for v in frame.visits] == [visit]


def test_a_place_instead_of_another(hear):
    """What is taken back says whether the other place is the destination or the start, also in lower case."""
    frame = hear.talk("chicago to lisbon", "actually porto instead of lisbon", "boston instead of chicago")
    assert [v.place.code for v in frame.visits] == ["OPO"]
    assert frame.origin.code == "BOS"


def test_the_last_leg_leads_home(hear):
    """A leg home is a leg like the others ("Paris back to Toronto")."""
    frame = hear("Toronto to London on Dec 10, then London to Paris on Dec 14, then Paris back to Toronto on Dec 20")
    assert [(leg.origin.code, leg.destination.code) for leg in frame.legs] == [
        ("YTO", "LON"),
        ("LON", "PAR"),
        ("PAR", "YTO"),
    ]


def test_the_way_back_with_both_ends(hear):
    """Both ends of the way back are named, and make no third leg ("back from KIX to SFO")."""
    frame = hear("fly from SFO to NRT on dec 5 and come back from KIX to SFO on dec 19")
    assert (frame.return_from.code, frame.return_.day) == ("KIX", "2026-12-19")
    assert [v.place.code for v in frame.visits] == ["NRT"]
