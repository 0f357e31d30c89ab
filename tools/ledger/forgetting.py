"""Erasing a traveller: what names a person goes, what accounts for money stays under a pseudonym.

The pseudonym comes from the ledger's key: the same person has the same one in every row, and no one without the key can try names
on it. Rows that the chain covers are sealed again; the audit itself is never changed.
"""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, String, Table, and_, delete, false, func, not_, or_, select, update

from tripintent.tools.ledger import auditing, seals
from tripintent.tools.ledger.locks import lock_trip
from tripintent.tools.ledger.schema import (
    approvals,
    audit,
    bookings,
    conversations,
    documents,
    holds,
    inbox,
    locks,
    metadata,
    model_use,
    offers,
    operations,
    outbox,
    payment_methods,
    policies,
    profiles,
    purchases,
    sealed_words,
    staff_queue,
    trip_grants,
    trip_owners,
    trip_threads,
)
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.outcomes import Forgotten

STAYS = frozenset({approvals, bookings, holds, operations, purchases, documents, audit})
"""Books of account, others' documents, which name the profile and are listed, and the audit."""
BY_THREAD = (conversations, sealed_words, staff_queue, trip_threads)
"""Tables whose rows go with a conversation."""


def names_of(tx: Connection, org: str, who: str) -> tuple[str, ...]:
    """Return every name of a person: the one given first, then the profile ids under which they alone have signed in."""
    found, others = set[str](), set[str]()
    for table in (trip_owners, conversations, staff_queue):
        for subject, traveller in tx.execute(select(table.c.subject, table.c.traveller).where(table.c.org == org)):
            (found if subject == who else others).add(traveller)
    return (who, *sorted(found - others - {who, ""}))


def shared(tx: Connection, org: str, who: str) -> bool:
    """Check whether a user of another name has signed in with the profile of this name."""
    tables = (trip_owners, conversations, staff_queue)
    found = [
        select(t.c.subject).where(t.c.org == org, t.c.traveller == who, t.c.subject.not_in((who, ""))) for t in tables
    ]
    return any(tx.execute(one.limit(1)).first() for one in found)


def trips_of(tx: Connection, org: str, traveller: str) -> list[Any]:
    """Return the rows of the trips that belong to a traveller, by profile or by the name that the host authenticated."""
    mine = or_(trip_owners.c.traveller == traveller, trip_owners.c.subject == traveller)
    return list(tx.execute(select(trip_owners).where(trip_owners.c.org == org, mine).order_by(trip_owners.c.ledger_id)))


def in_the_way(tx: Connection, ids: Sequence[str]) -> list[str]:
    """Return what still needs the person: nothing is erased before it is over."""
    under_way: list[tuple[str, Table, Any]] = [
        ("a purchase that is being carried out", purchases, purchases.c.live),
        (
            "something sent to a supplier whose outcome is open",
            operations,
            operations.c.state.not_in(("OK", "REJECTED")),
        ),
        ("a payment that is still looked for", operations, operations.c.watch_until.is_not(None)),
        ("an approval that waits", approvals, approvals.c.state == "open"),
        ("a hold that lives", holds, holds.c.status.in_(("held", "in_doubt"))),
    ]
    found = []
    for words, table, condition in under_way:
        query = select(table.c.trip_id).where(table.c.trip_id.in_(ids), condition).distinct().order_by(table.c.trip_id)
        found += [f"{words} (trip {trip_id})" for trip_id in tx.execute(query).scalars()]
    return found


def threads_of(tx: Connection, org: str, traveller: str, also: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the conversations that go with a traveller, those that a server names among them; none that others took part in."""
    ids = [row.ledger_id for row in trips_of(tx, org, traveller)]
    noted = select(conversations.c.thread_id).where(*_noted(conversations, org, traveller))
    asked = select(staff_queue.c.thread_id).where(*_noted(staff_queue, org, traveller))
    own = {*_threads(tx, ids), *tx.execute(noted).scalars(), *tx.execute(asked).scalars(), *also}
    return tuple(sorted(own - _others(tx, org, traveller, own)))


def left_of(tx: Connection, org: str, names: Sequence[str], threads: Sequence[str]) -> dict[str, int]:
    """Return how many rows by table still name a person or a conversation: in any column of text, whatever was erased."""
    which = [(table, (table.c.thread_id.in_(threads),)) for table in (*BY_THREAD, approvals, purchases, holds)]
    which += [(table, _naming(table, org, names)) for table in metadata.sorted_tables if table not in STAYS]
    found = Counter[str]()
    for table, rows in which:
        count = tx.execute(select(func.count()).select_from(table).where(*rows)).scalar_one()
        found[table.name] = max(found[table.name], count)
    return {name: count for name, count in found.items() if count}


def _naming(table: Table, org: str, names: Sequence[str]) -> tuple[Any, ...]:
    """Return the condition for rows of a table with one of the names, or what lies under it, in any column of text."""
    texts = [column for column in table.c if isinstance(column.type, String)]
    return (*_within(table, org), or_(false(), *(_under(column, name) for column in texts for name in names)))


def _within(table: Table, org: str) -> tuple[Any, ...]:
    return (table.c.org == org,) if "org" in table.c else ()


def _under(column: Any, name: str) -> Any:
    return or_(column == name, column.startswith(f"{name}/", autoescape=True))


def _noted(table: Table, org: str, traveller: str) -> tuple[Any, ...]:
    return table.c.org == org, or_(table.c.subject == traveller, table.c.traveller == traveller)


def _others(tx: Connection, org: str, traveller: str, threads: Collection[str]) -> set[str]:
    """Return those of the conversations that somebody else took part in: their words stand there, too."""
    else_ = not_(and_(*_noted(conversations, org, traveller)))
    return set(
        tx.execute(select(conversations.c.thread_id).where(conversations.c.thread_id.in_(threads), else_)).scalars()
    )


def forget(tx: Connection, org: str, traveller: str, now: datetime, also: Sequence[str] = ()) -> Forgotten:
    """Erase a traveller in one transaction, or nothing where something is still under way.

    ``also`` are conversations of theirs that the ledger does not know, as a server names them.
    """
    names = names_of(tx, org, traveller)
    owned = trips_of(tx, org, traveller)
    ids = [row.ledger_id for row in owned]
    for trip_id in ids:
        lock_trip(tx, trip_id)
    if blocking := in_the_way(tx, ids):
        return Forgotten(pseudonym="", in_the_way=tuple(blocking))
    pseudonym = f"forgotten-{_mark(tx, org, traveller, now)}"
    threads = threads_of(tx, org, traveller, also)
    named = (*_elsewhere(tx, org, traveller, [row.trip_id for row in owned]),)
    erased = Counter[str]()
    _erase_trips(tx, owned, ids, erased)
    _erase_person(tx, org, names, erased)
    _erase_threads(tx, org, traveller, threads, erased)
    for name in names:
        _rename(tx, ids, name, pseudonym, now)
    kept = {table.name: _count(tx, table, ids) for table in (bookings, purchases, approvals, operations, holds)}
    facts = {"pseudonym": pseudonym, "trips": list(ids), "erased": dict(erased)}
    auditing.append(tx, [AuditEvent(trip_id="", type="traveller.forgotten", data=facts)], now)
    return Forgotten(
        pseudonym=pseudonym, trips=tuple(ids), threads=threads, erased=dict(erased), kept=kept, named_elsewhere=named
    )


def _mark(tx: Connection, org: str, traveller: str, now: datetime) -> str:
    key = seals.derived(tx, seals.PEOPLE, now)
    return hmac.new(key, f"{org}/{traveller}".encode(), hashlib.sha256).hexdigest()[:16]


def _threads(tx: Connection, ids: Sequence[str]) -> tuple[str, ...]:
    """Return the threads of the trips that are of no other trip."""
    bound = select(trip_threads.c.thread_id).where(trip_threads.c.ledger_id.in_(ids))
    others = select(trip_threads.c.thread_id).where(trip_threads.c.ledger_id.not_in(ids))
    query = bound.where(trip_threads.c.thread_id.not_in(others)).distinct()
    return tuple(sorted(tx.execute(query).scalars()))


def _elsewhere(tx: Connection, org: str, traveller: str, own: Sequence[str]) -> list[str]:
    """Return the trips of others whose documents name the profile: they belong to those."""
    names = documents.c.document.contains(json.dumps(traveller), autoescape=True)
    query = select(documents.c.trip_id).where(documents.c.org == org, documents.c.trip_id.not_in(own), names)
    return sorted(set(tx.execute(query).scalars()))


def _erase_trips(tx: Connection, owned: Sequence[Any], ids: Sequence[str], erased: Counter[str]) -> None:
    for row in owned:
        mine = (documents.c.org == row.org, documents.c.trip_id == row.trip_id)
        erased["documents"] += tx.execute(delete(documents).where(*mine)).rowcount
    erased["offers"] += tx.execute(delete(offers).where(offers.c.trip_id.in_(ids))).rowcount
    erased["trip_threads"] += tx.execute(delete(trip_threads).where(trip_threads.c.ledger_id.in_(ids))).rowcount
    erased["outbox"] += tx.execute(delete(outbox).where(outbox.c.trip_id.in_(ids))).rowcount
    erased["trip_grants"] += tx.execute(delete(trip_grants).where(trip_grants.c.ledger_id.in_(ids))).rowcount
    tx.execute(update(approvals).where(approvals.c.trip_id.in_(ids)).values(cart="", party=None, reason=None))
    tx.execute(update(operations).where(operations.c.trip_id.in_(ids)).values(body={}, error=""))
    for table in (holds, bookings):  # a meal or an assistance tells of a person's faith or health
        tx.execute(update(table).where(table.c.trip_id.in_(ids)).values(requests=[]))
    _erase_webhooks(tx, ids, erased)


def _erase_webhooks(tx: Connection, ids: Sequence[str], erased: Counter[str]) -> None:
    """Empty what suppliers wrote about the trips' orders; that an event came stays, so that it does not count twice."""
    known = tx.execute(
        select(operations.c.op_id, operations.c.order_id, operations.c.ref).where(operations.c.trip_id.in_(ids))
    )
    refs = {ref for row in known for ref in row if ref}
    for row in tx.execute(select(inbox)).all():
        if refs & {row.body.get("client_ref"), row.body.get("order_id")}:
            body = {name: row.body.get(name) for name in ("supplier", "event_id", "type", "client_ref", "order_id")}
            this = (inbox.c.supplier == row.supplier, inbox.c.event_id == row.event_id)
            erased["inbox"] += tx.execute(update(inbox).where(*this).values(body=body)).rowcount


def _erase_person(tx: Connection, org: str, names: Sequence[str], erased: Counter[str]) -> None:
    """Erase what is kept by a person's name, and what lies under it: companions are ``name/their-name``."""
    for name in names:
        for table, column in OF_PERSON.items():
            mine = (_under(column, name), *_within(table, org))
            erased[table.name] += tx.execute(delete(table).where(*mine)).rowcount


OF_PERSON: dict[Table, Any] = {
    profiles: profiles.c.profile_id,
    policies: policies.c.traveller,
    payment_methods: payment_methods.c.traveller,
    model_use: model_use.c.traveller,
    trip_grants: trip_grants.c.subject,
}


def _erase_threads(tx: Connection, org: str, traveller: str, threads: Sequence[str], erased: Counter[str]) -> None:
    for table in (conversations, staff_queue):
        erased[table.name] += tx.execute(delete(table).where(*_noted(table, org, traveller))).rowcount
    for table in BY_THREAD:
        erased[table.name] += tx.execute(delete(table).where(table.c.thread_id.in_(threads))).rowcount
    tx.execute(delete(locks).where(locks.c.name.in_(threads)))  # a process that was killed leaves its lock there


def _rename(tx: Connection, ids: Sequence[str], traveller: str, pseudonym: str, now: datetime) -> None:
    """Put the pseudonym where a row that stays names the person or a conversation; seal what the chain covers again."""
    for column in (trip_owners.c.subject, trip_owners.c.traveller):
        mine = (trip_owners.c.ledger_id.in_(ids), column == traveller)
        tx.execute(update(trip_owners).where(*mine).values({column.name: pseudonym}))
    for table in (approvals, purchases, holds):
        tx.execute(update(table).where(table.c.trip_id.in_(ids)).values(thread_id=pseudonym))
    for column in (approvals.c.approver, approvals.c.closed_by, purchases.c.approved_by):
        mine = (column.table.c.trip_id.in_(ids), column == traveller)
        tx.execute(update(column.table).where(*mine).values({column.name: pseudonym}))
    for purchase_id in tx.execute(select(purchases.c.purchase_id).where(purchases.c.trip_id.in_(ids))).scalars().all():
        auditing.seal_row(tx, "purchase", purchase_id, now)


def _count(tx: Connection, table: Table, ids: Sequence[str]) -> int:
    return tx.execute(select(func.count()).select_from(table).where(table.c.trip_id.in_(ids))).scalar_one()
