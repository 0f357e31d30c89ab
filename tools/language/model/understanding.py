"""A model's reading of a message, checked and made operations of the state: one bad value loses that value only."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from tripintent.state.derived import shown_ranking
from tripintent.state.frame import Extent, Frame, NearPlace, SpecialRequest, TimeWindow, TripType, Visit, When
from tripintent.state.framing import present_frame
from tripintent.state.operations import (
    Act,
    AddMore,
    Agree,
    Answer,
    Ask,
    Leave,
    Question,
    Restore,
    Search,
    SetSlot,
    Shift,
    Social,
    Unclear,
    Want,
)  # fmt: skip
from tripintent.state.reading import Operation
from tripintent.tools.language.model import deeds
from tripintent.tools.language.model import operations as said
from tripintent.tools.language.model.dates import DayReader, slot_of
from tripintent.tools.language.model.deeds import Deed, event_of
from tripintent.tools.language.model.making_days import NotMade, days_made
from tripintent.tools.language.model.making_documents import documents_made
from tripintent.tools.language.model.making_people import people_made
from tripintent.tools.language.model.places import PlaceReader, same_place
from tripintent.tools.language.model.quotes import Span, find_quote, iso
from tripintent.tools.language.model.said_days import SaidDesign, SaidLikes, SaidOfDays
from tripintent.tools.language.model.said_documents import SaidTraveller
from tripintent.tools.language.model.wishes import amount_of, currency_of, number_of, wish_operations
from tripintent.tools.ports.language import Ambiguity
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.reader import View

SURE = 0.9
_SPOKEN = (said.SaidAnswer, said.SaidSocial, said.SaidQuestion, said.SaidRestore, said.SaidUnclear, SaidDesign)
"""Entries that change no value: a slip in their quote costs nothing."""
_FIELD_OF = {"return": "return_", "destination": "visits", "destinations": "visits", "dates": "depart", "age": "ages"}


class Dropped(NamedTuple):
    """An entry that was not believed: its words in the message, and why."""

    words: str
    why: str


class Understanding:
    """Collects the operations of one message. ``later`` are words that wait for results, ``dropped`` is what was not believed."""

    def __init__(self, text: str, view: View, places: Places) -> None:
        self._text = text
        self._view = view
        ranking = shown_ranking(view.trip)
        self._options = tuple(one.bundle_id for one in ranking.bundles) if ranking else ()
        self._before = self._known = view.frame or present_frame(view.trip)
        self._days = DayReader(text, view.today, view.language)
        self._places = PlaceReader(places, view.home, self._before, text)
        self._told_ages: list[int] = []
        self.operations: list[Operation] = []
        self.later: list[str] = []
        self.dropped: list[Dropped] = []

    def take(self, values: Sequence[object]) -> None:
        """Take in what the model wrote, one operation after the other."""
        entries = [said.operation_of(value) for value in values[: said.MOST]]
        self._places.areas = {
            value for one in entries if isinstance(one, said.SaidWish) and one.slot == "area" for value in one.values
        }
        self._told_ages = [age for one in entries if isinstance(one, said.SaidAges) for age in one.ages]
        people = [one for one in entries if isinstance(one, SaidTraveller)]
        for value, entry in zip(values, entries, strict=False):
            if isinstance(entry, str):
                self._drop(str(value.get("said", "")) if isinstance(value, dict) else "", entry)
                continue
            span = find_quote(self._text, entry.said)
            if span is None and isinstance(entry, (*_SPOKEN, SaidTraveller)):
                span = Span(self._text, 0, len(self._text))
            if span is None:
                self._drop("", f"{entry.op}: not in the message: {entry.said!r}")
            elif isinstance(entry, SaidTraveller):
                self._people_named(people, entry)
            else:
                self._one(entry, span)

    def _one(self, entry: said.SaidOperation, span: Span) -> None:
        taking = self._TAKING.get(type(entry))
        if taking is not None:
            taking(self, entry, span)
            return
        if isinstance(entry, SaidLikes):
            self._tastes(entry, span)
        made = days_made if isinstance(entry, SaidOfDays) else documents_made
        try:
            self.operations += made(entry, self._view)
        except NotMade as error:
            self._drop(span.text, f"{entry.op}: {error}")

    def _unsure(self, doubt: Ambiguity | None) -> None:
        """Have a value asked about."""
        if doubt is not None:
            self.operations.append(
                Unclear(slot=doubt.slot, reason=doubt.reason, text=doubt.said, options=doubt.options)
            )

    def _tastes(self, entry: SaidLikes, span: Span) -> None:
        for values, polarity in ((entry.interests, "require"), (entry.dislikes, "avoid")):
            if values:
                self._put(Want, span, slot="interests", value=values, polarity=polarity, must=False)

    def _drop(self, quote: str, why: str) -> None:
        found = find_quote(self._text, quote) if quote else None
        self.dropped.append(Dropped(found.text if found else "", why))

    def _people_named(self, people: Sequence[SaidTraveller], entry: SaidTraveller) -> None:
        """Take all who were named as one operation, in the place of the first of them."""
        if entry is people[0]:
            self.operations += people_made(people, self._text, self._view)

    def _later(self, _entry: said.SaidLater, span: Span) -> None:
        self.later.append(span.text)

    def _put(self, kind: type[BaseModel], span: Span, **fields: object) -> None:
        words = _words(span)
        try:
            self.operations.append(kind.model_validate({**_op(kind), **words, **fields}))  # type: ignore[arg-type]
        except ValidationError as error:
            self._drop(span.text, error.errors()[0]["msg"])

    def _set(self, slot: str, value: object, span: Span) -> None:
        self._put(SetSlot, span, slot=slot, value=value)

    def _day(self, entry: said.SaidDay, span: Span) -> None:
        slot, read = slot_of(entry), self._days.read(entry, span.text, self._known)
        if read.when is None:
            self._unsure(Ambiguity(slot=slot, reason="ambiguous_date", said=span.text, options=read.options))
            return
        self._known = self._known.model_copy(update={slot: read.when})
        self._set(slot, read.when, span)

    def _place(self, entry: said.SaidPlace, span: Span) -> None:
        place, doubt = self._places.read(entry.slot, entry.name, span.text)
        self._unsure(doubt)
        if place is not None:
            self._set(entry.slot, place, span)

    def _stops(self, entry: said.SaidStops, span: Span) -> None:
        """Take the whole list: stops known before keep what was known of them, new ones have to be in the words."""
        before = {id(v): v for v in self._before.visits}
        visits: list[Visit] = []
        for stop in entry.stops:
            named = self._places.known(stop.name)
            old = next((v for v in before.values() if same_place(v.place, named) or _named(v, stop.name)), None)
            if old is not None:
                before.pop(id(old))
                visits.append(self._visit(old, stop))
                continue
            quote = find_quote(self._text, stop.said or stop.name)
            if quote is None:
                self._drop("", f"stops: not in the message: {stop.name!r}")
                continue
            place, doubt = self._places.read("visits", stop.name, quote.text)
            self._unsure(doubt)
            if place is not None:
                visits.append(self._visit(Visit(place=place), stop))
        if len(visits) == len(self._before.visits) == 1 and before:
            gone = next(iter(before.values()))  # "not Paris, Lyon" keeps what was said of the only stop
            visits = [gone.model_copy(update={"place": visits[0].place})]
        if visits:
            self._set("visits", self._alone(visits, span), span)

    def _visit(self, visit: Visit, stop: said.SaidStop) -> Visit:
        """Return a visit with what is new about it; days have to be of the calendar and not past."""
        update: dict[str, object] = {
            name: v for name in ("nights", "hotel", "mode") if (v := getattr(stop, name)) is not None
        }
        for end in ("arrive", "leave"):
            day = iso(getattr(stop, end))
            if day and day >= self._view.today:
                update[end] = When(said=stop.said, day=day.isoformat())
        return visit.model_copy(update=update)

    def _alone(self, visits: list[Visit], span: Span) -> tuple[Visit, ...]:
        """Return the stops; what is said of the only one is said of the trip."""
        if len(visits) > 1:
            return tuple(visits)
        only = visits[0]
        if only.nights and only.nights != self._before.nights:
            self._set("nights", only.nights, span)
        return (only.model_copy(update={"arrive": None, "leave": None, "nights": None}),)

    def _number(self, entry: said.SaidNumber, span: Span) -> None:
        value = number_of(entry.slot, entry.value, span.text, self._told_ages)
        if value is None:
            self._drop(entry.said, f"{entry.slot}: {entry.value:g} is not what {entry.said!r} says")
        else:
            self._set(entry.slot, value, span)

    def _ages(self, entry: said.SaidAges, span: Span) -> None:
        self._set("ages", entry.ages, span)

    def _people(self, entry: said.SaidPeople, span: Span) -> None:
        if entry.op == "add":
            self._put(AddMore, span, slot=entry.slot, value=entry.value)
        else:
            self._put(Leave, span, slot=entry.slot, count=entry.value)

    def _money(self, entry: said.SaidMoney, span: Span) -> None:
        amount = amount_of(entry.amount, span.text)
        if amount is None:
            self._drop(entry.said, f"{entry.slot}: {entry.amount:g} is not what {entry.said!r} says")
            return
        self._set(entry.slot, amount, span)
        currency = currency_of(entry.currency, span.text)
        if currency:
            self._set("currency", currency, span)
        if entry.slot != "max_nightly" and entry.per_person is not None:
            self._set("budget_per_person", entry.per_person, span)

    def _hours(self, entry: said.SaidHours, span: Span) -> None:
        if entry.start or entry.end:
            self._set(entry.slot, TimeWindow(start=entry.start, end=entry.end), span)

    def _choice(self, entry: said.SaidChoice, span: Span) -> None:
        if (entry.slot == "trip_type") != (entry.value in get_args(TripType)):
            self._drop(entry.said, f"{entry.slot}: {entry.value!r} is no choice of it")
            return
        if entry.slot == "avoid_self_transfer":
            self._put(Want, span, slot=entry.slot, value=entry.value == "yes", polarity="require", must=False)
            return
        self._set(entry.slot, entry.value if entry.slot == "trip_type" else entry.value == "yes", span)

    def _wish(self, entry: said.SaidWish, span: Span) -> None:
        for kind, fields in wish_operations(entry, self._view.hotels, self._places.code):
            self._put(kind, span, **fields)

    def _request(self, entry: said.SaidRequest, span: Span) -> None:
        request = SpecialRequest(
            kind=entry.kind.casefold(), said=span.text, to=entry.to, legs=entry.legs, who=entry.who
        )
        self._put(Ask, span, request=request, polarity=entry.polarity)

    def _agree(self, entry: said.SaidAgree, span: Span) -> None:
        extent = Extent(legs=entry.legs, who=entry.who)
        self.operations.append(Agree(kind=entry.kind.casefold(), extent=extent, **_words(span)))

    def _decline(self, entry: said.SaidDecline, span: Span) -> None:
        polarity = "no_matter" if entry.back else "require"
        self._put(Want, span, slot="avoid_options", value=entry.numbers, polarity=polarity, must=False)

    def _near(self, entry: said.SaidNear, span: Span) -> None:
        near = NearPlace(to=entry.place, said=span.text, within_km=entry.within_km, within_minutes=entry.within_minutes)
        taken_back = entry.polarity == "no_matter"
        self._put(Want, span, slot="near", value=None if taken_back else near, polarity=entry.polarity, must=False)

    def _shift(self, entry: said.SaidShift, span: Span) -> None:
        self._put(Shift, span, what="return_" if entry.what == "return" else entry.what, days=entry.days)

    def _clear(self, entry: said.SaidClear, span: Span) -> None:
        slot = _FIELD_OF.get(entry.slot, entry.slot)
        if slot in Frame.model_fields:
            self._set(slot, None, span)
        else:
            self._put(Want, span, slot=slot, polarity="no_matter", value=None, must=False)

    def _restore(self, entry: said.SaidRestore, span: Span) -> None:
        self._put(Restore, span, what=entry.what)

    def _answer(self, entry: said.SaidAnswer, span: Span) -> None:
        self._put(Answer, span, stance=entry.stance)

    def _search(self, _entry: said.SaidSearch, span: Span) -> None:
        self._put(Search, span)

    def _social(self, entry: said.SaidSocial, span: Span) -> None:
        self._put(Social, span, what=entry.what)

    def _question(self, entry: said.SaidQuestion, span: Span) -> None:
        self._put(Question, span, about=entry.about, number=entry.number)

    def _unclear(self, entry: said.SaidUnclear, span: Span) -> None:
        slot = _FIELD_OF.get(entry.slot, entry.slot)
        if slot in Frame.model_fields:
            self._unsure(Ambiguity(slot=slot, reason=entry.reason, said=span.text))
        else:
            self._drop(span.text, f"unclear: no slot {entry.slot!r}")  # asked about by its words

    def _deed(self, entry: Deed, span: Span) -> None:
        self._put(Act, span, event=event_of(entry, self._options))

    _TAKING: ClassVar[dict[type, Callable[..., None]]] = {
        said.SaidPlace: _place,
        said.SaidStops: _stops,
        said.SaidDay: _day,
        said.SaidNumber: _number,
        said.SaidAges: _ages,
        said.SaidPeople: _people,
        said.SaidMoney: _money,
        said.SaidHours: _hours,
        said.SaidChoice: _choice,
        said.SaidWish: _wish,
        said.SaidRequest: _request,
        said.SaidAgree: _agree,
        said.SaidDecline: _decline,
        said.SaidNear: _near,
        said.SaidShift: _shift,
        said.SaidClear: _clear,
        said.SaidRestore: _restore,
        said.SaidAnswer: _answer,
        said.SaidSearch: _search,
        said.SaidSocial: _social,
        said.SaidQuestion: _question,
        said.SaidUnclear: _unclear,
        said.SaidLater: _later,
        deeds.SaidChoose: _deed,
        deeds.SaidAct: _deed,
        deeds.SaidCancel: _deed,
        deeds.SaidMoved: _deed,
        deeds.SaidPerson: _deed,
    }


def _words(span: Span) -> dict[str, Any]:
    return {"text": span.text, "start": span.start, "end": span.end, "certainty": SURE}


def _op(kind: type[BaseModel]) -> dict[str, str]:
    return {"op": kind.model_fields["op"].default}


def _named(visit: Visit, name: str) -> bool:
    return name.casefold() in {(visit.place.name or "").casefold(), visit.place.said.casefold()}
