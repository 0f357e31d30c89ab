"""The concierge toolset: what a desk's model looks up, passes on and reserves. Each tool works on one turn at the desk.

Arguments are the truth: no tool reads the guest's words. What a guest has to rely on (rooms, prices, what was passed on) is ``shown``
by code, in the guest's language; the model's words stand beside it.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple

from babel.numbers import get_currency_symbol
from pydantic import Field, JsonValue, ValidationError

from tripintent.state.concierge.front import FOR_STAFF, Decision, HandOff, Params, Wished
from tripintent.state.concierge.hours import clock_of
from tripintent.state.concierge.memory import CHOICE, Memory, RoomWish, StayWish
from tripintent.state.travellers import OF_HOTEL
from tripintent.tools.errors import SupplierError
from tripintent.tools.front_desk import around, availability, check_in, outings, requests, rooms
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.private import CHECK_IN, Marked
from tripintent.tools.front_desk.speech import day as long_day
from tripintent.tools.front_desk.speech import say
from tripintent.tools.ids import new_id
from tripintent.tools.model.grounding import grounded
from tripintent.tools.ports.desk_service import Reply, Reservation, Situation
from tripintent.tools.toolbox.base import Arguments
from tripintent.tools.toolbox.schema import schema_of

PASSAGES, MOST_OFFERS = 4, 18
"""Passages for one question, and rooms that are remembered, the newest first."""
RULES = "reservation of a table or tickets: deposit, groups, cancelling, prices"
"""What of the house's texts goes with an offered table."""
STAY = "AVAILABILITY_AGENT"
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="HH:MM")]
Facts = dict[str, JsonValue]


@dataclass
class DeskTurn:
    """One turn at the desk: what is known when it begins, and what its tools did so far."""

    desk: House
    at: Situation
    marks: Marked
    memory: Memory
    shown: list[str] = field(default_factory=list)
    queued: list[str] = field(default_factory=list)
    instead: str = ""
    handoff: HandOff | None = None
    reservation: Reservation | None = None
    known: Params = field(default_factory=dict)
    """The form of a check-in, where it was filled."""
    sources: list[str] = field(default_factory=list)
    looked: bool = False
    """Rooms were looked for in this turn."""
    plan: list[str] = field(default_factory=list)
    """The day out that was laid out last in this turn."""
    offer: list[str] = field(default_factory=list)
    """The table or tickets that were offered last in this turn."""
    facts: list[str] = field(default_factory=list)
    """What the model's words may be made from."""

    @property
    def acted(self) -> bool:
        """Tell whether something was done that is not to be done again."""
        return bool(self.queued or self.handoff or self.reservation or self.known)

    def show(self, text: str, *, instead: bool = False) -> Facts:
        """Keep lines for the guest, and return what the model learns of them; ``instead``: of the plan that was laid out before."""
        self.shown = [line for line in self.shown if not instead or line not in self.plan]
        self.plan = text.split("\n") if instead else self.plan
        self.shown += [line for line in text.split("\n") if line not in self.shown]
        return {"shown": text}

    def take(self, reply: Reply) -> Facts:
        """Keep what a specialist's answer shows, remembers and passes on."""
        self.memory = reply.memory
        self.queued += [reply.request] if reply.request else []
        later = self.desk.when_read(self.at.now, self.at.language) if reply.request else ""
        return self.show("\n".join(filter(None, (reply.text, later))))

    def now(self, function: str, text: str = "", **more: Any) -> Situation:
        """Return the situation of a specialist, with a decision that says what a tool was told."""
        decision = Decision(function=function, text=text, **more)
        return self.at._replace(decision=decision, memory=self.memory, opened="", done=())


class NotSo(ValueError):
    """Arguments that fit the tool and cannot be: the text says what would be right."""


class Questions(Arguments):
    """Questions about the house."""

    questions: Annotated[
        list[str], Field(min_length=1, max_length=4, description="each clear alone, in the house's language")
    ]


async def search_knowledge(turn: DeskTurn, given: Questions) -> Facts:
    """Look questions about the house up in its own texts. What these do not say, the house does not say."""
    found: Facts = {}
    for asked in given.questions:
        hits = turn.desk.knowledge.search(asked, PASSAGES)
        turn.sources += [hit.passage.source for hit in hits]
        found[asked] = [f"{hit.passage.title}: {hit.passage.text}" for hit in hits]
    return found


class PricePart(Arguments):
    """One price of a sum."""

    count: Annotated[int, Field(ge=1, le=500)]
    price: Annotated[str, Field(max_length=30, description="as it is written, with its currency: £18.50")]


class Sum(Arguments):
    """Prices that are added up."""

    parts: Annotated[list[PricePart], Field(min_length=1, max_length=12)]


async def add_up(turn: DeskTurn, given: Sum) -> Facts:
    """Add up prices of the house for so many people, nights or things: the one way to name a sum. Say what it is made of."""
    total, currencies = Decimal(0), set[str]()
    for one in given.parts:
        amount = re.search(r"\d[\d.,]*(?<!\D)", one.price)
        if amount is None or grounded(one.price, turn.facts):
            raise NotSo(f"{one.price} is in no text and no result")
        named = one.price.replace(amount[0], "").strip(" .,")
        currencies.add(get_currency_symbol(named, "en") if named.isalpha() and named.isupper() else named)
        total += one.count * _amount(amount[0])
    if len(currencies) > 1:
        raise NotSo(f"these are prices of several currencies: {', '.join(sorted(currencies))}")
    return {"sum": f"{currencies.pop()}{total if total % 1 else int(total)}"}


def _amount(figure: str) -> Decimal:
    """Return the amount of a figure: one or two digits after its last mark are parts of a unit, three are thousands."""
    cents = re.search(r"[.,](\d{1,2})$", figure)
    whole = re.sub(r"[.,]", "", figure[: cents.start()] if cents else figure)
    return Decimal(f"{whole}.{cents[1] if cents else 0}")


class Room(Arguments):
    """Who sleeps in one room."""

    adults: Annotated[int, Field(ge=1, le=30)]
    children_ages: Annotated[tuple[Annotated[int, Field(ge=0, le=17)], ...], Field(max_length=20)] = ()


class StayWanted(Arguments):
    """A stay that is asked for."""

    check_in: date
    nights: Annotated[int, Field(ge=1, le=365, description="1 where the guest names none: say so")]
    rooms: Annotated[list[Room], Field(min_length=1, max_length=20)]


async def check_rooms(turn: DeskTurn, given: StayWanted) -> Facts:
    """Look for free rooms with their prices; the guest sees the list. Call it again for other days: all lists of a turn are offered.

    A wish for a bed, a floor, a pet or an hour is no part of it: pass it on. Returns: shown, and the rooms with their numbers.
    """
    desk, at = turn.desk, turn.at
    _not_past(given.check_in, at)
    ages = [age for one in given.rooms for age in one.children_ages]
    if desk.service.kind == "accommodations-adults-only" and ages:
        raise NotSo("the house takes adults only, without exception")
    wanted = tuple(RoomWish(adults=one.adults, ages=one.children_ages) for one in given.rooms)
    people = sum(one.adults + len(one.ages) for one in wanted)
    wish = StayWish(start=given.check_in.isoformat(), nights=given.nights, rooms=wanted, people=people, said=("day",))
    try:
        lines, offered = await rooms.rooms_told(desk, wish, at.language)
    except SupplierError:
        return turn.show(say("no_rooms_now", at.language, reach=desk.reach(at.language)))
    stays = {(one.start, one.nights) for one in offered}
    before = [one for one in turn.memory.offered if (one.start, one.nights) not in stays]
    every = (*offered, *before)[:MOST_OFFERS]
    turn.looked = True
    simulated = desk.rooms is not None and desk.rooms.capabilities.simulated
    beside = {"simulated_rooms": simulated, "held_already": at.holds}
    lines += [say(kind, at.language) for kind, so in beside.items() if so]
    waiting = CHOICE if every else ""
    turn.memory = turn.memory.model_copy(update={"stay": wish, "offered": every, "waiting": waiting})
    return turn.show("\n".join(lines)) | {
        "rooms": [f"{n}. {rooms.fact_of(one)}" for n, one in enumerate(every, 1)],
        "check_out": (given.check_in + timedelta(days=given.nights)).isoformat(),
    }


class SeatsWanted(Arguments):
    """A table or tickets that are asked for."""

    day: date
    people: Annotated[int, Field(ge=1, le=200)]
    time: Clock | None = None
    agreed: Annotated[bool, Field(description="the guest has said yes to it already: it is not offered again")] = False


async def check_seats(turn: DeskTurn, given: SeatsWanted) -> Facts:
    """Look whether the house is open for a table or for tickets, and offer it; the guest sees the offer. A table needs its hour.

    Nothing is reserved by it: after a yes pass it on with request_from_staff, with day, hour, people, name and telephone.
    """
    _not_past(given.day, turn.at)
    minute = _minute(given.time) if given.time else None
    if minute is None and turn.desk.service.kind == "restaurant":
        raise NotSo("a table needs its hour: ask for it")
    wish = StayWish(start=given.day.isoformat(), minute=minute, people=given.people)
    memory = turn.memory.model_copy(update={"stay": wish, "waiting": "", "also": ()})
    reply = availability.seats(turn.desk, turn.now(STAY), wish, memory)
    rules = [hit.passage.text for hit in turn.desk.knowledge.search(RULES, PASSAGES)]
    turn.memory, turn.offer = reply.memory, reply.text.split("\n")
    offer: Facts = {"offer": reply.text} if given.agreed else turn.show(reply.text)
    return {**offer, "rules of the house": [*rules]}


def _not_past(on: date, at: Situation) -> None:
    if on < at.now.date():
        raise NotSo(f"{on} is past: today is {at.now.date()}")


class RoomChosen(Arguments):
    """The offer that the guest takes."""

    number: Annotated[int, Field(ge=1)]
    guests: Annotated[
        tuple[str, ...], Field(max_length=30, description="whole names of those who stay, as they were told")
    ] = ()


async def choose_room(turn: DeskTurn, given: RoomChosen) -> Facts:
    """Reserve the one offer that the guest plainly takes, by its number: never on a condition, a question or a maybe.

    The booking goes on from there: it asks for what is missing of who stays, holds the room and lays out the card to approve. Pass
    wishes on before it. Args: guests, where the guest named them.
    """
    if not 1 <= given.number <= len(turn.memory.offered):
        raise NotSo(f"{len(turn.memory.offered)} offers were made last: look with check_availability")
    if turn.memory.offered[given.number - 1] not in turn.at.memory.offered:
        raise NotSo("the guest has not seen this offer yet: let them choose")
    if turn.at.holds:
        raise NotSo("a room is held already: the guest approves it, or lets it go, before the next one is taken")
    if turn.reservation:
        raise NotSo(
            "one reservation at a time: for two rooms look for two rooms, of two offers take the second one afterwards"
        )
    at = turn.now(STAY, takes=given.number)
    reply = availability.reserved(turn.desk, at, turn.memory)
    people = tuple(str(turn.marks.marks.put_back(one)) for one in given.guests)
    turn.reservation = reply.reservation._replace(people=people) if reply.reservation else None
    return turn.take(reply) | {"next": "the booking goes on in this turn, with its own words: add none on it"}


class Wish(Arguments):
    """What people of the house have to see to."""

    what: Annotated[str, Field(max_length=600, description="all that staff need, in the house's language")]
    told: Annotated[str, Field(max_length=200, description="the same in a few words of the guest's language")]
    kind: Annotated[str, Field(json_schema_extra={"enum": [*sorted(OF_HOTEL), "other"]})] = "other"
    room: Annotated[str | None, Field(max_length=10, description="the guest's room, where it was told")] = None
    condition: Annotated[bool, Field(description="without it the guest does not want the room")] = False
    completes: Annotated[bool, Field(description="it is the request passed on last, now with what was missing")] = False


async def request_from_staff(turn: DeskTurn, given: Wish) -> Facts:
    """Put something into the staff's list: a wish for the room or the stay, a table, tickets, a taxi, a call back.

    Also a question that the house's texts do not answer, once the guest wants it passed on. One call for each. The guest sees that it
    was passed on, to whom and when it is read. Staff answer in this conversation.
    """
    memory = turn.memory.model_copy(update={"room": given.room or turn.memory.room})
    wish = Wished(
        text=turn.marks.said(given.told), query=turn.marks.stored(given.what), kind=given.kind, only_if=given.condition
    )
    turn.memory = memory
    turn.shown = [one for one in turn.shown if one not in turn.offer]  # an offer that is taken asks no more
    reply = requests.pass_on(turn.desk, turn.now(FOR_STAFF, wishes=(wish,)))
    if reply.request:  # what staff need is in ``what``: an offer of before may hold no more
        own = reply.request.removesuffix(requests.known(memory))
        reply = reply._replace(request=f"{own} [room {memory.room}]" if memory.room else own)
    turn.instead = turn.memory.passed if given.completes and reply.request else turn.instead
    facts = turn.take(reply)
    turn.memory = turn.memory.model_copy(update={"passed": reply.request or turn.memory.passed})
    return facts


class CheckInForm(Arguments):
    """What is told for a check-in before the arrival."""

    reference: Annotated[str | None, Field(description="the booking's number: its mark")] = None
    guests: Annotated[tuple[str, ...], Field(description="those who come: marks of their names, or the names")] = ()
    not_coming: Annotated[tuple[str, ...], Field(description="those who do not come after all")] = ()
    arrival: Clock | None = None


async def pre_check_in(turn: DeskTurn, given: CheckInForm) -> Facts:
    """Fill the form of the check-in before the arrival with what is told now; call it with nothing to begin.

    Where the guest says "we" and names one, ask who else comes. The guest sees what is noted and what is still missing (the booking's
    number, the names of all who come, the hour). It goes to staff with the number.
    """
    form, at = given.model_dump(), turn.now(CHECK_IN)
    filled = check_in.filled_in(turn.desk, at, form, turn.marks)
    before = at.memory.guest.get("names", "")
    reply = check_in.noted(turn.desk, at, filled, check_in.for_staff(turn.desk, form, turn.marks))
    if given.not_coming and set(before.split(", ")) <= set(reply.memory.guest.get("names", "").split(", ")):
        raise NotSo(f"that is not one of those noted, or more than one: {before or 'no one'}")
    turn.known = dict(reply.decision.params)
    return turn.take(reply)


class Reason(Arguments):
    """Why a person takes over."""

    reason: Literal["danger", "illness", "complaint", "asks", "group", "discount"]


async def hand_off(turn: DeskTurn, given: Reason) -> Facts:
    """Call a person of the house to take over: danger, illness, complaint or anger, a wish for a person, a group, a discount.

    Never for a jest. The guest sees it. Other questions of the message are answered all the same.
    """
    if turn.at.passed or turn.handoff:
        return {"done": "a person was called already"}
    at = turn.now("HAND_OFF", turn.at.said, params={"reason": given.reason})
    text, turn.handoff = requests.hand_off(turn.desk, at, new_id("hnd"))
    return turn.show(text)


PlaceKind = Annotated[str, Field(json_schema_extra={"enum": [*around.kinds()]})]


class Kinds(Arguments):
    """Kinds of place."""

    kinds: Annotated[list[PlaceKind], Field(min_length=1, max_length=4)]


async def places_around(turn: DeskTurn, given: Kinds) -> Facts:
    """Name the places of some kinds that are near the house, with the way on foot; the guest sees the list.

    Their hours, prices and insides are not known here. A kind that is not in the list: search_knowledge.
    """
    near, none = outings.places(turn.desk, [*map(_known_kind, given.kinds)], turn.at.language)
    turn.memory = turn.memory.model_copy(update={"place": ", ".join(given.kinds)})
    return turn.show("\n".join((*near, *none)))


def _known_kind(kind: str) -> str:
    if kind not in around.kinds():
        raise NotSo(f"{kind!r} is not one of {', '.join(around.kinds())}: look into search_knowledge")
    return kind


class Stop(Arguments):
    """A stop of a day out."""

    kind: PlaceKind
    at: Clock | None = None
    minutes: Annotated[int, Field(ge=20, le=300, description="how long it takes")] = 90


class DayOut(Arguments):
    """A day out on foot from the house."""

    stops: Annotated[
        list[Stop], Field(min_length=1, max_length=6, description="in order, a meal among them at its hour")
    ]
    start: Clock = "10:00"
    back_by: Clock | None = None
    day: date | None = None
    without: Annotated[tuple[str, ...], Field(max_length=10, description="names of places that are not wanted")] = ()


async def plan_day(turn: DeskTurn, given: DayOut) -> Facts:
    """Lay out a day out on foot around the house, by kinds of place and hours; the guest sees it.

    Nothing is known of other towns, hours of opening, prices, weather or steps: say so where the guest asks for it.
    """
    house, language, seen = turn.desk.service.position or (0, 0), turn.at.language, {*given.without}
    here, clock, lines = house, _minute(given.start), list[str]()
    for stop in given.stops:
        near = around.nearest(_known_kind(stop.kind), here, turn.desk.service.name)
        there = next((one for one in near if one.minutes <= around.NEAR and one.place.name not in seen), None)
        if there is None:
            raise NotSo(f"no further {stop.kind} within {around.NEAR} minutes on foot: another kind")
        arrives = clock + there.minutes
        if stop.at and _minute(stop.at) < arrives:
            raise NotSo(
                f"{there.place.name} is not reached before {clock_of(arrives)}: shorten what is before it, or a later hour"
            )
        arrives = max(arrives, _minute(stop.at) if stop.at else 0)
        facts = {"time": clock_of(arrives), "name": there.place.name, "minutes": there.minutes}
        lines.append(say("daytrip_line", language, **facts))
        seen.add(there.place.name)
        clock, here = arrives + stop.minutes, there.place.at
    way = around.walk(here, house)
    if given.back_by and clock + way > _minute(given.back_by):
        raise NotSo(f"back at {clock_of(clock + way)} only: leave a stop out, or shorten one")
    on = f"{long_day(given.day, language)}. " if given.day else ""
    end = say("daytrip_end", language, time=clock_of(clock + way), minutes=way)
    return turn.show("\n".join([f"{on}{say('daytrip', language)}", *lines, end]), instead=True)


def _minute(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


class DeskTool(NamedTuple):
    """A tool as a model is told of it, and the work that it does."""

    name: str
    arguments: type[Arguments]
    work: Callable[[DeskTurn, Any], Awaitable[Facts]]

    def told(self) -> dict[str, Any]:
        """Return the tool in the form of the wire."""
        said = " ".join((self.work.__doc__ or "").split())
        function = {"name": self.name, "description": said, "parameters": schema_of(self.arguments)}
        return {"type": "function", "function": function}

    async def run(self, turn: DeskTurn, given: Mapping[str, Any]) -> str:
        """Do the work, and return its facts as JSON; of arguments that are wrong, what would be right."""
        try:
            facts = await self.work(turn, self.arguments.model_validate(given))
        except ValidationError as error:
            wrong = "; ".join(
                f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_url=False)
            )
            facts = {"ok": False, "why": wrong}
        except NotSo as error:
            facts = {"ok": False, "why": str(error)}
        return json.dumps(facts, ensure_ascii=False)


def tools_of(desk: House, at: Situation) -> Sequence[DeskTool]:
    """Return the tools of a desk that can do something now."""
    service = desk.service
    sells, seats = desk.rooms is not None and bool(service.sold), service.kind in ("restaurant", "attraction")
    placed = service.position is not None
    every = (
        (True, DeskTool("search_knowledge", Questions, search_knowledge)),
        (True, DeskTool("add_up", Sum, add_up)),
        (service.has(STAY) and sells and not seats, DeskTool("check_availability", StayWanted, check_rooms)),
        (service.has(STAY) and seats, DeskTool("check_availability", SeatsWanted, check_seats)),
        (service.has(STAY) and sells, DeskTool("choose_room", RoomChosen, choose_room)),
        (placed and service.has(outings.AROUND), DeskTool("around", Kinds, places_around)),
        (placed and service.has(outings.DAY_TRIP), DeskTool("plan_day", DayOut, plan_day)),
        (True, DeskTool("request_from_staff", Wish, request_from_staff)),
        (service.has(CHECK_IN), DeskTool("pre_check_in", CheckInForm, pre_check_in)),
        (not at.passed, DeskTool("hand_off", Reason, hand_off)),
    )
    return [tool for there, tool in every if there]
