"""Who calls the LangGraph server: the bearer tokens of ``TRIPINTENT_HTTP_TOKENS``, as ``tripintent serve`` knows them.

With tokens, each caller is somebody: the runs act as that traveller, whatever state, context or configuration a client
sends, and a caller sees only threads, runs and crons of their own. Without tokens the server takes everybody for the one
person at the machine, as ``langgraph dev`` for Studio does; then whoever sends the context says who travels.

The server loads this file a second time under another module name: it defines no classes.
"""

import hmac
from typing import Any

from langgraph_sdk import Auth

from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings

NAMED = "named"
auth = Auth()
_known = [(token.get_secret_value().encode(), name) for token, name in WebSettings().tokens.items()]
_organisation = Settings().organisation


@auth.authenticate
async def authenticate(authorization: str | None) -> Auth.types.MinimalUserDict:
    """Return who calls. Raises 401 where tokens are set and none of them was sent."""
    if not _known:
        return {"identity": "local", "is_authenticated": False, "permissions": []}
    scheme, _, given = (authorization or "").partition(" ")
    names = [name for token, name in _known if hmac.compare_digest(token, given.strip().encode())]
    if scheme.casefold() != "bearer" or not names:
        raise Auth.exceptions.HTTPException(status_code=401, detail="Send your token: Authorization: Bearer …")
    user: dict[str, object] = {
        "identity": names[0],
        "is_authenticated": True,
        "permissions": [NAMED],
        "organisation": _organisation,
        "traveller": names[0],
    }
    return user  # type: ignore[return-value]  # LangGraph keeps what the handler adds


@auth.on
async def own(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> Auth.types.FilterType | None:
    """Let a named caller see and make what is theirs, and nothing else."""
    if NAMED not in ctx.permissions:
        return None
    owner = {"owner": ctx.user.identity}
    value.setdefault("metadata", {}).update(owner)
    return owner


@auth.on.assistants
async def assistants(ctx: Auth.types.AuthContext, value: dict[str, object]) -> bool | None:  # noqa: ARG001 - LangGraph's name
    """The graphs are everybody's to run, and no one's to change: an assistant's own configuration would be for all."""
    return None if NAMED not in ctx.permissions else ctx.action in ("read", "search")


@auth.on.store
async def store(ctx: Auth.types.AuthContext, value: dict[str, object]) -> bool | None:  # noqa: ARG001 - LangGraph's name
    """The server's store holds nothing of ours: a named caller has no use for it."""
    return None if NAMED not in ctx.permissions else False
