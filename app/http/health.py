"""Whether the process lives, and whether it should get requests."""

from fastapi import APIRouter
from pydantic import BaseModel

from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.web import CurrentWeb

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """A short answer."""

    status: str = "ok"


@router.get("/healthz")
async def healthy() -> Health:
    """Return ok while the process lives."""
    return Health()


@router.get("/readyz", responses={503: PROBLEMS[503]})
async def ready(web: CurrentWeb) -> Health:
    """Return ok when the databases answer and the server is not going down."""
    if web.turns.closing:
        raise Problem(503, "closing", "The server is going down.")
    await web.session.pending()
    await web.session.graph.aget_state({"configurable": {"thread_id": "readiness"}})
    return Health()
