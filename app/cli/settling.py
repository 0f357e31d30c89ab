"""``settle``: what a person learned from a supplier about an operation that no one can look up."""

import asyncio

import click

from tripintent.app.cli.failing import CliFailure, in_words
from tripintent.app.cli.options import composed, json_option, settings_of, stored


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

    from tripintent.app.cli.output import write_json
    from tripintent.tools.ports.operating import Statement

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
