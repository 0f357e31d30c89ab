"""A person's answer to what waits: the prompt in a conversation, and ``approve`` and ``reject`` on a thread."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from tripintent.app.cli.failing import EXIT, turn_line, write_json
from tripintent.app.cli.options import json_option, opened, stored, thread_option
from tripintent.app.cli.rendering import Renderer

if TYPE_CHECKING:
    from tripintent.app.incoming import Answer
    from tripintent.app.results import Pending
    from tripintent.tools.cards.words import CardWords

    Decision = tuple[str, Answer, str]


YES = ("y", "yes", "approve", "ja", "oui", "si", "sí", "sì", "sim")
NO, LATER = ("n", "no", "reject", "nein", "non", "não", "nao"), ("l", "later", "")


def ask_approval(
    pending: "Pending",
    renderer: Renderer,
    method: str | None = None,
    *,
    again: bool = True,
    me: str = "",
    language: str = "en",
) -> "Decision | str | None":
    """Show the card; return the decision, or the words that were written instead, or None for later.

    ``method`` is chosen before. Without ``again`` a card that was shown and did not change is one line. ``me`` is who is asked;
    the only user, who has no name, decides in the place of whoever is named. A yes and a no count in English, too.
    """
    from tripintent.app.incoming import Answer
    from tripintent.tools.cards.words import CardWords

    words = CardWords(language)
    if not renderer.card(pending, again=again, language=language):
        click.echo(words.say("ask_still"), err=True)
    who = pending.args.get("approver")
    if who and me not in ("", who):
        click.echo(words.say("ask_other", who=who), err=True)
        return None
    listed = pending.args.get("confirmations", ())
    what = words.say("ask_approve_as", who=who) if who and not me else words.say("ask_approve")
    points = words.counted("ask_points", len(listed)) if listed else ""
    said = renderer.ask(" ".join(filter(None, (what, points, words.say("ask_answer")))))
    answer = said.strip().casefold()
    if answer in LATER:
        click.echo(words.say("ask_later"), err=True)
        return None
    if answer in (*NO, *words.say("ask_no").split()):
        return "reject", Answer(interrupt_id=pending.id, by=who), renderer.ask(words.say("ask_why"))
    if answer not in (*YES, *words.say("ask_yes").split()):
        return said
    confirmed = tuple(str(one["id"]) for one in listed)
    chosen = method or _method(pending.args, renderer, words)
    return "approve", Answer(chosen, confirmed, pending.args["approval_id"], pending.id, who), ""


def _method(args: Mapping[str, Any], renderer: Renderer, words: "CardWords") -> str | None:
    methods = args.get("payment_methods", ())
    if len(methods) < 2:
        return methods[0]["payment_method_id"] if methods else args.get("payment_method_id")
    ids = [str(m["payment_method_id"]) for m in methods]
    listed = ", ".join(f"{i}) {m['label'] or m['payment_method_id']}" for i, m in enumerate(methods, 1))
    said = renderer.ask(words.say("ask_pay", listed=listed)).strip()
    if not said:
        return args.get("payment_method_id") or ids[0]
    return ids[int(said) - 1] if said.isdecimal() and 1 <= int(said) <= len(ids) else said


def deciding(pending: "Pending", thread: str, me: str = "", language: str = "en") -> str:
    """Return how what waits is decided outside a terminal, with every point that an approval confirms, by its number on this very card."""
    from tripintent.tools.cards.words import CardWords

    points = "".join(f" --confirm {n}" for n, _ in enumerate(pending.args.get("confirmations", ()), 1))
    where = f"--thread {quote(thread)}"
    card = f" --approval {pending.args['approval_id']}" if points else ""
    who = pending.args.get("approver")
    named = f" --by {quote(who)}" if who else ""
    ways = {
        "approve": f"tripintent approve {where}{card}{points}{named}",
        "reject": f"tripintent reject {where}{named}",
    }
    return CardWords(language).say("decide_other" if who and me != who else "decide", **ways, who=who or "")


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
    from tripintent.app.cli.starting import shown_progress
    from tripintent.app.incoming import Answer

    with opened(flags, recover=True) as session:
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

    answer = Answer(approval_id=approval_id, interrupt_id=interrupt_id, by=by)
    with opened(flags, recover=True) as session:
        _write(session, session.reject(thread, reason, answer), as_json=as_json)


def _named(pending: "Pending | None", confirmations: Sequence[str]) -> tuple[str, ...]:
    """Return what is confirmed by its ids: people write the numbers of the card's points, programs the ids."""
    listed = pending.args.get("confirmations", ()) if pending else ()
    ids = {str(n): str(one["id"]) for n, one in enumerate(listed, 1)}
    return tuple(ids.get(one, one) for one in confirmations)


def _write(session: Any, result: Any, *, as_json: bool) -> None:
    if as_json:
        write_json(turn_line(result, session.document(result.thread_id)))
    else:
        Renderer().show(result, card=True)
