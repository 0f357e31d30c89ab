"""Webhooks of messaging channels. The channel's adapter checks who sent them."""

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from tripintent.app.http.correspondence import Correspondence
from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import User
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.ports.messages import Messages, Unsigned

router = APIRouter(
    prefix="/api/channels", tags=["channels"], responses={k: PROBLEMS[k] for k in (401, 404, 413, 422, 429, 503)}
)


class Stored(BaseModel):
    """What became of a webhook."""

    new: int = Field(description="messages that had not come before")


@router.get("/{channel}")
async def shake_hands(channel: str, request: Request) -> Response:
    """Answer the handshake by which a channel makes sure of this address."""
    try:
        return Response(_channel(channel, request).challenge(request.query_params), media_type="text/plain")
    except Unsigned as error:
        limited(request, User())
        raise Problem(401, "not_signed", str(error)) from error


@router.post("/{channel}")
async def take_messages(channel: str, request: Request) -> Stored:
    """Store the guests' messages of a signed webhook, each once; they are answered afterwards, on the channel."""
    adapter, body = _channel(channel, request), await request.body()
    try:
        messages = adapter.opened(request.headers, body)
    except Unsigned as error:
        limited(request, User())
        raise Problem(401, "not_signed", str(error)) from error
    except InvalidRequest as error:
        raise Problem(422, "no_event", str(error)) from error
    return Stored(new=sum([await _all(request).take(channel, one) for one in messages]))


def _all(request: Request) -> Correspondence:
    correspondence: Correspondence = request.app.state.correspondence
    return correspondence


def _channel(name: str, request: Request) -> Messages:
    found = _all(request).channels.get(name)
    if found is None:
        limited(request, User())
        raise Problem(404, "unknown_channel", f"No channel {name!r} is set up here: see docs/hosts/channels.md.")
    return found
