"""What a traveller sends: words, events, and going on after a crash."""

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, Field

from tripintent.app.http.answering import TURN_RESPONSE, answer
from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.reading import snapshot_of
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.state.events import PublicEvent

REFUSALS: dict[int | str, dict[str, object]] = {k: PROBLEMS[k] for k in (400, 401, 404, 409, 413, 422, 429, 503)}
router = APIRouter(prefix="/api/threads", tags=["turns"], responses={**TURN_RESPONSE, **REFUSALS})

EVENT_EXAMPLES = {
    "choose": {"value": {"type": "USER_SELECTED_BUNDLE", "bundle_id": "bndl_0a1b2c3d4e"}},
    "hold": {"value": {"type": "USER_REQUEST_HOLD"}},
    "retry": {"value": {"type": "USER_RETRIES"}},
    "import": {"value": {"type": "INTENT_READY", "trip_intent": {"party": {"travelers": {"adults": 2}}}}},
}


class NewMessage(BaseModel):
    """Words of the traveller."""

    text: str = Field(examples=["From Munich to Lisbon on 10 December 2026, back on the 14th, two adults"])


@router.post("/{thread_id}/messages")
async def send_message(
    thread_id: str, message: NewMessage, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Send words. While an approval waits they are understood as any others; a question is answered, a change is made."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    return await answer(request, web, thread_id, lambda told: session.say(thread_id, message.text, on_progress=told))


@router.post("/{thread_id}/events")
async def send_event(
    thread_id: str,
    event: Annotated[PublicEvent, Body(openapi_examples=EVENT_EXAMPLES)],
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
) -> Response:
    """Send a typed event instead of words."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    fields = event.model_dump()
    return await answer(request, web, thread_id, lambda told: session.event(thread_id, fields, on_progress=told))


@router.post("/{thread_id}/continue")
async def go_on(thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> Response:
    """Go on with a turn that was cut off (`cut_off` of the thread), from its last stored step."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    snapshot = await snapshot_of(session, thread_id)
    if not snapshot.next or snapshot.interrupts:
        raise Problem(409, "nothing_to_continue", "Nothing was cut off in this conversation: nothing was done.")
    return await answer(request, web, thread_id, lambda told: session.go_on(thread_id, on_progress=told))
