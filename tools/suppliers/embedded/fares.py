"""Fare families: what a ticket of each includes and how it can be changed or given back."""

from typing import NamedTuple

from tripintent.state.frame import Cabin


class Family(NamedTuple):
    """One fare family. ``price`` scales the cabin's fare; fees are in US dollars a passenger, None means not allowed."""

    brand: str
    price: float
    carry_on: int
    bags: int
    change_fee: int | None
    refund_fee: int | None

    @property
    def summary(self) -> str:
        """The conditions in one line."""
        bags = f"{self.bags} checked bag{'s' if self.bags > 1 else ''}" if self.bags else "no checked bag"
        return f"{self.brand}: {bags}; {_said('changes', self.change_fee)}; {_said('refund', self.refund_fee)}."


ECONOMY = (
    Family("Economy Light", 0.86, 1, 0, None, None),
    Family("Economy Standard", 1.0, 1, 1, 75, None),
    Family("Economy Flex", 1.34, 1, 1, 0, 0),
)
PREMIUM = (Family("Premium Standard", 1.0, 1, 2, 75, None), Family("Premium Flex", 1.25, 1, 2, 0, 0))
BUSINESS = (Family("Business Saver", 0.92, 2, 2, 150, 250), Family("Business Flex", 1.2, 2, 2, 0, 0))
FIRST = (Family("First Flex", 1.0, 2, 3, 0, 0),)

FAMILIES: dict[Cabin, tuple[Family, ...]] = {
    "basic_economy": ECONOMY[:1],
    "economy": ECONOMY,
    "premium_economy": PREMIUM,
    "business": BUSINESS,
    "first": FIRST,
}
_CABIN_PRICE: dict[Cabin, tuple[float, float]] = {
    "basic_economy": (1.0, 1.0),
    "economy": (1.0, 1.0),
    "premium_economy": (1.5, 2.0),
    "business": (2.7, 5.6),
    "first": (5.0, 9.0),
}
"""How many economy fares a seat costs, on a short flight and on a long one: a bed for the night is dear."""

_SHORT_KM, _LONG_KM = 2_000.0, 6_000.0
_SHORTEST_KM: dict[Cabin, float] = {"premium_economy": 1_500.0, "business": 500.0, "first": 5_000.0}
CABIN_SEATS: dict[Cabin, int] = {
    "basic_economy": 150,
    "economy": 150,
    "premium_economy": 28,
    "business": 24,
    "first": 8,
}
EXTRA_BAG_USD = 45.0


def cabin_price(cabin: Cabin, km: float) -> float:
    """Return how many economy fares a cabin costs on a trip of this length, in a straight line between short and long."""
    short, long = _CABIN_PRICE[cabin]
    share = min(1.0, max(0.0, (km - _SHORT_KM) / (_LONG_KM - _SHORT_KM)))
    return short + (long - short) * share


def sold(cabin: Cabin, longest_km: float) -> bool:
    """Tell whether a cabin exists on a trip whose longest flight has this length."""
    return longest_km >= _SHORTEST_KM.get(cabin, 0.0)


def _said(what: str, fee: int | None) -> str:
    if fee is None:
        return f"no {what}"
    return f"{what} free" if fee == 0 else f"{what} for {fee} USD"
