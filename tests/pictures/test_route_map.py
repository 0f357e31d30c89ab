"""The route map."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest

from tripintent.app.pictures import MapLeg, MapPoint, legs_of, route_map
from tripintent.app.pictures.route_map import Label, great_circle, land
from tripintent.app.pictures.route_of import route_through
from tripintent.state.itinerary import Itinerary, Point, Segment
from tripintent.state.trip import TripIntent
from tripintent.tools.places.airports import shared_catalogue

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own picture


def through(*codes: str) -> tuple[MapLeg, ...]:
    return route_through(codes, shared_catalogue())


def lines(svg: str) -> list[list[tuple[float, float]]]:
    paths = [p for p in parse(svg).iter(f"{SVG}path") if p.get("fill") == "none"]
    return [[(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", p.get("d") or "")] for p in paths]


def width(svg: str) -> float:
    return float((parse(svg).get("viewBox") or "").split()[2])


def test_a_great_circle_passes_the_points_that_navigation_tables_give() -> None:
    """Halfway between two points on 60 N, 90 degrees apart, the great circle is at 67.8 N."""
    line = great_circle((0.0, 60.0), (90.0, 60.0))
    assert min(line, key=lambda p: abs(p[0] - 45))[1] == pytest.approx(67.79, abs=0.1)
    assert line[-1] == pytest.approx((90.0, 60.0))


def test_a_great_circle_takes_the_short_way_over_the_date_line() -> None:
    """Tokyo to Los Angeles runs on past 180 degrees and never jumps back around the world."""
    lons = [lon for lon, _ in great_circle((140.4, 35.8), (-118.4, 33.9))]
    assert lons[-1] == pytest.approx(241.6)
    assert all(0 < b - a < 10 for a, b in pairwise(lons))


@pytest.mark.parametrize("codes", [("LAX", "SYD"), ("AKL", "EZE"), ("JFK", "LHR", "NRT", "LAX", "JFK"), ("NRT", "LAX")])
def test_no_line_crosses_the_map_from_edge_to_edge(codes: tuple[str, ...]) -> None:
    """Over the date line, and around the world, every drawn step is short."""
    svg = route_map(through(*codes))
    steps = [abs(b[0] - a[0]) for line in lines(svg) for a, b in pairwise(line)]
    assert steps
    assert max(steps) < width(svg) / 8


def test_each_place_stands_inside_the_picture_with_its_name() -> None:
    """Both ends of a Pacific flight are visible although their longitudes differ by the whole map; names are the reader’s."""
    svg = route_map(through("LAX", "NRT"), "de")
    root = parse(svg)
    assert {t.text for t in root.iter(f"{SVG}text")} == {"Los Angeles", "Tokio"}
    assert all(0 < float(c.get("cx") or "-1") < width(svg) for c in root.iter(f"{SVG}circle"))


def test_the_text_alternative_names_every_leg() -> None:
    """A screen reader hears the route, and the picture points to that text."""
    root = parse(route_map(through("JFK", "SFO", "JFK"), title="Your route"))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", f"{title.get('id')} {desc.get('id')}")
    assert title.text == "Your route"
    assert desc.text == "flight from New York to San Francisco; flight from San Francisco to New York."


def test_names_of_neighbours_do_not_cover_each_other() -> None:
    """Each name has a place of its own, inside the picture; two airports of one town are told apart by their codes."""
    root = parse(route_map(through("BOS", "EWR", "LIS", "JFK", "BOS", "LGA")))
    labels = [Label(t.text or "", float(t.get("x") or 0), float(t.get("y") or 0)) for t in root.iter(f"{SVG}text")]
    assert {one.text[-5:] for one in labels} == {"oston", "ewark", "isbon", "(JFK)", "(LGA)"}
    assert not [(a, b) for a, b in combinations(labels, 2) if a.covers(b)]


def test_a_place_name_cannot_become_markup() -> None:
    """Hostile labels are text, and characters that XML cannot carry are dropped."""
    evil = '"><script>alert(1)</script>\x00\ud800'
    svg = route_map([MapLeg(MapPoint(evil, 40, 0), MapPoint("B", 41, 5), mode='x" onload="y')], title=evil)
    assert "<script" not in svg
    assert not [e for e in parse(svg).iter() if "onload" in e.attrib]
    assert '"><script>alert(1)</script>' in {t.text for t in parse(svg).iter(f"{SVG}text")}


def test_what_is_no_flight_is_dashed() -> None:
    """A train leg is told apart from a flight."""
    legs = [MapLeg(MapPoint("A", 48, 2), MapPoint("B", 51, 0), mode="train")]
    assert "stroke-dasharray" in route_map(legs)
    assert "stroke-dasharray" not in route_map([legs[0]._replace(mode="flight")])


def test_nothing_known_is_no_picture() -> None:
    """Segments whose ends nobody knows leave no empty map behind."""
    assert route_map(()) == ""
    unknown = Segment(origin=Point(code="ZZZ"), destination=Point(code="JFK"))
    assert legs_of(TripIntent(itinerary=Itinerary(segments=(unknown,))), shared_catalogue()) == ()


def test_a_trip_gives_its_legs_in_order() -> None:
    """The legs of the document are those of the map."""
    there = Segment(origin=Point(code="JFK"), destination=Point(code="SFO"))
    back = Segment(origin=Point(code="SFO"), destination=Point(code="JFK"), transport_mode="train")
    legs = legs_of(TripIntent(itinerary=Itinerary(segments=(there, back))), shared_catalogue())
    assert [(leg.origin.label, leg.destination.label, leg.mode) for leg in legs] == [
        ("New York", "San Francisco", "flight"),
        ("San Francisco", "New York", "train"),
    ]


def test_the_outline_has_land_where_there_is_land() -> None:
    """Known points fall inside or outside of the shipped outline as on a globe."""

    def on_land(lon: float, lat: float) -> bool:
        def inside(points: tuple[tuple[float, float], ...], lon: float) -> bool:
            pairs = zip(points, points[1:] + points[:1], strict=True)
            hits = [
                (b[0] - a[0]) * (lat - a[1]) / (b[1] - a[1]) + a[0] for a, b in pairs if (a[1] > lat) != (b[1] > lat)
            ]
            return sum(lon < x for x in hits) % 2 == 1

        return sum(inside(ring.points, lon + turn) for ring in land() for turn in (-360, 0, 360)) % 2 == 1

    assert all(on_land(*p) for p in [(2.35, 48.85), (-98, 39), (134, -25), (100, 60), (25, 0)])
    assert not any(on_land(*p) for p in [(-30, 40), (-150, 0), (80, -30), (160, 40)])
