"""Commands inside a conversation. They are explicit acts of whoever sits at the terminal, not words to be understood."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tripintent.app.errors import SessionError

if TYPE_CHECKING:
    from tripintent.app.results import TurnResult
    from tripintent.app.sync import SyncSession

HELP = """\
/choose OPTION      choose by number, id, "the cheapest" or a hotel's name
/table              show the options side by side
/hold               hold the chosen option
/approve [METHOD]   show the card of what waits, and decide (on a terminal; elsewhere: tripintent approve)
/reject [REASON]    refuse what waits
/quit               leave; the conversation is kept

Anything else is said in your own words, in English, Spanish, French, German, Portuguese or Italian. For example:
  where and when    London to Barcelona, 12 Dec to 15 Dec, just me, 3 star hotel
  other options     no change of planes, please
  a question        is the second one refundable?
  a choice          the second one, and hold it
  who travels       Ann Smith 4 March 1985, ann@example.org
  after booking     what does it cost to cancel the hotel?"""


@dataclass(frozen=True)
class Approval:
    """The card of what waits is asked for; ``method`` is how it will be paid."""

    method: str | None


Wanted = Literal["help", "table"] | Approval
"""What a command asks to be shown; nothing is worked for it."""


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
        case "hold":
            return session().hold(thread)
        case "reject":
            return session().reject(thread, rest)
        case "approve":
            return Approval(rest or None)
        case _:
            raise SessionError(f"there is no command /{name}: /help lists them", "bad_event")
