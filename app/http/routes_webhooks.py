"""Webhooks of suppliers and of messaging channels. The adapter of each checks who sent them; no one else is asked."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from fastapi import APIRouter, BackgroundTasks, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from tripintent.app.http.correspondence import Correspondence
from tripintent.app.http.guards import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import User
from tripintent.app.http.web import CurrentWeb
from tripintent.tools.errors import InvalidRequest, ToolError
from tripintent.tools.ports.messages import Messages, Unsigned
from tripintent.tools.ports.suppliers import UnsignedReport

log = logging.getLogger(__name__)
suppliers_router = APIRouter(
    prefix="/api/webhooks", tags=["webhooks"], responses={k: PROBLEMS[k] for k in (401, 404, 413, 422, 429, 503)}
)


class EventResult(BaseModel):
    """What became of an event."""

    again: bool = Field(description="it had come before: nothing was done")


@contextmanager
def _signed(request: Request) -> Iterator[None]:
    """Refuse what is not signed, which counts against the limit, and what is no event."""
    try:
        yield
    except (Unsigned, UnsignedReport) as error:
        limited(request, User())
        raise Problem(401, "not_signed", str(error)) from error
    except InvalidRequest as error:
        raise Problem(422, "no_event", str(error)) from error


@suppliers_router.post("/{supplier}")
async def take_report(supplier: str, request: Request, web: CurrentWeb, later: BackgroundTasks) -> EventResult:
    """Keep an event of a supplier, once however often it comes, and look into its books afterwards.

    What is in it is acted on by no one: it is a reason to look. So neither a replay nor another order does harm.
    """
    body = await request.body()
    try:
        with _signed(request):
            work = await web.session.ports.desk.reported(supplier, request.headers, body)
    except KeyError as error:
        limited(request, User())
        raise Problem(404, "unknown_supplier", f"No supplier {supplier!r} reports here.") from error
    if work is not None:
        later.add_task(_looked_into, work)
    return EventResult(again=work is None)


async def _looked_into(work: Callable[[], Awaitable[None]]) -> None:
    """Look into it; what fails now is kept as unread, and the next recovery looks."""
    try:
        await work()
    except ToolError as error:
        log.warning("a webhook is looked into later: %s", error)


channels_router = APIRouter(
    prefix="/api/channels", tags=["channels"], responses={k: PROBLEMS[k] for k in (401, 404, 413, 422, 429, 503)}
)


class Stored(BaseModel):
    """What became of a webhook."""

    new: int = Field(description="messages that had not come before")


@channels_router.get("/{channel}", response_class=PlainTextResponse)
async def shake_hands(channel: str, request: Request) -> Response:
    """Answer the handshake by which a channel makes sure of this address."""
    with _signed(request):
        return Response(_channel(channel, request).challenge(request.query_params), media_type="text/plain")


@channels_router.post("/{channel}")
async def take_messages(channel: str, request: Request) -> Stored:
    """Store the guests' messages of a signed webhook, each once; they are answered afterwards, on the channel."""
    adapter, body = _channel(channel, request), await request.body()
    with _signed(request):
        messages = adapter.opened(request.headers, body)
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
