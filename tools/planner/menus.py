"""The cheapest meals of a city: for each number of meals and each set of tastes served, which eateries cost least together.

A small exact dynamic programme. A table is ``table[count][tastes] = (price of one person, eateries)`` where ``tastes`` is a
bit mask over the wanted tastes.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from tripintent.tools.ports.tours import Eatery


class Menu(NamedTuple):
    """Some different eateries and what they cost one person together."""

    price: Decimal
    eateries: tuple[Eatery, ...]


MenuTable = Sequence[Mapping[int, Menu]]


def bit_mask(eatery: Eatery, wanted: Sequence[str]) -> int:
    """Return which of the wanted tastes an eatery serves."""
    return sum(1 << place for place, taste in enumerate(wanted) if taste in eatery.tastes)


def menus(eateries: Sequence[Eatery], wanted: Sequence[str], most: int) -> MenuTable:
    """Return the cheapest menus of 0 to ``most`` meals, each eatery used once."""
    table: list[dict[int, Menu]] = [{} for _ in range(most + 1)]
    table[0][0] = Menu(Decimal(0), ())
    for eatery, serves in _worth_a_look(eateries, wanted, most):
        for count in range(most, 0, -1):
            for tastes, menu in table[count - 1].items():
                price = menu.price + eatery.price
                known = table[count].get(tastes | serves)
                if known is None or price < known.price:
                    table[count][tastes | serves] = Menu(price, (*menu.eateries, eatery))
    return table


def _worth_a_look(eateries: Sequence[Eatery], wanted: Sequence[str], most: int) -> list[tuple[Eatery, int]]:
    """Keep, for each set of tastes, the ``most`` cheapest: no more of them can ever be used."""
    kinds: dict[int, list[Eatery]] = defaultdict(list)
    for eatery in {e.name: e for e in reversed(eateries)}.values():
        kinds[bit_mask(eatery, wanted)].append(eatery)
    return [
        (eatery, serves)
        for serves in sorted(kinds)
        for eatery in sorted(kinds[serves], key=lambda e: (e.price, -(e.rating or 0), e.name))[:most]
    ]
