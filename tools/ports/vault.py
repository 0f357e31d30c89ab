"""The port of the vault: words of guests that are kept sealed, outside the conversation."""

from collections.abc import Sequence
from typing import Protocol


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

    async def erase(self, thread_ids: Sequence[str]) -> int:
        """Delete what is kept for conversations; return how many rows there were."""
        ...

    async def seal(self, words: str) -> str:
        """Return words sealed, for a store of somebody else's."""
        ...

    async def unseal(self, sealed: str) -> str:
        """Return sealed words. Raises StoreError for what this key does not open."""
        ...
