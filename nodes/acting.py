"""The desk and the offer store as one principal has them: every call is checked against the ledger's owners first.

A node names the trip that its state names, and anybody who can edit a state can write any name into it. So no node gets
the desk itself. What belongs to somebody else is as if it were not there: it reads as empty, and what would change it is
refused by name. A method that is not listed here is open to the trip's owner only, so a new one is never open by mistake.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime
from inspect import signature
from typing import Any, NamedTuple, cast

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.context import Principal
from tripintent.state.offers import Offer
from tripintent.state.travellers import Traveller
from tripintent.tools.ports.desk import AuditEvent, Desk, LedgerStatus
from tripintent.tools.ports.documents import NOT_YOURS, OWNER_ONLY, NotYours, Offers, Ownership, TripAccess
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.stand import described_once


def _refused(trip_id: str, access: TripAccess | None) -> Refused:
    """Say whose it is; whoever was let in for something else hears who may do it."""
    code, words = ("not_yours", NOT_YOURS) if access is None else ("owner_only", OWNER_ONLY)
    return Refused(code=code, message=words)


def _empty(trip_id: str, access: TripAccess | None) -> LedgerStatus:
    return LedgerStatus(trip_id=trip_id, note=NOT_YOURS)


def _raise(trip_id: str, access: TripAccess | None) -> Any:
    raise NotYours(trip_id)


class Rule(NamedTuple):
    """Who may call a method, and what everybody else gets."""

    may: Callable[[TripAccess], bool]
    otherwise: Callable[[str, TripAccess | None], object]


def _owner(access: TripAccess) -> bool:
    return access.right == "owner"


def _acts(access: TripAccess) -> bool:
    return access.acts


def _reads(access: TripAccess) -> bool:
    return access.reads


OWNER_RULE = Rule(_owner, _raise)
RULES: Mapping[str, Rule] = {
    "ledger_status": Rule(_reads, _empty),
    "outcome": Rule(_reads, lambda *_: None),
    "audit": Rule(_reads, lambda *_: ()),
    "hold": Rule(_acts, _empty),
    "release": Rule(_acts, _empty),
    "void": Rule(_acts, _empty),
    "request_approval": Rule(_owner, _refused),
    "purchase": Rule(_owner, _refused),
    "purchase_with_token": Rule(_owner, _refused),
    "reject": Rule(_owner, _refused),
    "quote_cancellation": Rule(_owner, _refused),
    "request_cancel_approval": Rule(_owner, _refused),
    "cancel": Rule(_owner, _refused),
    "accept_change": Rule(_owner, _refused),
    "change_offers": Rule(_reads, lambda *_: ()),
    "put": Rule(_acts, _raise),
    "get": Rule(_reads, lambda *_: ()),
    "options": Rule(_reads, lambda *_: {}),
}
"""Methods whose first argument is a trip, or a request that names one."""
COMMITS = frozenset({"hold", "release", "void", "purchase", "purchase_with_token", "reject", "cancel", "accept_change"})
"""They commit us to something, or give it back: what has begun is brought to its end."""
FREE = frozenset({"capabilities", "reconcile"})
"""They name no trip and tell nothing of one."""


_Reached = dict[tuple[Principal, str], TripAccess]
_OWNED: ContextVar[_Reached | None] = ContextVar("trips that this turn found to be its principal's own", default=None)
_READ: ContextVar[dict[str, "_Read"] | None] = ContextVar("offers that this turn read, by their trips", default=None)


@contextmanager
def one_turn() -> Iterator[None]:
    """Look up once for a whole turn that a trip is its principal's own, read its offers and describe each state of it once.

    For who holds the lock of the turn's thread: no one else makes somebody another trip's owner, and a person is forgotten only
    under the locks of their threads. A grant, which its giver may take back at any moment, is looked up by each node.
    """
    owned, read = _OWNED.set({}), _READ.set({})
    try:
        with described_once():
            yield
    finally:
        _OWNED.reset(owned)
        _READ.reset(read)


class Stoppable:
    """A turn that may be stopped until it commits us to something."""

    def __init__(self) -> None:
        self.stopped = self.commits = False


_TURN: ContextVar[Stoppable | None] = ContextVar("the turn that may be stopped", default=None)


@contextmanager
def stoppable() -> Iterator[Stoppable]:
    """Give a turn what it is stopped by."""
    token = _TURN.set(turn := Stoppable())
    try:
        yield turn
    finally:
        _TURN.reset(token)


async def _to_its_end(work: Coroutine[object, object, object]) -> object:
    """Await what commits us to something: whoever cancels the run meanwhile waits for it."""
    if (turn := _TURN.get()) is not None:
        if turn.stopped:
            work.close()
            raise asyncio.CancelledError
        turn.commits = True
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class _Known:
    """The ownership port for one node: what may be reached is looked up once, a refusal each time."""

    def __init__(self, port: Ownership) -> None:
        self._port = port
        self._found: _Reached = {}
        self._owned = _OWNED.get()

    def __getattr__(self, name: str) -> Any:
        """Return the port's own method; whatever it does may change who reaches what."""
        self._found.clear()
        if self._owned is not None:
            self._owned.clear()
        return getattr(self._port, name)

    async def open(self, who: Principal, trip_id: str = "") -> TripAccess | None:
        """Return the trip of that id for who runs, or a new one; None where the id is somebody else's."""
        opened: TripAccess | None = await self.__getattr__("open")(who, trip_id)
        return self._kept(who, opened)

    async def access(self, who: Principal, ledger_id: str) -> TripAccess | None:
        """Return what the principal may do with a trip of the ledger; None for nothing at all."""
        known = self._found.get((who, ledger_id)) or (self._owned or {}).get((who, ledger_id))
        return known or self._kept(who, await self._port.access(who, ledger_id))

    def _kept(self, who: Principal, found: TripAccess | None) -> TripAccess | None:
        if found is not None:
            self._found[who, found.ledger_id] = found
            if self._owned is not None and found.right == "owner":
                self._owned[who, found.ledger_id] = found
        return found


class _Guarded:
    """An adapter whose methods are asked for one principal."""

    def __init__(self, adapter: Any, ports: Ports, who: Principal) -> None:
        self._adapter = adapter
        self._ownership = ports.ownership
        self._who = who

    def __getattr__(self, name: str) -> Any:
        """Return the adapter's method behind its rule."""
        method = getattr(self._adapter, name)
        if name in FREE:
            return method
        if name not in RULES and next(iter(signature(method).parameters), "") not in ("trip_id", "request"):
            raise AttributeError(f"{name} is for an operator: no conversation may call it")
        return self._checked(name, RULES.get(name, OWNER_RULE))

    def _checked(self, name: str, rule: Rule) -> Callable[..., Awaitable[object]]:
        async def call(first: Any, *rest: Any, **named: Any) -> Any:
            trip_id = first if isinstance(first, str) else first.trip_id
            access = await self._access(trip_id)
            if access is None or not rule.may(access):
                return rule.otherwise(trip_id, access)
            work = getattr(self._for(access), name)(self._as_is(first, access), *rest, **named)
            try:
                return await (_to_its_end(work) if name in COMMITS else work)
            except NotYours:  # a grant that was taken back since it was looked up
                return rule.otherwise(trip_id, None)

        return call

    def _for(self, access: TripAccess) -> object:
        """Return the adapter as it is for somebody with this access."""
        return self._adapter

    def _as_is(self, first: Any, access: TripAccess) -> Any:
        """Return a request with organisation and thread of who runs; a trip's id as it is."""
        if isinstance(first, str):
            return first
        return first.model_copy(update={"org": access.org, "thread_id": self._who.thread_id})

    async def _access(self, trip_id: str) -> TripAccess | None:
        return await self._ownership.access(self._who, trip_id)


class _Read(NamedTuple):
    """Offers of one trip, as a turn read them: answers by their keys, offers by their ids."""

    answers: dict[str, Sequence[Offer]]
    options: dict[str, Offer]


class _OffersOnce:
    """The offers port for one turn: what was read is not read again, unless an answer was put meanwhile."""

    def __init__(self, port: Offers, read: dict[str, _Read]) -> None:
        self._port, self._read = port, read

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Store the answer of one query; the trip's offers are read again, also by a call that is reading them now."""
        try:
            await self._port.put(trip_id, key, offers, expires_at)
        finally:
            self._read.pop(trip_id, None)

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the answer of one query."""
        known = self._read.setdefault(trip_id, _Read({}, {})).answers
        if not known.get(key):
            known[key] = await self._port.get(trip_id, key)
        return known[key]

    async def options(self, trip_id: str, option_ids: Collection[str]) -> Mapping[str, Offer]:
        """Return offers of a trip by their ids."""
        known = self._read.setdefault(trip_id, _Read({}, {})).options
        if unread := [one for one in option_ids if one not in known]:
            known |= await self._port.options(trip_id, unread)
        return {one: known[one] for one in option_ids if one in known}


class _GuardedOffers(_Guarded):
    """The offers, each read once in a turn."""

    def _for(self, access: TripAccess) -> object:
        read = _READ.get()
        return self._adapter if read is None else _OffersOnce(self._adapter, read)


class _GuardedDesk(_Guarded):
    """The desk, with those methods that name a trip by other means than their first argument."""

    def _for(self, access: TripAccess) -> object:
        return self._adapter.by_grant(access.grant_id) if access.grant_id else self._adapter

    async def ledger_status(self, trip_id: str) -> LedgerStatus:
        """Return what the ledger says. What another conversation asked about a cancellation is answered there."""
        ledger_status: LedgerStatus = await self.__getattr__("ledger_status")(trip_id)
        asked = ledger_status.approval
        if asked is None or asked.kind == "purchase" or asked.thread_id == self._who.thread_id:
            return ledger_status
        return ledger_status.model_copy(update={"approval": None})

    async def seal(self, answer: ApprovalAnswer) -> ApprovalAnswer:
        """Seal an answer that came through the interrupt of this very thread; any other stays without a seal.

        One that names no organisation is given in that of who runs; a run that names none is of its trip's.
        """
        access = await self._access(answer.trip_id)
        if access is None or access.right != "owner" or answer.thread_id != self._who.thread_id:
            return answer
        if answer.organisation is None:
            answer = answer.model_copy(update={"organisation": self._who.organisation or access.org})
        return cast("ApprovalAnswer", await self._adapter.seal(answer))

    async def purchase(
        self, trip_id: str, answer: ApprovalAnswer | None, travellers: Sequence[Traveller] = ()
    ) -> object:
        """Buy under an answer of this very thread."""
        if answer is not None and answer.thread_id != self._who.thread_id:
            return Refused(code="wrong_thread", message="the answer was given in another conversation")
        return await self.__getattr__("purchase")(trip_id, answer, travellers)

    async def approval(self, approval_id: str) -> object:
        """Return an approval of a trip that may be reached; any other one is as if it were not there."""
        found = await self._adapter.approval(approval_id)
        if found is None or await self._access(found.trip_id) is None:
            return None
        return found

    async def pending(self) -> object:
        """Return the waiting approvals of trips that may be reached."""
        return [one for one in await self._adapter.pending() if await self._access(one.trip_id) is not None]

    async def record(self, events: Sequence[AuditEvent], trip_id: str = "", last: int = 0) -> object:
        """Append decisions; those about somebody else's trip go to the audit, but not to that trip. Return a trip's newest lines."""
        access = await self._access(trip_id) if trip_id and last else None
        read = access is not None and access.reads
        own = [await self._own(event) for event in events]
        return await self._adapter.record(own, trip_id if read else "", last if read else 0)

    async def _own(self, event: AuditEvent) -> AuditEvent:
        if not event.trip_id or await self._access(event.trip_id) is not None:
            return event
        return event.model_copy(update={"trip_id": "", "data": {**event.data, "named": event.trip_id}})


def acting_ports(ports: Ports, who: Principal) -> Ports:
    """Return the ports for a run of one principal."""
    known = replace(ports, ownership=cast("Ownership", _Known(ports.ownership)))
    desk = cast("Desk", _GuardedDesk(known.desk, known, who))
    offers = cast("Offers", _GuardedOffers(known.offers, known, who))
    return replace(known, desk=desk, offers=offers)
