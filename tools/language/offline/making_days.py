"""A model's entries for the plan of days, as operations of the designer. A value that is not a day or hour loses its operation."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import singledispatch
from typing import get_args

from babel.core import get_global

from tripintent.state.designer import operations as op
from tripintent.state.money import Money
from tripintent.state.planning.operations import Traveller
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.said_days import ids_of
from tripintent.tools.model.quotes import iso
from tripintent.tools.ports.reader import View

_CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")


class NotMade(ValueError):
    """An operation has a value that cannot be; the text says which one."""


@singledispatch
def days_made(entry: object, _view: View) -> Iterator[op.Operation | Traveller]:
    """Yield the operations of one thing that was said of the days. Raises NotMade for a value that cannot be."""
    raise NotMade(type(entry).__name__)
    yield  # pragma: no cover - makes this a generator


@days_made.register
def _(entry: said.SaidEntry, _view: View) -> Iterator[op.Operation | Traveller]:
    when = _when(entry.day, entry.start, entry.end, minutes=entry.minutes, until=entry.until)
    if entry.kind == "hotel":
        yield op.AddHotel(said=entry.said, name=entry.name, town=entry.destination, when=when)
    elif entry.kind == "flight":
        yield op.AddFlight(
            said=entry.said, number=entry.name, origin=entry.origin, destination=entry.destination, when=when
        )
    elif entry.kind in ("train", "ride"):
        yield op.AddRide(
            said=entry.said,
            kind="TRAIN" if entry.kind == "train" else "OTHER",
            name=entry.name,
            origin=entry.origin,
            destination=entry.destination,
            when=when,
        )
    else:
        meets = entry.kind == "meeting"
        yield op.AddThing(
            said=entry.said, name=entry.name, place=entry.destination, when=when, meeting=meets, asked=True
        )


@days_made.register
def _(entry: said.SaidMove, view: View) -> Iterator[op.Operation | Traveller]:
    for target in _targets(entry.entries, view):
        if entry.more_nights:
            yield op.MoreNights(said=entry.said, target=target, nights=entry.more_nights)
        if entry.name:
            yield op.Rename(said=entry.said, target=target, name=entry.name)
        when = _when(entry.day, entry.start, entry.end, minutes=entry.minutes)
        if when != op.When() or entry.later_minutes or entry.later_days:
            yield op.Change(
                said=entry.said,
                target=target,
                when=when,
                by_minutes=entry.later_minutes,
                by_days=entry.later_days,
            )


@days_made.register
def _(entry: said.SaidRemove, view: View) -> Iterator[op.Operation | Traveller]:
    for target in _targets(entry.entries, view):
        yield op.Remove(said=entry.said, target=target)


@days_made.register
def _(entry: said.SaidSwap, view: View) -> Iterator[op.Operation | Traveller]:
    if entry.days:
        yield op.Swap(said=entry.said, days=tuple(_day(one) for one in entry.days))
    else:
        yield op.Swap(said=entry.said, targets=_ids(entry.entries, view))


@days_made.register
def _(entry: said.SaidFree, _view: View) -> Iterator[op.Operation | Traveller]:
    yield op.KeepFree(said=entry.said, day=_day(entry.day), part=entry.part)


@days_made.register
def _(entry: said.SaidPlan, _view: View) -> Iterator[op.Operation | Traveller]:
    yield op.PlanDays(
        said=entry.said,
        days=tuple(_day(one) for one in entry.days),
        rainy=entry.rainy,
        less_walking=entry.less_walking,
        fewer=entry.fewer,
        more=entry.more,
        again=entry.again,
        now=True,
    )


@days_made.register
def _(entry: said.SaidIdeas, _view: View) -> Iterator[op.Operation | Traveller]:
    yield op.Suggest(said=entry.said, rainy=entry.rainy, food=entry.food)


@days_made.register
def _(entry: said.SaidTakeIdea, _view: View) -> Iterator[op.Operation | Traveller]:
    yield op.TakeIdea(said=entry.said, number=entry.number, when=_when(entry.day, entry.start))


@days_made.register
def _(entry: said.SaidWhereTo, view: View) -> Iterator[op.Operation | Traveller]:
    below = None
    if entry.below:
        code = (entry.currency or view.trip.constraints.currency or "USD").upper()
        if code not in get_global("all_currencies"):
            raise NotMade(f"currency {code}")
        below = Money(amount=Decimal(str(entry.below)), currency=code)
    yield op.WhereTo(
        said=entry.said,
        climate=entry.climate,
        near=entry.near,
        likes=entry.likes,
        countries=entry.countries,
        not_in=entry.not_countries,
        not_towns=entry.not_towns,
        family=entry.family,
        towns=entry.towns,
        below=below,
        others=entry.others,
        rest="",
    )


@days_made.register
def _(entry: said.SaidTakePlace, _view: View) -> Iterator[op.Operation | Traveller]:
    yield op.TakePlace(said=entry.said, number=entry.number, by=entry.by, asks=entry.asks)


@days_made.register
def _(entry: said.SaidLikes, _view: View) -> Iterator[op.Operation | Traveller]:
    until = _date(entry.passport_until) if entry.passport_until else None
    if not (entry.passports or until or entry.diet or entry.needs or entry.pace):
        return  # what one likes is a wish of the trip
    yield Traveller(
        text=entry.said,
        passports=tuple(code.upper() for code in entry.passports),
        passport_until=until,
        diet=entry.diet,
        needs=entry.needs,
        pace=entry.pace,
    )
    if entry.pace:
        yield op.SetWishes(said=entry.said, pace=entry.pace, diet=entry.diet, access=entry.needs)


@days_made.register
def _(entry: said.SaidAskPlan, view: View) -> Iterator[op.Operation | Traveller]:
    ids = ids_of((entry.entry,), view.plan) if entry.entry else ()
    about = {"entry": "segment", "way_home": "home", "missing": "whole"}.get(entry.about, entry.about)
    if about not in get_args(op.AskAbout):
        raise NotMade(f"about {about}")
    target = op.Target(ids=ids, words=entry.said) if ids or about == "segment" else None
    day = _day(entry.day) if entry.day else None
    yield op.Ask.model_validate({"said": entry.said, "about": about, "day": day, "target": target})


@days_made.register
def _(entry: said.SaidDesign, _view: View) -> Iterator[op.Operation | Traveller]:
    yield op.Design(said=entry.said)


def _targets(names: tuple[str, ...], view: View) -> Iterator[op.Target]:
    for one in _ids(names, view):
        yield op.Target(ids=(one,))


def _ids(names: tuple[str, ...], view: View) -> tuple[str, ...]:
    found = ids_of(names, view.plan)
    if not found:
        raise NotMade(f"no entry of the plan: {', '.join(names)}")
    return found


def _when(
    day: str | None,
    start: str | None = None,
    end: str | None = None,
    *,
    minutes: int | None = None,
    until: str | None = None,
) -> op.When:
    for clock in (start, end):
        if clock is not None and not _CLOCK.fullmatch(clock):
            raise NotMade(f"no hour: {clock}")
    days = {"day": _day(day) if day else None, "until": _day(until) if until else None}
    return op.When.model_validate({**days, "start": start, "end": end, "minutes": minutes})


def _day(said_day: str) -> str:
    return _date(said_day).isoformat()


def _date(said_day: str) -> date:
    found = iso(said_day)
    if found is None:
        raise NotMade(f"no day of the calendar: {said_day}")
    return found
