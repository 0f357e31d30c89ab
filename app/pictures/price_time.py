"""Price against travel time of all ranked trips: what is worth paying for what it saves."""

from collections.abc import Sequence
from itertools import combinations
from math import ceil, floor, log10
from statistics import fmean
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tripintent.app.pictures.svg import ACCENT, BEST, INK, INVERSE, Xy, add, path_of, picture, text_of
from tripintent.app.words import Catalogue, catalogue
from tripintent.state.bundles import Bundle
from tripintent.tools.formats import span

WIDTH, HEIGHT = 600, 400
LEFT, RIGHT, TOP, BOTTOM = 84, 28, 40, 72
RADIUS, PLATE, DIGIT, OVER = 9, 12, 10, 6
LISTED = 3
"""Options that a list begins with: they have their number, as do those on the line and the chosen one; the others only their title."""


class _Scale(NamedTuple):
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


class _Dot(NamedTuple):
    at: Xy
    colour: str
    option: str


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
    dots = [_Dot((across.at(_price(b)), up.at(b.minutes / 60)), _colour(b, front), b.bundle_id) for b in bundles]
    for n, (bundle, dot) in reversed(list(enumerate(zip(bundles, dots, strict=True), 1))):  # the best on top
        group = add(root, "g", data_bundle=bundle.bundle_id)
        add(group, "title", _option(n, bundle, words))
        faint = "0.6" if dot.colour == INK else "1"
        add(group, "circle", cx=dot.at[0], cy=dot.at[1], r=RADIUS, fill=dot.colour, fill_opacity=faint)
    told = [n for n, one in enumerate(bundles) if n < LISTED or one in front or one.bundle_id == selected]
    for plate in _plates(dots, told):
        _numbered(root, plate, dots, ringed=any(dots[n].option == selected for n in plate))
    return text_of(root)


def _colour(bundle: Bundle, front: Sequence[Bundle]) -> str:
    return BEST if "best_overall" in bundle.labels else ACCENT if bundle in front else INK


def _plates(dots: Sequence[_Dot], told: Sequence[int]) -> list[list[int]]:
    """Return the dots that have their number on them; those whose plates would lie on one another share one."""
    plates = [[n] for n in told]
    while pair := next((pair for pair in combinations(plates, 2) if _meet(*pair, dots)), None):
        plates.remove(pair[1])
        pair[0].extend(pair[1])
    return [sorted(plate) for plate in plates]


def _meet(one: Sequence[int], other: Sequence[int], dots: Sequence[_Dot]) -> bool:
    (x, y), (x2, y2) = _middle(one, dots), _middle(other, dots)
    return abs(x - x2) < _half(one) + _half(other) - OVER and abs(y - y2) < 2 * PLATE - OVER


def _middle(plate: Sequence[int], dots: Sequence[_Dot]) -> Xy:
    across, up = zip(*(dots[n].at for n in plate), strict=True)
    return fmean(across), fmean(up)


def _half(plate: Sequence[int]) -> float:
    """Return half the width of a plate with the numbers of these."""
    return max(PLATE, DIGIT * len(", ".join(str(n + 1) for n in plate)) / 2 + 5)


def _numbered(root: Element, plate: Sequence[int], dots: Sequence[_Dot], *, ringed: bool) -> None:
    """Draw a plate on its dots, with the number of each, in the colour that they share; the chosen one has a ring."""
    (x, y), half = _middle(plate, dots), _half(plate)
    colours = {dots[n].colour for n in plate}
    group = add(root, "g", data_bundle=dots[plate[0]].option)
    for by, look in (
        (4, {"fill": "none", "stroke": INK, "stroke_width": "2"}),
        (0, {"fill": colours.pop() if len(colours) == 1 else INK}),
    ):
        if ringed or not by:
            left, top, wide, high = x - half - by, y - PLATE - by, 2 * (half + by), 2 * (PLATE + by)
            add(group, "rect", x=left, y=top, width=wide, height=high, rx=PLATE + by, **look)
    text = add(group, "text", x=x, y=y + 7, fill=INVERSE, text_anchor="middle")
    for n in plate:
        add(text, "tspan", f"{', ' if n != plate[0] else ''}{n + 1}", data_bundle=dots[n].option)


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
