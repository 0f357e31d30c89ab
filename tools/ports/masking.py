"""The mask's port: takes out of a text what must not be kept."""

from collections.abc import Mapping
from typing import Any, Protocol


class TextMask(Protocol):
    """Masks card numbers."""

    def __call__(self, text: str) -> tuple[str, bool]:
        """Return the text with every card number masked, and whether there was one."""
        ...


def masked_within(value: Any, mask: TextMask) -> Any:
    """Return plain data (as JSON has it) with every string, key and number masked; a number becomes text only if it had to be."""
    if isinstance(value, str):
        return mask(value)[0]
    if isinstance(value, int | float) and not isinstance(value, bool):
        text, masked = mask(str(value))
        return text if masked else value
    if isinstance(value, Mapping):
        return {mask(str(k))[0]: masked_within(v, mask) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [masked_within(v, mask) for v in value]
    return value
