"""The prompts that ship, as files beside the model adapter that sends them."""

from functools import cache
from importlib.resources import files

PROMPTS = (
    "system", "developer", "read", "read_trip", "read_screen", "read_booked", "read_days", "read_entries", "read_places",
    "read_documents", "read_money", "read_again", "answer", "documents", "designer",
)  # fmt: skip
_PACKAGE = "tripintent.tools.language.model.prompts"


@cache
def builtin_prompt(name: str) -> str:
    """Return the text of a prompt file; KeyError names the prompts there are."""
    if name not in PROMPTS:
        msg = f"no prompt {name!r}: there are {', '.join(PROMPTS)}"
        raise KeyError(msg)
    return (files(_PACKAGE) / f"{name}.md").read_text(encoding="utf-8").strip()
