"""Free rooms, tables and places: dates by code, hours of the service file, rooms of the property system."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta

from pydantic import JsonValue

from tripintent.state.concierge.front import Decision, Params
from tripintent.state.concierge.hours import clock_of, weekly
from tripintent.state.concierge.memory import CHOICE, NEXT_DAY, OFFERED, Memory, StayWish
from tripintent.tools.errors import SupplierError
from tripintent.tools.formats import formats_of
from tripintent.tools.front_desk.hearing import Clause, agrees, is_contact, reachable, takes_up
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.private import named_in
from tripintent.tools.front_desk.rooms import chosen, named, of_kind, rate_said, room_named, rooms_told, takes, trip_of
from tripintent.tools.front_desk.speech import day, nights, say, turn
from tripintent.tools.front_desk.stays import rooms_of
from tripintent.tools.knowledge.passages import fold
from tripintent.tools.ports.desk_service import Message, Reply, Reservation, Situation

NAMES = {"en": "ENGLISH", "de": "GERMAN", "fr": "FRENCH", "es": "SPANISH", "it": "ITALIAN", "pt": "PORTUGUESE"}
CONTACT = "contact"
PASSED = "passed"
"""The answers that the desk waits for after a request went to staff: how to reach the guest, then nothing but an answer."""
ASKED_FOR_SEATS = ("day", "time", "people")
SUMMARY = 600
LATELY = 3
"""Messages of the guest that staff read beside a request."""
NOON = 12 * 60
AHEAD = 14
"""Days in which the next open one is looked for."""


async def answer(desk: House, at: Situation) -> Reply:
    """Answer a wish for a room, a table or tickets. What was offered and is taken up goes on to whoever books it."""
    kind = desk.service.kind
    if asks_for_link(at.decision.text):
        said = "book_online" if desk.service.website else "no_link"
        words = say(said, at.language, link=desk.service.website, reach=desk.reach(at.language))
        return Reply(words, at.memory, at.decision)
    text, today = at.decision.text, at.now.date()
    wish = await asyncio.to_thread(desk.stays.read, text, at.language, today, at.memory.stay)
    agreed = takes_up(at.memory.waiting, text)
    memory = at.memory.model_copy(update={"stay": wish, "waiting": ""})
    if kind in ("restaurant", "attraction"):
        contact = at.memory.waiting == CONTACT and is_contact(at.decision.text)  # a telephone's number is no hour
        if contact or (at.memory.waiting in (CONTACT, PASSED) and not changes(wish, at.memory.stay)):
            kept = memory.model_copy(update={"stay": at.memory.stay}) if contact else memory
            return _beside_the_request(desk, at, kept)
        if at.memory.choices and not wish.said and agreed and at.memory.waiting == NEXT_DAY:
            wish = wish.model_copy(update={"start": at.memory.choices[0], "offset": "", "said": ("day",)})
        wish = _in_hours(desk, _on_offered_day(at, wish), at.decision.text)
        memory = memory.model_copy(update={"stay": wish})
    if at.memory.waiting == CHOICE and not changes(wish, at.memory.stay) and at.decision.takes is not None:
        return reserved(desk, at, memory.model_copy(update={"stay": at.memory.stay}))
    taken = at.decision.takes is not None or at.decision.function in at.memory.functions
    if taken and not wish.said and agreed:
        return _passed_on(desk, at, wish, memory)
    if wish.problem and "day" in wish.said:
        words = say(wish.problem, at.language, day=day(wish.start or "", at.language))
        return Reply(words, memory.model_copy(update={"waiting": "day"}), _told(at, wish, stay=True))
    if kind in ("restaurant", "attraction"):
        return seats(desk, at, wish, memory)
    return await _room(desk, at, wish, memory)


def asks_for_link(text: str) -> bool:
    """Check whether a guest wants to book on a page of the house."""
    return bool(turn("link").search(fold(text)))


def changes(wish: StayWish, before: StayWish) -> bool:
    """Check whether words change what is wished for; the days, nights and people of the offer said once more change nothing."""
    wanted, known = ((one.start, one.others, one.nights, rooms_of(one)) for one in (wish, before))
    return wanted != known or bool(wish.problem)


def takes_room(memory: Memory, clause: Clause) -> bool:
    """Check whether a clause takes a room that was shown, or a room without saying which; no question, refusal or condition does."""
    if clause.asks or clause.denied or clause.supposed or "?" in clause.text:
        return False
    agreed = "AVAILABILITY_AGENT" in memory.functions and agrees(clause.text)
    return takes(clause.text) or agreed or named(clause.text, memory.offered) is not None


def taken_in(desk: House, message: Message) -> tuple[Decision | None, Sequence[Clause]]:
    """Return the choice of a room that was shown, and the clauses beside it; nothing is taken where the wish changes."""
    memory, today = message.memory, message.now.date()
    clauses = desk.stays.clauses(message.text, today)
    taking = [one for one in clauses if takes_room(memory, one)]
    if not taking or changes(desk.stays.read(message.text, message.language, today, memory.stay), memory.stay):
        return None, clauses
    said = " ".join(one.text for one in taking)
    room = chosen(said, memory.offered)
    number = memory.offered.index(room) + 1 if room is not None else 0
    beside = [one for one in clauses if one not in taking]
    return Decision(function="AVAILABILITY_AGENT", confidence=0.9, text=said, takes=number), beside


def reserved(desk: House, at: Situation, memory: Memory) -> Reply:
    """Hand the chosen room over to the booking, which holds it and asks for approval; ask which one where that is not clear."""
    wish, language = memory.stay, at.language
    told = _told(at, wish, stay=True)
    number = at.decision.takes or 0
    if not 0 < number <= len(at.memory.offered):
        days = len({one.start for one in memory.offered}) > 1  # a kind is told with its day where there are several
        where = {one.start: f" ({day(one.start, language)})" if days else "" for one in memory.offered}
        names = ", ".join(dict.fromkeys(room_named(o.name, o.board, language) + where[o.start] for o in memory.offered))
        words = say("which_room", language, choices=names)
        return Reply(words, memory.model_copy(update={"waiting": CHOICE}), told)
    room = at.memory.offered[number - 1]
    rate = rate_said(room, language, desk.service.zone)
    facts = {
        "day": day(room.start, language),
        "nights": nights(room.nights, language),
        "price": f"{formats_of(language).amount(room.price)}{rate}",
    }
    words = say("reserving", language, name=room_named(room.name, room.board, language), **facts)
    wanted = wish.model_copy(update={"nights": room.nights, "rooms": room.wanted or wish.rooms})
    reservation = Reservation(trip_of(desk.service, wanted, room.start), (room.option_id,), memory.requests)
    kept = memory.model_copy(update={"requests": (), "taken": room})
    return Reply(words, kept, told, reservation=reservation)


def _passed_on(desk: House, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    """Put the table or the tickets that the guest agreed to into the staff's queue. Nothing is booked by it."""
    what = _what(memory, at.language)
    words = say("passed_on", at.language, to=desk.staff(at.language), what=what)
    before = [one.text for one in at.history if one.by_guest][-LATELY:]
    request = f"{what} – {'; '.join((at.decision.text, *before)).strip()[:SUMMARY]}"
    if any(map(reachable, before)) or is_contact(at.decision.text):
        passed = memory.model_copy(update={"waiting": PASSED})
        return Reply(words, passed, _told(at, wish, stay=False), request=request)
    waiting = memory.model_copy(update={"waiting": CONTACT})
    ask = "ask_phone" if named_in(at.decision.text, at.language) else "ask_contact"
    return Reply(f"{words}\n{say(ask, at.language)}", waiting, _told(at, wish, stay=False), request=request)


def _beside_the_request(desk: House, at: Situation, memory: Memory) -> Reply:
    """Add what a guest says to the request that was passed on, or say what became of it: nothing is confirmed yet."""
    text, waiting = at.decision.text.strip(), at.memory.waiting
    told, to = _told(at, memory.stay, stay=False), desk.staff(at.language)
    if not is_contact(text) and ("?" in text or agrees(text)):
        words = say("passed_on", at.language, to=to, what=_what(memory, at.language))
        return Reply(words, memory.model_copy(update={"waiting": waiting}), told)
    words = say("contact_added", at.language, to=to)
    memory = memory.model_copy(update={"waiting": PASSED if is_contact(text) else waiting})
    return Reply(words, memory, told, request=f"{_what(memory, 'en')}, {text[:SUMMARY]}")


def _what(memory: Memory, language: str) -> str:
    """Return day, time and people of each table or ticket that is talked of."""
    facts = (
        (day(one.start or "", language), "" if one.minute is None else clock_of(one.minute), str(one.people or ""))
        for one in (*memory.also, memory.stay)
    )
    return "; ".join(", ".join(filter(None, one)) for one in facts)


def _on_offered_day(at: Situation, wish: StayWish) -> StayWish:
    """Return the wish on the day that was offered, where its day of the week alone is named: "the Tuesday then"."""
    offered = date.fromisoformat(at.memory.choices[0]) if at.memory.waiting == NEXT_DAY else None
    named = date.fromisoformat(wish.start) if wish.start and wish.offset else None
    same = offered is not None and named is not None and named < offered and named.weekday() == offered.weekday()
    return wish.model_copy(update={"start": at.memory.choices[0], "offset": ""}) if same else wish


def _in_hours(desk: House, wish: StayWish, text: str) -> StayWish:
    """Return the wish with "at 7" in the evening, where the house is closed at seven in the morning and open twelve hours later."""
    if wish.start is None or wish.minute is None or wish.minute >= NOON or turn("morning").search(fold(text)):
        return wish
    spans = _spans(desk, date.fromisoformat(wish.start)) or ()
    later = wish.minute + NOON
    opens = [any(a <= minute < b for a, b in spans) for minute in (wish.minute, later)]
    return wish.model_copy(update={"minute": later}) if opens == [False, True] else wish


def params_of(wish: StayWish, language: str, *, stay: bool) -> Params:
    """Return the function's parameters: the start as an offset ("0 1") or DD-MM-YYYY, nights and rooms, or people and time."""
    start = f"{date.fromisoformat(wish.start):%d-%m-%Y}" if wish.start else None
    found: Params = {"startDate": wish.offset or start, "language": NAMES.get(language, "ENGLISH")}
    if stay:
        rooms: list[JsonValue] = [{"adults": r.adults, "childrenAges": list(r.ages)} for r in rooms_of(wish)]
        return {**found, "numberOfNights": wish.nights, "Rooms": rooms}
    return {**found, "time": clock_of(wish.minute) if wish.minute is not None else None, "people": wish.people}


def _told(at: Situation, wish: StayWish, *, stay: bool) -> Decision:
    return at.decision.model_copy(update={"params": params_of(wish, at.language, stay=stay)})


async def _room(desk: House, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    language, told = at.language, _told(at, wish, stay=True)
    if desk.rooms is None or not desk.service.sold:
        return Reply(say("no_reservation", language, reach=desk.reach(language)), memory, told)
    if asked := _asked(desk, wish):
        return Reply(say(asked[0], language), memory.model_copy(update={"waiting": asked[1]}), told)
    try:
        lines, offered = await rooms_told(desk, wish, language)
    except SupplierError:
        return Reply(say("no_rooms_now", language, reach=desk.reach(language)), memory, told)
    every = (*(at.memory.offered if at.decision.function in at.done else ()), *offered)
    beside = {
        "kind_not_there": bool(offered) and not of_kind(at.decision.text, offered),
        "assumed_night": wish.nights_assumed,
        "assumed_two": not wish.rooms,
        "simulated_rooms": desk.rooms.capabilities.simulated,
        "held_already": at.holds,
        "take_one": len(every) == 1,
        "take_it": len(every) > 1,
    }
    lines += [say(kind, language) for kind, so in beside.items() if so]
    waiting = CHOICE if every else memory.waiting
    return Reply("\n".join(lines), memory.model_copy(update={"offered": every, "waiting": waiting}), told)


def _asked(desk: House, wish: StayWish) -> tuple[str, str] | None:
    """Return what is asked before rooms are looked for, and which answer is waited for."""
    if desk.service.kind == "accommodations-adults-only" and any(age < 18 for r in rooms_of(wish) for age in r.ages):
        return "adults_only", "people"
    return ("ask_day", "day") if wish.start is None else None


def seats(desk: House, at: Situation, wish: StayWish, memory: Memory) -> Reply:
    """Offer a table or tickets in open hours, or ask for what is missing."""
    language, told = at.language, _told(at, wish, stay=False)
    kind = "table" if desk.service.kind == "restaurant" else "tickets"
    also = at.memory.also if at.memory.waiting in (*OFFERED, *ASKED_FOR_SEATS) else ()
    also += (at.memory.stay,) if at.decision.function in at.done and at.memory.waiting == "yes" else ()
    memory = memory.model_copy(update={"also": also})
    if wish.start and (closed := _closed(desk, at, wish, memory)):
        return closed
    needed = {"day": wish.start, "time": wish.minute if kind == "table" else 0, "people": wish.people}
    missing = [name for name, value in needed.items() if value is None]
    if wish.start is None or missing:
        rest = ", ".join(say(f"seat_{name}", language) for name in missing)
        asked = say("precheckin_missing", language, missing=rest) if len(missing) < 2 else say(f"ask_{kind}", language)
        return Reply(asked, memory.model_copy(update={"waiting": missing[0]}), told)
    time = clock_of(wish.minute) if wish.minute is not None else ""
    hours = _said(_spans(desk, date.fromisoformat(wish.start)) or ())
    offer = say(kind, language, day=day(wish.start, language), time=time, people=wish.people, hours=hours)
    words = f"{offer}\n{say('simulated', language)}"
    return Reply(words, memory.model_copy(update={"waiting": "yes"}), told)


def _closed(desk: House, at: Situation, wish: StayWish, memory: Memory) -> Reply | None:
    """Say that the house is closed then, and offer the next open day; None when it is open or says no hours."""
    first, language = date.fromisoformat(wish.start or ""), at.language
    spans = _spans(desk, first)
    if spans is None or any(wish.minute is None or a <= wish.minute < b for a, b in spans):
        return None
    then, opens_later = "", False
    if spans and wish.minute is not None:
        then = say("closed_then", language, time=clock_of(wish.minute), hours=_said(spans))
        opens_later = any(begin > wish.minute for begin, _ in spans)
    days = (first + timedelta(days=ahead) for ahead in range(1, 1 if opens_later else AHEAD))
    later = next((one for one in days if _spans(desk, one)), None)
    following = (
        say("next_open", language, day=day(later, language), hours=_said(_spans(desk, later) or ())) if later else ""
    )
    words = say("closed", language, day=day(first, language), then=then, next=following).strip()
    offered = (
        {"waiting": NEXT_DAY, "choices": (later.isoformat(),)}
        if later
        else {"waiting": "time" if opens_later else "day"}
    )
    return Reply(words, memory.model_copy(update=offered), _told(at, wish, stay=False))


def _spans(desk: House, on: date) -> tuple[tuple[int, int], ...] | None:
    hours = weekly(dict(desk.service.opening_hours), on.month)
    return hours.on(on.weekday()) if hours else None


def _said(spans: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{clock_of(a)}–{clock_of(b)}" for a, b in spans)
