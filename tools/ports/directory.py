"""The directory port: the host's users, where it can list them."""

from collections.abc import Mapping
from typing import Protocol


class Directory(Protocol):
    """Who there is in an organisation."""

    async def users(self, org: str) -> Mapping[str, str] | None:
        """Return user ids with their mail addresses (empty: none is known); None where they cannot be listed."""
        ...
