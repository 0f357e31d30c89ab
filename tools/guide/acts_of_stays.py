"""What phrases about the days of a stay do to a draft; of a booked one they ask for a change."""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tripintent.tools.guide.acts import Got, act, iso, nearest
from tripintent.tools.guide.acts_of_legs import booked_leg, move_booked
from tripintent.tools.guide.draft import Call, GuideDraft, MenuChoice, cancelling, change, choice
from tripintent.tools.guide.known import day_of
from tripintent.tools.guide.pattern import Value
from tripintent.tools.guide.saying import terms
from tripintent.tools.guide.values import SaidDays
from tripintent.tools.guide.words import words


@act
def hotel_days(draft: GuideDraft, got: Got, *, leaving: bool = False) -> bool:
    """The days of the only stay, or its first or last one; what was not said of them follows from its nights, or stays.

    Beside flights these stay as they are; without them they are the days of all.
    """
    first: date | None = None if leaving else got[0].value.first
    last: date | None = got[-1].value.first if leaving or len(got) > 1 else got[0].value.last
    if draft.known.bedless:
        draft.set(lodging={"needed": True})
    elif draft.known.booked:
        if first and last and _other_days(draft, first, last):
            return move_booked_stay(draft, first, last)
        return stay_until(draft, last, first) if last else stay_from(draft, got[0].value)
    flies = draft.start or draft.known.legs or draft.update.get("legs")
    if not flies:
        draft.seeded |= {"depart", "return_day"} if first and last else set()  # they say more than a number of nights
        draft.set(**({"depart": iso(first)} if first else {}), **({"return_day": iso(last)} if last else {}))
        return True
    said: dict[str, Any] = next(iter((draft.update.get("lodging") or {}).get("stays") or ()), {})
    lodging = draft.known.lodging
    nights = int(lodging.get("number_of_nights") or 0)
    ends = day_of(lodging.get("check_out"))
    if first and not last:
        last = day_of(said.get("check_out")) or (first + timedelta(days=nights) if nights else ends)
    if last and not first:
        first = day_of(said.get("check_in")) or (last - timedelta(days=nights) if nights else draft.depart)
    if len(draft.towns) != 1 or not first or not last or first >= last:
        return False
    stay = {"place": draft.towns[0], "check_in": first.isoformat(), "check_out": last.isoformat()}
    draft.update["lodging"] = {**(draft.update.get("lodging") or {}), "stays": [stay]}
    return True


@act
def move_stay(draft: GuideDraft, got: Got, *, bare: bool = False) -> bool:
    """The stay from another day, with as many nights; ``bare``: of a stay alone."""
    ends, known = asked_stay(draft), draft.known
    if bare and (known.booked_flights or not known.hotel_only):
        return False
    if not ends or known.bedless:
        return hotel_days(draft, got[-1:])
    first = nearest(got[-1].value, ends[0]).first
    return move_booked_stay(draft, first, first + (ends[1] - ends[0]))


@act
def day_numbers(draft: GuideDraft, got: Got) -> bool:
    """Days of the trip's month, beside words of a stay: "one night, 13 to 14"."""
    first, last = (int(one.value) for one in got)
    counts = draft.next_word in words("counted") | {"people", "adults"} or not draft.words & words("stays")
    month = draft.known.back
    if counts or not month or not 0 < first < last <= monthrange(month.year, month.month)[1]:
        return False
    said = SaidDays(month.replace(day=first), month.replace(day=last), said=f"{first} to {last}")
    stay = draft.known.bedless or draft.known.booked
    return bool(stay and hotel_days(draft, (replace(got[0], kind="range", value=said),)))


@act
def other_stay(draft: GuideDraft, got: Got) -> bool:
    """Another hotel in the place of a booked one: none is swapped, it is said what cancelling costs; before that it is a wish."""
    say, stays = draft.known.say, draft.known.booked_stays
    told = "; ".join(f"{one['hotel']['name']}{say.formats.colon}{terms(one['hotel']['terms'], say)}" for one in stays)
    asked = "I can’t swap a booked hotel. You can cancel it, and then write “find another hotel”. {terms}."
    return bool(stays) and draft.ask(say(asked, terms=told), *(cancelling(one, say) for one in stays), leave=True)


def stay_from(draft: GuideDraft, said: SaidDays) -> bool:
    """Ask that the first booked stay begins on another day of those before its end."""
    stay: Mapping[str, Any] = next(iter(draft.known.booked_stays), {"hotel": {}})
    first = nearest(said, day_of(stay["hotel"].get("check_in"))).first.isoformat()
    return first < stay["hotel"].get("check_out", "") and move_booked(draft, str(stay["booking_id"]), date=first)


def stay_until(draft: GuideDraft, last: date, first: date | None = None) -> bool:
    """Ask that a booked stay ends on the ``last`` day: the one that the ``first`` day begins or ends, else that of the day before.

    A stay that would begin later is given up; beside a stay that ends sooner it is asked about.
    """
    stays, say = draft.known.booked_stays, draft.known.say
    after = [one for one in stays if str(one["hotel"]["check_in"]) >= str(last)]
    there = [one for one in stays if one not in after and _meets(one["hotel"], first)]
    if after and not first:
        drop = {"booking_ids": [str(one["booking_id"]) for one in after]}
        if len(after) == len(stays):
            return False
        if str(there[-1]["hotel"]["check_out"]) == str(last):
            draft.call("request_cancellation", **drop)
            return True
        titles = ", ".join(say.titled(str(one.get("title"))) for one in after)
        line = choice(say("cancel {title}", title=titles), "request_cancellation", **drop)
        asked = say(
            "{day}: what should move there? You’ll see on a card what it costs first.", day=say.formats.day(last)
        )
        return draft.ask(asked, line, leave=True)
    if not there or after:
        return False
    moved = move_booked(draft, str(there[-1]["booking_id"]), **_both_ends(draft, until=last.isoformat()))
    if first:  # the nights alone: the way home stays
        draft.calls[-1].arguments.pop("also", None)
    return moved


def _meets(hotel: Mapping[str, object], day: date | None) -> bool:
    """Tell whether a stay begins or ends on a day, where one is said."""
    return not day or str(day) in (str(hotel["check_in"]), str(hotel["check_out"]))


def asked_stay(draft: GuideDraft) -> tuple[date, date] | None:
    """Return the days of the only booked stay, or those that a change asks for which is shown or chosen; None of several stays."""
    hotels = [one["hotel"] for one in draft.known.booked_stays]
    asked = draft.known.has("chosen") or draft.known.options
    plan = draft.known.lodging if asked and len(draft.known.lodging.get("stays") or ()) == 1 else {}
    if len(hotels) != 1:
        return None
    first, last = (day_of(str(plan.get(end) or hotels[0].get(end))) for end in ("check_in", "check_out"))
    return (first, last) if first and last else None


def _other_days(draft: GuideDraft, first: date, last: date) -> bool:
    """Tell whether days are others for the only booked stay, as many or with a word that says so, and no nights more or less of it."""
    stay = asked_stay(draft)
    apart = stay and (first not in stay or last - first == stay[1] - stay[0] or draft.words & words("otherwise"))
    return bool(apart) and first < last


def _both_ends(draft: GuideDraft, **end: str) -> dict[str, str]:
    """Return an end of the only booked stay, with the other one that a chosen change has where it is as booked itself."""
    stay = asked_stay(draft)
    booked: Mapping[str, Any] = draft.known.booked_stays[0]["hotel"] if stay else {}
    if stay and end.get("date") == str(booked.get("check_in")):
        return {**end, "until": stay[1].isoformat()}
    return {"date": stay[0].isoformat(), **end} if stay and end.get("until") == str(booked.get("check_out")) else end


def move_booked_stay(draft: GuideDraft, first: date | None, last: date | None) -> bool:
    """Ask that the first booked stay has another first or last day, or both."""
    ends = {name: str(day) for name, day in (("date", first), ("until", last)) if day}
    return move_booked(draft, str(draft.known.booked_stays[0]["booking_id"]), **_both_ends(draft, **ends))


def booked_until(draft: GuideDraft) -> date | None:
    """Return the day on which the last booked stay ends, or the only one after a change that is chosen."""
    stays = draft.known.booked_stays
    if stay := asked_stay(draft):
        return stay[1]
    return day_of(str(stays[-1]["hotel"]["check_out"])) if stays else None


def more_booked_nights(draft: GuideDraft, count: int) -> tuple[Call, ...]:
    """Return the change of the last booked stay by nights, and of the booked way home with it; nothing where no stay is booked."""
    flight, ends = booked_leg(draft, home=True), booked_until(draft)
    if not ends:
        return ()
    last = ends + timedelta(days=count)
    parts: dict[str, object] = {"booking_ids": [draft.known.booked_stays[-1]["booking_id"]]}
    parts |= _both_ends(draft, until=last.isoformat())
    if flight and draft.back != last:
        parts["also"] = [{"booking_ids": [flight], "date": last.isoformat()}]
    return (Call("request_change", parts),)


def hotel_nights_less(draft: GuideDraft, count: int) -> bool:
    """Ask whether the flight home stays where hotel nights are given back: then the last ones are without a bed."""
    say, alone = draft.known.say, GuideDraft(draft.known, draft.today)
    last = booked_until(draft) or day_of(draft.known.lodging.get("check_out")) or draft.back
    if not last or not draft.back:
        return False
    ends, both = last + timedelta(days=count), more_booked_nights(draft, count)
    day, free = Value("day", 0, 1, SaidDays(ends), ""), (draft.back - ends).days
    done = stay_until(alone, ends, last) if both else hotel_days(alone, (day,), leaving=True)
    bedless = "only the hotel: one night without a bed" if free == 1 else "only the hotel: {count} nights without a bed"
    home = MenuChoice(say("the flight home as well"), both or change(return_day=iso(ends)))
    asked = say("Only the hotel, or the flight home as well?")
    return done and draft.ask(asked, MenuChoice(say(bedless, count=free), alone.done()), home, leave=True)


def ends_moved(draft: GuideDraft, day: date) -> list[MenuChoice]:
    """Return the changes of a booked stay alone by which it begins or ends on a day: as many nights, or one end of it."""
    stay, say, day_ = asked_stay(draft), draft.known.say, day.isoformat()
    if not stay or not draft.known.hotel_only:
        return []
    ids = [str(draft.known.booked_stays[0]["booking_id"])]
    until = (day + (stay[1] - stay[0])).isoformat()
    ways = [("both, the whole trip", {"date": day_, "until": until})]
    ways += [("only the way out", {"date": day_})] if day < stay[1] else []
    ways += [("only the way back", {"until": day_})] if day > stay[0] else []
    return [choice(say(said), "request_change", booking_ids=ids, **how) for said, how in ways]
