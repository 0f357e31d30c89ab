"""Price against travel time of all ranked trips: what is worth paying for what it saves."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, cos, dist, floor, hypot, log10, pi, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tripintent.app.pictures.svg import ACCENT, BEST, INK, Xy, add, path_of, picture, text_of
from tripintent.app.words import Catalogue, catalogue
from tripintent.state.bundles import Bundle
from tripintent.tools.formats import span

WIDTH, HEIGHT = 600, 400
LEFT, RIGHT, TOP, BOTTOM = 84, 28, 40, 72
RADIUS, STEP = 9, 11


class _Scale(NamedTuple):
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def price_time(bundles: Sequence[Bundle], selected: str | None = None, language: str = "en") -> str:
    """Return the picture as SVG with words in a language, or an empty text when there are no bundles or no one travels.

    All bundles of a ranking are in one currency; one of another currency is a ValueError. A line joins the trips that no
    other one beats in both price and time (the Pareto front); the best overall has its own colour, the chosen one a ring.
    """
    if not any(b.minutes for b in bundles):
        return ""
    currencies = {b.whole.currency for b in bundles}
    if len(currencies) > 1:
        raise ValueError(f"bundles in several currencies cannot share an axis: {', '.join(sorted(currencies))}")
    front, words = pareto(bundles), catalogue(language)
    root = picture(WIDTH, HEIGHT, words.say("pictures", "price_time"), _described(bundles, front, words))
    across = _scale([_price(b) for b in bundles], LEFT, WIDTH - RIGHT)
    up = _scale([b.minutes / 60 for b in bundles], HEIGHT - BOTTOM, TOP)
    _axes(root, across, up, currencies.pop(), words)
    line = [(across.at(_price(b)), up.at(b.minutes / 60)) for b in front]
    add(root, "path", d=path_of(line), fill="none", stroke=ACCENT, stroke_width="1.5", stroke_dasharray="4 4")
    dots = [(across.at(_price(b)), up.at(b.minutes / 60)) for b in bundles]
    for n, (bundle, at, number) in enumerate(zip(bundles, dots, _numbers(dots, line), strict=True), 1):
        group = add(root, "g", data_bundle=bundle.bundle_id)
        add(group, "title", _option(n, bundle, words))
        if dist(at, number) > 2.5 * RADIUS:
            add(group, "path", d=path_of((at, number)), stroke=INK, stroke_opacity="0.4")
        colour = BEST if "best_overall" in bundle.labels else ACCENT if bundle in front else INK
        _dot(group, at, colour, ringed=bundle.bundle_id == selected)
        add(group, "text", str(n), x=number[0], y=number[1] + 7, fill=INK, text_anchor="middle")
    return text_of(root)


def _numbers(dots: Sequence[Xy], line: Sequence[Xy]) -> list[Xy]:
    """Return where the numbers stand: each as near its dot as it lies on no dot, other number or line; two digits are wider."""
    kept: list[Xy] = []
    along = [(a + (c - a) * n / 99, b + (d - b) * n / 99) for (a, b), (c, d) in pairwise(line) for n in range(100)]
    for n, (x, y) in enumerate(dots, 1):
        around = (
            (x + far * STEP * cos(turn * pi / 6), y - far * STEP * sin(turn * pi / 6))
            for far in range(2, WIDTH // RADIUS)
            for turn in range(12)
        )
        room = (
            (at_x, at_y)
            for at_x, at_y in around
            if LEFT + RADIUS <= at_x <= WIDTH - RADIUS
            and RADIUS <= at_y <= HEIGHT - BOTTOM - RADIUS
            and all(hypot((at_x - a) / (1.4 if n > 9 else 1), at_y - b) > 2 * STEP - 0.1 for a, b in (*dots, *kept))
            and all(hypot((at_x - a) / (1.4 if n > 9 else 1), at_y - b) > STEP + 1 for a, b in along)
        )
        kept.append(next(room, (x, y)))
    return kept


def pareto(bundles: Sequence[Bundle]) -> list[Bundle]:
    """Return the bundles that no other beats in both price and time, cheapest first."""
    front: list[Bundle] = []
    for bundle in sorted(bundles, key=lambda b: (b.whole.amount, b.minutes)):
        if not front or bundle.minutes < front[-1].minutes:
            front.append(bundle)
    return front


def _described(bundles: Sequence[Bundle], front: Sequence[Bundle], words: Catalogue) -> str:
    rows = [_option(number, bundle, words) for number, bundle in enumerate(bundles, 1)]
    best = ", ".join(str(list(bundles).index(b) + 1) for b in front)
    return f"{'; '.join(rows)}. {words.say('pictures', 'best', numbers=best)}"


def _option(number: int, bundle: Bundle, words: Catalogue) -> str:
    amount = words.formats.money(bundle.whole)
    return words.say("pictures", "option", number=number, amount=amount, time=span(bundle.minutes))


def _price(bundle: Bundle) -> float:
    return float(bundle.whole.amount)  # a place on a picture, never an amount


def _scale(values: Sequence[float], start: float, end: float) -> _Scale:
    low, high = min(values), max(values)
    room = (high - low) * 0.08 or max(high * 0.05, 1.0)
    return _Scale(low - room, high + room, start, end)


def _axes(root: Element, across: _Scale, up: _Scale, currency: str, words: Catalogue) -> None:
    floor_y = up.start
    add(root, "path", d=f"M{LEFT} {TOP}V{floor_y}H{WIDTH - RIGHT}", fill="none", stroke=INK, stroke_opacity="0.5")
    for value in _ticks(across):
        price = words.formats.number(round(value))
        add(root, "text", price, x=across.at(value), y=floor_y + 26, fill=INK, text_anchor="middle")
    for value in _ticks(up):
        hours = f"{words.formats.number(value)} h"
        add(root, "text", hours, x=LEFT - 8, y=up.at(value) + 7, fill=INK, text_anchor="end")
    price_axis = words.say("pictures", "price_axis", currency=currency)
    add(root, "text", price_axis, x=WIDTH - RIGHT, y=HEIGHT - 12, fill=INK, text_anchor="end")
    add(root, "text", words.say("pictures", "time_axis"), x=4, y=24, fill=INK)


def _ticks(scale: _Scale) -> list[float]:
    """Return round values inside a scale, three to eight of them."""
    rough = (scale.high - scale.low) / 5
    power = 10 ** floor(log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough)
    first = ceil(scale.low / step)
    return [round(n * step, 6) for n in range(first, floor(scale.high / step) + 1)]


def _dot(group: Element, at: Xy, colour: str, *, ringed: bool) -> None:
    x, y = at
    if ringed:
        add(group, "circle", cx=x, cy=y, r=RADIUS + 4, fill="none", stroke=INK, stroke_width="2")
    add(group, "circle", cx=x, cy=y, r=RADIUS, fill=colour, fill_opacity="0.6" if colour == INK else "1")
