"""The ranker's port over a host's ``trip_option_ranker``: the host chooses and orders, totals are added up here."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any

from tripintent.state.bundles import Bundle
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import Occupancy
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.failures import checked
from tripintent.tools.host.risk import host_flight, host_hotel
from tripintent.tools.host.shapes import Bundles, HostBundle
from tripintent.tools.ports.ranking import RankRequest, RankResult
from tripintent.tools.ranking.bundling import bundle_id
from tripintent.tools.registry.arguments import IntentSummary, RankArguments, RankingPolicy, RoomHeads, Weights

TOOL = "trip_option_ranker"


class HostRanker:
    """Ranks through the host. A bundle with options that were not offered, or not one for each leg, is left out."""

    def __init__(self, caller: HostCaller) -> None:
        self._caller = caller

    async def rank(self, request: RankRequest) -> RankResult:
        """Return the host's bundles in its order, up to the limit. Raises SupplierError."""
        request = _from_one_night(request)
        ranked = await self._caller.call(TOOL, _arguments(request), Bundles)
        bundles = checked(ranked.bundles, lambda bundle, _: _bundle(bundle, request))
        different = {bundle.bundle_id: bundle for bundle in reversed(bundles)}
        ordered = list(dict.fromkeys(bundle.bundle_id for bundle in bundles))
        return RankResult(
            bundles=tuple(different[i] for i in ordered[: request.limit]),
            considered=sum(map(len, (*request.flights, *request.hotels))),
        )


def _from_one_night(request: RankRequest) -> RankRequest:
    """Return the request with the rooms of each stay's earliest night: a host's ranker knows no others."""
    firsts = [min((o.check_in for o in offers), default=None) for offers in request.hotels]
    hotels = tuple(
        tuple(o for o in offers if o.check_in == first) for offers, first in zip(request.hotels, firsts, strict=True)
    )
    return request.model_copy(update={"hotels": hotels, "arrives_with": ()})


def _arguments(request: RankRequest) -> RankArguments:
    known = set(Weights.model_fields)
    weights = {name: value for name, value in request.preferences.weights.items() if name in known}
    return RankArguments(
        trip_intent=IntentSummary.model_validate(request.intent),
        flight_options_by_segment=tuple(tuple(host_flight(o) for o in offers) for offers in request.flights),
        hotel_options_by_stay=tuple(tuple(host_hotel(o) for o in offers) for offers in request.hotels),
        room_counts_per_stay=tuple(offers[0].rooms for offers in request.hotels),
        room_occupancies=tuple(tuple(map(_room, rooms)) for rooms in request.occupancies),
        ranking_policy=RankingPolicy(weights=Weights.model_validate(weights)),
    )


def _room(room: Occupancy) -> RoomHeads:
    return RoomHeads(adults=room.adults, children=len(room.child_ages), child_ages=room.child_ages)


def _bundle(bundle: HostBundle, request: RankRequest) -> Bundle:
    """Return a bundle made of the very offers that were ranked. Raises ValueError for one that is not."""
    flights = _chosen(bundle.flight_option_ids, bundle.flight_option_id, request.flights)
    hotels = _chosen(bundle.hotel_option_ids, bundle.hotel_option_id, request.hotels)
    flight_ids, hotel_ids = tuple(f.option_id for f in flights), tuple(h.option_id for h in hotels)
    stars = [h.star_rating for h in hotels if h.star_rating is not None]
    return Bundle(
        bundle_id=bundle_id([*flight_ids, *hotel_ids]),
        flight_option_ids=flight_ids,
        hotel_option_ids=hotel_ids,
        estimated_total=_total([o.total_price for o in (*flights, *hotels)], bundle, request.currency),
        local_tax=_local_tax(hotels, request.currency),
        minutes=sum(int(f.duration.total_seconds() // 60) for f in flights),
        stops=sum(f.stops for f in flights),
        refundable=all(o.refundable for o in (*flights, *hotels)),
        stars=sum(stars) / len(stars) if stars else None,
        why_this_bundle=bundle.why_this_bundle or "",
        tradeoffs=bundle.tradeoffs,
    )


def _chosen(ids: Sequence[str], single: str | None, lists: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the offers of the ids, one from each list, in order."""
    ids = ids or ((single,) if single else ())
    if len(ids) != len(lists):
        msg = f"{len(ids)} options for {len(lists)} legs or stays"
        raise ValueError(msg)
    tables: list[Mapping[str, FlightOffer | HotelOffer]] = [{o.option_id: o for o in offers} for offers in lists]
    unknown = [option for option, table in zip(ids, tables, strict=True) if option not in table]
    if unknown:
        msg = f"options that were not offered: {unknown}"
        raise ValueError(msg)
    return [table[option] for option, table in zip(ids, tables, strict=True)]


def _local_tax(hotels: Sequence[HotelOffer], currency: str) -> Money | None:
    """Return what is paid at the hotels, as far as it is in the currency of the trip."""
    due = [one.due_at_property for one in hotels if one.due_at_property and one.due_at_property.currency == currency]
    return reduce(add, due) if due else None


def _total(prices: Sequence[Money], bundle: HostBundle, currency: str) -> Money:
    """Return the sum of the offers; only where they are in several currencies the host's own conversion counts."""
    if {price.currency for price in prices} == {prices[0].currency}:
        return reduce(add, prices)
    if bundle.estimated_total is None or bundle.estimated_total.currency != currency:
        msg = f"no total in {currency} for options in several currencies"
        raise ValueError(msg)
    return bundle.estimated_total
