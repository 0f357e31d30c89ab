"""The approval prompt: one yes for what the card says and all points below it, and only a clear yes is one."""

from collections.abc import Mapping
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


def ask_approval(
    pending: "Pending", renderer: Renderer, method: str | None = None, *, again: bool = True
) -> "Decision | str | None":
    """Show the card; return the decision, or the words that were written instead, or None for later.

    ``method`` is chosen before. Without ``again`` a card that was shown and did not change is one line.
    """
    from tripintent.app.incoming import Answer

    if not renderer.card(pending, again=again):
        click.echo(f"The card above still waits: nothing is decided yet. {AGAIN}", err=True)
    listed = pending.args.get("confirmations", ())
    points = "the point above" if len(listed) == 1 else f"all {len(listed)} points above"
    what = f"Approve, and confirm {points}?" if listed else "Approve?"
    said = renderer.ask(f"{what} [y/n] (Enter decides later; or write what you’d like instead)")
    if said.strip().lower() in LATER:
        click.echo(f"Nothing is decided yet. {AGAIN}", err=True)
        return None
    if said.strip().lower() in NO:
        return "reject", Answer(interrupt_id=pending.id), renderer.ask("Why not? (may be empty)")
    if said.strip().lower() not in YES:
        return said
    confirmed = tuple(str(one["id"]) for one in listed)
    chosen = method or _method(pending.args, renderer)
    return "approve", Answer(chosen, confirmed, pending.args["approval_id"], pending.id), ""


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
