"""What the routes share: the session, who owns what, the turns that run."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from tripintent.app.http.guards import RateLimit
from tripintent.app.http.owners import Owners
from tripintent.app.http.problems import Problem
from tripintent.app.http.turns import Turns
from tripintent.app.http.users import Authenticate, User
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.incoming import checked_thread
from tripintent.app.session import Session
from tripintent.app.user_session import UserSession
from tripintent.tools.ports.directory import Directory


@dataclass
class Web:
    """The running server."""

    settings: WebSettings
    session: Session
    owners: Owners
    authenticate: Authenticate
    rate: RateLimit
    reads: RateLimit
    turns: Turns
    directory: Directory
    widget_origins: tuple[str, ...] = ()

    def as_user(self, user: User) -> UserSession:
        """Return the session in a user's context."""
        return UserSession.of(self.session, user.context, user.user_id)

    async def as_owner(self, thread: str) -> UserSession:
        """Return the session in the context of the thread's owner, for somebody who decides in another's thread."""
        found = await self.owners.owner(thread)
        if found is None:
            return UserSession.of(self.session, self.session.context)
        return UserSession.of(self.session, found.context, found.identity.user)

    async def enter(self, thread: str, user: User) -> UserSession:
        """Return the session if the thread is the user's. Raises Problem: a stranger's thread does not exist."""
        checked_thread(thread)
        if not user.is_local:
            found = await self.owners.owner(thread)
            if found is None or found.identity != user.identity:
                raise Problem(404, "unknown_thread", "There is no such conversation.")
        return self.as_user(user)

    async def enter_or_begin(self, thread: str, user: User) -> UserSession:
        """Return the session for a thread whose id the client made; a new id becomes the user's."""
        checked_thread(thread)
        session = self.as_user(user)
        if not user.is_local and await self.owners.owner(thread) is None:
            snapshot = await session.graph.aget_state(session.config(thread))
            if snapshot.created_at is None:
                await self.owners.claim(thread, user)
        return await self.enter(thread, user)


def web_of(request: Request) -> Web:
    """Return the running server."""
    web: Web = request.app.state.web
    return web


CurrentWeb = Annotated[Web, Depends(web_of)]
