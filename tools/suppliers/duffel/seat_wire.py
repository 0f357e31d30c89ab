"""Duffel's seat maps as typed values."""

from pydantic import Field

from tripintent.state.money import Currency
from tripintent.tools.suppliers.duffel.wire import DuffelPart
from tripintent.tools.suppliers.shared.over_http import Amount


class SeatService(DuffelPart):
    """A seat at its price, for one passenger."""

    id: str = Field(min_length=1)
    passenger_id: str
    total_amount: Amount
    total_currency: Currency


class Element(DuffelPart):
    """A place in a row: a seat, or something else. Without services it cannot be had."""

    type: str
    designator: str | None = None
    available_services: tuple[SeatService, ...] | None = None


class SeatSection(DuffelPart):
    """Places without an aisle between them."""

    elements: tuple[Element, ...] = ()


class SeatRow(DuffelPart):
    """One row, from window to window; there is an aisle between its sections."""

    sections: tuple[SeatSection, ...] = ()


class Cabin(DuffelPart):
    """The rows of one class on one deck."""

    rows: tuple[SeatRow, ...] = ()


class SeatMap(DuffelPart):
    """The seats of one flight."""

    segment_id: str
    cabins: tuple[Cabin, ...] = ()
