"""Slot functions for what is bought: cancelled in whole or part, or moved to other days."""

import re
from datetime import date
from typing import Literal

from tripintent.state.events import BookedPart, UserCancelsBooking, UserChangesBooking
from tripintent.state.operations import Operation, Question, SetSlot
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.ordering import act_of, has, has_word, is_order, may_ask, reject, release
from tripintent.tools.language.offline.scope import denies, said
from tripintent.tools.places.scan import Spot
from tripintent.tools.ports.reader import View

_OF_A_NAME = re.compile(r"\s+(?:of|for|de|du|d'|di|da|do|der|von|für|para|per|pour)\s*(?P<name>[A-ZÀ-Þ]\w+)")


def cancel_booked(clause: Clause, view: View) -> list[Operation] | None:
    """Return the cancellation of what is bought, or of a part; before anything is bought, of the hold."""
    memory = view.trip.working_memory
    if memory.approval is not None and (clause.denied or not _named_items(clause)):
        return reject(clause, view)
    if not memory.bookings:
        return _part_dropped(clause) or release(clause, view)
    if has("cannot_go", clause) and not (clause.supposed or clause.asks or clause.of("day")):
        return [act_of(clause, UserCancelsBooking(parts=(BookedPart(),)))]
    if not has("cancel", clause) or not _may_cancel(clause) or _of_someone(clause) or has("unbought", clause):
        return None
    event = _cancelled(clause)
    return [act_of(clause, event)] if event else None


def _part_dropped(clause: Clause) -> list[Operation] | None:
    """Return that flights or a hotel are no longer wanted, where that part alone is cancelled before it is bought."""
    items = _named_items(clause)
    if len(items) != 1 or not has("cancel", clause) or not _may_cancel(clause) or _way(clause):
        return None
    return [clause.made(SetSlot, slot="lodging_needed" if items == ["hotel"] else "flights_needed", value=False)]


def _may_cancel(clause: Clause) -> bool:
    """Tell whether a cancellation is ordered; a denial behind a part that stays denies that part only."""
    if not clause.denied:
        return is_order(clause)
    match = said("cancel", clause.language).search(clause.folded)
    free = match is not None and not denies(clause.folded[: match.end() + 12], clause.language)
    return free and not (clause.supposed or clause.asks or has("waver", clause))


def _of_someone(clause: Clause) -> bool:
    """Tell whether only what one person has is meant: "his ticket", "the ticket of Sarah"; no event cancels that."""
    if has("someone", clause):
        return True
    places = clause.of("place")
    for match in said("flight", clause.language).finditer(clause.folded):
        name = _OF_A_NAME.match(clause.message.text, clause.start + match.end(), clause.end)
        if name and not any(one.start <= name.start("name") < one.end for one in places):
            return True
    return False


def _cancelled(clause: Clause) -> UserCancelsBooking | None:
    """Return what is cancelled: parts by name, way and place, else everything where that or nothing is named."""
    items = _named_items(clause)
    place = next((spot.code or spot.key for one in clause.of("place") if isinstance(spot := one.value, Spot)), None)
    which = _way(clause)
    if which and not items:
        items.append("flight")
    if not items:
        narrow = has("narrow", clause)
        if has("other_object", clause) or (place and not has("whole", clause)) or (narrow and not place):
            return None
        if narrow:
            return UserCancelsBooking(parts=(BookedPart(place=place),))
        return UserCancelsBooking(parts=(BookedPart(),) if has("every", clause) else ())
    if len(items) == 1 and not (which or place):
        return UserCancelsBooking(item=items[0])
    parts = [BookedPart(item=item, which=which if item == "flight" else None, place=place) for item in items]
    return UserCancelsBooking(item=items[0] if len(items) == 1 else "all", parts=tuple(parts))


def _named_items(clause: Clause) -> list[Literal["flight", "hotel"]]:
    """Return which kinds are named, without those that stay ("everything except the hotel" leaves the flights)."""
    kinds: tuple[Literal["flight", "hotel"], ...] = ("flight", "hotel")
    verb = said("cancel", clause.language).search(clause.folded)
    parts = [part for part in re.split(r"(?<=[,;])", clause.folded) if verb and verb.group() in part]
    here = parts[0] if parts and any(has_word(kind, parts[0], clause) for kind in kinds) else clause.folded
    keeps = [match.start() for match in said("keep", clause.language).finditer(here)]
    spots = {kind: said(kind, clause.language).search(here) for kind in kinds}
    named: list[Literal["flight", "hotel"]] = []
    kept: list[str] = []
    for kind in kinds:
        if (match := spots[kind]) is not None:
            stays = any(0 <= match.start() - start < 25 for start in keeps)  # "keep the", "but not my"
            if stays:
                kept.append(kind)
            else:
                named.append(kind)
    if not named and len(kept) == 1:
        return [kind for kind in kinds if kind not in kept]
    return named


def _way(clause: Clause) -> Literal["outbound", "return"] | None:
    """Return which way a flight goes that is named."""
    ways = [way for way in ("outbound", "return") if has(way, clause)]
    return None if len(ways) != 1 else "outbound" if ways[0] == "outbound" else "return"


def change_booked(clause: Clause, view: View) -> list[Operation] | None:
    """Return other days for what is bought, or who joins; without a day it is a question about what is booked."""
    if not view.trip.working_memory.bookings:
        return None
    asks: list[Operation] = [clause.made(Question, about="booked")]
    if clause.denied or clause.supposed or not has("change", clause) or _of_someone(clause):
        return None if clause.denied or clause.supposed else asks
    if clause.asks and not may_ask(clause):
        return asks
    days = [one.value for one in clause.of("day") if isinstance(one.value, DaySpan)]
    event = _moved(clause, days)
    return [act_of(clause, event)] if event else asks


def _moved(clause: Clause, days: list[DaySpan]) -> UserChangesBooking | None:
    """Return the new days of a flight by its way, or of the stay; None where the part or the day is open."""
    sure = [one for one in days if one.kind in ("day", "range", "until") and not one.options]
    first = next((one.first for one in sure if one.first), None)
    last = next((one.last for one in sure if one.last), None)
    way, items = _way(clause), _named_items(clause)
    if len(days) != 1 or not sure:
        return None
    if items == ["hotel"] or (not items and not way and has("extends", clause)):
        return _stay(first, last, leaves=has("extends", clause) and last is None)
    if way is None or first is None or (last is not None and last != first):
        return None
    return UserChangesBooking(part=BookedPart(item="flight", which=way), date=first)


def _stay(first: date | None, last: date | None, *, leaves: bool) -> UserChangesBooking | None:
    part = BookedPart(item="hotel")
    if leaves:
        return UserChangesBooking(part=part, until=first) if first else None
    if first is None and last is None:
        return None
    return UserChangesBooking(part=part, date=first, until=last)
