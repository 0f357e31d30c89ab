"""Notices of approvals: what people outside the conversation are told, and the ways to tell them."""

from datetime import datetime
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Money
from tripintent.tools.errors import ToolError

NoticeKind = Literal["approval.waiting", "approval.decided", "approval.expired", "approval.withdrawn"]


class Notice(BaseModel):
    """An event of an approval: facts of the card, and nothing of the conversation or the people who travel."""

    model_config = ConfigDict(frozen=True)

    notice_id: str = Field(description="the same each time it is told: who sees it twice can leave the second one out")
    event: NoticeKind
    at: datetime
    organisation: str = ""
    approval_id: str
    kind: str = Field(description="purchase or cancel")
    titles: tuple[str, ...] = ()
    total: Money
    expires_at: datetime
    asked_by: str = Field(default="", description="the host's id of whose trip it is")
    approver: str | None = Field(default=None, description="who has to decide; null is whose trip it is")
    decision: Literal["approve", "reject"] | None = None
    decided_by: str = ""
    reason: str = ""


class NotTold(ToolError):
    """A notice did not arrive this time; it is tried again."""


class Channel(Protocol):
    """A way to tell people."""

    name: str

    async def send(self, notice: Notice) -> None:
        """Tell it, or find that it concerns no one here. Raises NotTold when it has to be tried again."""
        ...
