"""Price against travel time of all ranked trips: what is worth paying for what it saves."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import ceil, cos, dist, floor, hypot, log10, pi, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tripintent.app.pictures.svg import ACCENT, BEST, INK, Xy, add, path_of, picture, text_of
from tripintent.app.words import Catalogue, catalogue
from tripintent.state.bundles import Bundle
from tripintent.tools.formats import span

WIDTH, HEIGHT = 600, 400
LEFT, RIGHT, TOP, BOTTOM = 84, 28, 40, 72
RADIUS, STEP, DIGIT = 9, 11, 10
LISTED = 3
"""Options that a list begins with: they have their number, as do those on the line and the chosen one; the others only their title."""


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
    for n, (bundle, at) in reversed(list(enumerate(zip(bundles, dots, strict=True), 1))):  # the best on top
        group = add(root, "g", data_bundle=bundle.bundle_id)
        add(group, "title", _option(n, bundle, words))
        colour = BEST if "best_overall" in bundle.labels else ACCENT if bundle in front else INK
        _dot(group, at, colour, ringed=bundle.bundle_id == selected)
    told = [n for n, one in enumerate(bundles) if n < LISTED or one in front or one.bundle_id == selected]
    heaps = _heaps(dots, told)
    for heap, (x, y) in zip(heaps, _numbers(heaps, dots, line), strict=True):
        text = add(root, "text", x=x, y=y + 7, fill=INK, text_anchor="middle")
        for n in heap:
            add(text, "tspan", f"{', ' if n != heap[0] else ''}{n + 1}", data_bundle=bundles[n].bundle_id)
    return text_of(root)


def _heaps(dots: Sequence[Xy], told: Sequence[int]) -> list[list[int]]:
    """Return the dots that are told by number, those together that lie on one another: their numbers stand in one place."""
    heaps: list[list[int]] = []
    for n in told:
        heap = next((one for one in heaps if dist(dots[one[0]], dots[n]) < 2.4 * RADIUS), None)
        heaps.append([n]) if heap is None else heap.append(n)
    return heaps


def _numbers(heaps: Sequence[Sequence[int]], dots: Sequence[Xy], line: Sequence[Xy]) -> list[Xy]:
    """Return where the numbers of each heap stand: on no dot, other number or line, and nearer to their dots than to others."""
    along = [(a + (c - a) * n / 99, b + (d - b) * n / 99) for (a, b), (c, d) in pairwise(line) for n in range(100)]
    taken = [*((dot, 0.0, RADIUS + 2.0) for dot in dots), *((point, 0.0, 2.0) for point in along)]
    places: list[Xy] = []
    told = [n for heap in heaps for n in heap]
    for heap in heaps:
        half = DIGIT * len(", ".join(str(n + 1) for n in heap)) / 2
        room = [at for at in _around(dots[heap[0]], half) if all(_gap(at, half, *one) > 0 for one in taken)]
        near = (at for at in room if min(told, key=lambda n: _gap(at, half, dots[n])) in heap)
        places.append(next(near, room[0] if room else dots[heap[0]]))
        taken.append((places[-1], half, STEP + 2.0))
    return places


def _around(dot: Xy, half: float) -> Iterator[Xy]:
    """Yield places for numbers so wide within the axes, the nearest first."""
    for far, turn in product(range(2, 9), range(12)):
        x, y = dot[0] + (far * STEP + half) * cos(turn * pi / 6), dot[1] - far * STEP * sin(turn * pi / 6)
        if LEFT + half < x < WIDTH - half and TOP < y < HEIGHT - BOTTOM - STEP:
            yield x, y


def _gap(at: Xy, half: float, other: Xy, wide: float = 0, size: float = 0) -> float:
    """Return how far numbers so wide are from something of a width and size."""
    return hypot(max(0.0, abs(at[0] - other[0]) - half - wide), max(0.0, abs(at[1] - other[1]) - STEP / 2)) - size


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
    room = (high - low) * 0.16 or max(high * 0.05, 1.0)
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
    add(root, "text", words.say("pictures", "time_axis"), x=LEFT, y=24, fill=INK)


def _ticks(scale: _Scale) -> list[float]:
    """Return round values inside a scale, three to eight of them."""
    rough = (scale.high - scale.low) / 6
    power = 10 ** floor(log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough)
    first = ceil(scale.low / step)
    return [round(n * step, 6) for n in range(first, floor(scale.high / step) + 1)]


def _dot(group: Element, at: Xy, colour: str, *, ringed: bool) -> None:
    x, y = at
    if ringed:
        add(group, "circle", cx=x, cy=y, r=RADIUS + 4, fill="none", stroke=INK, stroke_width="2")
    add(group, "circle", cx=x, cy=y, r=RADIUS, fill=colour, fill_opacity="0.6" if colour == INK else "1")
