"""What a message asks for, gathered phrase by phrase: one change of the trip, then other calls in the order in which they were said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from tripintent.tools.guide.words import Words, words_in

Arguments = dict[str, Any]


class Call(NamedTuple):
    """A call of a tool."""

    name: str
    arguments: Arguments


def change(**values: Any) -> tuple[Call, ...]:
    """Return the one call that changes the trip."""
    return (Call("update_trip", values),)


class Choice(NamedTuple):
    """One line of a menu: what it says, and the calls that it stands for, or the menu that it ``opens``; else it asks for words.

    It is chosen by its number, or by the letter ``key``, which is read as any other words.
    """

    label: str
    calls: tuple[Call, ...] = ()
    opens: str = ""
    key: str = ""


class Menu(NamedTuple):
    """A question with numbered answers. ``pending``: calls that wait for what it ``asks``.

    It asks for "ages" or a "yes"; "agreed" stands behind a yes with more words. ``form`` is what a page asks with: a "day", "days",
    a first "trip", "people".
    """

    question: str
    choices: tuple[Choice, ...] = ()
    pending: tuple[Call, ...] = ()
    asks: str = ""
    form: str = ""

    @property
    def numbered(self) -> Sequence[Choice]:
        """The lines that a number chooses: they come before those with letters."""
        return [one for one in self.choices if not one.key]

    def lines(self) -> list[str]:
        """Return the menu as text: the question, a line for each number, and one with the letters."""
        letters = " · ".join(f"{one.key} {one.label}" for one in self.choices if one.key)
        lines = [self.question, *(f"{n}. {one.label}" for n, one in enumerate(self.numbered, 1)), letters]
        return [one for one in lines if one]

    def data(self) -> dict[str, Any]:
        """Return the menu as JSON: what doors show as buttons, and what the next message is read beside."""
        lines = [
            {"label": one.label, "calls": _data(one.calls), "opens": one.opens, "key": one.key} for one in self.choices
        ]
        waiting = {"pending": _data(self.pending), "asks": self.asks} if self.asks else {}
        return {"question": self.question, "choices": lines, "form": self.form, **waiting}

    @classmethod
    def of(cls, data: Mapping[str, Any] | None) -> "Menu | None":
        """Return a menu that was stored; None where the next words are not read beside it: it has letters or a form alone."""
        if not data:
            return None
        choices = tuple(
            Choice(str(one["label"]), _calls(one["calls"]), str(one.get("opens") or ""), str(one.get("key") or ""))
            for one in data["choices"]
        )
        menu = cls(str(data["question"]), choices, _calls(data.get("pending") or ()), str(data.get("asks") or ""))
        return menu if menu.numbered or menu.asks else None


def _data(calls: Sequence[Call]) -> list[dict[str, Any]]:
    return [{"name": one.name, "arguments": one.arguments} for one in calls]


def _calls(data: Sequence[Mapping[str, Any]]) -> tuple[Call, ...]:
    return tuple(Call(str(one["name"]), dict(one["arguments"])) for one in data)


class Leg(NamedTuple):
    """A leg of the trip as the situation has it."""

    origin: str
    destination: str
    day: date | None


@dataclass(frozen=True)
class Known:
    """What the situation says: the plan, the screen, what is held, waits and is booked."""

    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def say(self) -> Words:
        """The words of the conversation's language."""
        return words_in(str(self.facts.get("language") or "en"))

    @property
    def plan(self) -> Mapping[str, Any]:
        """The plan as the traveller asked for it."""
        found: Mapping[str, Any] = self.facts.get("plan") or {}
        return found

    @property
    def legs(self) -> Sequence[Leg]:
        """The legs, in order."""
        itinerary = self.plan.get("itinerary") or {}
        return [
            Leg(_name(one.get("origin")), _name(one.get("destination")), day_of(one.get("depart_date")))
            for one in itinerary.get("segments") or ()
        ]

    @property
    def origin(self) -> str:
        """Where the trip starts; empty where nobody said."""
        return self.legs[0].origin if self.legs else ""

    @property
    def stops(self) -> Sequence[str]:
        """The towns of the trip, in order."""
        towns = [one.destination for one in self.legs if one.destination and one.destination != self.origin]
        stays = (self.plan.get("itinerary") or {}).get("lodging", {}).get("stays") or ()
        return towns or [str(one.get("location_name") or "") for one in stays]

    @property
    def one_way(self) -> bool:
        """Whether there is no way back."""
        return bool((self.plan.get("itinerary") or {}).get("trip_type") == "one_way")

    @property
    def nights(self) -> Mapping[str, int]:
        """The nights of each stay, by its town in lower case."""
        stays = (self.plan.get("itinerary") or {}).get("lodging", {}).get("stays") or ()
        return {
            str(one.get("location_name") or "").casefold(): int(one["number_of_nights"])
            for one in stays
            if one.get("number_of_nights")
        }

    @property
    def depart(self) -> date | None:
        """The first day."""
        lodging = (self.plan.get("itinerary") or {}).get("lodging") or {}
        return self.legs[0].day if self.legs else day_of(lodging.get("check_in"))

    @property
    def back(self) -> date | None:
        """The last day."""
        lodging = (self.plan.get("itinerary") or {}).get("lodging") or {}
        return self.legs[-1].day if len(self.legs) > 1 else day_of(lodging.get("check_out"))

    @property
    def party(self) -> Mapping[str, Any]:
        """Who travels, in numbers."""
        found: Mapping[str, Any] = (self.plan.get("party") or {}).get("travelers") or {}
        return found

    @property
    def booked(self) -> Sequence[Mapping[str, Any]]:
        """What is bought and stands."""
        return [one for one in self.facts.get("bookings") or () if one.get("status") == "confirmed"]

    @property
    def options(self) -> Sequence[Mapping[str, Any]]:
        """The options on the screen."""
        return self.facts.get("options") or ()

    @property
    def empty(self) -> bool:
        """Whether nothing at all is known of a trip."""
        return not self.legs and not self.stops and not self.booked

    def has(self, name: str) -> bool:
        """Tell whether a fact is there."""
        return bool(self.facts.get(name))

    def can(self, tool: str) -> bool:
        """Tell whether a tool can do something now."""
        return tool in (self.facts.get("can") or ())


def _name(place: Mapping[str, Any] | None) -> str:
    return str((place or {}).get("name") or (place or {}).get("said") or (place or {}).get("code") or "")


def day_of(text: str | None) -> date | None:
    """Return a day; None where it is not known."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None


_FLIGHTS = frozenset(("flight", "flights", "airfare"))
_SLEEPING = frozenset(
    ("hotel", "hotels", "hostel", "room", "rooms", "accommodation", "stay", "night", "nights", "star", "stars")
)


def _differs(name: str, kept: Arguments, value: Arguments) -> bool:
    """Tell whether a group says two things of one; lists and hours grow, a day is one thing."""
    if name in ("depart", "return_day"):
        return kept != value
    same = [part for part in value if part in kept and not isinstance(value[part], (list, dict))]
    return any(kept[part] != value[part] for part in same)


@dataclass
class Draft:
    """What a message of some ``words`` asks for. ``open`` are questions in place of what two readings would change differently.

    ``hotel_alone``: a first message that asks for a hotel somewhere; where it says nothing of a way there, none is needed.
    ``home`` are ends of the way back that differ from the start and the last town.
    """

    known: Known
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
    days_said: list[date] = field(default_factory=list)

    def set(self, **values: Any) -> None:
        """Put values of ``update_trip`` in, group by group; what is said twice and differs is noted."""
        for name, value in values.items():
            kept = self.update.get(name)
            both = isinstance(kept, dict) and isinstance(value, dict)
            if kept is not None and ((not both and kept != value) or (both and _differs(name, kept, value))):
                self.twice.append(name.replace("_", " "))
            self.update[name] = {**kept, **value} if isinstance(kept, dict) and isinstance(value, dict) else value

    def call(self, name: str, **arguments: Any) -> None:
        """Add a call that follows the change of the trip."""
        self.calls.append(Call(name, arguments))

    def stop(self, place: str) -> Arguments:
        """Return the stop of a place: the one that was said, or a new last one."""
        for one in self.stops:
            if one["place"].casefold() == place.casefold():
                return one
        self.stops.append({"place": place})
        return self.stops[-1]

    @property
    def start(self) -> str:
        """Where the trip starts after what was said so far."""
        return str(self.update.get("origin") or self.known.origin)

    @property
    def towns(self) -> Sequence[str]:
        """The towns after what was said so far."""
        return [one["place"] for one in self.stops] or list(self.known.stops)

    @property
    def depart(self) -> date | None:
        """The first day after what was said so far."""
        return day_of((self.update.get("depart") or {}).get("day")) or self.known.depart

    @property
    def back(self) -> date | None:
        """The last day after what was said so far."""
        return day_of((self.update.get("return_day") or {}).get("day")) or self.known.back

    def _lodging(self, update: Arguments) -> Arguments:
        """Return the wishes for the hotel: none is needed by a first message of flights, and one again by a wish for it."""
        said: Arguments = update.get("lodging") or {}
        if self.known.empty and update and not said and self.words & _FLIGHTS and not self.words & _SLEEPING:
            return {"needed": False}
        known = (self.known.plan.get("itinerary") or {}).get("lodging") or {}
        wished = any(value is not None for value in said.values())
        return {"needed": True, **said} if wished and known.get("needed") is False else said

    def done(self) -> tuple[Call, ...]:
        """Return the calls: the change of the trip first."""
        update = dict(self.update)
        if self.home and self.start and self.towns:
            out = {"origin": self.start, "destination": self.towns[0]}
            back = {"origin": self.towns[-1], "destination": self.start, **self.home}
            days = (self.depart, self.back)
            update["legs"] = [
                {**leg, **({"day": {"day": day.isoformat()}} if day else {})}
                for leg, day in zip((out, back), days, strict=True)
            ]
        elif self.stops:
            update["stops"] = self.stops
        if self.hotel_alone and not {"origin", "legs", "flights", "one_way"} & set(update):
            update["flights_needed"] = False
        if lodging := self._lodging(update):
            update["lodging"] = lodging
        return (*([Call("update_trip", update)] if update else []), *self.calls)
