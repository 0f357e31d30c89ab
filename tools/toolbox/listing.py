"""Whole trips out of all offers that were found: filtered, put in order, unlike one another, page by page.

Each that is listed was put together by the ranker, and so keeps to the trip's limits, to policy and to the clock.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tripintent.state.bundles import Bundle, identity
from tripintent.state.derived import current_ranking, selected_bundle
from tripintent.state.offers import FlightOffer, HotelOffer, Offer, begins
from tripintent.state.questions.plan import currency_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.describe import code_of
from tripintent.tools.toolbox.searched import Searched, rate_of, searched
from tripintent.tools.toolbox.sift import Sort, Test, View, measured, one_of_each, passes

SIZE = 5
ALIKE = 2
"""Options of one hotel, and of the same flights, on a page."""
MOST = 4_000
"""Combinations that are put in order; of many offers of a part the first in that order take part."""
TRIED = 60
RANKED = 40


class Left(NamedTuple):
    """What a bound leaves out of the offers of a part."""

    test: Test
    part: str
    offers: int
    left_out: int


class OptionPage(NamedTuple):
    """A page of options, what filters leave out, and whether there is more."""

    bundles: tuple[Bundle, ...] = ()
    left_out: tuple[Left, ...] = ()
    more: bool = False


class Lister:
    """Lists options of one trip."""

    def __init__(self, trip: TripIntent, ports: Ports, found: Searched) -> None:
        self.trip, self.ports, self.found = trip, ports, found
        self.view = View(ports.rates, currency_of(trip), found.spot)
        hotels = [[one for one in some if self._within(one)] for some in found.request.hotels]
        self.lists: list[Sequence[Offer]] = [*found.request.flights, *hotels]
        self.open = range(len(self.lists))
        """Places of the parts that are looked for; the others are kept as they are, whatever bounds are asked for."""

    def _within(self, offer: HotelOffer) -> bool:
        """Tell whether a hotel costs what it may: a list that begins with the dearest would have no other."""
        wishes, amount = self.trip.preferences.hotel, self.view.amount
        rate = wishes.max_daily_rate and wishes.max_daily_rate.times(offer.rooms)
        limits = ((rate, offer.nightly_price), (wishes.budget, offer.total_price))
        return all(limit is None or amount(price) <= amount(limit) for limit, price in limits)

    @property
    def legs(self) -> int:
        """How many of the parts are flights."""
        return len(self.found.legs)

    def name(self, place: int) -> str:
        """Return what a part is called: 'flight 2'."""
        return f"flight {place + 1}" if place < self.legs else f"hotel {place - self.legs + 1}"

    def names(self) -> tuple[str, ...]:
        """Return what the parts are called, in the order of the lists."""
        return tuple(map(self.name, range(len(self.lists))))

    def keep(self, base: Bundle, place: int) -> None:
        """Keep the offers of an option in all parts but one."""
        picks, self.open = (*base.flight_option_ids, *base.hotel_option_ids), range(place, place + 1)
        for other, option in enumerate(picks):
            if other != place:
                known = next((o for o in self.lists[other] if o.option_id == option), None)
                self.lists[other] = [o for o in self.lists[other] if known is not None and _alike(o, known)]

    def sift(self, wanted: Sequence[Test]) -> tuple[Left, ...]:
        """Leave out what does not pass; return what each bound alone leaves out of each part."""
        told: list[Left] = []
        for place in self.open:
            offers = self.lists[place]
            for test in wanted:
                out = sum(not passes(o, test, self.view) for o in offers)
                if out:
                    told.append(Left(test, self.name(place), len(offers), out))
            self.lists[place] = [o for o in offers if all(passes(o, test, self.view) for test in wanted)]
        return tuple(told)

    async def page(self, sort: Sort, number: int, wanted: Sequence[Test], *, alike: bool, leads: int = 0) -> OptionPage:
        """Return a page in an order; ``alike``: also ten of one hotel."""
        left_out = self.sift(wanted)
        if not all(self.lists):
            return OptionPage(left_out=left_out)
        if sort == "best" and not alike:
            source = await self._best()
        else:
            source = [bundle async for bundle in self._mixed(sort, leads, alike=alike, enough=(number + 1) * SIZE * 2)]
        fits = [one for one in source if all(passes(one, test, self.view) for test in wanted)]
        for test in wanted:
            if out := sum(not passes(one, test, self.view) for one in source):
                left_out = (*left_out, Left(test, "option", len(source), out))
        pages = [fits[n : n + SIZE] for n in range(0, len(fits), SIZE)] if alike else list(self._unlike(fits))
        shown = pages[number - 1] if 0 < number <= len(pages) else []
        return OptionPage(tuple(shown), left_out, more=number < len(pages))

    async def _best(self) -> list[Bundle]:
        """Return the ranker's best of what is left, those on the screen first where nothing was left out."""
        flights, hotels = self.lists[: self.legs], self.lists[self.legs :]
        update = {"flights": tuple(map(tuple, flights)), "hotels": tuple(map(tuple, hotels)), "limit": RANKED}
        ranked = (await self.ports.ranker.rank(self.found.request.model_copy(update=update))).bundles
        known = {one.bundle_id for one in ranked}
        ranking = current_ranking(self.trip)
        first = [one for one in ranking.bundles if one.bundle_id in known] if ranking else []
        seen = {one.bundle_id for one in first}
        return [*first, *(one for one in ranked if one.bundle_id not in seen)]

    async def _mixed(self, sort: Sort, leads: int, *, alike: bool, enough: int) -> AsyncIterator[Bundle]:
        """Yield whole trips in an order, each as the ranker makes it."""
        ranking = current_ranking(self.trip)
        shown = {(*b.flight_option_ids, *b.hotel_option_ids): b for b in (ranking.bundles if ranking else ())}
        yielded = 0
        for picks in await asyncio.to_thread(self._combined, sort, leads, alike=alike):
            ids = tuple(o.option_id for o in picks)
            bundle = shown.get(ids) or await self.made(ids)
            if bundle is not None:
                yield bundle
                yielded += 1
                if yielded >= enough:
                    return

    async def made(self, ids: Sequence[str]) -> Bundle | None:
        """Return the whole trip of these offers, as the ranker makes it; None where it keeps not to a limit or the clock."""
        picks = [next((o for o in some if o.option_id == one), None) for one, some in zip(ids, self.lists, strict=True)]
        lists = [
            tuple(o for o in some if pick is not None and _alike(o, pick))
            for pick, some in zip(picks, self.lists, strict=True)
        ]
        one = {"flights": tuple(lists[: self.legs]), "hotels": tuple(lists[self.legs :]), "limit": 1, "mixed": True}
        result = await self.ports.ranker.rank(self.found.request.model_copy(update=one)) if all(lists) else None
        return next(iter(result.bundles), None) if result else None

    def _combined(self, sort: Sort, leads: int, *, alike: bool) -> list[tuple[Offer, ...]]:
        """Return combinations in an order, the cheaper first among equals, unlike ones before their likes."""

        def own(place: int, offer: Offer) -> tuple[float, float]:
            return measured(offer, sort, self.view, leads=place == leads), self._price(offer)

        width = max(1, int(MOST ** (1 / len(self.lists))))
        thin: list[list[Offer]] = []
        for place, offers in enumerate(self.lists):
            ordered = sorted(offers, key=lambda o, place=place: own(place, o))  # type: ignore[misc]
            thin.append((ordered if alike else [*one_of_each(ordered)])[:width])
        costs = [{o.option_id: own(place, o) for o in some} for place, some in enumerate(thin)]
        found = [picks for picks in product(*thin) if self._fits(picks)]

        def cost(picks: tuple[Offer, ...]) -> tuple[float, float]:
            each = [costs[place][o.option_id] for place, o in enumerate(picks)]
            return sum(one for one, _ in each), sum(price for _, price in each)

        found.sort(key=cost)
        return found[:TRIED] if alike else [picks for page in self._pages(found) for picks in page]

    def _price(self, offer: Offer) -> float:
        due = offer.due_at_property
        return float(self.view.amount(offer.total_price) + (self.view.amount(due) if due else 0))

    def _fits(self, picks: tuple[Offer, ...]) -> bool:
        """Tell whether each room begins in the night in which its flight lands."""
        for place, leg in enumerate(self.found.request.arrives_with):
            room, flight = picks[self.legs + place], None if leg is None else picks[leg]
            if isinstance(room, HotelOffer) and isinstance(flight, FlightOffer):
                nights = {o.check_in for o in self.lists[self.legs + place] if isinstance(o, HotelOffer)}
                if room.check_in != begins(nights, flight.night):
                    return False
        return True

    def _unlike(self, bundles: Sequence[Bundle]) -> Iterator[list[Bundle]]:
        offers = {o.option_id: o for some in self.lists for o in some}
        by_ids = {(*b.flight_option_ids, *b.hotel_option_ids): b for b in bundles}
        picks = [tuple(offers[i] for i in ids if i in offers) for ids in by_ids]
        known = dict(zip(map(_ids, picks), by_ids.values(), strict=True))
        for page in self._pages(picks):
            yield [known[_ids(one)] for one in page]

    def _pages(self, combined: Sequence[tuple[Offer, ...]]) -> Iterator[list[tuple[Offer, ...]]]:
        """Yield pages on which no hotel and no flights come more than twice, as long as there are others."""
        marks = {_ids(picks): self._marks(picks) for picks in combined}
        both = [set(kind) for kind in zip(*marks.values(), strict=True)]
        counts = [n for n, kind in enumerate(both) if len(kind) > 1]
        left = list(combined)
        for _ in range(TRIED // SIZE):
            page, rest, seen = list[tuple[Offer, ...]](), list[tuple[Offer, ...]](), Counter[object]()
            for picks in left:
                own = [(n, marks[_ids(picks)][n]) for n in counts]
                if len(page) < SIZE and all(seen[one] < ALIKE for one in own):
                    page.append(picks)
                    seen.update(own)
                else:
                    rest.append(picks)
            page, left = [*page, *rest[: SIZE - len(page)]], rest[max(0, SIZE - len(page)) :]
            if not page:
                return
            yield page

    def _marks(self, picks: tuple[Offer, ...]) -> tuple[object, object]:
        flights = tuple(identity(o) for o in picks if o.kind == "flight")
        return flights, tuple(identity(o) for o in picks if o.kind == "hotel")


def _ids(picks: Sequence[Offer]) -> tuple[str, ...]:
    return tuple(one.option_id for one in picks)


def _alike(offer: Offer, kept: Offer) -> bool:
    """Tell whether an offer is the one that is kept; a room may begin in another night with another flight."""
    if not isinstance(kept, HotelOffer) or not isinstance(offer, HotelOffer):
        return offer.option_id == kept.option_id
    return rate_of(offer) == rate_of(kept)


async def lister(trip: TripIntent, ports: Ports) -> Lister:
    """Return what lists the options of a trip."""
    return Lister(trip, ports, await searched(trip, ports))


async def bundle_named(named: str, trip: TripIntent, ports: Ports) -> Bundle | None:
    """Return the option of a number, an id, or the codes of its parts; 'chosen' is the chosen one. None for none such.

    Parts of which no code is given are those of the chosen option, else of the first.
    """
    ranking, fold = current_ranking(trip), named.strip().removeprefix("#").casefold()
    if ranking is None:
        return None
    if fold == "chosen":
        return selected_bundle(trip)
    known = ranking.named(named)
    if known is not None or fold.isdecimal():
        return known
    listed = await lister(trip, ports)
    codes, base = fold.split("-"), selected_bundle(trip) or next(iter(ranking.bundles), None)
    kept = {*base.flight_option_ids, *base.hotel_option_ids} if base else set[str]()
    # two stays in one town may have offers in common: each code is of its own part
    each = len(codes) == len(listed.lists)
    picks = [
        next((o for o in some if code_of(o) in (codes[place : place + 1] if each else codes)), None)
        or next((o for o in some if o.option_id in kept), None)
        for place, some in enumerate(listed.lists)
    ]
    found = [o for o in picks if o]
    whole = len(found) == len(picks) and {*codes} <= {*map(code_of, found)}
    return await listed.made(_ids(found)) if whole else None
