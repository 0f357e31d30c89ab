"""Commands of a service file at the start of what the intent detection writes, and functions that must be known."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tripintent.state.concierge.service import GENERAL

FALLBACK = "FAQ_AGENT"
WINDOW = 40
"""Characters, about ten tokens, in which a command has to be whole."""


class Commanded(NamedTuple):
    """``command`` is None where none was given; ``shown`` is what the guest may read."""

    command: str | None
    shown: str


def read_command(chunks: Iterable[str], commands: Sequence[str]) -> Commanded:
    """Read the stream's text: a command is its first word, whole, and no part of a date, an address or "and/or".

    ``/general`` goes on asking: it is taken off and the rest is shown. Behind any other command nothing is for the guest.
    """
    text = "".join(chunks).lstrip()
    for command in (*commands, GENERAL):
        if re.match(rf"{re.escape(command)}(\s|$)", text):
            rest = text[len(command) :].strip()
            return Commanded(command, rest if command == GENERAL else "")
    return Commanded(None, text)


def command_so_far(text: str, commands: Sequence[str]) -> Commanded | None:
    """Return the command at the start of a text that is still being written; None while it is not known.

    It is known when a blank ends the first word, or that word has grown longer than any command can be.
    """
    begun = text.lstrip()
    if not any(one.isspace() for one in begun) and len(begun) <= WINDOW:
        return None
    return read_command([begun], commands)


def known_function(name: str | None, configured: Sequence[str]) -> str:
    """Return a function that the organisation has; the knowledge answers for any other."""
    return name if name is not None and name in configured else FALLBACK
