"""Handlers of the tools that write: each builds a segment or a change, and leaves the checks to the operations."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from pydantic import JsonValue
from pydantic.alias_generators import to_camel

from tripintent.state.designer import editing, moving
from tripintent.state.designer.checks import clashes
from tripintent.state.designer.itinerary import Intelligence, ItineraryDocument, Traveler, TripPreferences, kind_of
from tripintent.state.designer.moments import has_time, shifted
from tripintent.state.designer.ordering import usual_duration
from tripintent.state.designer.outcomes import Done, EditRefusal, Outcome
from tripintent.state.designer.parts import Atlas, Location
from tripintent.state.designer.sameness import plain
from tripintent.tools.designer.results import HandlerRejected, HandlerResult, refused
from tripintent.tools.ports.designer import PlanNow, ToolFault
from tripintent.tools.toolbox import plan_arguments as a

_AS_SAID = (
    *("airline", "flight_number", "cabin_class", "property", "board_basis", "room_type", "room_count"),
    *("check_in_date", "check_out_date", "check_in_time", "check_out_time", "name", "description", "category"),
    *("provider", "transfer_type", "vehicle_details", "title", "organizer", "attendees", "agenda", "meeting_url"),
    *("confirmation_number", "notes"),
)
"""Fields that a segment has under the name of the argument."""


class WriteTools:
    """The tools that write. Ids come from outside, so that tests can foresee them."""

    def __init__(self, atlas: Atlas, new_id: Callable[[], str]) -> None:
        self._atlas = atlas
        self._new_id = new_id

    async def add_flight(self, args: a.AddFlightArguments, plan: PlanNow) -> HandlerResult:
        """Add a flight; zones are those of its airports."""
        origin, destination = self._place(args.origin), self._place(args.destination)
        return self._added(
            plan,
            args,
            type="FLIGHT",
            origin=origin,
            destination=destination,
            startDatetime=args.departure_time,
            endDatetime=args.arrival_time,
            startTimezone=self._zone(args.departure_time, origin),
            endTimezone=self._zone(args.arrival_time, destination),
        )

    async def add_hotel(self, args: a.AddHotelArguments, plan: PlanNow) -> HandlerResult:
        """Add nights in a house."""
        location = self._place(args.location)
        return self._added(
            plan,
            args,
            type="HOTEL",
            location=location,
            startTimezone=self._atlas.zone(location),
            endTimezone=self._atlas.zone(location),
            totalPrice=args.price,
        )

    async def add_activity(self, args: a.AddActivity, plan: PlanNow) -> HandlerResult:
        """Add something to do; a length that no one said is the usual one, and is said to be assumed."""
        location = self._place(args.location)
        end: str | None = args.end_time
        assumed: tuple[str, ...] = ()
        if end is None and has_time(args.start_time):
            hours = args.duration_hours or usual_duration(f"{args.name} {args.category or ''}").hours
            end = shifted(args.start_time, timedelta(hours=hours))
            assumed = () if args.duration_hours else ("endDatetime",)
        return self._added(
            plan,
            args,
            type="ACTIVITY",
            location=location,
            startDatetime=args.start_time,
            endDatetime=end,
            startTimezone=self._zone(args.start_time, location),
            assumed=assumed,
        )

    async def add_transfer(self, args: a.AddTransfer, plan: PlanNow) -> HandlerResult:
        """Add a ride or a walk."""
        pickup, dropoff = self._place(args.pickup_location), self._place(args.dropoff_location)
        end = shifted(args.pickup_time, timedelta(minutes=args.estimated_duration_minutes))
        return self._added(
            plan,
            args,
            type="TRANSFER",
            pickupLocation=pickup,
            dropoffLocation=dropoff,
            startDatetime=args.pickup_time,
            endDatetime=end if has_time(args.pickup_time) else args.pickup_time,
            startTimezone=self._zone(args.pickup_time, pickup),
            endTimezone=self._zone(args.pickup_time, dropoff) or self._zone(args.pickup_time, pickup),
            assumed=() if "estimated_duration_minutes" in args.model_fields_set else ("endDatetime",),
        )

    async def add_meeting(self, args: a.AddMeeting, plan: PlanNow) -> HandlerResult:
        """Add a meeting."""
        location = self._place(args.location)
        return self._added(
            plan,
            args,
            type="MEETING",
            location=location,
            startDatetime=args.start_time,
            endDatetime=args.end_time,
            startTimezone=self._zone(args.start_time, location),
        )

    async def add_traveler(self, args: a.AddTraveler, plan: PlanNow) -> HandlerResult:
        """Add a person; one of the same name is the same person."""
        name = " ".join(x for x in (args.first_name, args.last_name) if x)
        for known in plan.document.travelers:
            if plain(" ".join(x for x in (known.first_name, known.last_name) if x)) == plain(name):
                fault = ToolFault(code="CONSTRAINT_VIOLATION", message=f"{name} is there already", field="duplicate")
                raise HandlerRejected(fault)
        traveler = Traveler(id=self._new_id(), **args.model_dump())
        new = plan.document.model_copy(update={"travelers": (*plan.document.travelers, traveler)})
        return HandlerResult(new, {"travelerId": traveler.id, "travelerName": name, "itineraryChanged": True})

    async def store_travel_intelligence(self, args: a.StoreIntelligence, plan: PlanNow) -> HandlerResult:
        """Keep a finding, dated today."""
        one = Intelligence(
            id=self._new_id(),
            kind=kind_of(args.category, args.dates),
            stored_on=plan.today.isoformat(),
            **args.model_dump(),
        )
        new = plan.document.model_copy(update={"intelligence": (*plan.document.intelligence, one)})
        return HandlerResult(new, {"intelligenceId": one.id})

    async def update_itinerary(self, args: a.UpdateItinerary, plan: PlanNow) -> HandlerResult:
        """Change title, dates or destinations. Today is a day to start on; the past is not."""
        _refuse_bad_dates(args, plan.document, plan.today)
        names = ("title", "description", "start_date", "end_date")
        changes: dict[str, object] = {n: v for n in names if (v := getattr(args, n)) is not None}
        if args.destinations:
            known = {plain(d.name) for d in plan.document.destinations}
            fresh = [self._place(a.PlaceArgument(name=d)) for d in args.destinations if plain(d) not in known]
            changes["destinations"] = (*plan.document.destinations, *fresh)
        new = plan.document.model_copy(update=changes)
        updated: list[JsonValue] = [to_camel(name) for name in changes]
        return HandlerResult(new, {"updated": updated, "itineraryChanged": bool(changes)})

    async def update_preferences(self, args: a.UpdatePreferences, plan: PlanNow) -> HandlerResult:
        """Change wishes: lists are replaced, absent ones kept."""
        said = {n: getattr(args, n) for n in args.model_fields_set if getattr(args, n) is not None}
        if args.budget:
            price = {"amount": str(args.budget.amount), "currency": args.budget.currency}
            said["budget"] = {"amount": price, "period": args.budget.period}
        merged = {**plan.document.trip_preferences.model_dump(), **said}
        wishes = TripPreferences.model_validate(merged)
        new = plan.document.model_copy(update={"trip_preferences": wishes})
        told = wishes.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
        return HandlerResult(new, {"preferences": told, "itineraryChanged": new != plan.document})

    async def update_segment(self, args: a.UpdateSegment, plan: PlanNow) -> HandlerResult:
        """Change fields of a segment. What a booking or an import confirmed keeps its status."""
        if args.updates.get("status") == "CONFIRMED":
            message = "only a booking or an import with a confirmation number confirms"
            raise HandlerRejected(ToolFault(code="CONSTRAINT_VIOLATION", message=message, field="status"))
        done = _done(editing.update(plan.document, args.segment_id, args.updates, outside="extend"))
        return HandlerResult(done.document, {"segmentId": args.segment_id})

    async def delete_segment(self, args: a.OneSegment, plan: PlanNow) -> HandlerResult:
        """Remove a segment."""
        done = _done(editing.delete(plan.document, args.segment_id))
        return HandlerResult(done.document, {"segmentId": args.segment_id})

    async def move_segment(self, args: a.MoveSegment, plan: PlanNow) -> HandlerResult:
        """Move a segment and what hangs on it; says what moved, not how much there is."""
        done = _done(moving.move(plan.document, args.segment_id, args.new_start_time))
        others: list[JsonValue] = [m.id for m in done.moved if m.id != args.segment_id]
        told: dict[str, JsonValue] = {
            "segmentId": args.segment_id,
            "dependentsAdjusted": len(others),
            "dependents": others,
            "moves": [m.model_dump(mode="json") for m in done.moved],
        }
        known = {(f.rule, f.segments) for f in clashes(plan.document, self._atlas)}
        new = (f for f in clashes(done.document, self._atlas) if (f.rule, f.segments) not in known)
        clash: list[JsonValue] = [f.model_dump(mode="json") for f in new]
        dry: dict[str, JsonValue] = {"dryRun": True} if args.dry_run else {}
        return HandlerResult(plan.document if args.dry_run else done.document, {**told, **dry, "clashes": clash})

    async def reorder_segments(self, args: a.ReorderSegments, plan: PlanNow) -> HandlerResult:
        """Put the segments in another order."""
        done = _done(editing.reorder(plan.document, args.segment_ids))
        return HandlerResult(done.document, {"segmentCount": len(done.document.segments)})

    def _added(self, plan: PlanNow, args: object, **fields: object) -> HandlerResult:
        common = {
            **{to_camel(name): getattr(args, name) for name in _AS_SAID if hasattr(args, name)},
            "id": self._new_id(),
            "status": "TENTATIVE",
            "source": plan.source,
        }
        price = {} if fields.get("totalPrice") else {"price": getattr(args, "price", None)}
        segment = editing.read_segment({**common, **price, **fields})
        if isinstance(segment, EditRefusal):
            raise refused(segment)
        done = _done(editing.add(plan.document, segment, outside="extend"))
        return HandlerResult(done.document, {"segmentId": segment.id})

    def _place(self, said: a.PlaceArgument) -> Location:
        place = Location(name=said.name, code=said.code, city=said.city, country=said.country)
        return place.model_copy(update={"timezone": self._atlas.zone(place)})

    def _zone(self, moment: str, place: Location) -> str | None:
        return self._atlas.zone(place) if has_time(moment) else None


def _done(outcome: Outcome) -> Done:
    if isinstance(outcome, EditRefusal):
        raise refused(outcome)
    return outcome


def _refuse_bad_dates(args: a.UpdateItinerary, document: ItineraryDocument, today: date) -> None:
    """Refuse a start before today and an end before the start, both at once, with ranges of the same length to offer."""
    start = args.start_date or document.start_date
    end = args.end_date or document.end_date
    faults = []
    if args.start_date and args.start_date < today.isoformat():
        faults.append("in_past:startDate")
    if (args.start_date or args.end_date) and start and end and end < start and (args.end_date or not faults):
        faults.append("before_start:endDate")
    if not faults:
        return
    length = (date.fromisoformat(end) - date.fromisoformat(start)).days if start and end and end >= start else 7
    starts = (today + timedelta(days=1), date.fromisoformat(start) + timedelta(days=364) if start else today)
    offers: list[Mapping[str, str]] = [
        {"startDate": day.isoformat(), "endDate": (day + timedelta(days=length)).isoformat()}
        for day in starts
        if day > today
    ]
    message = f"the trip cannot be from {start} to {end}: today is {today}"
    fault = ToolFault(code="CONSTRAINT_VIOLATION", message=message, field=faults[0].split(":")[1], faults=tuple(faults))
    raise HandlerRejected(fault.model_copy(update={"offers": tuple(offers)}))
