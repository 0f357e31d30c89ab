"""What the situation says: the plan, the screen, what is held, waits and is booked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from tripintent.state.booking import HAS_SUCCESSOR
from tripintent.tools.guide.words import GuideWords, words_in

_ENTRY = re.compile(r"(.*?)(?:, (\d\d-\d\d)(?:T(\d\d:\d\d))?)?(, booked)?", re.DOTALL)


class KnownLeg(NamedTuple):
    """A leg of the trip as the situation has it."""

    origin: str
    destination: str
    day: date | None


class KnownEntry(NamedTuple):
    """An entry of the plan of days, with its day and its hour ("12:00"); ``booked``: it is what a booking is."""

    id: str
    name: str
    day: date | None
    clock: str
    booked: bool


@dataclass(frozen=True)
class GuideSituation:
    """What the situation says: the plan, the screen, what is held, waits and is booked."""

    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def say(self) -> GuideWords:
        """The words of the conversation's language."""
        return words_in(str(self.facts.get("language") or "en"), stay=self.hotel_only)

    @property
    def today(self) -> date:
        """The day on which it is said."""
        return day_of(str((self.facts.get("now") or {}).get("local", ""))[:10]) or date.today()  # noqa: DTZ011 - the situation says now

    @property
    def plan(self) -> Mapping[str, Any]:
        """The plan as the traveller asked for it."""
        return self.facts.get("plan") or {}

    @property
    def itinerary(self) -> Mapping[str, Any]:
        """The ways, the stays and the meetings of the plan."""
        return self.plan.get("itinerary") or {}

    @property
    def segments(self) -> Sequence[Mapping[str, Any]]:
        """The ways of the plan, as it tells them."""
        return self.itinerary.get("segments") or ()

    @property
    def legs(self) -> Sequence[KnownLeg]:
        """The legs, in order."""
        return [
            KnownLeg(_name(one.get("origin")), _name(one.get("destination")), day_of(one.get("depart_date")))
            for one in self.segments
        ]

    @property
    def lodging(self) -> Mapping[str, Any]:
        """What is known of the stay."""
        return self.itinerary.get("lodging") or {}

    @property
    def origin(self) -> str:
        """Where the trip starts; empty where it is not known."""
        return self.legs[0].origin if self.legs else ""

    @property
    def stops(self) -> Sequence[str]:
        """The towns of the trip, in order."""
        towns = [one.destination for one in self.legs if one.destination and one.destination != self.origin]
        return towns or [str(one.get("location_name") or "") for one in self.lodging.get("stays") or ()]

    @property
    def towns(self) -> tuple[str, ...]:
        """All places of the trip, as it names them."""
        return tuple(dict.fromkeys(filter(None, (self.origin, *self.stops, *(self.jaw or ())))))

    @property
    def names(self) -> frozenset[str]:
        """The words of the names of those who travel, in lower case: none of them is a town."""
        people = (str(one).partition(":")[2].partition(",")[0] for one in self.facts.get("travellers") or ())
        return frozenset(word for name in people if "not known" not in name for word in name.casefold().split())

    @property
    def ways(self) -> frozenset[tuple[str, str]]:
        """The ways of the trip, from and to, in lower case."""
        return frozenset((one.origin.casefold(), one.destination.casefold()) for one in self.legs)

    @property
    def areas(self) -> frozenset[str]:
        """The parts of town of the hotels on the screen, in lower case."""
        hotels = (hotel for one in self.options for hotel in one.get("hotels") or ())
        return frozenset(str(hotel["area"]).casefold() for hotel in hotels if hotel.get("area"))

    @property
    def hotels(self) -> tuple[tuple[str, int], ...]:
        """The hotels on the screen, without the town in their names, with the number of the first option that has each."""
        of = [(str(hotel["name"]), int(one["number"])) for one in self.options for hotel in one.get("hotels") or ()]
        named = [(next((n.removesuffix(t).strip() for t in self.towns if n.endswith(f" {t}")), n), at) for n, at in of]
        return tuple(dict(reversed(named)).items())

    @property
    def entries(self) -> Sequence[KnownEntry]:
        """The entries of the plan of days that no booking is."""
        return [one for one in self.all_entries if not one.booked]

    @property
    def all_entries(self) -> Sequence[KnownEntry]:
        """All entries of the plan of days; they have no year, and are after the first day of the trip."""
        first, found = self.depart or self.today, list[KnownEntry]()
        for id_, told in (self.facts.get("entries") or {}).items():
            read = _ENTRY.fullmatch(str(told))
            name, dated, clock, booked = read.groups("") if read else (str(told), "", "", "")
            years = (day_of(f"{first.year + n}-{dated}") for n in (0, 1))
            day = next((one for one in years if one and one > first - timedelta(days=180)), None)
            found.append(KnownEntry(id_, name, day, clock, bool(booked)))
        return found

    @property
    def jaw(self) -> tuple[str, str] | None:
        """The two towns of an open jaw: where one lands, and where the way back begins; else nothing."""
        if len(self.legs) != 2 or self.legs[0].destination == self.legs[1].origin:
            return None
        return self.legs[0].destination, self.legs[1].origin

    @property
    def hotel_only(self) -> bool:
        """Whether one only sleeps there: the first and last day are those of the stay."""
        return (self.plan.get("constraints") or {}).get("flights_needed") is False

    @property
    def one_way(self) -> bool:
        """Whether there is no way back."""
        return bool(self.itinerary.get("trip_type") == "one_way")

    @property
    def emptied(self) -> "GuideSituation":
        """The same conversation without a plan; what is booked stays."""
        kept = ("now", "language", "writes", "bookings", "told_foreign", "listed")
        return GuideSituation({name: self.facts[name] for name in kept if name in self.facts})

    @property
    def priced(self) -> Mapping[str, Sequence[str]]:
        """The kinds of requests that have a price with what is held, and no yes yet; for whom where it is not for all."""
        requests = (told for one in self.facts.get("held") or () for told in one.get("requests") or ())
        open_ = (told for told in requests if told.get("state") == "offered" and told.get("price"))
        return {str(told["kind"]): tuple(told.get("who") or ()) for told in open_}

    @property
    def nights(self) -> Mapping[str, int]:
        """The nights of each stay, by its town in lower case."""
        stays = self.lodging.get("stays") or ()
        return {str(one.get("location_name") or "").casefold(): count for one in stays if (count := _nights(one))}

    def nights_in(self, town: str) -> dict[str, int]:
        """Return the nights in a town as a stop has them; nothing where none are known."""
        return {"nights": self.nights[town.casefold()]} if town.casefold() in self.nights else {}

    @property
    def depart(self) -> date | None:
        """The first day."""
        return self.legs[0].day if self.legs else day_of(self.lodging.get("check_in"))

    @property
    def window(self) -> date | None:
        """The earliest of the first days that are compared; None where no several are."""
        return next((day_of(flex.get("earliest")) for one in self.segments[:1] if (flex := one.get("flex"))), None)

    @property
    def back(self) -> date | None:
        """The last day."""
        return self.legs[-1].day if len(self.legs) > 1 else day_of(self.lodging.get("check_out"))

    @property
    def home_window(self) -> Mapping[str, Any]:
        """The hours that are kept of the way home: its earliest ``start``, and the latest hour at which it may ``land``."""
        last: Mapping[str, Any] = self.segments[-1] if len(self.segments) > 1 else {}
        leaves, lands = last.get("depart_time_window") or {}, last.get("arrive_time_window") or {}
        return {"start": leaves.get("start"), "land": lands.get("end")}

    @property
    def met(self) -> Mapping[str, object]:
        """The first meeting."""
        return next(iter(self.itinerary.get("meetings") or ()), {})

    @property
    def meeting(self) -> date | None:
        """The day of the first meeting."""
        return day_of(str(self.met["day"])) if self.met else None

    @property
    def party(self) -> Mapping[str, Any]:
        """Who travels, in numbers."""
        return (self.plan.get("party") or {}).get("travelers") or {}

    @property
    def currency(self) -> str | None:
        """The money of the trip: what was asked for, else that of where it starts."""
        limits: Mapping[str, Any] = self.plan.get("constraints") or {}
        return limits.get("currency") or limits.get("home_currency")

    def limit(self, name: str) -> Mapping[str, Any] | None:
        """The budget of the ``trip`` or of its ``lodging``, as money; None where none was said."""
        hotel: Mapping[str, Any] = (self.plan.get("preferences") or {}).get("hotel") or {}
        said = (self.plan.get("constraints") or {}).get("budget_total") if name == "trip" else hotel.get("budget")
        return {"currency": "USD", **said} if said else None  # what is a default, the situation leaves out

    @property
    def watch(self) -> str:
        """What is told of the price that is watched, and how that ends."""
        if not (watched := self.facts.get("watching")):
            return self.say("No price is watched. Write “watch the price”.")
        told = "I’m watching the price of this trip, and write when it falls below {amount}. To end it, write “stop watching”."
        return self.say(told, amount=self.say.formats.money(watched["below"]))

    @property
    def booked(self) -> Sequence[Mapping[str, Any]]:
        """What is bought and not cancelled."""
        return [one for one in self.facts.get("bookings") or () if one.get("status") == "confirmed"]

    @property
    def paid(self) -> Mapping[str, str] | None:
        """What all that is booked cost; None where nothing is, or where it is in several currencies."""
        sums = [one["total"] for one in self.booked if isinstance(one.get("total"), Mapping)]
        if len({one["currency"] for one in sums}) != 1:
            return None
        return {"amount": str(sum(Decimal(str(one["amount"])) for one in sums)), "currency": sums[0]["currency"]}

    @property
    def bedless(self) -> bool:
        """Whether a hotel was cancelled and none is booked: another one can be asked for."""
        hotels = [one.get("status") for one in self.facts.get("bookings") or () if one.get("hotel")]
        return "cancelled" in hotels and "confirmed" not in hotels

    @property
    def booked_flights(self) -> Sequence[Mapping[str, Any]]:
        """The booked flights that nothing has replaced, in the order in which they leave."""
        flights = [one for one in self.booked if one.get("flight") and one not in self.replaced]
        return sorted(flights, key=lambda one: str(one["flight"]["departs"]["local"]))

    @property
    def booked_stays(self) -> Sequence[Mapping[str, Any]]:
        """The booked hotels, in the order of their days."""
        stays = [one for one in self.booked if one.get("hotel") and one not in self.replaced]
        return sorted(stays, key=lambda one: str(one["hotel"]["check_out"]))

    @property
    def replaced(self) -> Sequence[Mapping[str, object]]:
        """What stays booked, though another booking has replaced it."""
        return [one for one in self.booked if one.get("does_not_fit") == HAS_SUCCESSOR]

    def leaves(self, number: int, by: timedelta) -> datetime | None:
        """Return when a flight leaves, moved: of what is chosen, booked, else of the first option, by its place in the trip."""
        flights = [leg for _, legs, _ in self.parts() for leg in legs]
        if number > len(flights):
            return None
        return datetime.fromisoformat(str(flights[number - 1]["departs"]["local"])) + by

    @property
    def next_flight(self) -> Mapping[str, Any]:
        """The first flight to come of what is chosen, booked or first on the list; empty where there is none."""
        legs = ((str(leg["departs"]["local"]), leg) for _, legs, _ in self.parts() for leg in legs)
        return min((one for one in legs if one[0][:10] >= str(self.today)), key=lambda one: one[0], default=("", {}))[1]

    @property
    def options(self) -> Sequence[Mapping[str, Any]]:
        """The options on the screen."""
        return self.facts.get("options") or ()

    @property
    def numbers(self) -> range:
        """The numbers of all options of the list, of which the first are on the screen."""
        return range(1, 1 + max(int(self.facts.get("options_in_all") or 0), len(self.options)))

    def parts(self, *, all_shown: bool = False) -> list[tuple[Mapping[str, Any], list[Any], list[Any]]]:
        """Return what is chosen, else booked, else first on the list (or all of it), each with its flights and hotels."""
        taken = [one for one in self.booked if one not in self.replaced]
        seen = [self.facts["chosen"]] if self.has("chosen") else taken or self.options[: None if all_shown else 1]
        return [
            (
                one,
                [*(one.get("flights") or ()), *filter(None, [one.get("flight")])],
                [*(one.get("hotels") or ()), *filter(None, [one.get("hotel")])],
            )
            for one in seen
        ]

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


def _name(place: Mapping[str, object] | None) -> str:
    return str((place or {}).get("name") or (place or {}).get("said") or (place or {}).get("code") or "")


def _nights(stay: Mapping[str, Any]) -> int:
    came, left = day_of(stay.get("check_in")), day_of(stay.get("check_out"))
    return int(stay.get("number_of_nights") or ((left - came).days if came and left else 0))


def day_of(text: str | None) -> date | None:
    """Return a day; None where it is not known."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
