"""The ports of the vault, which keeps guests' words sealed outside the conversation, and of the mask for what must not be kept."""

from collections.abc import Mapping
from typing import Any, Protocol


class Vault(Protocol):
    """Keeps words for a conversation. In a text a reference takes their place (``state.concierge.memory``)."""

    async def ready(self) -> None:
        """Make sure that there is a key, and that it opens what was sealed before. Raises StoreError."""
        ...

    async def keep(self, thread_id: str, words: str) -> str:
        """Seal and store words, and return the reference to them. Raises StoreError."""
        ...

    async def opened(self, thread_id: str, text: str) -> str:
        """Return a text with the words of this conversation in it; what was erased, or is another's, stays a reference."""
        ...

    async def seal(self, words: str) -> str:
        """Return words sealed, for a store of somebody else's."""
        ...

    async def unseal(self, sealed: str) -> str:
        """Return sealed words. Raises StoreError for what this key does not open."""
        ...


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
