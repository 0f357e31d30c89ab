"""What a conversation looks like on a terminal: wrapped and marked words, a panel for an approval; plain text elsewhere."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tripintent.app.errors import SessionError
from tripintent.state.plain import paragraphs

if TYPE_CHECKING:
    from tripintent.app.results import Pending, ShownMessage, TurnResult
    from tripintent.app.sync import SyncSession
    from tripintent.tools.cards.card import Card


PRICE, WARNING, QUESTION = "green", "yellow", "bold"

_BEGINNING = re.compile(r"\s*(?:[✈⌂⚠·•*-]\s+|\d+[.)]\s+)?")
_WARNS = re.compile(r"\s*(?:⚠|But:|To confirm[^:]*:)")
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


LONGEST = 100_000
ROOM_FOR_REASONS = 100
"""Columns of a terminal on which a table has room for the reason of each option."""
GREETING = "Where would you like to go? (/help lists commands)"


class Renderer:
    """Writes turns to stdout. Words of travellers, suppliers and models are data: no markup and no control in them is obeyed."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self._card: Mapping[str, Any] | None = None

    @property
    def _rich(self) -> bool:
        return self._console.is_terminal

    def greet(self) -> None:
        """Ask where a new conversation leads."""
        self._words(GREETING)

    def greet_again(self, session: "SyncSession", thread: str) -> None:
        """Say what was said last when a conversation goes on."""
        last = [s for s in past(session, thread) if s.role == "assistant"][-1:]
        self._words(last[0].text if last else GREETING)

    def say(self, said: "ShownMessage") -> None:
        """Write one reply; on a terminal its card in a frame as wide as the window, and its words below."""
        from tripintent.tools.cards.card import Card, text

        card = said.facts.get("card")
        drawn = text(Card.model_validate(card)) if self._rich and card else ""
        if not drawn or not said.text.startswith(drawn):
            self._words(said.text)
            return
        self._framed(drawn)
        if behind := said.text.removeprefix(drawn).strip():
            self._words(behind)

    def table(self, options: Sequence[Mapping[str, Any]]) -> None:
        """Write options side by side."""
        self._console.print(options_table(options, why=self._console.width >= ROOM_FOR_REASONS))

    def show(self, result: "TurnResult", *, card: bool) -> None:
        """Write the replies of a turn, and the waiting card where no one will be asked."""
        for said in result.said:
            self.say(said)
        if card and result.interrupt and result.interrupt.is_approval:
            self.card(result.interrupt)

    def card(self, pending: "Pending", *, again: bool = True, language: str = "en") -> bool:
        """Write the approval card, and tell whether it was written: without ``again`` only one that is new or changed is."""
        if not again and pending.args == self._card:
            return False
        self._card = pending.args
        if self._rich:
            self._framed(terminal_lines(pending.args, language), title="approval", border_style=WARNING)
        else:
            self._console.print(card_lines(pending.args, language), soft_wrap=True)
        return True

    def ask(self, question: str) -> str:
        """Ask and return the words."""
        return self._console.input(f"[bold yellow]{escape(question)}[/bold yellow] ")

    def prompt(self) -> str:
        """Return the traveller's next words."""
        return self._console.input("[bold cyan]you>[/bold cyan] ")

    def _framed(self, words: str, **frame: Any) -> None:
        inner = Console(width=max(self._console.width - 4, 20))
        self._console.print(Panel(Group(*painted(paragraphs(words, LONGEST), inner)), **frame))

    def _words(self, text: str) -> None:
        words = paragraphs(text, LONGEST)
        if not self._rich:
            self._console.print(words, markup=False, soft_wrap=True)
            return
        for line in painted(words, self._console):
            self._console.print(line, soft_wrap=True)
        self._console.print()


def past(session: "SyncSession", thread: str) -> Sequence["ShownMessage"]:
    """Return what was said on the thread; nothing on a new one."""
    try:
        return session.history(thread)
    except SessionError as error:
        if error.code != "unknown_thread":
            raise
        return ()


def options_table(options: Sequence[Mapping[str, Any]], *, why: bool = True) -> Table:
    """Return the options side by side, with the reason for each where there is room."""
    from tripintent.tools.formats import formats_of  # Babel is slow to load: the greeting does without

    money, table = formats_of("en").money, Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", no_wrap=True)
    table.add_column("Total", no_wrap=True, justify="right", style=PRICE)
    for name in ("Flights", "Hotels", "Stops", "Hours", *(["Why"] if why else [])):
        table.add_column(name, justify="right" if name in ("Stops", "Hours") else "left")
    for option in options:
        table.add_row(
            str(option["number"]),
            money(option["total"]),
            escape("\n".join(_flight(f) for f in option["flights"])),
            escape("\n".join(str(h["title"]) for h in option["hotels"])),
            str(option["stops"]),
            f"{option['minutes'] / 60:.1f}",
            *([escape(str(option["why"]))] if why else []),
        )
    return table


def _flight(flight: Mapping[str, Any]) -> str:
    from tripintent.tools.formats import formats_of

    english, leaves = formats_of("en"), flight["depart_at"]
    when = f"{english.short_day(leaves)} {english.clock(leaves)}"
    return f"{'–'.join(flight['route'])} {when} {', '.join(flight['airlines'])}"


def card_lines(args: Mapping[str, Any], language: str = "en") -> str:
    """Return the lines of a card where no person is asked: `tripintent approve` is told the numbers of its points."""
    from tripintent.tools.cards.card import text
    from tripintent.tools.cards.words import CardWords

    card, say, typed = drawn(args), CardWords(language).say, len(args["payment_methods"]) > 1
    must = [f"{say('to_confirm_by', number=str(n))}: {escape(one.text)}" for n, one in enumerate(card.confirm, 1)]
    ways = [say("pay_with", method=_method(one, typed=typed)) for one in args["payment_methods"]]
    ways = [] if card.kind == "cancel" else ways  # nothing is paid
    return "\n".join([escape(text(card.model_copy(update={"confirm": ()}))), *must, *ways])


def terminal_lines(args: Mapping[str, object], language: str = "en") -> str:
    """Return the lines of a card for a person who is asked below it: the points to confirm stand last."""
    from tripintent.tools.cards.card import text
    from tripintent.tools.cards.words import CardWords

    card, title = drawn(args), CardWords(language).say("to_confirm")
    points = [f"  {n}. {one.text}" for n, one in enumerate(card.confirm, 1)]
    return "\n".join([text(card.model_copy(update={"confirm": ()})), *([f"\n{title}:"] if points else []), *points])


def drawn(args: Mapping[str, Any]) -> "Card":
    """Return the card of an approval; one that was stored before cards were drawn shows what is bought, and the total."""
    from tripintent.tools.cards.card import Card
    from tripintent.tools.formats import formats_of

    if "card" in args:
        return Card.model_validate(args["card"])
    english = formats_of("en")
    lines = [{"label": str(one["title"]), "money": english.money(one["total"])} for one in args["cart"]]
    asked = [{"text": str(one["text"]), "of": one["id"]} for one in args["confirmations"]]
    title = f"{english.money(args['total'])}, until {english.moment(args['expires_at'])}"
    return Card.model_validate({"kind": "purchase", "title": title, "lines": lines, "confirm": asked})


def _method(one: Mapping[str, str], *, typed: bool) -> str:
    """Return a payment method by its label; where there is a choice, with the name that is typed."""
    label = escape(one["label"] or one["payment_method_id"])
    return f"{escape(one['payment_method_id'])}: {label}" if typed else label
