"""``approve`` and ``reject``: a person's answer to what waits on a thread."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tripintent.app.cli.failing import EXIT, in_words
from tripintent.app.cli.options import json_option, settings_of, stored, thread_option

if TYPE_CHECKING:
    from tripintent.app.results import Pending

_interrupt = click.option("--interrupt", "interrupt_id", metavar="ID", help="Refuse unless this question waits.")
_approval = click.option("--approval", "approval_id", metavar="ID", help="Refuse unless this approval waits.")
_by = click.option("--by", metavar="NAME", help="Who answers, where a policy names an approver.")


@click.command("approve")
@thread_option
@click.option("--payment-method", "payment_method_id", metavar="ID", help="Pay with this one.")
@click.option(
    "--confirm",
    "confirmations",
    multiple=True,
    metavar="NUMBER",
    help="Confirm this point of the card; may be repeated.",
)
@_interrupt
@_approval
@_by
@json_option
@stored
def approve_command(
    *,
    thread: str,
    payment_method_id: str | None,
    confirmations: tuple[str, ...],
    interrupt_id: str | None,
    approval_id: str | None,
    by: str | None,
    as_json: bool,
    **flags: object,
) -> None:
    """Approve what waits on a thread: buy it, or cancel it, as the card says. Exit code 2: it still waits."""
    from tripintent.app.cli.progress import shown_progress
    from tripintent.app.incoming import Answer
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags)) as session:
        before, last = session.waiting(thread), session.history(thread)[-1:]
        answer = Answer(payment_method_id, _named(before, confirmations), approval_id, interrupt_id, by)
        if before and any(one.isdecimal() for one in confirmations):  # a number is one of this very card
            answer = replace(answer, approval_id=approval_id or before.args.get("approval_id"))
        with shown_progress(language=last[0].language if last else "en") as on_progress:
            result = session.approve(thread, answer, on_progress=on_progress)
        _write(session, result, as_json=as_json)
    if (
        before
        and result.interrupt
        and result.interrupt.is_approval
        and result.interrupt.args["approval_id"] == before.args["approval_id"]
    ):
        sys.exit(EXIT)


@click.command("reject")
@thread_option
@click.option("--reason", default="", metavar="TEXT", help="Why not.")
@_interrupt
@_approval
@_by
@json_option
@stored
def reject_command(
    *,
    thread: str,
    reason: str,
    interrupt_id: str | None,
    approval_id: str | None,
    by: str | None,
    as_json: bool,
    **flags: object,
) -> None:
    """Refuse what waits on a thread; its holds are released."""
    from tripintent.app.incoming import Answer
    from tripintent.app.sync import SyncSession

    answer = Answer(approval_id=approval_id, interrupt_id=interrupt_id, by=by)
    with in_words(), SyncSession(settings_of(**flags)) as session:
        _write(session, session.reject(thread, reason, answer), as_json=as_json)


def _named(pending: "Pending | None", confirmations: Sequence[str]) -> tuple[str, ...]:
    """Return what is confirmed by its ids: people write the numbers of the card's points, programs the ids."""
    listed = pending.args.get("confirmations", ()) if pending else ()
    ids = {str(n): str(one["id"]) for n, one in enumerate(listed, 1)}
    return tuple(ids.get(one, one) for one in confirmations)


def _write(session: Any, result: Any, *, as_json: bool) -> None:
    from tripintent.app.cli.output import turn_line, write_json
    from tripintent.app.cli.rendering import Renderer

    if as_json:
        write_json(turn_line(result, session.document(result.thread_id)))
    else:
        Renderer().show(result, card=True)
