"""What phrases about days do to a draft."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from tripintent.tools.guide import acts_of_stays
from tripintent.tools.guide.acts import LATER, Act, Got, act, at_last, iso, nearest, said_day
from tripintent.tools.guide.acts_of_legs import booked_leg, move_leg
from tripintent.tools.guide.acts_of_stays import asked_stay, hotel_days, more_booked_nights, stay_until
from tripintent.tools.guide.acts_of_towns import nights_there
from tripintent.tools.guide.asking import MOST_NIGHTS, nights_of_two
from tripintent.tools.guide.draft import Call, GuideDraft, MenuChoice, changing, choice, days_of_month
from tripintent.tools.guide.known import day_of
from tripintent.tools.guide.values import WEEKDAYS, SaidDays
from tripintent.tools.guide.words import table, words


@act
def days(draft: GuideDraft, got: Got, **days: object) -> bool:
    """The days of the trip; beside words of a hotel, where one was cancelled or is booked, those of the hotel alone."""
    of_stay = draft.known.bedless or (draft.known.booked_stays and not draft.flown)
    if of_stay and (draft.words & words("stays") or not draft.known.booked_flights):
        return hotel_days(draft, got)
    draft.set(**days)
    return True


@at_last
def no_way_back(draft: GuideDraft, got: Got) -> bool:
    """No flight home: it is one way, and the last day that was said is that of the stay."""
    draft.set(one_way=True)
    last = draft.update.pop("return_day", {}).get("day")
    if last and draft.depart and len(draft.towns) == 1 and "lodging" not in draft.update:
        stay = {"place": draft.towns[0], "check_in": draft.depart.isoformat(), "check_out": last}
        draft.set(lodging={"stays": [stay]})
    return True


@act
def depart(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """The day of leaving; in a stay alone, and after a day on which one comes without flights, it is the last one."""
    came = day_of((draft.update.get("depart") or {}).get("day"))
    leaves, sleeps = said.startswith(("leav", "depart")), draft.known.hotel_only and not draft.flown
    if leaves and (sleeps or (came and came < got[0].value.first and not draft.back)):
        return back(draft, got)
    draft.homeward = False
    days = nearest(got[0].value, draft.depart)
    if not move_leg(draft, home=False, date=days.first.isoformat()):
        draft.set(depart=said_day(days))
    return True


@act
def move_flight(draft: GuideDraft, got: Got) -> bool:
    """The flight of a day, or the only one, on another day; of two it is asked which."""
    days: list[SaidDays] = [one.value for one in got]
    if days[0].last:  # "from Saturday to Sunday the 14th"
        ends = (days[0].first, days[0].last)
        parts = zip(ends, days[0].said.casefold().removeprefix("from ").split(" to "), strict=False)
        days = [SaidDays(day, None, next((one for one in WEEKDAYS if one in said), None), said) for day, said in parts]
    *before, to = days
    ways: dict[date | None, Act] = (
        {draft.known.depart: depart} if draft.known.one_way else {draft.known.back: back, draft.known.depart: depart}
    )
    meant = [way for day, way in ways.items() if not before or (day and nearest(before[0], day).first == day)]
    return meant[0](draft, (replace(got[-1], value=to),)) is not False if len(meant) == 1 else _which(draft, to)


@act
def back(draft: GuideDraft, got: Got) -> bool:
    """The day of coming back: of a booked trip, the booked way back is what is moved."""
    draft.homeward = True
    days = nearest(got[0].value, draft.known.back)
    only_weekday = days.weekday and not any(one.isdigit() for one in days.said)
    if only_weekday and draft.depart and days.first < draft.depart:  # the first one after the way out
        days = days._replace(first=draft.depart + timedelta(days=(days.first - draft.depart).days % 7))
    if draft.known.booked:
        alone = not draft.known.booked_flights
        return stay_until(draft, days.first) if alone else move_leg(draft, date=days.first.isoformat())
    draft.set(return_day=said_day(days))
    return True


@act
def arrive(draft: GuideDraft, got: Got) -> bool | str:
    """The day on which one comes: the first one of a stay alone, else a day of the trip as any."""
    return (hotel_days if draft.known.hotel_only and not draft.flown else a_day)(draft, got)


def moves(draft: GuideDraft, day: date) -> list[MenuChoice]:
    """Return the booked flights that can be moved to a day."""
    out, home = booked_leg(draft, home=False), booked_leg(draft, home=True)
    say = draft.known.say
    lines = [(say("the flight home"), home), (say("the flight out") if home else say("the flight"), out)]
    return [choice(said, "request_change", booking_ids=[one], date=day.isoformat()) for said, one in lines if one]


@act
def on_part(draft: GuideDraft, got: Got, way: str = "", said: str = "") -> bool:
    """A day and a part of it, of the ``way`` that was said; else of the trip's first or last day, or of the one that is missing."""
    day, first = got[0].value.first, draft.depart
    part = next(hours for word, hours in table("parts_of_the_day").items() if word in said.split())
    last = first and (day == draft.back or (not draft.back and day > first and not draft.known.one_way))
    if way == "back" or (not way and (draft.homeward or last)):
        if not back(draft, got):
            return False
        if draft.known.booked:
            return move_leg(draft, leaves=part)
        draft.set(flights={"back": {"leave": part}})
        return True
    if draft.known.booked or not (way or not first or day == first):
        return False
    depart(draft, got)
    draft.set(flights={"leave": part})
    return True


@act
def until(draft: GuideDraft, got: Got) -> bool:
    """The last day of the trip; after a wish to hold it is how long, which is not decided here.

    Of a booked trip hotel and flight home are moved together, and the day may say what the nights beside it said.
    """
    day = got[0].value.first
    if draft.known.booked and (hotel := acts_of_stays.booked_until(draft)):
        moved = [one.arguments.get("until") for one in draft.calls if one.name == "request_change"]
        if moved:
            return moved == [day.isoformat()]
        draft.calls += more_booked_nights(draft, (day - hotel).days) if draft.known.booked_flights else ()
        return bool(draft.known.booked_flights) or stay_until(draft, day)
    if draft.update and _just_said(draft, got[0].value):
        return True
    courteous = draft.social in ("", "thank", "greet", "talk", "remark")
    return not draft.calls and courteous and back(draft, got) is not False


def _just_said(draft: GuideDraft, days: SaidDays) -> bool:
    """Tell whether a day is the first or last one as the message has it; a weekday alone is the one that was just set."""
    bare = days.weekday and not re.search(r"\d", days.said)
    new = [draft.back] if "return_day" in draft.update else []
    new += [draft.depart] if "depart" in draft.update else []
    same = any(day and bare and WEEKDAYS[day.weekday()].startswith(days.weekday or "?") for day in new)
    return same or days.first in (draft.depart, draft.back)


@act
def a_day(draft: GuideDraft, got: Got) -> bool | str:
    """A day alone: the one that is missing; else it is asked which one it is, of a day to come."""
    days = got[0].value
    way, draft.goes_on = draft.goes_on, None
    if draft.update and _just_said(draft, days):
        return True
    if way:
        way["arrive"] = said_day(days)
    elif draft.known.booked and any(days.first.isoformat() in one.arguments.values() for one in draft.calls):
        return True  # the day on which what was moved goes now
    elif not draft.depart or (draft.known.one_way and not draft.stops and not draft.known.booked):
        draft.set(depart=said_day(days))
    elif not draft.back and not draft.update.get("one_way") and not draft.known.booked:
        draft.set(return_day=said_day(days))
    elif days.first < draft.today or {"depart", "return_day"} & set(draft.update):
        return False  # the days of the trip are said beside it
    elif not draft.is_short and (draft.known.booked or draft.known.has("held")):
        return False  # something else is said of the day, and no flight moves by it
    elif not draft.known.booked and not draft.again:
        return LATER  # which day is meant may be said after it
    else:
        return _which(draft, days)
    return True


def _which(draft: GuideDraft, days: SaidDays) -> bool:
    """Ask what is on a day: of a booked trip, which flight moves there."""
    said, say = days.said.strip(), draft.known.say
    if draft.known.booked:
        moved = say("{day}: what should move there? You’ll see on a card what it costs first.", day=said)
        flights = moves(draft, days.first) or acts_of_stays.ends_moved(draft, days.first)
        return bool(flights) and draft.ask(moved, *flights, leave=True)
    out, home = ({name: said_day(days)} for name in ("depart", "return_day"))
    lines = changing(say("the day out"), **out), changing(say("the day back"), **home)
    return draft.ask(say("{day}: which day is that?", day=said), *lines, leave=True)


@act
def in_window(draft: GuideDraft, got: Got) -> bool | str:
    """Some day of a month or of a few weeks: a trip whose days lie in it stays, the day back that lies elsewhere falls.

    Of a weekend it is asked which, from Friday to Sunday.
    """
    first, last = got[0].value.first, got[0].value.last
    known, back = draft.known, draft.known.back
    if "weekend" in draft.words and last - first > timedelta(days=7) and not known.booked:
        fridays = [first + timedelta(days=n) for n in range((4 - first.weekday()) % 7, (last - first).days + 1, 7)]
        weekends = [(one, one + timedelta(days=2)) for one in fridays]
        day = known.say.formats.day
        lines = (changing(f"{day(out)} – {day(home)}", depart=iso(out), return_day=iso(home)) for out, home in weekends)
        return "depart" in draft.update or (draft.ask(known.say("Which weekend?"), *lines) if draft.again else LATER)
    if known.depart and back and first <= known.depart <= back <= last:
        draft.set(depart=iso(known.depart))
        return True
    draft.set(depart={"earliest": first.isoformat(), "latest": last.isoformat()})
    if back and not first <= back <= last and "return_day" not in draft.update:
        draft.update["return_day"] = None
    return True


@at_last
def season(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """A season: which of its months is asked, where no day is said beside it; the early or late one is known."""
    if "depart" in draft.update or draft.known.booked:
        return "depart" in draft.update
    spoken, today, say, windows = said.split(), draft.today, draft.known.say, dict[str, dict[str, str]]()
    for month in next(some for name, some in table("seasons").items() if name in spoken):
        year = today.year + ("year" in spoken or month <= today.month)
        windows[f"{say.formats.month(month)} {year}"] = days_of_month(year, month)
    part = next((at for at, word in enumerate(("early", "mid", "late")) if word in spoken), None)
    if part is not None:
        draft.set(depart=[*windows.values()][part])
        return True
    return draft.ask(say("In which month?"), *(changing(name, depart=window) for name, window in windows.items()))


@act
def not_then(draft: GuideDraft, got: Got) -> bool:
    """The day that another one replaces: of the trip as it is."""
    stays = draft.known.lodging
    days = [draft.known.depart, draft.known.back, day_of(stays.get("check_in")), day_of(stays.get("check_out"))]
    days += [day_of(one["hotel"][end]) for one in draft.known.booked_stays for end in ("check_in", "check_out")]
    said: SaidDays = got[0].value
    bare = not re.search("[a-z]{3}", said.said.replace("the", ""))  # "the 21st": of whatever month
    return any(day and (day == said.first or (bare and day.day == said.first.day)) for day in days)


def _moved(draft: GuideDraft) -> tuple[date | None, date | None]:
    """Return the first and last day that a message gives a booked stay."""
    asked = next((one.arguments for one in draft.calls if one.name == "request_change"), {})
    return day_of(asked.get("date")), day_of(asked.get("until"))


@act
def nights(draft: GuideDraft, got: Got, said: str = "") -> bool | str:
    """How long: of one town, nights there; with a known first day the day of coming back follows."""
    number = int(got[0].value)
    stay = asked_stay(draft) if draft.known.hotel_only and not (draft.stops or draft.known.bedless) else None
    if stay and not draft.again:
        return LATER  # its days may be said after it
    if stay:
        first, last = _moved(draft)
        return (last or stay[1]) - (first or stay[0]) == timedelta(days=number) or (
            not last and stay_until(draft, (first or stay[0]) + timedelta(days=number))
        )
    if draft.known.stops and len(draft.stops) > 1 and all("nights" in one for one in draft.stops):
        return any(one["nights"] == number for one in draft.stops)  # said once more
    many = number >= 3 * len(draft.stops) and not said.startswith("for ")
    if len(draft.stops) > 1 and (not draft.named or many):  # the whole trip is so long
        if draft.depart and draft.again:
            draft.set(return_day=iso(draft.depart + timedelta(days=number)))
        return bool(draft.depart) if draft.again else LATER
    if (
        draft.known.empty
        and len(draft.stops) == 2
        and "and" in draft.words
        and not any("nights" in one for one in draft.stops)
    ):
        draft.shared = number
    if draft.stops:
        nights_there(draft, number)
    elif len(draft.towns) > 1:
        return False
    elif draft.towns:
        draft.stop(draft.towns[0])["nights"] = number
    elif draft.depart:
        draft.set(return_day=iso(draft.depart + timedelta(days=number)))
    else:
        return False
    return True


@act
def nights_each(draft: GuideDraft, got: Got) -> bool:
    """How long in each of the towns."""
    if not draft.stops:
        draft.stops = [{"place": one} for one in draft.known.stops]
    for one in draft.stops:
        one["nights"] = int(got[0].value)
    return bool(draft.stops)


@act
def flexible(draft: GuideDraft, got: Got) -> bool:
    """Days either way around the first day."""
    day = draft.depart
    if not day or not got[0].value:
        return False
    said = draft.update.get("depart") or iso(day)
    if "day" not in said or said.get("around", got[0].value) != got[0].value:
        return False
    draft.update["depart"] = {**said, "around": got[0].value}  # more of the same day, not another one
    return True


@act
def more_nights(draft: GuideDraft, got: Got) -> bool:
    """A longer or shorter stay: the day of coming back moves; of a booked stay nights are added. Of several towns it is asked which."""
    count, say = int(got[0].value), draft.known.say
    if len(draft.towns) > 1 and not draft.known.booked:
        choices = tuple(
            MenuChoice(say("in {town}", town=town), tried.done())
            for town in draft.towns
            if _longer(tried := GuideDraft(draft.known, draft.today), town, count)
        )
        return bool(choices) and draft.ask(say("In which town?"), *choices)
    day = draft.back
    if not day:
        return False
    if count < 0 and "hotel" in got[0].said.casefold() and draft.known.legs and len(draft.towns) == 1:
        return acts_of_stays.hotel_nights_less(draft, count)
    booked = more_booked_nights(draft, count)
    if booked:  # the way home that was said beside it goes with them, on one card
        said = booked[0].arguments.get("also", ())
        draft.calls = [*(one for one in draft.calls if one.arguments not in said), *booked]
    elif draft.known.booked:
        return _shifted(draft, count, home=True)
    else:
        draft.set(return_day=iso(day + timedelta(days=count)))
    return True


@act
def more_nights_in(draft: GuideDraft, got: Got) -> bool:
    """A longer or shorter stay in one of the towns: the others keep their nights."""
    more, town = sorted(got, key=lambda one: one.kind)
    if len(draft.known.stops) == 1 and str(town.value).casefold() == draft.known.stops[0].casefold():
        return more_nights(draft, (more,)) is not False
    return not draft.known.booked and not draft.known.jaw and _longer(draft, str(town.value), int(more.value))


def _longer(draft: GuideDraft, town: str, count: int) -> bool:
    nights = draft.known.nights
    if not all(one.casefold() in nights for one in (town, *draft.known.stops)) or nights[town.casefold()] + count < 1:
        return False
    draft.stops = [
        {"place": one, "nights": nights[one.casefold()] + count * (one.casefold() == town.casefold())}
        for one in draft.known.stops
    ]
    if draft.known.back:
        draft.set(return_day=iso(draft.known.back + timedelta(days=count)))
    return True


@act
def replaced(draft: GuideDraft, got: Got) -> bool | str:
    """The value in whose place one comes that was said before it."""
    return bool(draft.update or draft.stops or draft.calls) or (not draft.again and LATER)


@act
def not_number(draft: GuideDraft, got: Got) -> bool:
    """The nights, or the people of the trip as it is, that others replace."""
    if "party" in draft.update and got[0].kind == "n":
        party = draft.known.party
        adults, *young = (int(party.get(kind) or 0) for kind in ("adults", "children", "infants"))
        return got[0].value in (adults, adults + sum(young))
    town, known = next((one["place"].casefold() for one in draft.stops if "nights" in one), ""), draft.known
    whole = (known.back - known.depart).days if known.back and known.depart and len(known.stops) == 1 else None
    return known.nights.get(town, whole) == got[0].value or (bool(town) and len(known.nights) == 1)


@act
def day_before(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Out on the day before a meeting, or on its evening."""
    meeting = next((day_of(one["day"]["day"]) for one in draft.update.get("meetings") or ()), draft.known.meeting)
    if meeting and "evening" in said:
        draft.set(flights={"leave": {"after": "16:00"}})
    if meeting:
        draft.update["depart"] = iso(meeting - timedelta(days=1))
        # no longer there and back on one day
        if draft.back == meeting and draft.update.get("lodging") == {"needed": False}:
            del draft.update["lodging"]
    return bool(meeting)


@act
def shift_end(draft: GuideDraft, got: Got, *, home: bool, said: str = "") -> bool:
    """The day of leaving or of coming back, moved: of a booked trip, the booked flight; who sleeps there alone leaves at its end."""
    home |= draft.known.hotel_only and said.startswith(("leav", "depart"))
    return _shifted(draft, int(got[-1].value), home=home)


def _shifted(draft: GuideDraft, by: int, *, home: bool) -> bool:
    day, booked = draft.back if home else draft.depart, booked_leg(draft, home=home)
    if not day:
        return False
    moved = day + timedelta(days=by)
    if not booked and draft.known.hotel_only and (stay := asked_stay(draft)):
        to = (stay[1] if home else stay[0]) + timedelta(days=by)
        return acts_of_stays.move_booked_stay(draft, None if home else to, to if home else None)
    if not booked:
        draft.set(**{"return_day" if home else "depart": iso(moved)})
        return not draft.known.booked
    part = {"booking_ids": [booked], "date": moved.isoformat()}
    before = next((one for one in draft.calls if one.name == "request_change"), None)
    if before:  # both ends on one card
        also = before.arguments.setdefault("also", [])
        also += [part] if part not in also else []
    else:
        draft.call("request_change", **part)
    return True


@at_last
def shift(draft: GuideDraft, got: Got) -> bool:
    """Days moved: which of them is asked, where the new days are not said beside it."""
    if {"depart", "return_day"} <= set(draft.update) or all(_moved(draft)):
        return True
    say, by, leaves, back = (
        draft.known.say,
        int(got[-1].value),
        draft.depart,
        None if draft.known.one_way else draft.back,
    )
    if leaves and got[-1].kind != "shift":  # later or earlier: it is asked
        ends = [day for day in (leaves, back) if day]
        moved = {n: [day + timedelta(days=n) for day in ends] for n in (by, -by)}
        ways = [(" – ".join(map(say.formats.day, days)), n, (False, True)[: len(days)]) for n, days in moved.items()]
    elif not leaves or not back:
        return _shifted(draft, by, home=False)
    else:
        both = (say("both, the whole trip"), by, (False, True))
        ways = [both, (say("only the way out"), by, (False,)), (say("only the way back"), by, (True,))]
    lines: list[MenuChoice] = []
    for said, days, homes in ways:
        tried = GuideDraft(draft.known, draft.today, dict(draft.update))
        if all(_shifted(tried, days, home=home) for home in homes):
            lines.append(MenuChoice(said, tried.done()))
    return bool(lines) and draft.ask(say("Which days?"), *lines, leave=got[-1].kind != "shift")


def ask_nights(draft: GuideDraft) -> None:
    """Ask how the nights of two towns are shared out, where neither has any yet, or both have them together."""
    if (
        draft.shared
        and len(draft.stops) == 2
        and "then" not in draft.words
        and not all("nights" in one for one in draft.stops)
    ):
        towns = [one["place"] for one in draft.stops]

        def stays(nights: Mapping[str, int]) -> Sequence[Call]:
            there = [{**one, "nights": nights[one["place"]]} for one in draft.stops]
            return replace(draft, stops=there, open=[]).done()

        draft.open.append(nights_of_two(towns, draft.shared, stays, draft.known.say))
    if not draft.jaw or draft.jaw_nights or not draft.depart or not draft.back or draft.known.booked or draft.open:
        return
    (first, last), total, say = draft.jaw, (draft.back - draft.depart).days, draft.known.say
    if not 1 < total <= MOST_NIGHTS:
        return

    def calls(nights: Mapping[str, int]) -> Sequence[Call]:
        tried = GuideDraft(draft.known, draft.today, dict(draft.update), list(draft.stops), home=dict(draft.home))
        tried.jaw_nights = {first.casefold(): nights[first]}
        return tried.done()

    draft.open.append(nights_of_two((first, last), total, calls, say))
