"""Whether the process lives, and whether it should get requests."""

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.web import CurrentWeb

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """A short answer. ``reader`` is who reads what is written: a language model, or the guide, which reads plain English."""

    status: str = "ok"
    reader: Literal["model", "guide"]


@router.get("/healthz")
async def healthy(web: CurrentWeb) -> Health:
    """Return ok while the process lives."""
    return Health(reader=web.session.reader)


@router.get("/readyz", responses={503: PROBLEMS[503]})
async def ready(web: CurrentWeb) -> Health:
    """Return ok when the databases answer and the server is not going down."""
    if web.turns.closing:
        raise Problem(503, "closing", "The server is going down.")
    await web.session.pending()
    await web.session.graph.aget_state({"configurable": {"thread_id": "readiness"}})
    return Health(reader=web.session.reader)
