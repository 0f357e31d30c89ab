"""Commands inside a conversation. They are explicit acts of whoever sits at the terminal, not words to be understood."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from tripintent.app.errors import SessionError

if TYPE_CHECKING:
    from tripintent.app.results import TurnResult
    from tripintent.app.sync import SyncSession

HELP = """\
/choose OPTION      choose by number, id, "the cheapest" or a hotel's name
/table              show the options side by side
/hold               hold the chosen option
/approve [METHOD]   approve what waits (on a terminal only; elsewhere: tripintent approve)
/reject [REASON]    refuse what waits
/quit               leave; the conversation is kept"""


Wanted = Literal["help", "table"]
"""What a command asks to be shown; nothing is worked for it."""


class Quit(Exception):
    """The traveller leaves."""


def run_slash(
    session: Callable[[], "SyncSession"], thread: str, line: str, *, interactive: bool
) -> "TurnResult | Wanted":
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
        case "approve" if interactive:
            from tripintent.app.pending import Answer

            return session().approve(thread, Answer(payment_method_id=rest or None))
        case "approve":
            raise SessionError("lines of a script cannot approve: use `tripintent approve --thread …`", "bad_event")
        case _:
            raise SessionError(f"there is no command /{name}: /help lists them", "bad_event")
