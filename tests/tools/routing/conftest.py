"""Options as a traveller sees them: three whole trips that differ in every quality."""

from collections.abc import Callable

import pytest

from tripintent.state.bundles import Bundle
from tripintent.state.events import PublicEvent, UserAddsTravellers
from tripintent.state.money import Money
from tripintent.tools.language.reading.commands.router import route

Said = Callable[..., list[str]]
_SHORT = {
    "USER_MESSAGE": "say",
    "USER_SELECTED_BUNDLE": "select",
    "USER_REQUEST_HOLD": "hold",
    "USER_WANTS_PURCHASE": "buy",
    "USER_REJECTS": "reject",
    "USER_RETRIES": "retry",
    "USER_CANCELS_BOOKING": "cancel",
    "USER_RELEASES_HOLD": "release",
    "USER_APPROVED_PURCHASE": "approve",
    "USER_ADDS_TRAVELLERS": "add",
}


def bundle(number: int, price: int, minutes: int, stops: int, *, refundable: bool, stars: float) -> Bundle:
    return Bundle(
        bundle_id=f"bndl_mc_0{number}",
        flight_option_ids=("f",),
        hotel_option_ids=("h",),
        estimated_total=Money(amount=price),
        minutes=minutes,
        stops=stops,
        refundable=refundable,
        stars=stars,
    )


@pytest.fixture
def options() -> list[Bundle]:
    return [
        bundle(1, 900, 600, 1, refundable=False, stars=3),
        bundle(2, 1200, 400, 0, refundable=False, stars=5),
        bundle(3, 700, 800, 2, refundable=True, stars=4),
    ]


def short(event: PublicEvent) -> str:
    """Write an event in a word or two: "select 2", "hold", "say not the first"."""
    if isinstance(event, UserAddsTravellers):
        return " ".join(f"add {one.given_name} {one.family_name}" for one in event.travellers)
    detail = getattr(event, "bundle_id", None) or getattr(event, "text", None) or getattr(event, "item", None) or ""
    return f"{_SHORT[event.type]} {detail.removeprefix('bndl_mc_0')}".strip()


@pytest.fixture
def said(options: list[Bundle]) -> Said:
    def _said(text: str, **situation: bool) -> list[str]:
        return [short(event) for event in route(text, options, **situation)]

    return _said
