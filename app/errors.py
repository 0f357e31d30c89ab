"""What a session refuses, with the code that a skin maps to its own kind of answer (exit code, HTTP status)."""

from typing import Literal

from tripintent.tools.errors import ToolError

Code = Literal[
    "empty",
    "too_long",
    "too_much",
    "unreadable",
    "bad_thread_id",
    "unknown_thread",
    "unknown_option",
    "several_options",
    "unknown_method",
    "bad_event",
    "nothing_pending",
    "no_document",
    "nothing_to_undo",
    "nothing_to_redo",
    "stale_answer",
    "not_over",
    "busy",
    "bad_setting",
    "bad_policy",
]


class SessionError(ToolError):
    """The request was not worked: the text says why and what to do. The thread is as it was before."""

    def __init__(self, message: str, code: Code) -> None:
        super().__init__(message)
        self.code = code


class Repeated(SessionError):
    """A message came before: it is worked once."""

    def __init__(self) -> None:
        super().__init__("this message came before: nothing was done again", "busy")
