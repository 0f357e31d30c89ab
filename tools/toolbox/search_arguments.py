"""Arguments of the designer's tools that search, remember and measure ways."""

from typing import Literal

from pydantic import Field

from tripintent.state.designer.moments import PlainDate
from tripintent.tools.toolbox.plan_arguments import DesignerArguments, Name

Category = Literal[
    "weather", "events", "festivals", "closures", "advisory", "crowds", "prices", "opportunities", "warnings", "tips"
]


class SearchWeb(DesignerArguments):
    """search_web: words to look for; off unless a search service is set."""

    query: Name


class SearchFlights(DesignerArguments):
    """search_flights: real offers of the flight supplier."""

    origin: Name
    destination: Name
    departure_date: PlainDate
    return_date: PlainDate | None = None
    adults: int = Field(default=1, ge=1, le=9)
    cabin_class: Literal["economy", "premium_economy", "business", "first"] | None = None


class SearchHotels(DesignerArguments):
    """search_hotels: real offers of the hotel supplier."""

    location: Name
    check_in_date: PlainDate
    check_out_date: PlainDate
    adults: int = Field(default=2, ge=1)
    children: int = Field(default=0, ge=0)


class SearchTransfers(DesignerArguments):
    """search_transfers: ways between two places, by distance and usual speed; estimates, no timetable."""

    origin: Name
    destination: Name


class StoreIntelligence(DesignerArguments):
    """store_travel_intelligence: something to know about a destination, in two to five sentences."""

    destination: Name
    category: Category
    findings: Name
    dates: str | None = None
    level: Literal["country", "region", "city", "area", "attraction"] = "city"
    impact: Literal["positive", "negative", "neutral", "opportunity"] = "neutral"
    confidence: Literal["high", "medium", "low"] = "medium"
    source: str | None = None
    tags: tuple[str, ...] = ()


class RetrieveIntelligence(DesignerArguments):
    """retrieve_travel_intelligence: what is known about a destination, for dates and categories."""

    destination: Name
    dates: str | None = None
    categories: tuple[Category, ...] = ()
    query: str | None = None


class GetDistance(DesignerArguments):
    """get_distance: the way between two places."""

    from_: Name = Field(alias="from")
    to: Name


class ShowRoute(DesignerArguments):
    """show_route: a way through places in order; flown above 300 km where it is mixed."""

    locations: tuple[Name, ...] = Field(min_length=2)
    travel_mode: Literal["drive", "fly", "mixed"] = "mixed"


class GeocodeLocation(DesignerArguments):
    """geocode_location: where a place is."""

    location: Name
