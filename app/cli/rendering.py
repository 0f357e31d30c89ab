"""What a conversation looks like on a terminal: wrapped and marked words, a panel for an approval; plain text elsewhere."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from tripintent.app.cli.painting import PRICE, WARNING, painted
from tripintent.app.errors import SessionError
from tripintent.state.plain import paragraphs

if TYPE_CHECKING:
    from tripintent.app.results import Pending, ShownMessage, TurnResult
    from tripintent.app.sync import SyncSession

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

    def card(self, pending: "Pending", *, again: bool = True) -> bool:
        """Write the approval card, and tell whether it was written: without ``again`` only one that is new or changed is."""
        if not again and pending.args == self._card:
            return False
        self._card = pending.args
        from tripintent.app.cli.cards import card_lines, terminal_lines

        if self._rich:
            self._framed(terminal_lines(pending.args), title="approval", border_style=WARNING)
        else:
            self._console.print(card_lines(pending.args), soft_wrap=True)
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
