"""The mask's port: takes out of a text what must not be kept."""

from typing import Protocol


class TextMask(Protocol):
    """Masks card numbers."""

    def __call__(self, text: str) -> tuple[str, bool]:
        """Return the text with every card number masked, and whether there was one."""
        ...
