"""Parts that segments share: places, people's names of things, money; and what a map knows about a place.

The pure functions are given a map; without it they know what the segment says.
"""

from decimal import ROUND_HALF_UP, Decimal
from math import asin, cos, radians, sin, sqrt
from typing import Annotated, Protocol

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from tripintent.state.money import Amount, Money


class Part(BaseModel):
    """Frozen; ``camelCase`` in JSON, either spelling on reading."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


def _two_letters(code: str) -> str:
    if len(code) != 2 or not code.isalpha():
        raise ValueError(f"{code!r} is no ISO 3166-1 alpha-2 country code")
    return code.upper()


def _upper(text: object) -> object:
    return text.strip().upper() or None if isinstance(text, str) else text


Country = Annotated[str, AfterValidator(_two_letters)]
Code = Annotated[str | None, BeforeValidator(_upper)]


class Coordinates(Part):
    """Degrees, WGS 84."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)


class Address(Part):
    """A postal address as far as it is known."""

    street: str | None = None
    city: str | None = None
    state: str | None = None
    postal_code: str | None = None
    country: Country | None = None


class Location(Part):
    """A place of a segment. ``code`` is an IATA or property code; ``city`` and ``country`` may be said without an address."""

    name: str = Field(min_length=1)
    type: str | None = None
    code: Code = None
    city: str | None = None
    country: str | None = None
    address: Address | str | None = None
    coordinates: Coordinates | None = None
    timezone: str | None = None

    @property
    def town(self) -> str | None:
        """The city, wherever it is written."""
        return self.city or (self.address.city if isinstance(self.address, Address) else None)

    @property
    def nation(self) -> str | None:
        """The country as written, in the address or beside it."""
        return (self.address.country if isinstance(self.address, Address) else None) or self.country

    @property
    def street(self) -> str | None:
        """The street, wherever it is written."""
        return self.address.street if isinstance(self.address, Address) else self.address


class Company(Part):
    """An airline, a hotel, a provider."""

    name: str = Field(min_length=1)
    code: Code = None


class Source(Part):
    """Where a segment comes from, beyond its kind of source."""

    mode: str | None = None
    reference: str | None = Field(default=None, description="mail, file or booking that it was read from")
    confidence: float | None = Field(default=None, ge=0, le=1)
    timestamp: str | None = None


class Price(Money):
    """Money whose currency may be written in small letters; half a minor unit is rounded up."""

    amount: Amount
    currency: Annotated[str, BeforeValidator(_upper), Field(pattern=r"^[A-Z]{3}$")] = "USD"

    @property
    def minor(self) -> int:
        """The amount in minor units of a currency with two decimals."""
        return int((self.amount * 100).quantize(Decimal(1), ROUND_HALF_UP))


Extras = dict[str, JsonValue]


EARTH_KM = 6371.0088  # mean radius, IUGG
WALK_KM = 3.0
DRIVE_KM = 500.0
RAIL_KM = 600.0
WALK_KMH, DRIVE_KMH, FLY_KMH = 5.0, 80.0, 800.0
CITY_KMH = 30.0
FLY_OVERHEAD_MINUTES = 60
TOWN_KM, TRANSIT_KMH, TRANSIT_WAIT = 30.0, 20.0, 10


class Atlas(Protocol):
    """Looks places up in local data; None is unknown."""

    def point(self, place: Location) -> Coordinates | None:
        """Return where a place is."""
        ...

    def country(self, place: Location) -> str | None:
        """Return the ISO 3166-1 alpha-2 code of its country."""
        ...

    def town(self, place: Location) -> str | None:
        """Return the city that it is in or serves."""
        ...

    def zone(self, place: Location) -> str | None:
        """Return its IANA time zone."""
        ...


def great_circle_km(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """Return the distance of two points given in degrees, by the haversine formula, in kilometres."""
    phi_a, phi_b = radians(lat_a), radians(lat_b)
    half = sin((phi_b - phi_a) / 2) ** 2 + cos(phi_a) * cos(phi_b) * sin(radians(lon_b - lon_a) / 2) ** 2
    return 2 * EARTH_KM * asin(min(1.0, sqrt(half)))


def kilometres(a: Coordinates, b: Coordinates) -> float:
    """Return the great-circle distance."""
    return great_circle_km(a.latitude, a.longitude, b.latitude, b.longitude)


def distance(a: Location, b: Location, atlas: Atlas) -> float | None:
    """Return the kilometres between two places; None where one of them is unknown."""
    first, second = atlas.point(a), atlas.point(b)
    return kilometres(first, second) if first and second else None


def mode_for(km: float) -> str:
    """Return walk below 3 km, drive below 500 km, else fly."""
    return "walk" if km < WALK_KM else "drive" if km < DRIVE_KM else "fly"


def minutes_for(km: float, mode: str) -> int:
    """Return an estimate of travel time: straight lines and mean speeds, an hour on top of a flight."""
    if mode == "fly":
        return round(km / FLY_KMH * 60) + FLY_OVERHEAD_MINUTES
    speed = WALK_KMH if mode == "walk" else CITY_KMH if km < 30 else DRIVE_KMH
    return round(km / speed * 60)


def travel_minutes(a: Location, b: Location, atlas: Atlas) -> int | None:
    """Return an estimate of the quickest usual way between two places; None where one of them is unknown."""
    km = distance(a, b, atlas)
    return None if km is None else usual_minutes(km)


def usual_minutes(km: float) -> int:
    """Return an estimate of the quickest usual way: within a town a walk, or public transport with ten minutes to reach it."""
    if km < TOWN_KM:
        return min(minutes_for(km, "walk"), TRANSIT_WAIT + round(km / TRANSIT_KMH * 60))
    return minutes_for(km, mode_for(km))
