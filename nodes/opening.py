"""The opening of a turn in every graph: whose trip it is, its newest version, the stamps of 'now', its audit and the rules in force.

The rules in force are those of everybody on the trip whose rules are known here, the strictest of each.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from tripintent.nodes.identity import owner_of
from tripintent.nodes.runtime import Run
from tripintent.state.context import Principal
from tripintent.state.designer.moments import zone_named
from tripintent.state.framing.frame_to_trip import readers_money
from tripintent.state.languages import language_of
from tripintent.state.patch import Patch
from tripintent.state.standing import STEP_LIMIT
from tripintent.state.trip import EVENTS_KEPT, Audit, Status, TripIntent, WorkingMemory
from tripintent.state.wishes import Policy, strictest
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.documents import TripAccess
from tripintent.tools.ports.ports import Ports

_warn_once = lru_cache(256)(logging.getLogger(__name__).warning)


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of an IANA name, UTC when there is no such zone."""
    return zone_named(name or "UTC") or ZoneInfo("UTC")


def stamp(now: datetime, zone: str) -> dict[str, str]:
    """Return the stamps of a turn: the moment (with the zone's offset) and the traveller's date."""
    local = now.astimezone(zone_of(zone))
    return {"now_iso": local.isoformat(), "now_date": local.date().isoformat()}


async def adopted_trip(trip: TripIntent, ports: Ports, run: Run) -> TripIntent:
    """Return the trip under its name in the ledger, or a newer version that another thread or graph published.

    A state that names somebody else's trip goes on with a trip of its own: what it says of holds, approvals and bookings
    is dropped, and nothing of the other trip is read.
    """
    access, known = await asyncio.gather(_opened(trip, ports, run), _published(trip.trip_id, ports, run))
    if access is None:
        named, trip, known = trip.ledger_id, disowned(trip), None
        access = await ports.ownership.open(run.principal)
        assert access is not None, "a random id belongs to whoever makes it"  # noqa: S101
        await ports.desk.record([AuditEvent(trip_id=access.ledger_id, type="trip.rebound", data={"named": named})])
    published = known or await _published(trip.trip_id, ports, run)
    if published and published.version > trip.version:
        return published.model_copy(update={"org": access.org})
    return trip.model_copy(update={"org": access.org, "trip_id": access.trip_id})


async def _published(trip_id: str, ports: Ports, run: Run) -> TripIntent | None:
    """Return the newest version of a trip; there is none of one without a name, and none for whoever does not own it yet."""
    return await ports.documents.get(run.principal, trip_id, TripIntent) if trip_id else None


async def _opened(trip: TripIntent, ports: Ports, run: Run) -> TripAccess | None:
    """Return the trip that the state names, or a new one where it names none; None for somebody else's."""
    if trip.org and trip.org != run.principal.organisation:
        access = await ports.ownership.access(run.principal, trip.ledger_id)
    else:
        access = await ports.ownership.open(run.principal, trip.trip_id)
    return access if access is not None and access.acts else None


def disowned(trip: TripIntent) -> TripIntent:
    """Return a trip that its state called by somebody else's name: the plan without name, holds, approval and bookings."""
    return trip.model_copy(
        update={"trip_id": "", "org": "", "version": 0, "status": Status(), "working_memory": WorkingMemory()}
    )


async def stamps(trip: TripIntent, ports: Ports, run: Run, *, begins: bool = True) -> Patch:
    """Return the stamps of the turn, which is a new one if it ``begins``, and the policy in force for the organisation."""
    context, now = run.context, ports.clock.now()
    zone = context.timezone or (trip.request.timezone if trip.request.turn else "") or "UTC"
    if zone_named(zone) is None:
        _warn_once("the timezone %r of a run is no IANA zone: UTC is used", zone)
        zone = "UTC"
    owner = await owner_of(trip, ports, run.principal)
    policy = await rules_in_force(trip, owner, ports)
    said = trip.request.turn or trip.request.language != "en"
    first = {} if said else {"language": language_of(context.locale)}
    merge: dict[str, object] = {
        "created_at": trip.created_at or int(now.timestamp()),
        "policy": policy,
        "request": {
            **first,
            "locale": context.locale,
            "timezone": zone,
            "turn": trip.request.turn + begins,
            **stamp(now, zone),
        },
        "party": await _traveller(trip, ports, context.traveller),
    }
    if trip.status.last_tool_error and trip.status.last_tool_error.code == STEP_LIMIT:
        merge["status"] = {"last_tool_error": None}
    if not trip.constraints.home_currency and (money := readers_money(context.locale)):
        merge["constraints"] = {"home_currency": money}
    if context.currency and not trip.constraints.currency:
        if context.currency in ports.rates.currencies():
            merge["constraints"] = {"currency": context.currency}
        else:
            _warn_once("the currency %r of a run has no exchange rate: the traveller's own is used", context.currency)
    return Patch(by="intake", merge=merge)


async def _traveller(trip: TripIntent, ports: Ports, profile_id: str) -> dict[str, object]:
    known = profile_id in trip.party.traveler_profile_ids
    if not profile_id or known or await ports.profiles.get(profile_id) is None:
        return {}
    return {"traveler_profile_ids": (profile_id, *trip.party.traveler_profile_ids)}


async def recorded(trip: TripIntent, events: Sequence[AuditEvent], ports: Ports) -> TripIntent:
    """Append to the audit, and return the trip as it is saved: with the audit's newest lines, which no checkpoint needs."""
    events = await ports.desk.record(events, trip.ledger_id, EVENTS_KEPT)
    return trip.model_copy(update={"audit": Audit(events=tuple(one.model_dump(mode="json") for one in events))})


async def rules_in_force(trip: TripIntent, owner: Principal, ports: Ports) -> Policy:
    """Return the owner's rules and those of the profiles on the trip as one.

    The ids stand in the trip, which may have been edited: more of them can only make the rules stricter.
    """
    named = (*trip.party.traveler_profile_ids, *(guest.traveler_profile_id for guest in trip.party.guests))
    others = [one for one in dict.fromkeys(named) if one and one != owner.traveller]
    own = await ports.policies.rules(owner.organisation, owner.traveller)
    theirs = [await ports.policies.rules(owner.organisation, one) for one in others]
    different = [policy for policy in theirs if policy.rules != own.rules]
    return strictest((own, *different), ports.rates.convert) if different else own
