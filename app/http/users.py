"""Who calls. A host brings its own hook; without one, bearer tokens; without tokens, the one person at this machine.

A guest of the chat on another page is somebody of their own, without an account, and sees only what is theirs. A guest's token is a
random name, signed with the server's own key: nothing is stored for it, and it cannot be made up.
"""

import hmac
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from ipaddress import IPv6Address, ip_network
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from tripintent.app.http.problems import Problem
from tripintent.app.http.web_settings import GUEST, WebSettings
from tripintent.app.words import accepted
from tripintent.state.context import Identity, TripContext, is_reserved
from tripintent.tools.ids import new_id


class User(BaseModel):
    """A caller: a user of an organisation, or the one person at this machine, to whom every thread of the database belongs."""

    model_config = ConfigDict(frozen=True)

    user_id: str = ""
    context: TripContext = TripContext()
    is_local: bool = Field(default=False, description="the only user there is; a host that has users never says so")
    address: str = Field(default="", description="of a guest without an account, who is counted by it; else empty")
    staff: bool = Field(default=False, description="sees and answers the queue of the organisation's desk")
    approves_all: bool = Field(
        default=False, description="sees and decides the approvals of every user of the organisation"
    )
    administers: bool = Field(default=False, description="sees and sets the policy of the organisation")

    @property
    def identity(self) -> Identity:
        """Who this is, of which organisation."""
        return Identity(self.context.organisation, self.user_id)


Authenticate = Callable[[Request], Awaitable[User | None]]
Hook = Callable[[Request], Awaitable[User | None] | User | None]
"""A host's hook, ``async`` or not: who sends this request, or None for no one known (401)."""


def awaited(hook: Hook) -> Authenticate:
    """Return a host's hook as one that is awaited."""

    async def authenticate(request: Request) -> User | None:
        found = hook(request)
        return await found if isawaitable(found) else found

    return authenticate


def at_home(request: Request, context: TripContext) -> TripContext:
    """Return the context with the locale that the reader's browser or page asks for, where it is a language that is spoken here."""
    locale = accepted(request.headers.get("accept-language", ""), fallback="")
    return context.model_copy(update={"locale": locale}) if locale else context


def local_user(context: TripContext) -> Authenticate:
    """Return a hook that takes everybody for the one person at this machine."""
    user = User(context=context, is_local=True, approves_all=True)

    async def authenticate(request: Request) -> User | None:
        return user.model_copy(update={"context": at_home(request, context)})

    return authenticate


def bearer(settings: WebSettings, context: TripContext) -> Authenticate:
    """Return a hook that knows users by their bearer tokens; the user's name is the traveller's profile id, too."""
    known = [(token.get_secret_value().encode(), name) for token, name in settings.tokens.items()]

    async def authenticate(request: Request) -> User | None:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        names = [name for token, name in known if hmac.compare_digest(token, given.strip().encode())]
        if scheme.casefold() != "bearer" or not names:
            return None
        own = at_home(request, context).model_copy(update={"traveller": names[0]})
        return User(
            user_id=names[0],
            context=own,
            approves_all=names[0] in settings.approvers,
            staff=names[0] in settings.staff,
            administers=names[0] in settings.administrators,
        )

    return authenticate


TOKEN = HTTPBearer(
    auto_error=False,
    description="A token of TRIPINTENT_HTTP_TOKENS, or what the host's own hook asks for; none alone at home.",
)
"""For the OpenAPI document: what is sent is looked at by the hook."""


async def current_user(request: Request, _: Annotated[object, Security(TOKEN)]) -> User:
    """Return the caller, or end the request with 401."""
    authenticate: Authenticate = request.app.state.web.authenticate
    user = await authenticate(request)
    if user is None:
        given = request.headers.get("authorization", "").strip()
        why = "This token is not known here. " if given else ""
        by_token = request.app.state.web.settings.tokens
        how = "Send the token that you were given: Authorization: Bearer …" if by_token else "No one is signed in."
        raise Problem(401, "sign_in", why + how)
    if not (user.user_id or user.is_local):
        raise Problem(401, "sign_in", "The sign-in named no one: its hook has to return a user with an id.")
    if is_reserved(user.user_id):
        said = f"The sign-in named {user.user_id!r}, which means whoever is not named: rename this user."
        raise Problem(401, "reserved_name", said)
    house = at_home(request, request.app.state.web.session.context)
    request.state.user = user = user.model_copy(update={"context": user.context.within(house)})
    return user


CurrentUser = Annotated[User, Depends(current_user)]


def address_of(request: Request) -> str:
    """Return where a request comes from, as limits count it: of IPv6 its network of 64 bits, which is one household's."""
    given = request.client.host.partition("%")[0] if request.client else ""
    try:
        found = IPv6Address(given)
    except ValueError:
        return given or "unknown"
    return str(found.ipv4_mapped or ip_network(f"{found}/64", strict=False))


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
        own = at_home(request, context).model_copy(update={"traveller": (who := f"{GUEST}{name}")})
        return User(user_id=who, context=own, address=address_of(request))

    return authenticate


def _mark(name: str, key: bytes) -> str:
    return hmac.new(key, b"guest:" + name.encode(), "sha256").hexdigest()
