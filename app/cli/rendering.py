"""What a conversation looks like on a terminal: tables for options, a panel for an approval, plain text elsewhere."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from tripintent.app.cli.amounts import money
from tripintent.state.plain import paragraphs

if TYPE_CHECKING:
    from tripintent.app.results import Pending, Said, TurnResult
    from tripintent.app.sync import SyncSession

LONGEST = 100_000
GREETING = "Where would you like to go? (/help lists commands)"


class Renderer:
    """Writes turns to stdout. Words of travellers, suppliers and models are data: no markup and no control in them is obeyed."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)

    @property
    def _rich(self) -> bool:
        return self._console.is_terminal

    def greet(self) -> None:
        """Ask where a new conversation leads."""
        self._words(GREETING)

    def greet_again(self, session: "SyncSession", thread: str) -> None:
        """Say what was said last when a conversation goes on."""
        last = [s for s in _past(session, thread) if s.role == "assistant"][-1:]
        self._words(last[0].text if last else GREETING)

    def say(self, said: "Said") -> None:
        """Write one reply, with its options side by side on a terminal."""
        self._words(said.text)
        options = said.facts.get("options") if said.kind == "options" else None
        if options and self._rich:
            self._console.print(options_table(options))

    def show(self, result: "TurnResult", *, card: bool) -> None:
        """Write the replies of a turn, and the waiting card where no one will be asked."""
        for said in result.said:
            self.say(said)
        if card and result.interrupt and result.interrupt.is_approval:
            self.card(result.interrupt)

    def card(self, pending: "Pending") -> None:
        """Write the approval card."""
        from tripintent.app.cli.cards import card_lines

        if self._rich:
            self._console.print(Panel(card_lines(pending.args), title="approval", border_style="yellow"))
        else:
            self._console.print(card_lines(pending.args), soft_wrap=True)

    def ask(self, question: str) -> str:
        """Ask and return the words."""
        return self._console.input(f"[bold yellow]{escape(question)}[/bold yellow] ")

    def prompt(self) -> str:
        """Return the traveller's next words."""
        return self._console.input("[bold cyan]you>[/bold cyan] ")

    def _words(self, text: str) -> None:
        self._console.print(paragraphs(text, LONGEST), markup=False, soft_wrap=True)
        if self._rich:
            self._console.print()


def _past(session: "SyncSession", thread: str) -> Sequence["Said"]:
    """Return what was said on the thread; nothing on a new one."""
    known = {t.thread_id for t in session.threads()}
    return session.history(thread) if thread in known else ()


def options_table(options: Sequence[Mapping[str, Any]]) -> Table:
    """Return the options side by side."""
    table = Table("#", "Total", "Flights", "Hotels", "Stops", "Hours", "Why", title_justify="left")
    for option in options:
        table.add_row(
            str(option["number"]),
            money(option["total"]),
            escape("\n".join(_flight(f) for f in option["flights"])),
            escape("\n".join(str(h["title"]) for h in option["hotels"])),
            str(option["stops"]),
            f"{option['minutes'] / 60:.1f}",
            escape(str(option["why"])),
        )
    return table


def _flight(flight: Mapping[str, Any]) -> str:
    return f"{'–'.join(flight['route'])} {flight['depart_at'][5:16].replace('T', ' ')} {', '.join(flight['airlines'])}"
