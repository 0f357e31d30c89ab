"""The staff's queue of an organisation's desk: guests who wait for a person, and what guests asked for. Staff only."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.threads import list_waiting
from tripintent.state.concierge.front import HandOff
from tripintent.state.concierge.front import Request as Asked

router = APIRouter(prefix="/api/desk", tags=["desk"], responses={k: PROBLEMS[k] for k in (401, 403, 422, 503)})
NEWEST = 500
"""Conversations that are looked at, the newest."""


async def staff(user: CurrentUser) -> User:
    """Return the caller who is staff. Raises Problem 403 for anybody else."""
    if not (user.is_local or user.staff):
        raise Problem(403, "not_staff", "The queue is for the staff of this desk.")
    return user


Staff = Annotated[User, Depends(staff)]


class HandedOver(BaseModel):
    """A guest who waits for a person."""

    thread_id: str
    handoff: HandOff


class RequestedByGuest(BaseModel):
    """What a guest asked the staff for, before the arrival or in the house."""

    thread_id: str
    request_id: str
    request: Asked


class Queue(BaseModel):
    """What waits for staff: guests first, then requests, the oldest first."""

    handed_over: list[HandedOver]
    requests: list[RequestedByGuest]


class StaffAnswer(BaseModel):
    """What the guest reads."""

    text: str = Field(min_length=1, max_length=4000, examples=["I am on my way to your room."])


class Told(BaseModel):
    """That the guest has the answer."""

    messages: list[str]


@router.get("/queue")
async def read_queue(web: CurrentWeb, user: Staff) -> Queue:
    """Return what waits for staff, over the newest conversations of the caller's organisation."""
    found = [one for one in await list_waiting(web.session.graph, NEWEST) if await _ours(web, user, one.thread_id)]
    session = web.session
    return Queue(
        handed_over=[
            HandedOver(
                thread_id=one.thread_id,
                handoff=one.handoff.model_copy(
                    update={"summary": await session.opened(one.thread_id, one.handoff.summary)}
                ),
            )
            for one in found
            if one.handoff
        ],
        requests=sorted(
            [
                RequestedByGuest(
                    thread_id=one.thread_id,
                    request_id=asked.request_id,
                    request=asked.model_copy(update={"text": await session.opened(one.thread_id, asked.text)}),
                )
                for one in found
                for asked in one.requests
            ],
            key=lambda row: row.request.at,
        ),
    )


@router.post("/queue/{thread_id}/answer", responses={k: PROBLEMS[k] for k in (404, 409, 413, 429)})
async def answer_guest(thread_id: str, given: StaffAnswer, request: Request, web: CurrentWeb, user: Staff) -> Told:
    """Answer a guest who waits for a person; they read it with the name of who answered."""
    limited(request, user)
    if not await _ours(web, user, thread_id):
        raise Problem(404, "unknown_thread", "There is no such conversation.")
    session = await web.as_owner(thread_id)
    result = await web.turns.result(thread_id, lambda _: session.respond(thread_id, given.text, user.user_id))
    return Told(messages=result.messages)


@router.post("/queue/{thread_id}/requests/{request_id}/close", responses={k: PROBLEMS[k] for k in (404, 409, 413, 429)})
async def close_request(
    thread_id: str, request_id: str, given: StaffAnswer, *, request: Request, web: CurrentWeb, user: Staff
) -> Told:
    """Close what a guest asked for; they read the words in the conversation."""
    limited(request, user)
    if not await _ours(web, user, thread_id):
        raise Problem(404, "unknown_thread", "There is no such conversation.")
    session = await web.as_owner(thread_id)
    result = await web.turns.result(
        thread_id, lambda _: session.close_request(thread_id, request_id, given.text, user.user_id)
    )
    return Told(messages=result.messages)


async def _ours(web: Web, user: User, thread: str) -> bool:
    """Whether a conversation is one of the caller's organisation; on one's own machine all are."""
    if user.is_local:
        return True
    found = await web.owners.owner(thread)
    return found is not None and found.context.organisation == user.context.organisation
