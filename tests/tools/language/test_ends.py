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


def test_a_chain_and_its_days(hear):
    """As many days behind a chain as it has legs are one each; a chain that ends where it began leads home."""
    frame = hear("vancouver-calgary-edmonton-vancouver feb 1, feb 4, feb 8, one adult")
    legs = [(leg.origin.code, leg.destination.code, leg.depart.day[5:]) for leg in frame.legs]
    assert legs == [("YVR", "YYC", "02-01"), ("YYC", "YEA", "02-04"), ("YEA", "YVR", "02-08")]
    assert [v.place.code for v in frame.visits] == ["YYC", "YEA"]
    one_way = hear("boston - rome - venice may 1, may 5")
    assert [v.place.code for v in one_way.visits] == ["ROM", "VCE"]


def test_into_one_city_and_out_of_another_with_days(hear):
    """A day behind the first city does not part it from where one leaves."""
    frame = hear("we fly into milan on may 2 and out of venice on may 9 from boston")
    assert (frame.origin.code, frame.return_from.code, frame.return_.day) == ("BOS", "VCE", "2027-05-09")


def test_a_large_city_with_an_everyday_name(hear):
    """Behind "in", and before words that end a place, it is the city."""
    frame = hear("book me something nice in nice for the first weekend in may, from london, 300 pounds max per person")
    assert [v.place.code for v in frame.visits] == ["NCE"]
    assert frame.budget_per_person
    assert hear("something nice in general").visits == ()


def test_a_hotel_only_in_a_city(hear):
    """The city behind "hotel only" is no hotel's name."""
    assert [v.place.code for v in hear("hotel only amsterdam 2 nights").visits] == ["AMS"]
    assert hear("4* or 5* hotel in rome").stars == 4


def test_a_sentence_that_begins_with_a_town_and_a_way(hear):
    """Porto, Nice and Split are words beside it; where a way leads from them they are towns."""
    routes = (
        "Porto para Paris de 3 a 7 de maio",
        "Nice para Londres, 3 de maio",
        "split to vienna 3-7 may",
        "mobile to denver may 3",
    )
    assert [hear(one).origin.code for one in routes] == ["OPO", "NCE", "SPU", "MOB"]
    assert hear("nice to meet you, we want to go to Rome").origin is None
