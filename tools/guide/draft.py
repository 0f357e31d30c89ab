"""What a message asks for, gathered phrase by phrase: one change of the trip, then other calls in the order in which they were said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage

from tripintent.tools.guide.known import GuideSituation, day_of
from tripintent.tools.guide.words import GuideWords, words
from tripintent.tools.language.exact.mention import month_window

Arguments = dict[str, Any]


class Call(NamedTuple):
    """A call of a tool."""

    name: str
    arguments: Arguments


def in_order(calls: Sequence[Call]) -> tuple[Call, ...]:
    """Return calls as they are made: the plan is emptied first; a number is of the list that was shown; then the trip is changed."""
    rank = {"start_over": 0, "choose": 1, "update_trip": 2}
    return tuple(sorted(calls, key=lambda one: rank.get(one.name, 3)))


def days_of_month(year: int, month: int) -> dict[str, str]:
    """Return the days of a month as a window of the trip."""
    earliest, latest = map(str, month_window(year, month))
    return {"earliest": earliest, "latest": latest}


def change(**values: object) -> tuple[Call, ...]:
    """Return the one call that changes the trip."""
    return (Call("update_trip", values),)


class MenuChoice(NamedTuple):
    """One line of a menu: what it says, and the calls that it means, or the menu that it ``opens``; else it asks for words.

    It is chosen by its place, or the ``number`` that an option has, or by the letter ``key``, which is read as any other words.
    """

    label: str
    calls: tuple[Call, ...] = ()
    opens: str = ""
    key: str = ""
    number: int = 0


def choice(label: str, tool: str, **arguments: Any) -> MenuChoice:
    """Return a line that makes one call."""
    return MenuChoice(label, (Call(tool, arguments),))


def cancelling(booked: Mapping[str, Any], say: GuideWords) -> MenuChoice:
    """Return the line that asks for the cancellation of what is booked, by its title."""
    title = say.titled(str(booked.get("title")))
    return choice(say("cancel {title}", title=title), "request_cancellation", booking_ids=[booked["booking_id"]])


def changing(label: str, **values: Any) -> MenuChoice:
    """Return a line that makes one change of the trip."""
    return MenuChoice(label, change(**values))


LONG = 80
"""Letters of a line that is read in parts: a price, then each flight and hotel."""


def _broken(label: str) -> str:
    """Return a long line as several, each part of it on its own."""
    return label.replace(" · ", "\n   ") if len(label) > LONG else label


class Menu(NamedTuple):
    """A question with numbered answers. ``pending``: calls that wait for what it ``asks``.

    It asks for "ages:2" (of two children), a "yes", an "answer" that no yes gives, or what is "open"; "agreed" follows a yes with
    more words. ``form`` is what a page asks with: a "day", "days", a first "trip", "people"; or draws above: "bookings",
    "itinerary". ``unused`` is what was said and could not be used: it is a fact until it is said otherwise.
    """

    question: str
    choices: tuple[MenuChoice, ...] = ()
    pending: tuple[Call, ...] = ()
    asks: str = ""
    form: str = ""
    unused: tuple[str, ...] = ()

    @property
    def numbered(self) -> Mapping[int, MenuChoice]:
        """The lines that a number chooses: they come before those with letters."""
        return {one.number or n: one for n, one in enumerate(self.choices, 1) if not one.key}

    def lines(self) -> list[str]:
        """Return the menu as text: the question, a line for each number, and one with the letters."""
        letters = " · ".join(f"{one.key} {one.label}" for one in self.choices if one.key)
        lines = [self.question, *(f"{n}. {_broken(one.label)}" for n, one in self.numbered.items()), letters]
        return [one for one in lines if one]

    def data(self) -> dict[str, object]:
        """Return the menu as JSON: what doors show as buttons, and what the next message is read beside."""
        lines = [{**one._asdict(), "calls": _data(one.calls)} for one in self.choices]
        waiting: dict[str, object] = {"pending": _data(self.pending), "asks": self.asks} if self.asks else {}
        waiting["lines"] = len("\n".join(self.lines()[bool(self.question) :]).splitlines())
        return {"question": self.question, "choices": lines, "form": self.form, "unused": [*self.unused], **waiting}

    @classmethod
    def of(cls, data: Mapping[str, Any] | None) -> "Menu | None":
        """Return a menu that was stored; None where the next words are not read beside it: it has letters or a form alone."""
        if not data:
            return None
        choices = tuple(MenuChoice(**{**one, "calls": _calls(one["calls"])}) for one in data["choices"])
        menu = cls(str(data["question"]), choices, _calls(data.get("pending") or ()), str(data.get("asks") or ""))
        return menu if menu.numbered or menu.asks else None


def words_with(text: str, menu: Menu | None = None) -> AIMessage:
    """Return words, with a menu as lines and as data."""
    said = "\n".join(part for part in (text.strip(), *(menu.lines() if menu else ())) if part)
    kept = {"menu": menu.data()} if menu and (menu.choices or menu.asks or menu.form or menu.unused) else {}
    return AIMessage(content=said, additional_kwargs=kept)


def called(calls: Sequence[Call], words: str = "", waits: Menu | None = None) -> AIMessage:
    """Return calls of tools, words beside them, and the question that waits until they are answered."""
    made = [{"name": one.name, "args": one.arguments, "id": f"guide_{n}"} for n, one in enumerate(calls)]
    return AIMessage(content=words, tool_calls=made, additional_kwargs={"menu": waits.data()} if waits else {})


def _data(calls: Sequence[Call]) -> list[dict[str, object]]:
    return [{"name": one.name, "arguments": one.arguments} for one in calls]


def _calls(data: Sequence[Mapping[str, Any]]) -> tuple[Call, ...]:
    return tuple(Call(str(one["name"]), dict(one["arguments"])) for one in data)


def _differs(name: str, kept: Arguments, value: Arguments) -> bool:
    """Tell whether a group says two things of one; lists and hours grow, a day is one thing."""
    if name in ("depart", "return_day"):
        return kept != value
    same = [part for part in value if part in kept and not isinstance(value[part], (list, dict))]
    return any(kept[part] != value[part] for part in same)


def _merged(kept: Any, value: Any) -> Any:
    """Return a value in which what was said before of its parts stays."""
    if not (isinstance(kept, dict) and isinstance(value, dict)):
        return value
    return {**kept, **{name: _merged(kept.get(name), inner) for name, inner in value.items()}}


def _closer(one: Arguments, other: Arguments) -> Arguments | None:
    """Return the day of two, where the other is a window around it."""
    for day, window in ((one, other), (other, one)):
        if "day" in day and window.get("earliest", "9") <= day["day"] <= window.get("latest", ""):
            return day
    return None


@dataclass
class GuideDraft:
    """What a message of some ``words`` asks for. ``open`` are questions in place of what two readings would change differently.

    ``hotel_alone``: a first message that asks for a hotel somewhere; where it says nothing of a way there, none is needed.
    ``goes_on`` is the stop to which the last way led that was said, empty on the way home; a day after it is the day of that way.
    ``home`` are ends of the way back that differ from the start and the last town, ``jaw_nights`` the nights of its two towns. ``seeded``
    are fields of an offer that waits: what is said now replaces them. ``young`` are children without an age. ``again``: all was tried
    once, and this is the rest. ``cabins`` are those of the way out and of the way back alone. ``homeward``: the way home came last.
    ``notes`` are sentences that are said beside what is done. ``joined``: somebody more comes along, by the name of ``newcomer``.
    ``named`` is the stop that was named last.
    ``starts`` are those that were said, each with who starts there by name. ``next_word`` is the one after a phrase.
    ``misspelt`` are names that no town has, with near ones, ``town_names`` those of towns. ``shared`` are nights of two towns together.
    ``resumed``: it goes on from an offer that waits. ``flown``: flights are spoken of, and not only what they shall be like. ``question``:
    something is asked. ``spoken_of`` are towns of the trip that were named again.
    """

    known: GuideSituation
    today: date
    update: Arguments = field(default_factory=dict)
    stops: list[Arguments] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    open: list[Menu] = field(default_factory=list)
    social: str = ""
    words: frozenset[str] = frozenset()
    hotel_alone: bool = False
    home: dict[str, str] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    starts: dict[str, list[str]] = field(default_factory=dict)
    goes_on: Arguments | None = None
    named: Arguments | None = None
    seeded: set[str] = field(default_factory=set)
    young: int = 0
    jaw_nights: dict[str, int] = field(default_factory=dict)
    again: bool = False
    cabins: dict[str, str] = field(default_factory=dict)
    homeward: bool = False
    joined: bool = False
    resumed: bool = False
    flown: bool = False
    question: bool = False
    newcomer: str = ""
    misspelt: Mapping[str, Sequence[str]] = field(default_factory=dict)
    town_names: frozenset[str] = frozenset()
    next_word: str = ""
    shared: int = 0
    spoken_of: set[str] = field(default_factory=set)

    def set(self, **values: Any) -> None:
        """Put values of ``update_trip`` in, group by group; what is said twice and differs is noted. A day says more than its window."""
        for name, value in values.items():
            kept = self.update.get(name)
            if name == "depart" and kept and (closer := _closer(kept, value)):
                self.update[name] = closer
                continue
            both = isinstance(kept, dict) and isinstance(value, dict)
            seeded = name in self.seeded
            self.seeded.discard(name)
            if seeded and kept == {"needed": False} and isinstance(value, dict) and value.get("needed") is not False:
                kept = None  # that no hotel was spoken of
            if not seeded and kept is not None and (_differs(name, kept, value) if both else kept != value):
                inner = [one for one in value if one in kept and kept[one] != value[one]] if both else [name]
                self.twice += [one.replace("_", " ") for one in inner]
            self.update[name] = _merged(kept, value)
            if name == "origin":
                self.starts.setdefault(str(value), [])

    def resume(self, calls: Sequence[Call]) -> None:
        """Go on from calls that wait for a yes: what is said now adds to them, or replaces what they say."""
        self.resumed = bool(calls)
        for one in calls:
            if one.name != "update_trip":
                self._follow(one)
                continue
            self.update = {name: value for name, value in one.arguments.items() if name not in ("stops", "legs")}
            self.stops = [dict(stop) for stop in one.arguments.get("stops") or ()]
            legs: Sequence[Arguments] = one.arguments.get("legs") or ()
            if len(legs) > 1:
                self.update["origin"] = legs[0]["origin"]
                self.stops = [{"place": legs[0]["destination"]}]
                self.home = {"origin": legs[1]["origin"], "destination": legs[1]["destination"]}
            self.seeded = set(self.update)

    def call(self, name: str, **arguments: Any) -> None:
        """Add a call that follows the change of the trip; after an emptied plan all is of a new trip."""
        self._follow(Call(name, arguments))

    def _follow(self, call: Call) -> None:
        if call.name == "watch_price":  # one watch, with all that is said of it
            said = next((one.arguments for one in self.calls if one.name == call.name), {})
            self.calls = [one for one in self.calls if one.name != call.name]
            call = Call(call.name, {**said, **call.arguments})
        self.calls += [call] if call not in self.calls else []
        if call.name == "start_over":
            self.known = self.known.emptied

    def ask(self, question: str, *lines: MenuChoice, leave: bool = False, asks: str = "") -> bool:
        """Ask what is open; ``leave`` adds a line that leaves all as it is. The words that lead to it are read."""
        last = (MenuChoice(self.known.say("leave it as it is")),) if leave else ()
        self.open.append(Menu(question, (*lines, *last), asks=asks))
        return True

    def stop(self, place: str) -> Arguments:
        """Return the stop of a place: the one that was said, or a new last one."""
        found = next((one for one in self.stops if one["place"].casefold() == place.casefold()), None)
        self.named = found or {"place": place}
        if not found:
            self.stops.append(self.named)
            self.goes_on = self.named if len(self.stops) > 1 and "depart" in self.update else None
        return self.named

    def stop_of_trip(self, place: str) -> Arguments:
        """Return the stop of a place; a town of the trip that is known takes the others along, as they are."""
        if not self.stops and place.casefold() in (one.casefold() for one in self.known.stops):
            self.stops = [{"place": one} for one in self.known.stops]
        return self.stop(place)

    @property
    def is_short(self) -> bool:
        """Whether the message has one telling word at most."""
        return len({one for one in self.words - words("idle") if one.isalpha()}) < 2

    @property
    def start(self) -> str:
        """Where the trip starts after what was said so far."""
        return str(self.update.get("origin") or self.known.origin)

    @property
    def towns(self) -> Sequence[str]:
        """The towns after what was said so far."""
        return [one["place"] for one in self.stops] or list(self.known.stops)

    @property
    def jaw(self) -> tuple[str, str] | None:
        """The two towns of an open jaw after what was said so far."""
        if self.home.get("origin") and len(self.towns) == 1:
            return self.towns[0], self.home["origin"]
        return None if self.stops else self.known.jaw

    @property
    def jaw_stays(self) -> list[Arguments]:
        """The stays of an open jaw, as the nights of its towns have it; none where these do not add up to its days."""
        if not self.jaw:
            return []
        first, last = self.jaw
        days, said = (self.back - self.depart).days if self.back and self.depart else 0, self.jaw_nights
        count = said.get(first.casefold(), days - said.get(last.casefold(), 0))
        fits = 0 < count < days and said.get(last.casefold(), days - count) == days - count
        if not (self.depart and self.back and fits):
            return []
        days_of = [one.isoformat() for one in (self.depart, self.depart + timedelta(days=count), self.back)]
        return [
            {"place": town, "check_in": came, "check_out": left}
            for town, came, left in zip((first, last), days_of, days_of[1:], strict=False)
        ]

    @property
    def depart(self) -> date | None:
        """The first day after what was said so far."""
        return day_of((self.update.get("depart") or {}).get("day")) or self.known.depart

    @property
    def back(self) -> date | None:
        """The last day after what was said so far."""
        return day_of((self.update.get("return_day") or {}).get("day")) or self.known.back

    @property
    def _no_nights(self) -> bool:
        """Whether nothing was said of a place to stay."""
        nights = self.known.nights or any("nights" in one for one in self.stops)
        return not nights and not self.words & words("stays")

    @property
    def stay_alone(self) -> bool:
        """Whether only the stay is spoken of, and not from where one flies: the start is not asked for then."""
        lodging, budget = self.update.get("lodging") or {}, self.update.get("budget") or {}
        said = bool(lodging) and lodging.get("needed") is not False and not self.stops and {*budget} <= {"lodging"}
        alone = said and {*self.update} <= {"lodging", "budget"} and bool(self.words & words("stays"))
        return alone and not self.question and bool(self.known.legs) and not self.known.origin

    def _lodging(self, update: Arguments) -> Arguments:
        """Return the wishes for the hotel: none is needed by a first message of flights, and one again by a wish for it."""
        said: Arguments = update.get("lodging") or {}
        first = self.known.empty and not self.resumed and update and not said
        flown = update.get("flights_needed") is not False and self.flown
        if first and flown and not self.words & words("stays"):
            return {"needed": False}
        wished = any(value is not None for value in said.values())
        return {"needed": True, **said} if wished and self.known.lodging.get("needed") is False else said

    def _in_one_town(self, lodging: Arguments) -> list[Arguments]:
        """Return the stops with what is wished of the hotel in the only one that was named, where each may have its own."""
        stops = self.stops or [{"place": one} for one in self.known.stops]
        same = [one["place"] for one in stops] == [*self.known.stops] and not self.known.booked
        if (
            not same
            or len(stops) == 1
            or len(self.spoken_of) != 1
            or not lodging.keys() <= {"area", "stars_min", "amenities"}
        ):
            return []
        return [{**one, **(lodging if one["place"].casefold() in self.spoken_of else {})} for one in stops]

    def _in_cabins(self, update: Arguments) -> None:
        """Put the cabin of one way alone on its leg: the first or the last."""
        legs: list[Arguments] = list(update.get("legs") or ())
        last = len(update.get("stops") or self.known.stops) + 1
        for way, cabin in self.cabins.items():
            if legs and "leg" not in legs[0]:
                legs[0 if way == "out" else -1] = {**legs[0 if way == "out" else -1], "cabin": cabin}
            else:
                legs.append({"leg": 1 if way == "out" else last, "cabin": cabin})
        update["legs"] = legs

    def _stops_to(self, end: str) -> list[Arguments]:
        """Return the stops and, after them, the town from which the way home begins; without nights it is passed through."""
        said = self.jaw_nights
        stops = [
            {**one, "nights": said[one["place"].casefold()]} if one["place"].casefold() in said else one
            for one in self.stops
        ]
        if stops[-1]["place"].casefold() == end.casefold():
            return stops
        return [*stops, {"place": end, "nights": said.get(end.casefold(), 0)}]

    def done(self) -> tuple[Call, ...]:
        """Return the calls: the change of the trip first."""
        update = dict(self.update)
        if len(self.stops) == 1 and {"depart", "return_day"} <= update.keys() and not self.words & words("lengths"):
            self.stops[0].pop("nights", None)  # "a long weekend" beside its days
        if len(self.stops) > 1 and self.home.get("origin"):
            update["stops"] = self._stops_to(self.home["origin"])
        elif self.home and self.start and self.towns:
            out = {"origin": self.start, "destination": self.towns[0]}
            back = {"origin": self.towns[-1], "destination": self.start, **self.home}
            days = (self.depart, self.back)
            update["legs"] = [
                {**leg, **({"day": {"day": day.isoformat()}} if day else {})}
                for leg, day in zip((out, back), days, strict=True)
            ]
        elif self.stops:
            returns = len(self.stops) > 1 and self.stops[-1]["place"].casefold() == self.start.casefold()
            update["stops"] = self.stops[:-1] if returns else self.stops
        if self.cabins:
            self._in_cabins(update)
        if self.jaw and self.jaw_nights and (stays := self.jaw_stays):
            update["lodging"] = {**update.get("lodging", {}), "stays": stays}
        if update.get("one_way") and self._no_nights and "lodging" not in update:
            update["lodging"] = {"needed": False}
        if self.stay_alone or (self.hotel_alone and not {"origin", "legs", "flights", "one_way"} & set(update)):
            update["flights_needed"] = False
        if "origin" in update and self.known.hotel_only:
            update.setdefault("flights_needed", True)
        if lodging := self._lodging(update):
            update["lodging"] = lodging
            if of_one := self._in_one_town(lodging):
                del update["lodging"]
                update["stops"] = of_one
        searched = {part for group, part in (("flights", "flight"), ("lodging", "hotel")) if update.get(group)}
        calls = [
            one
            for one in self.calls
            if one.arguments.get("where") or (one.arguments.get("alternatives") or {}).get("part") not in searched
        ]
        return in_order([*([Call("update_trip", update)] if update else []), *calls])
