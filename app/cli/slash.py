"""Commands inside a conversation. They are explicit acts of whoever sits at the terminal, not words to be understood."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tripintent.app.errors import SessionError
from tripintent.tools.shipped import text

if TYPE_CHECKING:
    from tripintent.app.results import TurnResult
    from tripintent.app.sync import SyncSession
    from tripintent.state.acts import Rejected

HELP = text("app/words/commands.txt").rstrip()

COMMANDS = (*(line.split()[0] for line in HELP.splitlines() if line.startswith("/")), "/help")
"""The commands that the help lists, to be completed."""


def completed(text: str) -> list[str]:
    """Return the commands that begin so."""
    return [f"{one} " for one in COMMANDS if text.startswith("/") and one.startswith(text)]


@dataclass(frozen=True)
class ShowApproval:
    """The card of what waits is asked for; ``method`` is how it will be paid."""

    method: str | None


@dataclass(frozen=True)
class ToolFound:
    """What a READ tool found, as JSON."""

    facts: str


TOOLS = {"hold": "hold", "buy": "request_purchase", "release": "release_hold"}
Wanted = Literal["help", "table"] | ShowApproval | ToolFound
"""What a command asks to be shown; nothing is worked for it."""

LEAVING = ("quit", "exit")
"""Words that leave without a slash, too."""


class Quit(Exception):
    """The traveller leaves."""


def run_slash(session: Callable[[], "SyncSession"], thread: str, line: str) -> "TurnResult | Wanted":
    """Run one command, or return what it asks to be shown. Raises SessionError for an unknown one."""
    name, _, rest = line[1:].strip().partition(" ")
    rest = rest.strip()
    match name.lower():
        case "quit" | "exit" | "q":
            raise Quit
        case "help" | "h" | "?" | "":
            return "help"
        case "table" | "options":
            return "table"
        case "choose" if rest:
            return session().choose(thread, rest)
        case "hold" | "buy" | "release":
            return _called(session(), thread, TOOLS[name.lower()], {})
        case "call" if rest:
            tool, _, given = rest.partition(" ")
            return _called(session(), thread, tool, _arguments(given))
        case "reject":
            return session().reject(thread, rest)
        case "approve":
            return ShowApproval(rest or None)
        case _:
            raise SessionError(f"there is no command /{name}: /help lists them", "bad_event")


def _arguments(given: str) -> dict[str, Any]:
    """Return the arguments of a call. Raises SessionError for what is no JSON object."""
    try:
        arguments = json.loads(given or "{}")
    except ValueError as error:
        raise SessionError(
            f'the arguments are no JSON ({error}): /call choose {{"option": "2"}}', "bad_event"
        ) from error
    if not isinstance(arguments, dict):
        raise SessionError('the arguments are a JSON object: /call choose {"option": "2"}', "bad_event")
    return arguments


def _called(session: "SyncSession", thread: str, name: str, arguments: dict[str, object]) -> "TurnResult | ToolFound":
    """Call a tool. Raises SessionError where nothing was done, with what would be right."""
    from tripintent.app.calls import act, look
    from tripintent.tools.toolbox.toolbox import by_name

    tool = by_name().get(name)
    if tool is None:
        raise SessionError(f"there is no tool {name!r}: {', '.join(by_name())}", "bad_event")
    if tool.effect == "READ":
        outcome, turn = session.wait_for(look(session.session, thread, name, arguments)), None
    else:
        called, turn = session.wait_for(act(session.session, thread, name, arguments))
        outcome = called.outcome
    if outcome.in_vain:
        raise SessionError("; ".join(_line(one) for one in outcome.rejected), "bad_event")
    return turn or ToolFound(json.dumps(outcome.facts, ensure_ascii=False, indent=1))


def _line(one: "Rejected") -> str:
    meant = f" ({', '.join(one.candidates)})" if one.candidates else ""
    return f"{one.path}: {one.why}{meant}" if one.path else f"{one.why}{meant}"
