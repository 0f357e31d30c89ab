"""The offline reader, in one line: message → pasted text? → clauses → steps, changes, questions, wishes, additions."""

import re
from dataclasses import replace
from datetime import date, timedelta

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import (
    AddFlight,
    AddHotel,
    AddRide,
    AddThing,
    Ask,
    Change,
    Import,
    Operation,
    SetTrip,
    Step,
    Suggest,
    Target,
    When,
)
from tripintent.state.designer.segments import FlightSegment, Segment
from tripintent.state.readable import readable
from tripintent.tools.language.exact.tables import pattern, phrases
from tripintent.tools.language.pasted import pasted
from tripintent.tools.language.reading.itinerary.adding import only_times, read_addition
from tripintent.tools.language.reading.itinerary.asking import (
    is_agreement,
    is_command,
    is_question,
    read_ideas,
    read_plan,
    read_question,
    read_step,
)
from tripintent.tools.language.reading.itinerary.bounds import read_bounds
from tripintent.tools.language.reading.itinerary.changing import along_and_staying, only_stays, read_change
from tripintent.tools.language.reading.itinerary.clause import Clause, clauses_of
from tripintent.tools.language.reading.itinerary.days import TripDays
from tripintent.tools.language.reading.itinerary.naming import name_in, titled
from tripintent.tools.language.reading.itinerary.setup import read_setup
from tripintent.tools.language.reading.itinerary.where import read_going
from tripintent.tools.language.reading.itinerary.wishing import is_list, read_wishes
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.itinerary_reader import DesignHearing, DesignReading

_ADDS = (AddThing, AddFlight, AddHotel, AddRide)
_INSTEAD = re.compile(r"\b(?:make (?:it|that)|instead|rather|actually|better|move it|change it)\b")
_AFTER = re.compile(r"\b(?:right |straight |directly |just )?(?:after(?:wards| that| it)?|following that)\b")
_SHORT = 6
_NEAR = timedelta(days=3)
_ANSWER = 9
"""Words of a yes or a no."""


class OfflineItineraryReader:
    """Implements the ``ItineraryReader`` port by rules."""

    def __init__(self, gazetteer: Gazetteer | None = None) -> None:
        self._gazetteer = gazetteer or Gazetteer()

    def read(self, hearing: DesignHearing) -> DesignReading:
        """Return the operations in the order in which they were said."""
        paste = pasted(hearing.text)
        if paste:
            own = fold(hearing.text.replace(paste, " "))
            asked = bool(pattern("itinerary", "add", hearing.language).search(own))
            return DesignReading(operations=(Import(text=paste, anyway=asked, said=hearing.text[:80]),))
        hearing = hearing.model_copy(update={"text": readable(hearing.text).read})
        folded = fold(hearing.text)
        step = read_step(
            folded, hearing.language, pending=hearing.pending or bool(hearing.places and not hearing.bound)
        )
        undoes = step is not None and step.what in ("undo", "redo")
        where = () if undoes else read_going(hearing, self._gazetteer)
        if where:
            return DesignReading(operations=where)
        if step and (undoes or len(folded.split()) <= _ANSWER):
            return DesignReading(operations=(step,))
        likes = is_list(folded, hearing.language)  # "Kirchen, gutes Essen, Parks" names no town
        found = [] if likes else self._clauses(hearing)
        wishes = read_wishes(hearing.text, folded, hearing.language, asked=hearing.asked)
        if wishes and wishes.origin and any(wishes.origin in o.name for o in found if isinstance(o, AddThing)):
            left = wishes.model_copy(update={"origin": None})  # the Torre de Belém is no start of the trip
            wishes = left if left.model_dump(exclude_defaults=True, exclude={"said"}) else None
        if wishes and not (found and all(isinstance(o, Ask) for o in found)):
            found.insert(0, wishes)
        pieces = clauses_of(hearing.text, _days_of(hearing), hearing.language)
        plan = next((one for piece in pieces if (one := read_plan(piece))), None)
        if plan and not any(isinstance(o, _ADDS) for o in found):
            found.append(plan)
        if not found and step:
            found.append(step)
        if not found and is_agreement(folded, hearing.language):
            found.append(Step(what="yes", said=hearing.text))
        found, journey = _of_the_journey(found, hearing)
        return DesignReading(operations=tuple(found), unread="" if found else hearing.text, journey=journey)

    def _clauses(self, hearing: DesignHearing) -> list[Operation]:
        found: list[Operation] = []
        days = _days_of(hearing)
        destination = bool(hearing.document.destinations)
        said: str | None = None
        bounds = read_bounds(hearing.text, days, hearing.language)
        if bounds:
            found.append(bounds.operation)
            days = _spoken(days, [bounds.operation])
        for clause in clauses_of(bounds.rest if bounds else hearing.text, days, hearing.language):
            fresh = clause if clause.days_of == days else replace(clause, days_of=days)
            known = destination or any(isinstance(o, SetTrip) and o.destination for o in found)
            before, found = found, self._read_clause(fresh, hearing, found, known=known)
            found = _on_the_day(before, found, said)
            days = _spoken(days, found)
            said = _heading(fresh) or said
            days = days._replace(spoken=_date(said) or days.spoken)
        return _with_company(found, hearing)

    def _read_clause(
        self, clause: Clause, hearing: DesignHearing, found: list[Operation], *, known: bool
    ) -> list[Operation]:
        """Return the operations found so far with those of one more clause."""
        document, spoken = hearing.document, hearing.spoken_of
        if only_stays(clause):
            return found
        command = is_command(clause.folded, clause.language)
        short = hearing.asked == "destination" or len(hearing.text.split()) <= _SHORT
        setup = read_setup(clause, self._gazetteer, open_destination=not known, asked=short and not clause.times)
        ideas = read_ideas(clause.folded, clause.language, idea=hearing.idea, ideas=hearing.ideas)
        if ideas and any(isinstance(o, Suggest) for o in found):
            return found
        if ideas and not any(isinstance(o, _ADDS) for o in found):
            return [*found, *([setup.operation] if setup.operation else []), ideas]
        if is_question(clause.folded, clause.language, mark=clause.asks) and not command and not setup.operation:
            day = clause.days[-1].day.isoformat() if clause.days else None
            return found if read_plan(clause) else [*found, read_question(clause.folded, clause.language, day)]
        correction = _corrected(clause, found)
        if correction:
            return correction
        changes = read_change(clause, document, spoken, idea=hearing.idea, ideas=hearing.ideas)
        if changes:
            return [*found, *changes]
        if setup.operation:
            found = _with_setup(found, setup.operation)
            clause = replace(clause, days_of=_spoken(clause.days_of, found))
        if pattern("itinerary", "no_write", hearing.language).search(fold(hearing.text)):
            return found
        added = read_addition(clause, setup.rest, self._gazetteer)
        if isinstance(added, AddFlight):
            return [*found, _same_flight(added, document) or added]
        if added:
            return [*found, added]
        follows = _after(clause, setup.rest, document, spoken, found)
        if follows:
            return [*found, follows]
        moved = bool(clause.times or clause.lengths or _INSTEAD.search(clause.folded))
        if only_times(clause) and not setup.operation and spoken and moved:
            return [*found, Change(target=Target(ids=tuple(spoken[-1:])), when=clause.when(), said=clause.text)]
        return found


def _of_the_journey(found: list[Operation], hearing: DesignHearing) -> tuple[list[Operation], bool]:
    """Return the operations, and whether the words are about flights that are no entry of the plan.

    A day for the departure moves the plan's own flight where it has one. Whether there are flights is no question about the plan.
    """
    folded, language = fold(hearing.text), hearing.language
    if found and all(isinstance(o, Ask) and o.about in ("segment", "unknown") for o in found):
        return found, bool(pattern("itinerary", "offered", language).search(folded))
    flights = _own_flights(hearing)
    last = clauses_of(hearing.text, _days_of(hearing), language)[-1:]
    if not found and not (flights and last and last[0].days):
        return found, not flights and bool(pattern("itinerary", "journey", language).search(folded))
    several = {one.id for one, _ in flights} if len(flights) > 1 else set[str]()
    words = [_called(o, several) for o in found] or [name_in(last[0].rest, language)]
    journey = phrases("itinerary", "journey", language)
    alone = re.compile(rf"(?:\w+ )?(?:\w{{1,5}} )?(?:{journey})(?: {journey}| home| back| out)?")
    if not all(alone.fullmatch(fold(name)) for name in words):
        return found, False
    back = bool(pattern("clock", "back", language).search(folded))
    meant = [one for one, home in flights if home is back]
    return (_moved(found, meant[-1 if back else 0], hearing, back=back), False) if meant else (found, True)


def _called(operation: Operation, flights: set[str]) -> str:
    """Return what an operation adds or moves where no entry of the plan is meant by it, or several flights on one day."""
    if isinstance(operation, Change) and operation.when.day and flights and set(operation.target.ids) == flights:
        return operation.target.words
    if isinstance(operation, Change):
        return "" if operation.target.ids else operation.target.words
    return operation.name if isinstance(operation, AddThing) else ""


def _moved(found: list[Operation], flight: Segment, hearing: DesignHearing, *, back: bool) -> list[Operation]:
    """Return the change of one flight, and of the trip's first or last day with it.

    "Tuesday" is the one next to the flight, before it or after.
    """
    days, at, document = _days_of(hearing), _date((flight.start_datetime or "")[:10]), hearing.document
    if at:
        days = days._replace(first=max(at - _NEAR, days.today), spoken=at)
    when = clauses_of(hearing.text, days, hearing.language)[-1].when()
    said = found[0] if found and isinstance(found[0], Change) else Change(target=Target(), said=hearing.text)
    change = said.model_copy(update={"target": Target(ids=(flight.id,)), "when": when})
    start, end = (document.start_date, when.day) if back else (when.day, document.end_date)
    if not start or not end or start > end or (start, end) == (document.start_date, document.end_date):
        return [change]
    arrives, leaves = (str(document.metadata.get(name) or "") or None for name in ("arrives", "leaves"))
    kept = {"arrives": arrives} if back else {"leaves": leaves}  # the hour of the end that stays
    return [SetTrip(start=start, end=end, said=hearing.text).model_copy(update=kept), change]


def _own_flights(hearing: DesignHearing) -> list[tuple[Segment, bool]]:
    """Return the flights that the traveller put into the plan, in order, and of each whether it is nearer to the trip's end."""
    days, towns = _days_of(hearing), [fold(town.name) for town in hearing.document.destinations if town.name]
    words, back = pattern("itinerary", "flight", hearing.language), pattern("clock", "back", hearing.language)
    found = []
    for one in hearing.document.live:
        name = fold(getattr(one, "name", "") or "")
        named = words.search(name) and (back.search(name) or any(town in name for town in towns))
        if one.source != "booking" and (isinstance(one, FlightSegment) or named):
            at = _date((one.start_datetime or "")[:10])
            home = bool(at and days.first and days.last and at - days.first > days.last - at)
            found.append((one, home))
    return sorted(found, key=lambda pair: pair[0].start_datetime or "")


def _after(
    clause: Clause, rest: str, document: ItineraryDocument, spoken: tuple[str, ...], found: list[Operation]
) -> AddThing | None:
    """Return what is to come right after the thing spoken of last: it begins where that one ends."""
    match = _AFTER.search(clause.folded)
    last = document.segment(spoken[-1]) if spoken else None
    if not match or clause.times or found or last is None or not last.end_datetime or "T" not in last.end_datetime:
        return None
    name = name_in(
        Clause(rest[: match.start()] + " | " + rest[match.end() :], clause.days_of, clause.language).rest,
        clause.language,
    )
    if not name:
        return None
    when = clause.when().model_copy(update={"day": last.end_datetime[:10], "start": last.end_datetime[11:16]})
    return AddThing(name=titled(name), when=when, said=clause.text)


def _heading(clause: Clause) -> str | None:
    """Return the day that a clause names for what follows it ("Seville plan for Sunday 9 May:")."""
    alone = len(clause.days) == 1 and not clause.days[0].until and not clause.times
    return clause.days[0].day.isoformat() if alone else None


def _on_the_day(before: list[Operation], found: list[Operation], day: str | None) -> list[Operation]:
    """Return the operations with the day of the clause before put to new ones that have none."""
    if day is None:
        return found
    old = {id(o) for o in before}
    return [
        o.model_copy(update={"when": o.when.model_copy(update={"day": day})})
        if isinstance(o, _ADDS) and id(o) not in old and o.when.day is None
        else o
        for o in found
    ]


def _corrected(clause: Clause, found: list[Operation]) -> list[Operation] | None:
    """Return the operations with the last one's day or times as a clause of nothing but times says them."""
    if not found or not only_times(clause):
        return None
    last, when = found[-1], clause.when()
    if isinstance(last, (*_ADDS, Change)):
        merged = last.when.model_copy(update={k: v for k, v in when.model_dump().items() if v is not None})
        if when.start and not when.end:
            merged = merged.model_copy(
                update={"end": None if not clause.corrects and last.when.end is None else _moved_end(last.when, when)}
            )
        return [*found[:-1], last.model_copy(update={"when": merged})]
    return None


def _moved_end(old: When, new: When) -> str | None:
    """Return the end that keeps the length when only the start was said anew."""
    if not old.start or not old.end or not new.start:
        return None
    minutes = _minutes(new.start) + _minutes(old.end) - _minutes(old.start)
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def _with_setup(found: list[Operation], new: SetTrip) -> list[Operation]:
    old = next((o for o in found if isinstance(o, SetTrip)), None)
    if old is None:
        return [*found, new]
    said = {k: v for k, v in new.model_dump().items() if v and k != "op"}
    kept = {k: v for k, v in said.items() if k != "destination" or not old.destination}
    return [o.model_copy(update=kept) if o is old else o for o in found]


def _same_flight(added: AddFlight, document: ItineraryDocument) -> Change | None:
    """Return a change of the flight that is in the plan under this number already."""
    number = added.number.replace(" ", "")
    for one in document.live:
        if isinstance(one, FlightSegment) and one.flight_number.replace(" ", "") == number and added.when.start:
            return Change(target=Target(ids=(one.id,)), when=added.when, said=added.said)
    return None


def _with_company(found: list[Operation], hearing: DesignHearing) -> list[Operation]:
    """Return changes with what is said to come along with them, or to stay."""
    along, stay = along_and_staying(fold(hearing.text), hearing.document, hearing.language)
    if not along and not stay:
        return found
    changed = {i for o in found if isinstance(o, Change) for i in o.target.ids}
    main = next((o for o in found if isinstance(o, Change) and not set(o.target.ids) <= set(along)), None)
    if along and main is None:
        return found  # "bring the dinner forward" is itself the move
    kept = [o for o in found if not (isinstance(o, Change) and o is not main and set(o.target.ids) <= {*along, *stay})]
    return [
        o.model_copy(update={"along": along, "stay": tuple(s for s in stay if s not in (changed - set(stay)))})
        if o is main
        else o
        for o in kept
    ]


def _days_of(hearing: DesignHearing) -> TripDays:
    document = hearing.document
    starts = [s.start_datetime[:10] for s in document.live if s.start_datetime]
    ends = [s.end_datetime[:10] for s in document.live if s.end_datetime]
    first = document.start_date or min(starts, default=None)
    last = document.end_date or max(ends, default=None)
    return TripDays(hearing.today, _date(first), _date(last), _date(hearing.spoken_day))


def _spoken(days: TripDays, found: list[Operation]) -> TripDays:
    """Return what days are read against after the operations so far: the day spoken of, and the trip's own days."""
    for operation in found:
        if isinstance(operation, SetTrip) and operation.start:
            days = days._replace(first=_date(operation.start), last=_date(operation.end) or days.last)
        if isinstance(operation, (*_ADDS, Change)) and operation.when.day:
            days = days._replace(spoken=_date(operation.when.day), first=days.first or _date(operation.when.day))
    return days


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
