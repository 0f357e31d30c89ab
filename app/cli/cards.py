"""The lines of an approval card: what is bought or cancelled, what must be confirmed, and how it may be paid."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.markup import escape

from tripintent.app.cli.painting import WARNING
from tripintent.state.booking import CHANGED
from tripintent.tools.formats import formats_of
from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.items import airline_change, asked_lines
from tripintent.tools.language.replies.texts import texts_of

_ENGLISH = formats_of("en")


def card_lines(args: Mapping[str, Any]) -> str:
    """Return the lines of a card where nobody is asked: `tripintent approve` is told the numbers of its points."""
    must = [f"confirm {n}: {escape(str(c['text']))}" for n, c in enumerate(args["confirmations"], 1)]
    ways = [f"pay with {_method(m, typed=len(args['payment_methods']) > 1)}" for m in args["payment_methods"]]
    return "\n".join(
        [
            *_bought(args),
            *must,
            *ways,
            f"total {_ENGLISH.money(args['total'])}, valid until {_ENGLISH.moment(args['expires_at'])}",
        ]
    )


def terminal_lines(args: Mapping[str, Any]) -> str:
    """Return the lines of a card for a person who is asked below it: the points to confirm stand last."""
    points = [f"  {n}. {escape(str(c['text']))}" for n, c in enumerate(args["confirmations"], 1)]
    head = [f"\n[bold {WARNING}]To confirm:[/]"] if points else []
    return "\n".join(
        [
            *_bought(args),
            f"[bold]total {_ENGLISH.money(args['total'])}[/], valid until {_ENGLISH.moment(args['expires_at'])}",
            *head,
            *points,
        ]
    )


def _method(one: Mapping[str, str], *, typed: bool) -> str:
    """Return a payment method by its label; where there is a choice, with the name that is typed."""
    label = escape(one["label"] or one["payment_method_id"])
    return f"{escape(one['payment_method_id'])}: {label}" if typed else label


def _bought(args: Mapping[str, Any]) -> list[str]:
    """Return what is bought, what it replaces, and what that gives back."""
    rows = [row for line in args["cart"] for row in (_whole_line(line), *_beside(line))]
    old = [f"replaces {cancelled(one)}" for one in args.get("replaces", ())]
    rows += [f"back in all: {_ENGLISH.money(args['refund'])}"] if args.get("refund") and not old else []
    change = [f"the change in all: {_ENGLISH.money(args['difference'])}"] if args.get("difference") else []
    return [*rows, *old, *change]


def _whole_line(line: Mapping[str, object]) -> str:
    return f"{_cart_line(line)}{' (simulated)' if line['simulated'] else ''}"


def _beside(line: Mapping[str, Any]) -> Iterator[str]:
    """Yield what becomes of each request for an item."""
    english = texts_of("en")
    yield from (f"  · {escape(one)}" for one in asked_lines(line.get("requests", ()), english, Formats(english)))


def _cart_line(line: Mapping[str, Any]) -> str:
    """Return what is bought and its price, or what is cancelled and what that costs."""
    return (
        f"{escape(str(line['title']))}: {_ENGLISH.money(line['total'])}"
        if line["terms"]
        else f"cancels {cancelled(line)}"
    )


def cancelled(one: Mapping[str, Any]) -> str:
    """Return what becomes of a booking that is cancelled, or that its airline changes."""
    title = escape(str(one["title"]))
    if one["problem"] == CHANGED:
        english = texts_of("en")
        return f"{title}: {airline_change(one, english, Formats(english))}"
    if one["refund"] is None:
        return f"{title}: cannot be cancelled now, stays booked"
    return f"{title}: {_ENGLISH.money(one['fee'])} of {_ENGLISH.money(one['paid'])} is lost, back {_ENGLISH.money(one['refund'])}"
