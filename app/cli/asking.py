"""The approval prompt: one yes for what the card says, one for all points below it, and only a clear yes is one."""

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from tripintent.app.cli.rendering import Renderer

if TYPE_CHECKING:
    from tripintent.app.incoming import Answer
    from tripintent.app.results import Pending

    Decision = tuple[str, Answer, str]

YES, NO, LATER = ("y", "yes"), ("n", "no"), ("l", "later", "")


AGAIN = "/approve shows this card again."


def ask_approval(pending: "Pending", renderer: Renderer, method: str | None = None) -> "Decision | str | None":
    """Show the card; return the decision, or the words that were written instead, or None for later. ``method`` is chosen before."""
    from tripintent.app.incoming import Answer

    renderer.card(pending)
    said = renderer.ask("Approve? [y]es, [n]o, [l]ater, or write what you want instead")
    if said.strip().lower() in LATER:
        click.echo(f"Nothing is decided yet. {AGAIN}", err=True)
        return None
    if said.strip().lower() in NO:
        return "reject", Answer(interrupt_id=pending.id), renderer.ask("Why not? (may be empty)")
    if said.strip().lower() not in YES:
        return said
    confirmed = _confirmations(pending.args.get("confirmations", ()), renderer)
    if confirmed is None:
        click.echo(f"Not approved: every point must be confirmed. Nothing was done. {AGAIN}", err=True)
        return None
    chosen = method or _method(pending.args, renderer)
    return "approve", Answer(chosen, confirmed, pending.args["approval_id"], pending.id), ""


def _confirmations(listed: Sequence[Mapping[str, Any]], renderer: Renderer) -> tuple[str, ...] | None:
    """Ask once for all points of the card; None when that is no clear yes."""
    what = "the point above" if len(listed) == 1 else f"all {len(listed)} points above"
    if listed and renderer.ask(f"Do you confirm {what}? [y/N]").strip().lower() not in YES:
        return None
    return tuple(str(one["id"]) for one in listed)


def _method(args: Mapping[str, Any], renderer: Renderer) -> str | None:
    methods = args.get("payment_methods", ())
    if len(methods) < 2:
        return methods[0]["payment_method_id"] if methods else args.get("payment_method_id")
    ids = [str(m["payment_method_id"]) for m in methods]
    listed = ", ".join(f"{i}) {m['label'] or m['payment_method_id']}" for i, m in enumerate(methods, 1))
    said = renderer.ask(f"Pay with which? {listed}").strip()
    if not said:
        return args.get("payment_method_id") or ids[0]
    return ids[int(said) - 1] if said.isdecimal() and 1 <= int(said) <= len(ids) else said


def deciding(pending: "Pending", thread: str) -> str:
    """Return how what waits is decided outside a terminal, with every point that an approval confirms, by its number on this very card."""
    points = "".join(f" --confirm {n}" for n, _ in enumerate(pending.args.get("confirmations", ()), 1))
    where = f"--thread {quote(thread)}"
    card = f" --approval {pending.args['approval_id']}" if points else ""
    return f"Decide with: tripintent approve {where}{card}{points}, or tripintent reject {where}"
