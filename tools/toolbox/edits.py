"""Edits of the plan of days: an entry is named by its id, and stays the same entry whatever comes before or after it."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, WithJsonSchema
from rapidfuzz import process

from tripintent.state.acts import Rejected
from tripintent.state.designer import editing, operations
from tripintent.state.designer.additions import added
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import ClockTime, PlainDate, at, between, day_of, has_time, shifted, with_day
from tripintent.state.designer.operations import KnownSight, PartOfDay
from tripintent.state.designer.outcomes import Bench, EditRefusal
from tripintent.state.designer.parts import Location
from tripintent.state.designer.sameness import plain
from tripintent.state.designer.segments import FlightSegment, HotelSegment, RailSegment, Segment, TransferType, title_of
from tripintent.tools.ports.places import Attraction
from tripintent.tools.toolbox.base import Arguments
from tripintent.tools.toolbox.nearness import KIND_WORDS, sight_named

Minutes = Annotated[int, Field(gt=0, le=2880), WithJsonSchema({"type": "integer"})]
Kind = Literal["activity", "meal", "meeting", "flight", "train", "ride", "hotel"]
NAMES = {"ACTIVITY": "name", "MEETING": "title", "CUSTOM": "title", "RAIL": "trainNumber", "FLIGHT": "flightNumber"}
"""The field of each type by which a person knows it; a hotel has its property, a ride its vehicle."""


class AddEntry(Arguments):
    """Put something in; flights, trains and stays bought elsewhere too."""

    op: Literal["add"]
    kind: Kind = "activity"
    name: str = Field(min_length=1, description="of a flight or train its number")
    day: PlainDate
    start: ClockTime | None = None
    end: ClockTime | None = Field(default=None, description="before start: the next day")
    minutes: Minutes | None = None
    part: PartOfDay | None = Field(default=None, description="if no hour is said")
    place: str | None = None
    origin: str | None = None
    destination: str | None = None
    operator: str | None = None
    ride: TransferType = "OTHER"
    until: PlainDate | None = Field(default=None, description="last day")
    number: str | None = Field(default=None, description="confirmation number")
    notes: str | None = None


class MoveEntry(Arguments):
    """Another day or start; its length stays."""

    op: Literal["move"]
    entry: str = Field(description="id of the entry")
    day: PlainDate | None = None
    start: ClockTime | None = None


class EditEntry(Arguments):
    """Change an entry; a flight bought elsewhere gets new times here."""

    op: Literal["change"] = Field(description="also new times of a flight bought elsewhere")
    entry: str
    name: str | None = None
    place: str | None = None
    day: PlainDate | None = None
    start: ClockTime | None = None
    end: ClockTime | None = None
    minutes: Minutes | None = None
    until: PlainDate | None = None
    notes: str | None = None


class RemoveEntry(Arguments):
    """Take one entry out."""

    op: Literal["remove"]
    entry: str


Edit = Annotated[AddEntry | MoveEntry | EditEntry | RemoveEntry, Field(discriminator="op")]


class Edited(NamedTuple):
    """The plan after one edit, the entry, and why it was not made where it was not."""

    document: ItineraryDocument
    entry: str = ""
    refused: Rejected | None = None


class Editor(NamedTuple):
    """What an edit needs beside the plan: a map with new ids, and the known sights of the towns."""

    bench: Bench
    sights: Sequence[Attraction] = ()

    def edited(self, document: ItineraryDocument, edit: Edit) -> Edited:
        """Return the plan with one edit, or why not and what would be right."""
        if isinstance(edit, AddEntry):
            return self._added(document, edit)
        found = named(document, edit.entry)
        if isinstance(found, Rejected):
            return Edited(document, refused=found)
        if found.source == "booking":
            why = "it is booked or held: request_change or request_cancellation changes it, the plan cannot"
            return Edited(document, refused=Rejected(path="entry", why=why))
        if isinstance(edit, RemoveEntry):
            return _done(document, editing.delete(document, found.id), found.id)
        if isinstance(edit, MoveEntry):
            return _moved(document, found, edit)
        return _changed(document, found, edit, self.bench)

    def _added(self, document: ItineraryDocument, edit: AddEntry) -> Edited:
        """Return the plan with one more entry; what we had planned of the same sight gives way to it."""
        ours = [one for one in document.live if one.source == "agent" and _same_sight(title_of(one), edit.name)]
        taken = editing.delete(document, ours[0].id) if len(ours) == 1 and edit.name else None
        document = document if taken is None or isinstance(taken, EditRefusal) else taken.document
        applied = added(document, self._operation(edit), self.bench)
        if not applied.document.segments or applied.document.segments == document.segments:
            facts = applied.events[0].facts if applied.events else {}
            why = str(facts.get("message") or "it cannot be put there: say its days or hours")
            return Edited(document, refused=Rejected(path=str(facts.get("field") or "day"), why=why))
        new = applied.document.segments[-1]
        told: dict[str, object] = {"confirmationNumber": edit.number, "notes": edit.notes}
        if isinstance(new, RailSegment):
            told |= {"trainNumber": edit.name, "operator": {"name": edit.operator} if edit.operator else None}
        elif edit.operator and not isinstance(new, FlightSegment):
            told["provider"] = {"name": edit.operator}
        if edit.kind == "ride":
            told["vehicleDetails"] = edit.name
        elif edit.kind == "meal":
            told["category"] = "dining"
        said = {name: value for name, value in told.items() if value}
        return _done(applied.document, editing.update(applied.document, new.id, said, outside="extend"), new.id)

    def _operation(
        self, edit: AddEntry
    ) -> operations.ActivityToAdd | operations.FlightToAdd | operations.StayToAdd | operations.RideToAdd:
        when = operations.Timing(
            day=edit.day, until=edit.until, start=edit.start, end=edit.end, minutes=edit.minutes, part=edit.part
        )
        ends: dict[str, Any] = {"origin": edit.origin, "destination": edit.destination}
        if edit.kind == "flight":
            return operations.FlightToAdd(number=edit.name, airline=edit.operator, when=when, **ends)
        if edit.kind == "hotel":
            return operations.StayToAdd(name=edit.name, town=edit.place, when=when)
        if edit.kind in ("train", "ride"):
            kind = "TRAIN" if edit.kind == "train" else edit.ride
            return operations.RideToAdd(kind=kind, name=edit.name, when=when, **ends)
        sight = sight_named(edit.name, self.sights) if edit.kind == "activity" and not edit.place else None
        known = sight and KnownSight(id=sight.id, lat=sight.lat, lon=sight.lon, minutes=sight.minutes, kind=sight.kind)
        meets = edit.kind == "meeting"
        return operations.ActivityToAdd(name=edit.name, place=edit.place, when=when, meeting=meets, sight=known)


def editor_of(atlas: object, new_id: object, sights: Sequence[Attraction]) -> Editor:
    """Return the editor of a plan; its edits are orders, and are not asked about again."""
    return Editor(Bench(atlas, new_id), sights)  # type: ignore[arg-type]


def named(document: ItineraryDocument, entry: str) -> Segment | Rejected:
    """Return the entry with an id or with exactly this name; a name that none or several have is refused with those there are."""
    if found := document.segment(entry.strip()):
        return found
    same = [one for one in document.live if plain(title_of(one)) == plain(entry)]
    if len(same) == 1:
        return same[0]
    lines = {one.id: _line(one) for one in same or document.live}
    near = [key for _, _, key in process.extract(entry, lines, limit=8)]
    why = "several entries have this name: give the id" if same else "there is no such entry in the plan: give an id"
    return Rejected(path="entry", why=why, candidates=tuple(lines[key] for key in near))


def _same_sight(one: str, other: str | None) -> bool:
    """Tell whether all words of one name are in the other: the Uffizi is the Uffizi Gallery."""
    words, more = ({*plain(name).split()} - {"the"} for name in (one, other or ""))
    return bool((words & more) - KIND_WORDS) and (words <= more or more <= words)


def _line(one: Segment) -> str:
    return f"{one.id}: {title_of(one)}" + (f", {one.start_datetime}" if one.start_datetime else "")


def _done(document: ItineraryDocument, outcome: object, entry: str) -> Edited:
    if isinstance(outcome, EditRefusal):
        return Edited(
            document, refused=Rejected(path=outcome.field or "", why=outcome.message, candidates=outcome.affected)
        )
    return Edited(outcome.document, entry)  # type: ignore[attr-defined]


def _moved(document: ItineraryDocument, found: Segment, edit: MoveEntry) -> Edited:
    if isinstance(found, FlightSegment | RailSegment):
        why = "a flight or a train goes when it goes: `change` its day and times where the airline or railway changed them"
        return Edited(document, refused=Rejected(path="entry", why=why))
    if not edit.day and not edit.start:
        return Edited(document, refused=Rejected(path="day", why="say the new day or the new start"))
    if isinstance(found, HotelSegment):
        return _done(document, editing.update(document, found.id, _stay(found, edit.day, None)), found.id)
    start = _start(found, edit.day, edit.start)
    if start is None:
        return Edited(document, refused=Rejected(path="day", why="it has no day yet: say the day too"))
    return _done(document, editing.update(document, found.id, {"startDatetime": start}, outside="extend"), found.id)


def _start(found: Segment, day: str | None, clock: str | None) -> str | None:
    old = found.start_datetime
    on = date.fromisoformat(day) if day else day_of(old) if old else None
    if on is None:
        return None
    if clock:
        return at(on, clock)
    return with_day(old, on) if old and has_time(old) else on.isoformat()


def _stay(found: HotelSegment, day: str | None, until: str | None) -> dict[str, object]:
    """Return the new dates of a stay: its nights stay as many, unless the day of check-out is said."""
    first = day or found.check_in_date
    last = until or found.check_out_date
    if day and not until and found.check_in_date and found.check_out_date:
        nights = day_of(found.check_out_date) - day_of(found.check_in_date)
        last = shifted(day, nights)
    return {"checkInDate": first, "checkOutDate": last}


def _changed(document: ItineraryDocument, found: Segment, edit: EditEntry, bench: Bench) -> Edited:
    said: dict[str, object] = {"notes": edit.notes} if edit.notes else {}
    if edit.name and isinstance(found, HotelSegment):
        said["property"] = {"name": edit.name}
    elif edit.name:
        said[NAMES.get(found.type, "vehicleDetails")] = edit.name
    if edit.place and isinstance(found, HotelSegment):
        place = Location(name=edit.name or found.property.name, city=edit.place)
        zone = bench.atlas.zone(place)
        said |= {"location": place, "startTimezone": zone, "endTimezone": zone}
    elif edit.place:
        said["location"] = {"name": edit.place}
    if isinstance(found, HotelSegment):
        said |= _stay(found, edit.day, edit.until) if edit.day or edit.until else {}
    elif edit.day or edit.start or edit.end or edit.minutes:
        start = _start(found, edit.day, edit.start)
        if start is None:
            return Edited(document, refused=Rejected(path="day", why="it has no day yet: say the day too"))
        said |= {"startDatetime": start, **_end(found, start, edit)}
    if not said:
        return Edited(document, refused=Rejected(path="", why="nothing is changed: say what is to be otherwise"))
    return _done(document, editing.update(document, found.id, said, outside="extend"), found.id)


def _end(found: Segment, start: str, edit: EditEntry) -> dict[str, object]:
    """Return the end that was said; one that is before the start is on the next day. Nothing said keeps the length."""
    if edit.minutes:
        return {"endDatetime": shifted(start, timedelta(minutes=edit.minutes))}
    if not edit.end:
        return {}
    end = at(day_of(start), edit.end)
    late = between(start, end, found.start_timezone, found.end_timezone) < timedelta()
    return {"endDatetime": shifted(end, timedelta(days=1)) if late else end}
