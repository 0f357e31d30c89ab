"""The flights of one route on one day: numbers, times in the airports' own zones, seats."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tripintent.tools.ports.places import Airport
from tripintent.tools.suppliers.embedded.ids import SeededRandom, local_moment, with_plain_offset
from tripintent.tools.suppliers.embedded.network import Network, carriers_on

TAXI_MINUTES = 32
JET_KMH = 845.0
TURBOPROP_KMH = 480.0
TURBOPROP_KM = 380.0
LONG_HAUL_MINUTES = 400
DEAD_OF_NIGHT = range(20, 5 * 60)
"""Minutes after midnight, local, at which few flights land: twenty past midnight to five."""

DEAD_OF_NIGHT_SHARE = 0.06
"""Of the flights that would land then, the share that do."""

FIRST_MINUTE, LAST_MINUTE = 6 * 60 + 30, 23 * 60 + 30
"""When a flight that is moved can leave."""

_WINTER = datetime(2027, 1, 15, 12, tzinfo=UTC)
WIND = 0.045
"""Flights eastward are this much faster and westward this much slower than in still air, at 30 degrees and beyond."""


class Flight(NamedTuple):
    """One flight on one day. ``departs`` and ``arrives`` are aware, each with the offset of its own airport."""

    carrier: str
    number: str
    origin: Airport
    destination: Airport
    departs: datetime
    arrives: datetime
    km: float

    @property
    def key(self) -> str:
        """The flight's name in the seat inventory."""
        return f"{self.number}/{self.departs:%Y%m%d}/{self.origin.code}{self.destination.code}"


class Timetable:
    """Schedules, a pure function of the seed: the same flight leaves at the same local time on each of its days."""

    def __init__(self, dice: SeededRandom, network: Network) -> None:
        self._dice = dice
        self._network = network
        self.flights = lru_cache(maxsize=16_384)(self._flights)
        self._slots = lru_cache(maxsize=16_384)(self._slots_of)

    def _flights(self, origin: str, destination: str, day: date) -> Sequence[Flight]:
        """Return the non-stop flights that leave the origin on a local day, by departure."""
        slots = self._slots(origin, destination)
        return tuple(self._fly(origin, destination, day, slot) for slot in slots if day.weekday() not in slot.rests)

    def _fly(self, origin: str, destination: str, day: date, slot: "_Slot") -> Flight:
        here, there = self._network.airport(origin), self._network.airport(destination)
        departs = local_moment(day, slot.minute, here.zone)
        arrives = (departs + timedelta(minutes=slot.block)).astimezone(ZoneInfo(there.zone))
        km = self._network.km(origin, destination)
        return Flight(slot.carrier, slot.number, here, there, departs, with_plain_offset(arrives), km)

    def _slots_of(self, origin: str, destination: str) -> tuple["_Slot", ...]:
        count = self._network.daily(origin, destination)
        if not count:
            return ()
        here, there = self._network.airport(origin), self._network.airport(destination)
        block = block_minutes(here, there, self._network.km(origin, destination))
        carriers = carriers_on(self._dice, origin, destination, self._network.km(origin, destination))
        slots = [
            _Slot(
                minute=minute,
                block=block,
                carrier=carriers[place % len(carriers)].code,
                number=self._number(carriers[place % len(carriers)].code, origin, destination, place),
                rests=self._rests(origin, destination, place, count),
            )
            for place, minute in enumerate(self._departures(here, there, block, count))
        ]
        return tuple(sorted(slots))

    def _departures(self, here: Airport, there: Airport, block: int, count: int) -> list[int]:
        """Return departure times in minutes after midnight; one that would land in the dead of night is moved.

        Most of them: on a few routes somebody does land at two, as in life.
        """
        shift = block + _zone_minutes(there.zone) - _zone_minutes(here.zone)
        moved = list[int]()
        for n, minute in enumerate(self._banks(here, there, block, count)):
            words = ("moved", here.code, there.code, n)
            stays = not _dead_of_night(minute + shift) or self._dice.unit(*words) < DEAD_OF_NIGHT_SHARE
            others = (self._dice.whole(FIRST_MINUTE, LAST_MINUTE, *words, attempt) for attempt in range(12))
            decent = (_to_five(other) for other in others if not _dead_of_night(other + shift))
            moved.append(minute if stays else next(decent, minute))
        return moved

    def _banks(self, here: Airport, there: Airport, block: int, count: int) -> list[int]:
        """Return departure times in minutes after midnight: banks for long flights, spread over the day for short ones."""
        words = (here.code, there.code)
        if block >= LONG_HAUL_MINUTES:
            evening = [self._dice.whole(17 * 60, 23 * 60 + 30, "evening", *words, n) for n in range((count + 1) // 2)]
            morning = [self._dice.whole(8 * 60, 14 * 60, "morning", *words, n) for n in range(count // 2)]
            return [_to_five(minute) for minute in evening + morning]
        width = (21 * 60 - 6 * 60) / count
        day = [6 * 60 + width * (n + self._dice.unit("slot", *words, n)) for n in range(count)]
        if count >= 3 and block >= 170:
            day[-1] = self._dice.between(21 * 60 + 50, 23 * 60 + 50, "late", *words)
        return [_to_five(minute) for minute in day]

    def _number(self, carrier: str, origin: str, destination: str, place: int) -> str:
        return f"{carrier}{100 + self._dice.whole(0, 97, 'number', origin, destination) * 9 + place}"

    def _rests(self, origin: str, destination: str, place: int, count: int) -> frozenset[int]:
        """Return the weekdays (Monday 0) on which a flight does not operate; the first of a route flies every day."""
        if place == 0:
            return frozenset()
        share = 0.25 if count <= 2 else 0.12
        words = ("rests", origin, destination, place)
        return frozenset(day for day in range(7) if self._dice.unit(*words, day) < share)


class _Slot(NamedTuple):
    minute: int
    block: int
    carrier: str
    number: str
    rests: frozenset[int]


def _zone_minutes(zone: str) -> int:
    """Return a zone's offset in winter, in minutes; summer time shifts both ends alike, or by an hour."""
    offset = _WINTER.astimezone(ZoneInfo(zone)).utcoffset()
    return int(offset.total_seconds() // 60) if offset else 0


def _dead_of_night(minute: int) -> bool:
    return minute % (24 * 60) in DEAD_OF_NIGHT


def block_minutes(here: Airport, there: Airport, km: float) -> int:
    """Return gate-to-gate minutes: taxi plus cruise, shortened by tail wind eastward and lengthened westward."""
    speed = TURBOPROP_KMH if km < TURBOPROP_KM else JET_KMH
    east = ((there.lon - here.lon + 540.0) % 360.0) - 180.0
    share = min(1.0, abs(east) * 85.0 / max(km, 1.0)) * min(1.0, abs(here.lat + there.lat) / 60.0)
    wind = WIND * share * (1 if east > 0 else -1)
    return _to_five(TAXI_MINUTES + km / (speed * (1.0 + wind)) * 60.0)


def _to_five(minutes: float) -> int:
    return round(minutes / 5.0) * 5
