"""Operations applied to what is known: pure, in their order, with what each change makes stale."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tripintent.state.frame import Evidence, Frame, Place, TimeWindow, Visit, When
from tripintent.state.framing.dates import plus
from tripintent.state.operations import (
    AddMore,
    Agree,
    Ask,
    Correct,
    Leave,
    Operation,
    Reorder,
    Restore,
    SetSlot,
    Shift,
    Want,
)
from tripintent.state.settling import asked_alone, asked_too, settle, taken_off

_LISTS = frozenset(
    {
        "amenities",
        "airlines",
        "cuisines",
        "house_rules",
        "transport_wishes",
        "airports",
        "avoid_options",
        "interests",
        "stay_kinds",
    }
)
_TWINS = {
    "airlines": "avoid_airlines",
    "airports": "avoid_airports",
    "via": "avoid_via",
    "fares": "avoid_fares",
    "hotels": "avoid_hotels",
    "area": "avoid_areas",
    "hotel_name": "avoid_hotels",
    "stay_kinds": "avoid_hotels",
    "cabin": "avoid_fares",
    "interests": "dislikes",
}
"""Where what is avoided is kept, by what it would be if it were wanted."""
_DATES = ("depart", "return_", "check_in", "check_out", "nights", "duration_days")
_ENDS = {"trip": ("depart", "return_", "check_in", "check_out")}
Values = dict[str, Any]


def applied(
    frame: Frame,
    operations: Sequence[Operation],
    earlier: Sequence[Frame] = (),
    undone: Sequence[Frame] = (),
    turn: int = 0,
) -> Frame:
    """Return the frame after the operations; the same object when they change nothing.

    ``earlier`` are the frames before the last changes, the last one last: what "undo" goes back to; ``undone`` what was
    taken back since.
    """
    values: Values = {}
    evidence = dict(frame.evidence)
    for operation in operations:
        if isinstance(operation, Restore):
            frame, values = _restored(frame, operation, earlier, undone), {}
            evidence = dict(frame.evidence)
            continue
        rule = _RULES.get(type(operation))
        changed = rule(operation, frame, values) if rule else ()
        for slot in changed:
            evidence[slot] = Evidence(
                text=operation.text,
                start=operation.start,
                end=operation.end,
                turn=turn,
                confidence=operation.certainty,
            )
    if not values:
        return frame
    settle(values, frame)
    return frame.model_copy(update={**values, "evidence": evidence})


def changed_fields(old: Frame, new: Frame) -> tuple[str, ...]:
    """Return the fields that differ, evidence aside."""
    return tuple(name for name in Frame.model_fields if name != "evidence" and getattr(old, name) != getattr(new, name))


def _now(slot: str, frame: Frame, values: Values) -> Any:
    return values.get(slot, getattr(frame, slot))


def _set(operation: SetSlot, frame: Frame, values: Values) -> Iterable[str]:
    slot, value = operation.slot, operation.value
    if value is None:
        value = Frame.model_fields[slot].get_default(call_default_factory=True)
    old = _now(slot, frame, values)
    if isinstance(value, When) and isinstance(old, When) and value == old.model_copy(update={"said": value.said}):
        return ()  # the same day in other words changes nothing
    if isinstance(value, TimeWindow) and isinstance(old, TimeWindow):
        value = _combined(old, value)
    values[slot] = value
    soft = _now("soft", frame, values)
    if slot in soft:  # "direct, then" behind "ideally direct" is not a wish any more
        values["soft"] = tuple(one for one in soft if one != slot)
        return (slot, "soft")
    return (slot,)


def _combined(old: TimeWindow, new: TimeWindow) -> TimeWindow:
    """Return both limits of one flight together ("after 9", later "not after 12"); what contradicts is replaced."""
    start, end = new.start or old.start, new.end or old.end
    return TimeWindow(start=start, end=end) if not (start and end) or start < end else new


def _add(operation: AddMore, frame: Frame, values: Values) -> Iterable[str]:
    slot, more = operation.slot, operation.value
    known = _now(slot, frame, values)
    if isinstance(more, tuple):
        values["ages"] = (*(known or ()), *more)
        return (slot,)
    if slot == "travelers" and known is None:
        if frame.adults is not None:
            slot, known = "adults", _now("adults", frame, values)
        else:
            known = (frame.children or 0) + (frame.infants or 0) or 1
    if slot in {"adults", "children", "infants"} and frame.travelers is not None:
        values["travelers"] = values.get("travelers", frame.travelers) + more
    values[slot] = more if known is None else known + more
    return (slot,)


def _leave(operation: Leave, frame: Frame, values: Values) -> Iterable[str]:
    slot = operation.slot
    if slot == "travelers" and frame.travelers is None:
        slot = "adults"
    known = _now(slot, frame, values)
    if known is None:
        return ()
    values[slot] = max(known - operation.count, 0)
    if slot in {"children", "infants"}:
        young = [age for age in _now("ages", frame, values) if (age < 2) == (slot == "infants")]
        rest = [age for age in _now("ages", frame, values) if (age < 2) != (slot == "infants")]
        values["ages"] = (*rest, *young[operation.count :])
        values[slot] = values[slot] or None
    if slot != "travelers" and frame.travelers is not None:
        values["travelers"] = max(values.get("travelers", frame.travelers) - operation.count, 0)
    return (slot,)


def _correct(operation: Correct, frame: Frame, values: Values) -> Iterable[str]:
    ages = list(_now("ages", frame, values))
    if isinstance(operation.which, int):
        index = ages.index(operation.which) if operation.which in ages else None
    else:
        pick = min if operation.which == "youngest" else max
        index = ages.index(pick(ages)) if ages else None
    if index is None:
        return ()
    ages[index] = operation.value
    values["ages"] = tuple(ages)
    young = (frame.children or 0) + (frame.infants or 0)
    if len(ages) == young:
        infants = sum(age < 2 for age in ages)
        values.update(infants=infants or None, children=young - infants or None)
    return ("ages",)


def _want(operation: Want, frame: Frame, values: Values) -> Iterable[str]:
    slot = operation.slot
    if operation.polarity in ("require", "prefer"):
        return _wanted(operation, frame, values)
    if slot in Frame.model_fields:
        _taken_back(operation, frame, values)
    if operation.polarity == "avoid" and slot in _TWINS:
        twin = _TWINS[slot]
        values[twin] = _joined(_now(twin, frame, values), _names(operation.value))
        return (slot, twin)
    return (slot,)


def _wanted(operation: Want, frame: Frame, values: Values) -> Iterable[str]:
    slot, value = operation.slot, operation.value
    if slot in _LISTS and isinstance(value, tuple):
        values[slot] = _joined(_now(slot, frame, values), _names(value))
    else:
        values[slot] = value
    twin = _TWINS.get(slot)
    if twin:
        values[twin] = tuple(name for name in _now(twin, frame, values) if name not in _names(value))
    soft = [one for one in _now("soft", frame, values) if one != slot]
    values["soft"] = tuple([*soft, slot] if operation.polarity == "prefer" else soft)
    hard = [one for one in _now("hard", frame, values) if one != slot]
    values["hard"] = tuple([*hard, slot] if operation.must else hard)
    return (slot,)


def _taken_back(operation: Want, frame: Frame, values: Values) -> None:
    slot, known = operation.slot, _now(operation.slot, frame, values)
    if isinstance(known, tuple):
        gone = _names(operation.value)
        values[slot] = tuple(one for one in known if one not in gone) if gone else ()
    elif operation.value is None or known == operation.value or slot == "area":
        values[slot] = None


def _names(value: object) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return tuple(str(one) for one in value)
    return () if value is None else (str(value),)


def _joined(known: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*known, *more]))


def _ask(operation: Ask, frame: Frame, values: Values) -> Iterable[str]:
    change = asked_too if operation.polarity == "require" else taken_off
    values["requests"] = change(_now("requests", frame, values), operation.request, plain=_plain(frame, values))
    return ("requests",)


def _agree(operation: Agree, frame: Frame, values: Values) -> Iterable[str]:
    """Leave what is agreed to for some alone asked for by them alone; what is paid for it is not kept in the frame."""
    known, extent = _now("requests", frame, values), operation.extent
    values["requests"] = asked_alone(known, operation.kind, extent, plain=_plain(frame, values))
    return ("requests",)


def _plain(frame: Frame, values: Values) -> bool:
    """Tell whether one goes there and back, as far as it is known."""
    return len(_now("visits", frame, values)) <= 1 and len(_now("legs", frame, values)) in (0, 2)


_LANDS: Mapping[str, tuple[str, ...]] = {
    "trip": ("arrive_day", "arrive_by", "return_arrive_by"),
    "depart": ("arrive_day", "arrive_by"),
    "return_": ("return_arrive_by",),
}
"""Days on which one has to be somewhere: they move with the journey."""


def _shift(operation: Shift, frame: Frame, values: Values) -> Iterable[str]:
    what = operation.what
    if what == "length":
        return _lengthened(operation.days, frame, values)
    changed = []
    if what == "depart":
        values["return_"] = _now("return_", frame, values)  # a day earlier there is no day trip any more
    for slot in _ENDS.get(what, (what,)):
        when = _now(slot, frame, values)
        if isinstance(when, When):
            values[slot] = _moved(when, operation.days)
            changed.append(slot)
    for slot in _LANDS.get(what, ()):
        when = _now(slot, frame, values)
        if isinstance(when, When):
            values[slot] = _moved(when, operation.days)
            changed.append(slot)
    if what == "trip":
        values["visits"] = tuple(_visit_moved(v, operation.days) for v in _now("visits", frame, values))
        values["legs"] = tuple(
            leg.model_copy(update={"depart": _moved(leg.depart, operation.days) if leg.depart else None})
            for leg in _now("legs", frame, values)
        )
    return changed


def _lengthened(days: int, frame: Frame, values: Values) -> Iterable[str]:
    """Move the end of the stay or trip, or change its length where only that was said."""
    slot = "check_out" if frame.check_out else "return_"
    end = _now(slot, frame, values)
    if isinstance(end, When):
        values[slot] = _moved(end, days)
        if frame.nights is not None:
            values["nights"] = None
        return (slot,)
    for slot in ("nights", "duration_days"):
        known = _now(slot, frame, values)
        if known:
            values[slot] = max(known + days, 1)
            return (slot,)
    return ()


def _moved(when: When, days: int) -> When:
    moved = {name: plus(getattr(when, name), days) for name in ("day", "earliest", "latest")}
    return when.model_copy(update={**moved, "said": when.said})


def _visit_moved(visit: Visit, days: int) -> Visit:
    ends = {name: _moved(when, days) for name in ("arrive", "leave") if (when := getattr(visit, name))}
    return visit.model_copy(update=ends)


def _reorder(operation: Reorder, frame: Frame, values: Values) -> Iterable[str]:
    visits = list(_now("visits", frame, values))
    how = {"swap": _swapped, "order": _ordered, "add": _inserted, "remove": _left_out, "replace": _replaced}[
        operation.how
    ]
    after = how(visits, operation)
    if after is None or after == visits:
        return ()
    values["visits"] = tuple(after)
    if len(after) == 1:
        values["visits"] = (after[0].model_copy(update={"arrive": None}),)
        values["trip_type"] = None if _now("trip_type", frame, values) == "multi_city" else frame.trip_type
    return ("visits",)


def _ordered(visits: list[Visit], operation: Reorder) -> list[Visit] | None:
    """Put the stops in the order named, those that were not named behind them."""
    order = [v for place in operation.visits for v in visits if _is(v.place, place.place)]
    return _in_turn(visits, [*order, *(v for v in visits if v not in order)])


def _swapped(visits: list[Visit], operation: Reorder) -> list[Visit] | None:
    """Change the two stops that were named; where none was, the two that there are, or the way round of all."""
    named = [n for n, v in enumerate(visits) if any(_is(v.place, one.place) for one in operation.visits)]
    if len(named) > 2:
        return _ordered(visits, operation)
    order = visits[::-1] if len(named) < 2 else list(visits)
    if len(named) == 2:
        first, second = named
        order[first], order[second] = visits[second], visits[first]
    return _in_turn(visits, order)


def _in_turn(visits: list[Visit], order: list[Visit]) -> list[Visit] | None:
    """Return the stops in an order; each place takes over the days of its new turn."""
    if len(visits) < 2:
        return None
    turns = [(v.arrive, v.leave) for v in visits]
    return [v.model_copy(update={"arrive": a, "leave": b}) for v, (a, b) in zip(order, turns, strict=True)]


def _inserted(visits: list[Visit], operation: Reorder) -> list[Visit]:
    new = [v for v in operation.visits if not any(_is(v.place, w.place) for w in visits)]
    at = next((i + 1 for i, v in enumerate(visits) if operation.behind and _is(v.place, operation.behind)), len(visits))
    return [*visits[:at], *new, *visits[at:]]


def _left_out(visits: list[Visit], operation: Reorder) -> list[Visit] | None:
    left = [v for v in visits if not any(_is(v.place, w.place) for w in operation.visits)]
    return left or None


def _replaced(visits: list[Visit], operation: Reorder) -> list[Visit]:
    """Put the first named stop where ``behind`` was."""
    new = operation.visits[0].place
    return [
        v.model_copy(update={"place": new}) if operation.behind and _is(v.place, operation.behind) else v
        for v in visits
    ]


def _is(a: Place, b: Place) -> bool:
    return (a.code is not None and a.code == b.code) or (a.name or a.said).casefold() == (b.name or b.said).casefold()


def _restored(frame: Frame, operation: Restore, earlier: Sequence[Frame], undone: Sequence[Frame]) -> Frame:
    if operation.what == "next":
        return undone[-1] if undone else frame
    if operation.what == "nothing":
        return Frame()
    if operation.what == "first_dates":
        first = next((f for f in earlier if f.depart or f.check_in), None)
        return frame.model_copy(update={slot: getattr(first, slot) for slot in _DATES}) if first else frame
    return earlier[-1] if earlier else frame


_RULES: dict[type, Callable[[Any, Frame, Values], Iterable[str]]] = {
    SetSlot: _set,
    AddMore: _add,
    Leave: _leave,
    Correct: _correct,
    Want: _want,
    Ask: _ask,
    Agree: _agree,
    Shift: _shift,
    Reorder: _reorder,
}
