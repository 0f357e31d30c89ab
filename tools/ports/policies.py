"""The policies port: an organisation's rules, which no document and no message can set."""

from typing import Protocol

from tripintent.state.wishes import Policy


class Policies(Protocol):
    """Who may buy what, and who must agree."""

    async def rules(self, org: str, traveller: str = "") -> Policy:
        """Return the rules in force: the traveller's own, else the organisation's, else the defaults."""
        ...
