"""The picture of price against travel time."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.app.pictures import price_time
from tripintent.app.pictures.price_time import BEST, pareto
from tripintent.state.bundles import Bundle
from tripintent.state.money import Money

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own picture


def bundle(number: int, amount: int, minutes: int, currency: str = "EUR") -> Bundle:
    price = Money(amount=str(amount), currency=currency)
    return Bundle(bundle_id=f"bndl_{number}", estimated_total=price, minutes=minutes)


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), min_size=1, max_size=25))
def test_the_front_is_exactly_what_nothing_beats(rows: list[tuple[int, int]]) -> None:
    """Everything left out is beaten or equalled by something on the front, and nothing on the front is beaten."""
    bundles = [bundle(i, *row) for i, row in enumerate(rows)]
    front = pareto(bundles)

    def covers(a: Bundle, b: Bundle) -> bool:
        return a.estimated_total.amount <= b.estimated_total.amount and a.minutes <= b.minutes

    assert all(any(covers(f, b) for f in front) for b in bundles)
    assert not [(a, b) for a in front for b in front if a is not b and covers(a, b)]


def test_every_ranked_trip_is_drawn_and_told() -> None:
    """There is a dot for each trip, cheaper to the left, faster lower, and the text alternative says the same."""
    bundles = [bundle(1, 500, 900), bundle(2, 700, 500), bundle(3, 900, 700)]
    root = parse(price_time(bundles, selected="bndl_2"))
    groups, dots, plates = drawn(root)
    assert [g.get("data-bundle") for g in groups] == ["bndl_1", "bndl_2", "bndl_3"]
    assert dots[0][0] < dots[1][0] < dots[2][0]
    assert dots[0][1] < dots[2][1] < dots[1][1]
    assert [len(g.findall(f"{SVG}rect")) for g in plates] == [1, 2, 1]
    assert BEST in price_time([bundles[2].model_copy(update={"labels": ("best_overall",)})])
    words = root.findtext(f"{SVG}desc") or ""
    assert "Option 1: €500.00, 15 h 00 min" in words
    assert words.endswith("No other option is both cheaper and faster than: 1, 2.")


def test_a_dot_stands_where_it_is_measured_with_its_number_on_it() -> None:
    """What overlaps is not moved along a scale: its numbers stand on one plate, each choosing its own."""
    bundles = [bundle(n, 500 + 200 * (n // 2), 500 + n % 2) for n in range(1, 11)] + [bundle(11, 2000, 900)]
    groups, dots, plates = drawn(parse(price_time(bundles, selected="bndl_7")))
    assert sorted({x for x, _ in dots[:10]}) == [x for x, _ in dots[:10:2]] + [dots[9][0]]
    numbers = [plate.find(f"{SVG}text") for plate in plates]
    assert ["".join(text.itertext()) for text in numbers] == ["1", "2, 3", "7"]
    assert [one.get("data-bundle") for one in numbers[1]] == ["bndl_2", "bndl_3"]
    assert [float(text.get("x")) for text in numbers] == [dots[0][0], dots[1][0], dots[6][0]]
    assert all(g.findtext(f"{SVG}title") for g in groups)


def drawn(root: ET.Element) -> tuple[list[ET.Element], list[tuple[float, float]], list[ET.Element]]:
    """Return the groups of the dots in their order, where these are, and the plates with numbers."""
    groups = root.findall(f"{SVG}g[{SVG}circle]")[::-1]
    dots = [(float(c.get("cx")), float(c.get("cy"))) for g in groups for c in [g.find(f"{SVG}circle")]]
    return groups, dots, root.findall(f"{SVG}g[{SVG}rect]")


def test_a_stay_without_flights_has_no_picture_of_travel_time() -> None:
    """Where nobody travels there is no second axis, and without trips there is none."""
    assert price_time([]) == ""
    assert price_time([bundle(1, 500, 0), bundle(2, 600, 0)]) == ""


@pytest.mark.parametrize("bundles", [[bundle(1, 500, 60)], [bundle(1, 500, 60), bundle(2, 500, 60)]])
def test_equal_trips_are_drawn_too(bundles: list[Bundle]) -> None:
    """One trip alone, or equal ones, have an axis to stand on."""
    assert len(parse(price_time(bundles)).findall(f"{SVG}g[{SVG}circle]")) == len(bundles)


def test_currencies_are_never_mixed_on_one_axis() -> None:
    """500 USD and 500 EUR are not the same place."""
    with pytest.raises(ValueError, match="EUR, USD"):
        price_time([bundle(1, 500, 60), bundle(2, 500, 60, "USD")])


def test_an_id_cannot_become_markup() -> None:
    """Ids come from a document and are escaped like any text."""
    svg = price_time([bundle(1, 500, 60).model_copy(update={"bundle_id": '"><script>'})])
    assert "<script" not in svg
    assert parse(svg).find(f"{SVG}g").get("data-bundle") == '"><script>'
