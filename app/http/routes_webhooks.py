"""What suppliers report on their own. The supplier's adapter checks the signature; no one else is asked who sent it."""

import logging
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, BackgroundTasks, Request
from pydantic import BaseModel, Field

from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import User
from tripintent.app.http.web import CurrentWeb
from tripintent.tools.errors import InvalidRequest, ToolError
from tripintent.tools.ports.webhooks import UnsignedReport

log = logging.getLogger(__name__)
router = APIRouter(
    prefix="/api/webhooks", tags=["webhooks"], responses={k: PROBLEMS[k] for k in (401, 404, 413, 422, 429, 503)}
)


class Taken(BaseModel):
    """What became of an event."""

    again: bool = Field(description="it had come before: nothing was done")


@router.post("/{supplier}")
async def take_report(supplier: str, request: Request, web: CurrentWeb, later: BackgroundTasks) -> Taken:
    """Keep an event of a supplier, once however often it comes, and look into its books afterwards.

    What is in it is acted on by no one: it is a reason to look. So neither a replay nor another order does harm.
    """
    body = await request.body()
    try:
        work = await web.session.ports.desk.reported(supplier, request.headers, body)
    except KeyError as error:
        limited(request, User())
        raise Problem(404, "unknown_supplier", f"No supplier {supplier!r} reports here.") from error
    except UnsignedReport as error:
        limited(request, User())
        raise Problem(401, "not_signed", str(error)) from error
    except InvalidRequest as error:
        raise Problem(422, "no_event", str(error)) from error
    if work is not None:
        later.add_task(_looked_into, work)
    return Taken(again=work is None)


async def _looked_into(work: Callable[[], Awaitable[None]]) -> None:
    """Look into it; what fails now is kept as unread, and the next recovery looks."""
    try:
        await work()
    except ToolError as error:
        log.warning("a webhook is looked into later: %s", error)
