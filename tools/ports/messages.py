"""The ports of messaging channels, where guests write and read, and of notices of approvals to people outside the conversation."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, Protocol

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.tools.errors import ToolError
from tripintent.tools.toolbox.screen_facts import WatchFacts


class Unsigned(ToolError):
    """A request that does not come from the channel. Nothing of it is kept."""


class NotSent(ToolError):
    """A reply did not arrive. ``again`` says whether it may arrive later."""

    def __init__(self, message: str, *, again: bool) -> None:
        super().__init__(message)
        self.again = again


class Media(Frozen):
    """The description of a picture, a recording or a file; the thing itself stays with the channel."""

    kind: str = Field(max_length=40)
    media_id: str = Field(default="", max_length=200)
    mime_type: str = Field(default="", max_length=120)
    sha256: str = Field(default="", max_length=100)


class Incoming(Frozen):
    """One message of a guest. ``message_id`` and ``sent_at`` are the channel's own."""

    message_id: str = Field(min_length=1, max_length=200)
    sender: str = Field(min_length=1, max_length=200)
    sent_at: datetime
    text: str = Field(default="", description="empty where the message has no words")
    media: Media | None = None


class Messages(Protocol):
    """One messaging channel."""

    name: str

    def challenge(self, query: Mapping[str, str]) -> str:
        """Return what answers the handshake by which the channel makes sure of our address. Raises Unsigned."""
        ...

    def opened(self, headers: Mapping[str, str], body: bytes) -> list[Incoming]:
        """Return the messages in a signed request: none where it tells of something else.

        ``headers`` have lower-case names; ``body`` is as it came. Raises Unsigned, or InvalidRequest for what is not an event.
        """
        ...

    def parts(self, text: str) -> list[str]:
        """Return a reply in as many messages as the channel needs for it."""
        ...

    async def send(self, to: str, text: str) -> None:
        """Send one message to a guest, with a few attempts. Raises NotSent."""
        ...


NoticeKind = Literal[
    "approval.waiting", "approval.decided", "approval.expired", "approval.withdrawn",
    "purchase.booked", "cancellation.done", "price.lower", "price.ended",
]  # fmt: skip


class Notice(Frozen):
    """An event of an approval, a purchase or a watched price: facts of its card, and nothing of the conversation or who travels."""

    notice_id: str = Field(description="the same each time it is told: who sees it twice can leave the second one out")
    event: NoticeKind
    at: datetime
    organisation: str = ""
    approval_id: str = ""
    kind: str = Field(description="purchase, cancel or watch")
    titles: tuple[str, ...] = ()
    total: Money = Field(description="of a cancellation the fee")
    refund: Money | None = Field(default=None, description="of a cancellation: what comes back")
    expires_at: datetime | None = Field(default=None, description="of an approval")
    watch: WatchFacts | None = Field(default=None, description="a watched price: what it is, was, and is made of")
    thread_id: str = Field(default="", description="the conversation that asked, or watches a price")
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
