"""The port of the mask for what must not be kept."""

from collections.abc import Callable, Mapping
from typing import Any

TextMask = Callable[[str], tuple[str, bool]]
"""Returns a text with every card number masked, and whether there was one."""


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
