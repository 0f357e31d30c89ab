"""What is asked of a supplier: the question whose fingerprint its answer is keyed by."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.frame import Board, Cabin, TimeWindow


class _Question(BaseModel):
    model_config = ConfigDict(frozen=True)


class Occupancy(_Question):
    """Who sleeps in one room; infants need no bed and are not counted."""

    adults: int = 1
    child_ages: tuple[int, ...] = ()


class FlightQuery(_Question):
    """One segment for the whole party. Filters are only what somebody asked for."""

    kind: Literal["flight"] = "flight"
    origin: str = Field(description="IATA airport or metropolitan code")
    destination: str = Field(description="IATA airport or metropolitan code")
    depart_date: str = Field(description="YYYY-MM-DD, local at the origin")
    window: TimeWindow | None = None
    arrive_window: TimeWindow | None = None
    adults: int = Field(ge=1)
    child_ages: tuple[int, ...] = ()
    infants: int = 0
    cabin: Cabin | None = None
    max_stops: int | None = None
    avoid_red_eye: bool = False
    airlines: tuple[str, ...] = ()
    checked_bags: int | None = None
    currency: str = "USD"


class Arriving(_Question):
    """The flight that brings one to a stay; it leaves on the stay's first day and may land on a later one."""

    origin: str = Field(description="IATA airport or metropolitan code")
    destination: str = Field(description="IATA airport or metropolitan code")


class Ideal(_Question):
    """What only ranks. A supplier lists so many hotels of a town and no more: without asking for these it may leave them out."""

    star_min: float | None = None
    amenities: tuple[str, ...] = ()
    board: Board | None = None


class HotelQuery(_Question):
    """One stay for the whole party.

    With ``arriving``, no one said the first night: it is the one in which the flight lands, and so ``check_in`` the earliest
    possible. Suppliers are asked without it, once for each first night (`nodes/booking/quote.py`).
    """

    kind: Literal["hotel"] = "hotel"
    location: str = Field(description="IATA code or the place's name as said")
    check_in: str = Field(description="YYYY-MM-DD")
    check_out: str = Field(description="YYYY-MM-DD")
    arriving: Arriving | None = None
    occupancies: tuple[Occupancy, ...] = Field(min_length=1)
    infants: int = Field(default=0, description="cots; they share a room")
    area: str | None = None
    hotel_name: str | None = None
    star_min: float | None = None
    refundable_only: bool = False
    amenities: tuple[str, ...] = ()
    board: Board | None = None
    ideal: Ideal | None = Field(
        default=None, exclude_if=lambda wish: wish is None, description="asked for beside the rest, and filters nothing"
    )
    currency: str = "USD"


Query = FlightQuery | HotelQuery
