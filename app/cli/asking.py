"""The approval prompt: every confirmation is asked for by itself, and only a clear yes is one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tripintent.app.cli.rendering import Renderer

if TYPE_CHECKING:
    from tripintent.app.pending import Answer
    from tripintent.app.results import Pending

    Decision = tuple[str, Answer, str]

YES, NO, LATER = ("y", "yes"), ("n", "no"), ("l", "later")


def ask_approval(pending: "Pending", renderer: Renderer) -> "Decision | str | None":
    """Show the card; return the decision, or the words that were written instead, or None for later."""
    from tripintent.app.pending import Answer

    renderer.card(pending)
    said = renderer.ask("Approve? [y]es, [n]o, [l]ater, or write what you want instead")
    if said.strip().lower() in LATER:
        return None
    if said.strip().lower() in NO:
        return "reject", Answer(interrupt_id=pending.id), renderer.ask("Why not? (may be empty)")
    if said.strip().lower() not in YES:
        return said
    confirmed = _confirmations(pending.args.get("confirmations", ()), renderer)
    if confirmed is None:
        click.echo("Not approved: everything listed must be confirmed. Nothing was bought.", err=True)
        return None
    method = _method(pending.args, renderer)
    return "approve", Answer(method, confirmed, pending.args["approval_id"], pending.id), ""


def _confirmations(listed: Sequence[Mapping[str, Any]], renderer: Renderer) -> tuple[str, ...] | None:
    """Ask for each; None as soon as one is refused."""
    for one in listed:
        if renderer.ask(f"{one['text']} Do you confirm? [y/N]").strip().lower() not in YES:
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
