"""Price against travel time of all ranked trips: what is worth paying for what it saves."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tripintent.app.pictures.svg import ACCENT, INK, add, path_of, picture, text_of
from tripintent.state.bundles import Bundle

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 84, 20, 20, 52


class _Scale(NamedTuple):
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def price_time(bundles: Sequence[Bundle], selected: str | None = None, title: str = "Price against travel time") -> str:
    """Return the picture as SVG, or an empty text when there are no bundles.

    All bundles of a ranking are in one currency; one of another currency is a ValueError. A line joins the trips that no
    other one beats in both price and time (the Pareto front); the chosen one is ringed.
    """
    if not bundles:
        return ""
    currencies = {b.estimated_total.currency for b in bundles}
    if len(currencies) > 1:
        raise ValueError(f"bundles in several currencies cannot share an axis: {', '.join(sorted(currencies))}")
    front = pareto(bundles)
    root = picture(WIDTH, HEIGHT, title, _words(bundles, front))
    across = _scale([_price(b) for b in bundles], LEFT, WIDTH - RIGHT)
    up = _scale([b.minutes / 60 for b in bundles], HEIGHT - BOTTOM, TOP)
    _axes(root, across, up, currencies.pop())
    line = path_of((across.at(_price(b)), up.at(b.minutes / 60)) for b in front)
    add(root, "path", d=line, fill="none", stroke=ACCENT, stroke_width="1.5", stroke_dasharray="4 4")
    for number, bundle in enumerate(bundles, 1):
        _dot(root, across, up, bundle, number, best=bundle in front, ringed=bundle.bundle_id == selected)
    return text_of(root)


def pareto(bundles: Sequence[Bundle]) -> list[Bundle]:
    """Return the bundles that no other beats in both price and time, cheapest first."""
    front: list[Bundle] = []
    for bundle in sorted(bundles, key=lambda b: (b.estimated_total.amount, b.minutes)):
        if not front or bundle.minutes < front[-1].minutes:
            front.append(bundle)
    return front


def _words(bundles: Sequence[Bundle], front: Sequence[Bundle]) -> str:
    rows = [f"option {n}: {b.estimated_total}, {_hours(b.minutes)}" for n, b in enumerate(bundles, 1)]
    best = ", ".join(str(list(bundles).index(b) + 1) for b in front)
    return f"{'; '.join(rows)}. No other option is both cheaper and faster than: {best}."


def _hours(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02d} min"


def _price(bundle: Bundle) -> float:
    return float(bundle.estimated_total.amount)  # a place on a picture, never an amount


def _scale(values: Sequence[float], start: float, end: float) -> _Scale:
    low, high = min(values), max(values)
    room = (high - low) * 0.08 or max(high * 0.05, 1.0)
    return _Scale(low - room, high + room, start, end)


def _axes(root: Element, across: _Scale, up: _Scale, currency: str) -> None:
    floor_y = up.start
    add(root, "path", d=f"M{LEFT} {TOP}V{floor_y}H{WIDTH - RIGHT}", fill="none", stroke=INK, stroke_opacity="0.5")
    for value in _ticks(across):
        add(root, "text", f"{value:,.0f}", x=across.at(value), y=floor_y + 18, fill=INK, text_anchor="middle")
    for value in _ticks(up):
        add(root, "text", f"{value:g} h", x=LEFT - 8, y=up.at(value) + 4, fill=INK, text_anchor="end")
    add(root, "text", f"price, {currency}", x=WIDTH - RIGHT, y=HEIGHT - 8, fill=INK, text_anchor="end")
    add(root, "text", "flying time", x=4, y=14, fill=INK)


def _ticks(scale: _Scale) -> list[float]:
    """Return round values inside a scale, three to eight of them."""
    rough = (scale.high - scale.low) / 5
    power = 10 ** floor(log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough)
    first = ceil(scale.low / step)
    return [round(n * step, 6) for n in range(first, floor(scale.high / step) + 1)]


def _dot(root: Element, across: _Scale, up: _Scale, bundle: Bundle, number: int, *, best: bool, ringed: bool) -> None:
    x, y = across.at(_price(bundle)), up.at(bundle.minutes / 60)
    group = add(root, "g", data_bundle=bundle.bundle_id)
    add(group, "title", f"Option {number}: {bundle.estimated_total}, {_hours(bundle.minutes)}")
    if ringed:
        add(group, "circle", cx=x, cy=y, r="10", fill="none", stroke=INK, stroke_width="2")
    add(group, "circle", cx=x, cy=y, r="6", fill=ACCENT if best else INK, fill_opacity="1" if best else "0.45")
    add(group, "text", str(number), x=x + 9, y=y - 7, fill=INK)
