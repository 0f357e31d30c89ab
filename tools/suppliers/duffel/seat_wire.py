"""Duffel's seat maps as typed values."""

from pydantic import Field

from tripintent.state.money import Currency
from tripintent.tools.suppliers.duffel.wire import Wire
from tripintent.tools.suppliers.shared.over_http import Amount


class SeatService(Wire):
    """A seat at its price, for one passenger."""

    id: str = Field(min_length=1)
    passenger_id: str
    total_amount: Amount
    total_currency: Currency


class Element(Wire):
    """A place in a row: a seat, or something else. Without services it cannot be had."""

    type: str
    designator: str | None = None
    available_services: tuple[SeatService, ...] | None = None


class Section(Wire):
    """Places without an aisle between them."""

    elements: tuple[Element, ...] = ()


class Row(Wire):
    """One row, from window to window; there is an aisle between its sections."""

    sections: tuple[Section, ...] = ()


class Cabin(Wire):
    """The rows of one class on one deck."""

    rows: tuple[Row, ...] = ()


class SeatMap(Wire):
    """The seats of one flight."""

    segment_id: str
    cabins: tuple[Cabin, ...] = ()
