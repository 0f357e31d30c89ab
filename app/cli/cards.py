"""The lines of an approval card on a terminal: the card as it is drawn, what must be confirmed, and how it may be paid."""

from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from tripintent.tools.cards.card import Card, text
from tripintent.tools.formats import formats_of

_ENGLISH = formats_of("en")


def card_lines(args: Mapping[str, Any]) -> str:
    """Return the lines of a card where nobody is asked: `tripintent approve` is told the numbers of its points."""
    card = drawn(args)
    must = [f"confirm {n}: {escape(one.text)}" for n, one in enumerate(card.confirm, 1)]
    ways = [f"pay with {_method(m, typed=len(args['payment_methods']) > 1)}" for m in args["payment_methods"]]
    return "\n".join([escape(text(card.model_copy(update={"confirm": ()}))), *must, *ways])


def terminal_lines(args: Mapping[str, Any]) -> str:
    """Return the lines of a card for a person who is asked below it: the points to confirm stand last."""
    card = drawn(args)
    points = [f"  {n}. {one.text}" for n, one in enumerate(card.confirm, 1)]
    return "\n".join([text(card.model_copy(update={"confirm": ()})), *(["\nTo confirm:"] if points else []), *points])


def drawn(args: Mapping[str, Any]) -> Card:
    """Return the card of an approval; one that was stored before cards were drawn shows what is bought, and the total."""
    if "card" in args:
        return Card.model_validate(args["card"])
    lines = [{"label": str(one["title"]), "money": _ENGLISH.money(one["total"])} for one in args["cart"]]
    asked = [{"text": str(one["text"]), "of": one["id"]} for one in args["confirmations"]]
    title = f"{_ENGLISH.money(args['total'])}, until {_ENGLISH.moment(args['expires_at'])}"
    return Card.model_validate({"kind": "purchase", "title": title, "lines": lines, "confirm": asked})


def _method(one: Mapping[str, str], *, typed: bool) -> str:
    """Return a payment method by its label; where there is a choice, with the name that is typed."""
    label = escape(one["label"] or one["payment_method_id"])
    return f"{escape(one['payment_method_id'])}: {label}" if typed else label
