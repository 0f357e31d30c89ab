"""Guests of the chat on another page: each is somebody of their own, without an account, and sees only what is theirs.

A guest's token is a random name, signed with the server's own key: nothing is stored for it, and it cannot be made up.
"""

import hmac

from fastapi import Request

from tripintent.app.http.users import Authenticate, User
from tripintent.state.context import TripContext
from tripintent.tools.ids import new_id

_PREFIX = "guest."


def guest_token(key: bytes) -> str:
    """Return the token of a new guest."""
    name = new_id()
    return f"{_PREFIX}{name}.{_mark(name, key)}"


def with_guests(others: Authenticate, key: bytes, context: TripContext) -> Authenticate:
    """Return a hook that knows guests by their tokens, and asks another for everybody else."""

    async def authenticate(request: Request) -> User | None:
        _, _, given = request.headers.get("authorization", "").partition(" ")
        if not given.startswith(_PREFIX):
            return await others(request)
        name, _, mark = given.removeprefix(_PREFIX).partition(".")
        if not given.isascii() or not hmac.compare_digest(_mark(name, key), mark):
            return None
        return User(user_id=(who := f"guest-{name}"), context=context.model_copy(update={"traveller": who}))

    return authenticate


def _mark(name: str, key: bytes) -> str:
    return hmac.new(key, b"guest:" + name.encode(), "sha256").hexdigest()
