"""The ports of an organisation: its rules, which no document and no message can set, and its users."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from tripintent.state.wishes import Policy, PolicyRules


class Policies(Protocol):
    """Who may buy what, and who must agree."""

    async def rules(self, org: str, traveller: str = "") -> Policy:
        """Return the rules in force: the traveller's own, else the organisation's, else the defaults."""
        ...


@runtime_checkable
class PolicyBook(Policies, Protocol):
    """Policies that an operator can set here; a host may keep them elsewhere."""

    async def set(self, org: str, rules: PolicyRules, traveller: str = "", *, by: str = "") -> None:
        """Store the rules of an organisation, or of one traveller of it; the audit notes who did."""
        ...

    async def clear(self, org: str, traveller: str = "", *, by: str = "") -> None:
        """Drop them: what is more general is in force again."""
        ...


class Directory(Protocol):
    """Who there is in an organisation."""

    async def users(self, org: str) -> Mapping[str, str] | None:
        """Return user ids with their mail addresses (empty: none is known); None where they cannot be listed."""
        ...
