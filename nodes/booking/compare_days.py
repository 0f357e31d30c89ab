"""compare_days: the day is open within a range, or may move by some days; the flights of several days are searched."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import TypeVar

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run
from tripintent.state.bundles import DayPrice, DaysCompared
from tripintent.state.framing import merge_of
from tripintent.state.itinerary import Segment
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.patch import Patch
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.questions.plan import plan_of
from tripintent.state.questions.windows import DayWindow, codes_of, on_day, window_of
from tripintent.state.trip import TripIntent
from tripintent.state.unwanted import lands_in_time, leaves_in_time
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.ports import Ports

Fits = Callable[[FlightOffer], bool]

Q = TypeVar("Q", FlightQuery, HotelQuery)
T = TypeVar("T", FlightOffer, HotelOffer)
_AT_ONCE = 4


class CheapestSearch:
    """Asks the suppliers of these ports. A search that fails, or finds nothing, is None."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._gate = asyncio.Semaphore(_AT_ONCE)

    async def flight(self, query: FlightQuery, fits: Fits = lambda _: True) -> FlightOffer | None:
        """Return the cheapest flight of those that fit."""
        offers = await self._found(self._ports.flights.search, query)
        return min(filter(fits, offers), key=lambda offer: offer.total_price.amount, default=None)

    async def hotel(self, query: HotelQuery) -> HotelOffer | None:
        """Return the cheapest stay."""
        offers = await self._found(self._ports.hotels.search, query)
        return min(offers, key=lambda offer: offer.total_price.amount, default=None)

    async def _found(self, search: Callable[[Q], Awaitable[Sequence[T]]], query: Q) -> Sequence[T]:
        async with self._gate:
            try:
                return await search(query)
            except SupplierError:
                return ()

    async def all(
        self, queries: Sequence[FlightQuery | HotelQuery], fits: Sequence[Fits] = ()
    ) -> tuple[FlightOffer | HotelOffer, ...]:
        """Return the cheapest answer to each question; nothing at all where one of them has none or prices cannot be added.

        ``fits`` are tests of the flights, one for each question.
        """
        tests = fits or [lambda _: True for _ in queries]
        asked = (
            self.flight(one, test) if isinstance(one, FlightQuery) else self.hotel(one)
            for one, test in zip(queries, tests, strict=True)
        )
        found = [offer for offer in await asyncio.gather(*asked) if offer is not None]
        whole = len(found) == len(queries) and len({offer.total_price.currency for offer in found}) == 1
        return tuple(found) if whole else ()


MOST_DAYS = 15
"""Days that are searched: a longer range is sampled evenly, so that a question costs a supplier a bounded number of calls."""


async def compare_days(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Search the flights of each day, and take the cheapest where the day is open. Dates that were said stay.

    What the best of them cost is a line of the options' card.
    """
    trip, turn, window = state["trip_intent"], state["turn"], window_of(state["trip_intent"])
    prices = await best_days(trip, window, ports) if window else ()
    ends = (str(window.earliest), str(window.latest)) if window else ("", "")
    compared = turn.model_copy(update={"days": DaysCompared(earliest=ends[0], latest=ends[1], prices=prices)})
    if not window or not prices or window.said:
        return {"turn": compared}
    first = prices[0].back if window.back else prices[0].day
    taken = _settled(trip, window, date.fromisoformat(str(first)))
    return {"trip_intent": taken, "turn": compared}


async def best_days(trip: TripIntent, window: DayWindow, ports: Ports) -> tuple[DayPrice, ...]:
    """Return the days of the range on which every flight of the trip can be had, the cheapest first.

    The price is that of the cheapest offers of all legs; rooms are compared where no flight is wanted. A search that fails
    leaves its day out. Where the day of a landing was said, the flights that land on it go before those of the day before.
    """
    found = await _priced(trip, window, ports, on_the_day=True)
    return found or (await _priced(trip, window, ports, on_the_day=False) if window.when.from_landing else ())


async def _priced(trip: TripIntent, window: DayWindow, ports: Ports, *, on_the_day: bool) -> tuple[DayPrice, ...]:
    cheapest = CheapestSearch(ports)

    async def priced(day: date) -> DayPrice | None:
        then = on_day(trip, window, day)
        plan = plan_of(then)
        asked = plan.flights or plan.hotels
        queries = tuple(one.query for one in asked)
        compared = len(plan.flights) - 1 if window.back else 0
        tests = [
            _lands(then.itinerary.segments[one.number], n - compared, on_the_day=on_the_day)
            for n, one in enumerate(plan.flights)
        ]
        offers = await cheapest.all(queries, tests)
        return _price(queries, offers) if offers else None

    found = await asyncio.gather(*(priced(day) for day in window.days(MOST_DAYS)))
    return tuple(sorted((p for p in found if p is not None), key=lambda p: (p.total.amount, p.day)))


def _lands(segment: Segment, behind: int, *, on_the_day: bool) -> Fits:
    """Return whether a flight lands when it was said to; ``behind`` the one whose days are compared all still may move."""
    if behind > 0 or segment.land_by is None:
        return lambda offer: leaves_in_time(offer, segment)
    exact = segment.model_copy(update={"land_from": segment.land_by}) if behind == 0 and on_the_day else segment
    return lambda offer: lands_in_time(offer, exact) and leaves_in_time(offer, exact)


def _price(queries: Sequence[FlightQuery | HotelQuery], offers: Sequence[FlightOffer | HotelOffer]) -> DayPrice:
    total = Money(
        amount=sum((o.total_price.amount for o in offers), Decimal(0)), currency=offers[0].total_price.currency
    )
    first, last = queries[0], queries[-1]
    day = first.check_in if isinstance(first, HotelQuery) else first.depart_date
    back = last.check_out if isinstance(last, HotelQuery) else last.depart_date if len(queries) > 1 else None
    return DayPrice(day=day, back=back, total=total, simulated=any(offer.simulated for offer in offers))


def _settled(trip: TripIntent, window: DayWindow, day: date) -> Patch:
    """Return the patch that takes the day, as if it had been said; the range stays in the frame."""
    frame = window.settled_on(day)
    merge = dict(merge_of(window.frame, frame, codes_of(trip)).merge)
    merge["frame"] = frame
    return Patch(by="compare_days", event="TOOL_RESULT", note=f"cheapest day {day}", merge=merge)
