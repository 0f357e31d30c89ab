"""Free rooms, tables and places: dates by code, hours of the service file, the embedded property system."""

from datetime import date, timedelta

from pydantic import JsonValue

from tripintent.state.concierge.front import Decision, Params
from tripintent.state.concierge.hours import clock_of, weekly
from tripintent.state.concierge.memory import Memory, RoomWish, StayWish
from tripintent.tools.front_desk import house
from tripintent.tools.front_desk.hearing import takes_up
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import day, nights, say
from tripintent.tools.front_desk.stays import rooms_of
from tripintent.tools.ports.desk_service import Reply, Situation

NAMES = {"en": "ENGLISH", "de": "GERMAN", "fr": "FRENCH", "es": "SPANISH", "it": "ITALIAN", "pt": "PORTUGUESE"}
OFFERED = ("yes", "choice")
"""What the desk waits for after an offer: a yes to a table or to tickets, the choice of a room."""
SUMMARY = 300
AHEAD = 14
"""Days in which the next open one is looked for."""


def answer(desk: Desk, at: Situation) -> Reply:
    """Answer a wish for a room, a table or tickets."""
    kind = desk.service.kind
    wish = desk.stays.read(at.decision.text, at.language, at.now.date(), at.memory.stay)
    memory = at.memory.model_copy(update={"stay": wish, "waiting": ""})
    if at.decision.function in at.memory.functions and not wish.said and takes_up(at.memory.waiting, at.decision.text):
        return _passed_on(desk, at, wish, memory)
    if wish.problem and "day" in wish.said:
        return _problem(at, wish, memory)
    if kind == "restaurant":
        return _table(desk, at, wish, memory)
    if kind == "attraction":
        return _tickets(desk, at, wish, memory)
    return _room(desk, at, wish, memory)


def _passed_on(desk: Desk, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    """Put the reservation that the guest agreed to into the staff's queue. Nothing is booked by it."""
    stay = at.memory.waiting == "choice"
    facts = [day(wish.start or "", at.language)]
    if stay:
        facts += [nights(wish.nights or 1, at.language), _rooms_said(rooms_of(wish))]
    else:
        facts += [clock_of(wish.minute)] if wish.minute is not None else []
        facts.append(str(wish.people))
    what = f"{', '.join(facts)} – {at.decision.text.strip()[:SUMMARY]}"
    words = say("passed_on", at.language, to=desk.service.handoff.to, what=what)
    return Reply(words, memory, _told(at, wish, stay=stay), request=what)


def params_of(wish: StayWish, language: str, *, stay: bool) -> Params:
    """Return the function's parameters: the start as an offset ("0 1") or DD-MM-YYYY, nights and rooms, or people and time."""
    found: Params = {"startDate": wish.offset or _dashed(wish.start), "language": NAMES.get(language, "ENGLISH")}
    if stay:
        rooms: list[JsonValue] = [{"adults": r.adults, "childrenAges": list(r.ages)} for r in rooms_of(wish)]
        return {**found, "numberOfNights": wish.nights, "Rooms": rooms}
    return {**found, "time": clock_of(wish.minute) if wish.minute is not None else None, "people": wish.people}


def _dashed(iso: str | None) -> str | None:
    return date.fromisoformat(iso).strftime("%d-%m-%Y") if iso else None


def _told(at: Situation, wish: StayWish, *, stay: bool) -> Decision:
    return at.decision.model_copy(update={"params": params_of(wish, at.language, stay=stay)})


def _problem(at: Situation, wish: StayWish, memory: Memory) -> Reply:
    words = say(wish.problem, at.language, day=day(wish.start or "", at.language))
    return Reply(words, memory.model_copy(update={"waiting": "day"}), _told(at, wish, stay=True))


def _room(desk: Desk, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    language, told = at.language, _told(at, wish, stay=True)
    if desk.service.kind == "accommodations-without-reservation":
        return Reply(say("no_reservation", language, reach=desk.reach(language)), memory, told)
    if desk.service.kind == "accommodations-adults-only" and any(age < 18 for r in rooms_of(wish) for age in r.ages):
        return Reply(say("adults_only", language), memory.model_copy(update={"waiting": "people"}), told)
    if wish.start is None:
        return Reply(say("ask_day", language), memory.model_copy(update={"waiting": "day"}), told)
    lines = [line for start in (wish.start, *wish.others) for line in _rooms_on(desk, start, wish, language)]
    if wish.nights_assumed:
        lines.append(say("assumed_night", language))
    if not wish.rooms:
        lines.append(say("assumed_two", language))
    lines.append(say("simulated", language))
    if _any_free(desk, wish):
        lines.append(say("take_it", language))
        memory = memory.model_copy(update={"waiting": "choice"})
    return Reply("\n".join(lines), memory, told)


def _any_free(desk: Desk, wish: StayWish) -> bool:
    starts = filter(None, (wish.start, *wish.others))
    return any(house.free(desk.service.name, date.fromisoformat(s), wish.nights or 1, rooms_of(wish)) for s in starts)


def _rooms_on(desk: Desk, start: str, wish: StayWish, language: str) -> list[str]:
    count = wish.nights or 1
    facts = {"day": day(start, language), "nights": nights(count, language), "rooms": _rooms_said(rooms_of(wish))}
    found = house.free(desk.service.name, date.fromisoformat(start), count, rooms_of(wish))
    if not found:
        return [say("full", language, **facts)]
    money = [(room, f"{room.total} {desk.service.currency}") for room in found]
    lines = [say("room_line", language, name=room.name, price=price, left=room.left) for room, price in money]
    return [say("rooms", language, **facts), *lines]


def _rooms_said(rooms: tuple[RoomWish, ...]) -> str:
    """Return the people of each room as figures, which need no translation: "2+1 (5)" is two adults and a child of 5."""
    return ", ".join(
        f"{r.adults}" + (f"+{len(r.ages)} ({', '.join(map(str, r.ages))})" if r.ages else "") for r in rooms
    )


def _table(desk: Desk, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    language, told = at.language, _told(at, wish, stay=False)
    if wish.start is None or wish.people is None:
        closed = _closed(desk, wish, language) if wish.start else ""
        words = closed or say("ask_table", language)
        return Reply(words, memory.model_copy(update={"waiting": "day"}), told)
    if closed := _closed(desk, wish, language):
        return Reply(closed, memory.model_copy(update={"waiting": "day"}), told)
    if wish.minute is None:
        return Reply(say("ask_table", language), memory.model_copy(update={"waiting": "time"}), told)
    facts = {"day": day(wish.start, language), "time": clock_of(wish.minute), "people": wish.people}
    words = say("table", language, **facts) + "\n" + say("simulated", language)
    return Reply(words, memory.model_copy(update={"waiting": "yes"}), told)


def _tickets(desk: Desk, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    language, told = at.language, _told(at, wish, stay=False)
    if wish.start and (closed := _closed(desk, wish, language)):
        return Reply(closed, memory.model_copy(update={"waiting": "day"}), told)
    if wish.start is None or wish.people is None:
        return Reply(say("ask_tickets", language), memory.model_copy(update={"waiting": "day"}), told)
    facts = {
        "day": day(wish.start, language),
        "people": wish.people,
        "hours": _hours_on(desk, date.fromisoformat(wish.start)),
    }
    words = say("tickets", language, **facts) + "\n" + say("simulated", language)
    return Reply(words, memory.model_copy(update={"waiting": "yes"}), told)


def _closed(desk: Desk, wish: StayWish, language: str) -> str:
    """Return that the house is closed then, with the next open day; an empty text when it is open or says no hours."""
    first = date.fromisoformat(wish.start or "")
    spans = _spans(desk, first)
    if spans is None or any(wish.minute is None or a <= wish.minute < b for a, b in spans):
        return ""
    then = ""
    if spans and wish.minute is not None:
        then = say("closed_then", language, time=clock_of(wish.minute), hours=_said(spans))
    following = ""
    for ahead in range(1, AHEAD):
        later = first + timedelta(days=ahead)
        if spans_then := _spans(desk, later):
            following = say("next_open", language, day=day(later, language), hours=_said(spans_then))
            break
    return say("closed", language, day=day(first, language), then=then, next=following)


def _spans(desk: Desk, on: date) -> tuple[tuple[int, int], ...] | None:
    hours = weekly(dict(desk.service.opening_hours), on.month)
    return hours.on(on.weekday()) if hours else None


def _said(spans: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{clock_of(a)}–{clock_of(b)}" for a, b in spans)


def _hours_on(desk: Desk, on: date) -> str:
    return _said(_spans(desk, on) or ())
