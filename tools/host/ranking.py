"""The ranker's and the risk check's ports over a host's ``trip_option_ranker`` and ``policy_and_risk_check``.

The host chooses and orders, totals are added up here; it may add issues, never take ours away.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from hashlib import sha256
from operator import add
from typing import Any

from pydantic import JsonValue

from tripintent.state.bundles import Bundle, Issue
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.state.plain import PROSE, plain
from tripintent.state.queries import Occupancy
from tripintent.tools.host.calling import HostCaller, checked
from tripintent.tools.host.shapes import Bundles, HostBundle, Risks
from tripintent.tools.ports.ranking import RankRequest, RankResult, RiskCheck, RiskRequest
from tripintent.tools.ranking.bundling import bundle_id
from tripintent.tools.registry import arguments

RANK = "trip_option_ranker"


class HostRanker:
    """Ranks through the host. A bundle with options that were not offered, or not one for each leg, is left out."""

    def __init__(self, caller: HostCaller) -> None:
        self._caller = caller

    async def rank(self, request: RankRequest) -> RankResult:
        """Return the host's bundles in its order, up to the limit. Raises SupplierError."""
        request = _from_one_night(request)
        ranked = await self._caller.call(RANK, _rank_arguments(request), Bundles)
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


def _rank_arguments(request: RankRequest) -> arguments.RankArguments:
    known = set(arguments.Weights.model_fields)
    weights = {name: value for name, value in request.preferences.weights.items() if name in known}
    return arguments.RankArguments(
        trip_intent=arguments.IntentSummary.model_validate(request.intent),
        flight_options_by_segment=tuple(tuple(host_flight(o) for o in offers) for offers in request.flights),
        hotel_options_by_stay=tuple(tuple(host_hotel(o) for o in offers) for offers in request.hotels),
        room_counts_per_stay=tuple(offers[0].rooms for offers in request.hotels),
        room_occupancies=tuple(tuple(map(_room, rooms)) for rooms in request.occupancies),
        ranking_policy=arguments.RankingPolicy(weights=arguments.Weights.model_validate(weights)),
    )


def _room(room: Occupancy) -> arguments.RoomHeads:
    return arguments.RoomHeads(adults=room.adults, children=len(room.child_ages), child_ages=room.child_ages)


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
        raise ValueError(f"no total in {currency} for options in several currencies")
    return bundle.estimated_total


RISK = "policy_and_risk_check"
_WORDS = re.compile(r"[a-z0-9]+")
_LONGEST_CODE = 40
_OF_BOTH = {"option_id", "total_price", "refundable"}
_OF_FLIGHTS = _OF_BOTH | {"cabin", "fare_rules_summary"}
_OF_HOTELS = _OF_BOTH | {"hotel_name", "star_rating", "address", "nightly_price", "room_description"}
_RANK = {"block": 0, "warn": 1, "info": 2}


class HostRiskCheck:
    """Checks through the host. ``own`` is our check, whose issues stand beside the host's; None leaves it to the host."""

    def __init__(self, caller: HostCaller, own: RiskCheck | None = None) -> None:
        self._caller = caller
        self._own = own

    async def check(self, request: RiskRequest) -> Sequence[Issue]:
        """Return the issues of both, blocking ones first. Raises SupplierError: a check that failed is not a pass."""
        ours = await self._own.check(request) if self._own else ()
        theirs = _issues(await self._caller.call(RISK, _risk_arguments(request), Risks))
        return sorted((*ours, *theirs), key=lambda issue: _RANK[issue.severity])


def _risk_arguments(request: RiskRequest) -> arguments.RiskArguments:
    return arguments.RiskArguments(
        trip_intent=arguments.IntentSummary.model_validate(request.intent),
        selected_flights=tuple(host_flight(offer) for offer in request.flights),
        selected_hotels=tuple(host_hotel(offer) for offer in request.hotels),
        org_policy=request.rules.model_dump(mode="json"),
    )


def _issues(risks: Risks) -> list[Issue]:
    """Return one issue for each thing said, as grave as its gravest list and confirmed where one list says so."""
    found: dict[str, Issue] = {}
    for said in risks.blocking_issues:
        issue = _issue(said, "block")
        found[issue.code] = issue
    for said in risks.risks:
        issue = _issue(said, "warn")
        found.setdefault(issue.code, issue)
    for said in risks.required_user_confirmations:
        issue = _issue(said, "warn")
        found[issue.code] = found.get(issue.code, issue).model_copy(update={"confirm": True})
    return list(found.values())


def _issue(said: str | dict[str, object], severity: str) -> Issue:
    """Return an issue of a text or a mapping; the code comes from the host, or from the words."""
    if isinstance(said, str):
        return Issue.model_validate({"code": _code(said), "severity": severity, "text": plain(said, PROSE)})
    text = plain(
        str(_first(said, ("text", "message", "description", "reason", "code")) or "the host gives no reason"), PROSE
    )
    code = _first(said, ("code", "id", "type"))
    return Issue.model_validate({"code": _code(str(code or text)), "severity": severity, "text": text})


def _first(said: dict[str, object], names: Iterable[str]) -> object:
    return next((said[name] for name in names if said.get(name)), None)


def _code(words: str) -> str:
    """Return a short code that stays the same for the same words."""
    code = "_".join(_WORDS.findall(words.casefold()))
    return code if 0 < len(code) <= _LONGEST_CODE else f"host_{sha256(words.encode()).hexdigest()[:12]}"


def host_flight(offer: FlightOffer) -> dict[str, JsonValue]:
    """Return a flight offer as an option of ``flight_quote_search``."""
    fields = offer.model_dump(mode="json", include=_OF_FLIGHTS)
    return {**fields, "segments": [_hop(hop) for hop in offer.segments]}


def _hop(hop: FlightHop) -> dict[str, JsonValue]:
    told = {"origin", "destination", "depart_at", "arrive_at", "airline", "flight_number"}
    return {**hop.model_dump(mode="json", by_alias=True, include=told), "stops": 0}


def host_hotel(offer: HotelOffer) -> dict[str, JsonValue]:
    """Return a hotel offer as an option of ``hotel_quote_search``; prices are for all rooms."""
    return offer.model_dump(mode="json", include=_OF_HOTELS)
