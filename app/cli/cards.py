"""The lines of an approval card: what is bought or cancelled, what must be confirmed, and how it may be paid.

Words on a terminal: wrapped between words under their own beginning, with prices, warnings and the question marked.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.text import Text

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


PRICE, WARNING, QUESTION = "green", "yellow", "bold"

_BEGINNING = re.compile(r"\s*(?:[✈⌂⚠·•*-]\s+|\d+[.)]\s+)?")
_WARNS = re.compile(r"\s*(?:⚠|But:)")
_WHOLE = r"(?:\d{1,3}(?:[.,’'\ ]\d{3})+|\d+)"
_PRICE = re.compile(
    rf"""(?<![\w.,])(?:
        [A-Z]{{0,3}}[$£€¥₹₩₱฿]\s?{_WHOLE}(?:[.,]\d\d)?(?!\d)
      | {_WHOLE}(?:[.,]\d\d)?\s?(?:[€₽₺₪₫]|zł|Kč|kr\b)
      | [A-Z]{{3}}\s?{_WHOLE}[.,]\d\d(?!\d)
      | {_WHOLE}[.,]\d\d\s?[A-Z]{{3}}\b
    )""",
    re.VERBOSE,
)
_SENTENCE_ENDS = re.compile(r"[.!?:]\s+")
_WORD = re.compile(r"(?P<word>[^ \t]+)[ \t]*")
"""A word and what parts it from the next."""
_TIME = re.compile(r"\d+ h \d+ min|\d+ (?:h|min)\b")


def painted(text: str, console: Console) -> Iterator[Text]:
    """Yield the lines of a reply as the console shows them. A word that is longer than a line stays whole."""
    lines = text.splitlines()
    last = max((n for n, line in enumerate(lines) if line.strip()), default=-1)
    for number, line in enumerate(lines):
        yield from _wrapped(_styled(line, ends=number == last), console)


def _styled(line: str, *, ends: bool) -> Text:
    """Return one line with its styles; the line that ends a reply may be the question."""
    text = Text(line, style=WARNING if _WARNS.match(line) else "")
    for found in _PRICE.finditer(line):
        text.stylize(PRICE, *found.span())
    if ends and (asked := line.rfind("?")) >= 0:
        starts = [found.end() for found in _SENTENCE_ENDS.finditer(line, 0, asked)]
        text.stylize(QUESTION, starts[-1] if starts else 0, asked + 1)
    return text


def _wrapped(text: Text, console: Console) -> Iterator[Text]:
    """Yield a line in the console's width, what follows its first part under the first word."""
    begins = _BEGINNING.match(text.plain)
    margin = begins.end() if begins else 0
    first, rest = text.divide([margin]) if 0 < margin < len(text) else (Text(), text)
    for number, part in enumerate(rest.divide(_ends(rest.plain, console.width - cell_len(first.plain)))):
        part.rstrip()
        yield Text.assemble(Text(" " * margin) if number else first, part)


def _ends(text: str, width: int) -> list[int]:
    """Return where the lines of a text end that have room for ``width`` cells, each before a word; none within a price or a time."""
    ends, room, whole = list[int](), width, text
    for kept in (_PRICE, _TIME):
        whole = kept.sub(lambda found: found.group().replace(" ", "\u00a0"), whole)
    for found in _WORD.finditer(whole):
        if cell_len(found["word"]) > room < width:
            ends.append(found.start())
            room = width
        room -= cell_len(found.group())
    return ends
