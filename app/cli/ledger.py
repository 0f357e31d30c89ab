"""The operator's view of the ledger: ``purchases``, ``reconcile``, ``settle``, ``audit``, ``token`` and ``notices``."""

import asyncio
import sys
from typing import TYPE_CHECKING

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_json, write_row
from tripintent.app.cli.options import composed, json_option, settings_of, stored

if TYPE_CHECKING:
    from tripintent.tools.ports.outcomes import PurchaseSummary


@click.command("purchases")
@click.option("--limit", default=50, show_default=True, help="How many, the newest first.")
@json_option
@stored
def purchases_command(*, limit: int, as_json: bool, **flags: object) -> None:
    """List what was bought, or is being bought; with its steps where something is not bought."""
    with in_words(), composed(settings_of(**flags)) as parts:
        for one in asyncio.run(parts.ports.desk.purchases(limit)):
            if as_json:
                write_json(one.model_dump(mode="json"))
            else:
                _show(one)


def _show(one: "PurchaseSummary") -> None:
    from tripintent.tools.formats import formats_of

    english = formats_of("en")
    when = english.moment(one.created_at)
    click.echo(
        f"{one.purchase_id}  {one.state:16}  {english.money(one.total)}  {when}  {one.thread_id}  {one.note}".rstrip()
    )
    for step in one.steps if one.state != "PURCHASED" else ():
        why = f" ({step.code}: {step.error})" if step.code else ""
        click.echo(f"  {step.action} {step.op_id} at {step.supplier}: {step.state}{why}")
        if step.state == "UNKNOWN":
            click.echo(f"  when {step.supplier} was asked: tripintent settle {step.op_id} --done, or --not-done")


@click.command("reconcile")
@json_option
@stored
def reconcile_command(*, as_json: bool, **flags: object) -> None:
    """Finish or probe whatever a crash left open, expire what lapsed, release what is orphaned."""
    with in_words(), composed(settings_of(**flags)) as parts:
        report = asyncio.run(parts.ports.desk.reconcile())
        if as_json:
            write_json(report.model_dump(mode="json"))
            return
        counts = report.model_dump(exclude={"notes"})
        click.echo(", ".join(f"{name} {count}" for name, count in counts.items()))
        for note in report.notes:
            click.echo(f"- {note}")


@click.group("audit")
def audit_command() -> None:
    """Show the audit, or verify that no one changed it."""


@audit_command.command("anchor")
@click.option("--to", "where", metavar="FILE|URL", help="Add it to a file or to a second database, not only print it.")
@stored
def anchor_command(*, where: str | None, **flags: object) -> None:
    """Write the audit's newest line, signed: keep it where whoever can write to the ledger cannot.

    It is printed as one line of JSON, for a log; --to keeps it as well.
    """
    from tripintent.tools.ledger.anchoring import anchors_at

    with in_words(), composed(settings := settings_of(**flags)) as parts:
        anchor = asyncio.run(parts.ports.desk.anchor_audit())
        if where := where or settings.audit_anchors:
            anchors_at(where).add(anchor)
    click.echo(anchor.model_dump_json())


@audit_command.command("verify")
@click.option("--anchors", "where", metavar="FILE|URL", help="Where anchors were kept: they still have to hold.")
@json_option
@stored
def verify_command(*, where: str | None, as_json: bool, **flags: object) -> None:
    """Check the hash chain, purchases and bookings against it, and anchors; exit code 1 when something was changed."""
    from tripintent.tools.ledger.anchoring import anchors_at

    with in_words(), composed(settings := settings_of(**flags)) as parts:
        where = where or settings.audit_anchors
        broken = asyncio.run(parts.ports.desk.verify_audit(anchors_at(where).all() if where else ()))
    write_row({"intact": broken is None, "problem": broken}, broken or "the audit is intact", as_json=as_json)
    if broken:
        sys.exit(1)


@audit_command.command("show")
@click.option("--trip", "trip_id", metavar="ID", help="Only this trip; another organisation's as the list names it.")
@json_option
@stored
def show_audit_command(*, trip_id: str | None, as_json: bool, **flags: object) -> None:
    """List the audit, oldest first."""
    with in_words(), composed(settings := settings_of(**flags)) as parts:
        name = _ledger_id(settings.organisation, trip_id) if trip_id else None
        for event in asyncio.run(parts.ports.desk.audit(name)):
            at = event.at.isoformat(" ", "seconds") if event.at else ""
            line = f"{at}  {event.trip_id}  {event.type}  {event.data}"
            write_row(event.model_dump(mode="json"), line, as_json=as_json)


def _ledger_id(organisation: str, trip_id: str) -> str:
    """Return the name of a trip in the ledger; one that names its organisation is that name already."""
    from tripintent.state.trip import TripIntent

    return trip_id if "/" in trip_id else TripIntent(org=organisation, trip_id=trip_id).ledger_id


@click.command("settle")
@click.argument("op_id")
@click.option("--done/--not-done", "done", default=None, help="Whether it happened, as the supplier says.")
@click.option("--order", "order_id", metavar="ID", help="Number of the order that it made, where it is not known yet.")
@click.option("--locator", metavar="PNR", help="Booking reference or confirmation number.")
@click.option("--ticket", "tickets", metavar="NUMBER", multiple=True, help="Ticket number; may be repeated.")
@click.option("--by", required=True, metavar="NAME", help="Who learned it; written to the audit.")
@click.option("--reason", required=True, metavar="TEXT", help="From whom, and how; written to the audit.")
@json_option
@stored
def settle_command(
    *,
    op_id: str,
    done: bool | None,
    order_id: str | None,
    locator: str | None,
    tickets: tuple[str, ...],
    by: str,
    reason: str,
    as_json: bool,
    **flags: object,
) -> None:
    """Settle an operation in doubt on a person's word: ask its supplier first, then say --done or --not-done.

    The supplier's books are read once more before, and count for more. The purchase then goes on, or is undone.
    """
    from pydantic import ValidationError

    from tripintent.tools.ports.outcomes import Statement

    if done is None:
        raise click.UsageError("say --done or --not-done: whether it happened, as the supplier says")
    try:
        told = Statement(done=done, by=by, reason=reason, order_id=order_id, locator=locator, tickets=tickets)
    except ValidationError as error:
        raise CliFailure("; ".join(f"--{_option(row['loc'])}: {row['msg']}" for row in error.errors())) from error
    with in_words(), composed(settings_of(**flags)) as parts:
        settled = asyncio.run(parts.ports.desk.settle_by_hand(op_id, told))
    if as_json:
        write_json(settled.model_dump(mode="json"))
        return
    how = ", by the supplier's own books: your word was not needed" if settled.by_books else f", told by {told.by}"
    click.echo(f"{settled.action} {settled.op_id} at {settled.supplier}: {settled.state}{how}")
    if settled.purchase_id:
        click.echo(f"purchase {settled.purchase_id}: {settled.purchase_state}  {settled.note}".rstrip())


def _option(where: tuple[int | str, ...]) -> str:
    return {"order_id": "order"}.get(str(where[0]), str(where[0]))


@click.command("token")
@click.argument("approval_id")
@click.option("--by", default="operator", metavar="NAME", help="Who asks for it; written to the audit.")
@json_option
@stored
def token_command(*, approval_id: str, by: str, as_json: bool, **flags: object) -> None:
    """Make a fresh token for an open approval. It is told once; an earlier one is worth nothing from then on."""
    with in_words():
        with composed(settings_of(**flags)) as parts:
            token = asyncio.run(parts.ports.desk.new_token(approval_id, by))
        if not isinstance(token, str):
            raise CliFailure(token.message)
        write_row({"approval_id": approval_id, "token": token}, token, as_json=as_json)


@click.command("notices")
@click.option("--send", is_flag=True, help="Tell now whatever waits, also what was given up.")
@json_option
@stored
def notices_command(*, send: bool, as_json: bool, **flags: object) -> None:
    """List what was not told yet by webhook or mail. A server tells by itself; a graph of a host's needs `--send` from time to time."""
    from tripintent.app.notifying import delivery_of
    from tripintent.tools.ledger.post import PendingNotice

    settings = settings_of(**flags)

    async def work() -> list[PendingNotice]:
        delivery = delivery_of(settings, parts)
        if send:
            await delivery.again()
            while await delivery.round():
                pass
        return await delivery.waiting()

    with in_words(), composed(settings) as parts:
        left = asyncio.run(work())
    for one in left:
        error = f": {one.error}" if one.error else ""
        line = f"{one.notice.notice_id}  {one.channel}  {one.notice.event}  tried {one.attempts}×{error}"
        write_row({**one._asdict(), "notice": one.notice.model_dump(mode="json")}, line, as_json=as_json)
    if not left:
        click.echo("everybody was told", err=True)
