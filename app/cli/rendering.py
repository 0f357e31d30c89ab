"""What a conversation looks like on a terminal: tables for options, a panel for an approval, plain text elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from tripintent.app.results import Pending, Said, TurnResult
from tripintent.app.sync import SyncSession
from tripintent.state.booking import CHANGED
from tripintent.state.plain import paragraphs
from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.items import airline_change, asked_lines
from tripintent.tools.language.replies.texts import texts_of

LONGEST = 100_000


class Renderer:
    """Writes turns to stdout. Words of travellers, suppliers and models are data: no markup and no control in them is obeyed."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)

    @property
    def _rich(self) -> bool:
        return self._console.is_terminal

    def greet(self, session: SyncSession, thread: str) -> None:
        """Say what this is, or what was said last when a conversation goes on."""
        last = [s for s in _past(session, thread) if s.role == "assistant"][-1:]
        text = last[0].text if last else "Where would you like to go? (/help lists commands)"
        self._words(text)

    def say(self, said: Said) -> None:
        """Write one reply, with its options side by side on a terminal."""
        self._words(said.text)
        options = said.facts.get("options") if said.kind == "options" else None
        if options and self._rich:
            self._console.print(options_table(options))

    def show(self, result: TurnResult, *, card: bool) -> None:
        """Write the replies of a turn, and the waiting card where no one will be asked."""
        for said in result.said:
            self.say(said)
        if card and result.interrupt and result.interrupt.is_approval:
            self.card(result.interrupt)

    def card(self, pending: Pending) -> None:
        """Write the approval card."""
        if self._rich:
            self._console.print(Panel(_card_lines(pending.args), title="approval", border_style="yellow"))
        else:
            self._console.print(_card_lines(pending.args), soft_wrap=True)

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


def _past(session: SyncSession, thread: str) -> Sequence[Said]:
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


def money(value: Mapping[str, Any] | None) -> str:
    """Return an amount of a card's facts."""
    return f"{float(value['amount']):,.2f} {value['currency']}" if value else "–"


def _card_lines(args: Mapping[str, Any]) -> str:
    rows = [row for line in args["cart"] for row in (_whole_line(line), *_beside(line))]
    old = [f"replaces {cancelled(one)}" for one in args.get("replaces", ())]
    rows += [f"back in all: {money(args['refund'])}"] if args.get("refund") and not old else []
    change = [f"the change in all: {money(args['difference'])}"] if args.get("difference") else []
    must = [f"confirm {escape(str(c['id']))}: {escape(str(c['text']))}" for c in args["confirmations"]]
    ways = [f"pay with {escape(m['payment_method_id'])}: {escape(m['label'])}" for m in args["payment_methods"]]
    end = [f"total {money(args['total'])}, valid until {args['expires_at']}", f"approval {args['approval_id']}"]
    return "\n".join([*rows, *old, *change, *must, *ways, *end])


def _whole_line(line: Mapping[str, object]) -> str:
    return f"{_cart_line(line)}{' (simulated)' if line['simulated'] else ''}"


def _beside(line: Mapping[str, Any]) -> Iterator[str]:
    """Yield what becomes of each request for an item."""
    english = texts_of("en")
    yield from (f"  · {escape(one)}" for one in asked_lines(line.get("requests", ()), english, Formats(english)))


def _cart_line(line: Mapping[str, Any]) -> str:
    """Return what is bought and its price, or what is cancelled and what that costs."""
    return f"{escape(str(line['title']))}: {money(line['total'])}" if line["terms"] else f"cancels {cancelled(line)}"


def cancelled(one: Mapping[str, Any]) -> str:
    """Return what becomes of a booking that is cancelled, or that its airline changes."""
    title = escape(str(one["title"]))
    if one["problem"] == CHANGED:
        english = texts_of("en")
        return f"{title}: {airline_change(one, english, Formats(english))}"
    if one["refund"] is None:
        return f"{title}: cannot be cancelled now, stays booked"
    return f"{title}: {money(one['fee'])} of {money(one['paid'])} is lost, back {money(one['refund'])}"
