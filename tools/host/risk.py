"""The risk check's port over a host's ``policy_and_risk_check``, and our offers in the shape that hosts' tools know.

The host may add issues, never take ours away.
"""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

from pydantic import JsonValue

from tripintent.state.bundles import Issue
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.state.plain import PROSE, plain
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.shapes import Risks
from tripintent.tools.ports.ranking import RiskCheck, RiskRequest
from tripintent.tools.registry.arguments import IntentSummary, RiskArguments

TOOL = "policy_and_risk_check"
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
        theirs = _issues(await self._caller.call(TOOL, _arguments(request), Risks))
        return sorted((*ours, *theirs), key=lambda issue: _RANK[issue.severity])


def _arguments(request: RiskRequest) -> RiskArguments:
    return RiskArguments(
        trip_intent=IntentSummary.model_validate(request.intent),
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
