"""The itinerary document: days, people and wishes of one trip, with what it took to get there (undo and redo).

Facts worth knowing about a destination are in it with source, date and how sure one is.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, Field, field_validator, model_validator
from pydantic.alias_generators import to_camel

from tripintent.state.designer.moments import PlainDate, day_of
from tripintent.state.designer.parts import Extras, Location, Part, Price
from tripintent.state.designer.sameness import plain, similar_words
from tripintent.state.designer.segments import Segment
from tripintent.state.document import Document, Stamped, of_kind

Kind = Literal["evergreen", "seasonal", "event", "dated"]
_SURE = {"high": 0, "medium": 1, "low": 2}


class Intelligence(Part):
    """One finding. ``dates`` are the words that say when it holds; none is always."""

    id: str = ""
    destination: str
    category: str
    findings: str
    dates: str | None = None
    kind: Kind = "evergreen"
    level: str = "city"
    impact: str = "neutral"
    confidence: Literal["high", "medium", "low"] = "medium"
    source: str | None = None
    tags: tuple[str, ...] = ()
    stored_on: PlainDate | None = None


def kind_of(category: str, dates: str | None) -> Kind:
    """Return how long a finding holds: events by their date, weather and crowds by season, the rest always."""
    if category in ("events", "festivals"):
        return "event"
    if dates:
        return "dated"
    return "seasonal" if category in ("weather", "crowds", "prices") else "evergreen"


def relevant(
    known: Sequence[Intelligence], destination: str, categories: Sequence[str] = (), query: str | None = None
) -> tuple[Intelligence, ...]:
    """Return the findings about a destination, of the categories and words asked for, the surest first."""
    place = plain(destination)
    found = [
        one
        for one in known
        if plain(one.destination) in place or place in plain(one.destination)
        if not categories or one.category in categories
        if not query or similar_words(query, f"{one.findings} {' '.join(one.tags)} {one.category}")
    ]
    return tuple(sorted(found, key=lambda one: _SURE[one.confidence]))


SCHEMA = "tripintent.itinerary.v1"
UNDO_DEPTH = 30
DAY_PLAN = "dayPlan"
"""Of the metadata: ids of what a day plan wrote last."""

ItineraryStatus = Literal["DRAFT", "PLANNED", "CONFIRMED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]
Pace = Literal["packed", "balanced", "leisurely"]
TravelStyle = Literal["luxury", "moderate", "budget", "backpacker"]
TravelerKind = Literal["adult", "child", "infant", "senior"]


class PlainPerson(Part):
    """What is said of a person, as it is kept."""

    first_name: str = Field(min_length=1)
    middle_name: str | None = None
    last_name: str | None = None
    relationship: str | None = None
    is_primary: bool = False
    age: int | None = Field(default=None, ge=0, le=120)
    date_of_birth: PlainDate | None = None
    phone: str | None = None


class Traveler(PlainPerson):
    """A person of this trip."""

    id: str = ""
    type: TravelerKind = "adult"
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$")
    loyalty_programs: tuple[Mapping[str, str], ...] = ()
    special_requests: tuple[str, ...] = ()
    metadata: Extras = Field(default_factory=dict)

    @field_validator("type", mode="before")
    @classmethod
    def _small(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value


class WishBudget(Part):
    """The most that the trip may cost."""

    amount: Price
    period: Literal["per_day", "per_person", "total"] = "total"


class PlainWishes(Part):
    """The wishes for a trip that are kept as they are said."""

    traveler_type: Literal["solo", "couple", "family", "friends", "group", "business"] | None = None
    trip_purpose: str | None = None
    travel_style: TravelStyle | None = None
    pace: Pace | None = None
    budget_flexibility: int | None = Field(default=None, ge=1, le=5)
    dietary_restrictions: str | tuple[str, ...] | None = None
    mobility_restrictions: str | tuple[str, ...] | None = None
    origin: str | None = None


class TripPreferences(PlainWishes):
    """Wishes for the whole trip; None or empty is unsaid. Lists are replaced, absent fields are kept."""

    interests: tuple[str, ...] = ()
    budget: WishBudget | None = None
    accommodation_preference: str | None = None
    activity_preferences: tuple[str, ...] = ()
    avoidances: tuple[str, ...] = ()


class Change(Part):
    """One atomic change: the segments and fields that it touched, before and after. Turned round it is its own undo."""

    label: str = ""
    before: Mapping[str, Segment | None] = Field(default_factory=dict)
    after: Mapping[str, Segment | None] = Field(default_factory=dict)
    order_before: tuple[str, ...] = ()
    order_after: tuple[str, ...] = ()
    fields_before: Extras = Field(default_factory=dict)
    fields_after: Extras = Field(default_factory=dict)

    @property
    def undone(self) -> "Change":
        """The change that takes this one back."""
        return self.model_copy(
            update={
                "before": self.after,
                "after": self.before,
                "order_before": self.order_after,
                "order_after": self.order_before,
                "fields_before": self.fields_after,
                "fields_after": self.fields_before,
            }
        )


class ItineraryDocument(Document):
    """One trip's itinerary. ``version`` counts every write."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)
    kind: ClassVar[str] = "itinerary"

    schema_: Stamped[str] = Field(default=SCHEMA, alias="schema")
    title: str = "New itinerary"
    description: str | None = None
    status: ItineraryStatus = "DRAFT"
    start_date: PlainDate | None = None
    end_date: PlainDate | None = None
    trip_type: str | None = None
    origin: Location | None = None
    destinations: tuple[Location, ...] = ()
    travelers: tuple[Traveler, ...] = ()
    segments: tuple[Segment, ...] = ()
    trip_preferences: TripPreferences = TripPreferences()
    intelligence: tuple[Intelligence, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: Extras = Field(default_factory=dict)
    created_at: Stamped[str | None] = None
    updated_at: Stamped[str | None] = None
    created_by: str | None = None
    past: Stamped[tuple[Change, ...]] = Field(default=(), description="what can be undone, newest last")
    future: Stamped[tuple[Change, ...]] = Field(default=(), description="what can be redone, next last")

    @model_validator(mode="after")
    def _dates_in_order(self) -> "ItineraryDocument":
        if self.start_date and self.end_date and day_of(self.end_date) < day_of(self.start_date):
            raise ValueError(f"endDate: the trip ends ({self.end_date}) before it starts ({self.start_date})")
        return self

    def segment(self, segment_id: str) -> Segment | None:
        """Return a segment by id."""
        return next((s for s in self.segments if s.id == segment_id), None)

    def with_room(self, segments: Iterable[Segment], most: int | None = None) -> "ItineraryDocument":
        """Return the document with trip dates that hold these segments; as it is where that makes more than ``most`` days."""
        days = [day for one in segments for day in (one.first_day, one.last_day) if day]
        if not days or not self.start_date or not self.end_date:
            return self
        start, end = min(self.start_date, *days), max(self.end_date, *days)
        if most is not None and (day_of(end) - day_of(start)).days > most:
            return self
        return self.model_copy(update={"start_date": start, "end_date": end})

    @property
    def live(self) -> tuple[Segment, ...]:
        """The segments that are not cancelled."""
        return tuple(s for s in self.segments if s.status != "CANCELLED")

    @property
    def planned(self) -> bool:
        """Whether it has an entry of its own, beside what is held and booked."""
        return any(one.source != "booking" for one in self.segments)


def published(document: ItineraryDocument) -> dict[str, object]:
    """Return the document as others read it: JSON without the undo history and without what is empty."""
    found: dict[str, object] = document.model_dump(
        mode="json", by_alias=True, exclude={"past", "future"}, exclude_defaults=True
    )
    segments = [s.model_dump(mode="json", by_alias=True, exclude_none=True) for s in document.segments]
    always = {
        "schema": document.schema_,
        "version": document.version,
        "title": document.title,
        "status": document.status,
    }
    return {**found, **always, "segments": segments}


def itinerary_of(values: Mapping[str, Any]) -> ItineraryDocument:
    """Return the itinerary of a state's values; an empty one before the first."""
    return of_kind(values.get("documents"), ItineraryDocument) or ItineraryDocument()
