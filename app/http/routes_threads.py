"""Conversations: list, begin, read, what a thread's trip looks like, and all its options."""

from typing import Annotated

from fastapi import APIRouter, Body, Header, Request, Response
from pydantic import BaseModel, Field

from tripintent.app.http import reading
from tripintent.app.http.guards import limited
from tripintent.app.http.localized import cities_of
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.views import ThreadLine, ThreadView
from tripintent.app.http.web import CurrentWeb
from tripintent.app.results import card_of
from tripintent.app.running import closed_card, pending_of
from tripintent.app.words import accepted
from tripintent.state.derived import current_ranking
from tripintent.state.frozen import Exact
from tripintent.tools.ids import new_id

router = APIRouter(prefix="/api/threads", tags=["threads"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)})
one_router = APIRouter(prefix="/api/threads", tags=["threads"], responses=router.responses)
"""Behind every other: an id may have slashes in it, and what only these two read is the end of the address."""
SHOWN = 50


class NewThread(BaseModel):
    """The id of a new conversation."""

    thread_id: str = Field(examples=["0b8f6c1e7a5d4f0d9a0c"])


class Begin(Exact):
    """What a new conversation is about; nothing is a trip of its own."""

    trip_id: str | None = Field(
        default=None, max_length=200, description="a trip of the caller’s, or shared with them, to go on with"
    )


BeginOn = Annotated[Begin | None, Body(examples=[{"trip_id": "trip_39ccb2422cffedf24746964610858aaa"}])]


class Stopped(BaseModel):
    """Whether the turn was stopped; false when none runs here, or when it may not be stopped any more."""

    stopped: bool


@router.get("")
async def list_threads(
    web: CurrentWeb, user: CurrentUser, trip_id: str | None = None, accept_language: Annotated[str, Header()] = ""
) -> list[ThreadLine]:
    """Return the caller's conversations, the newest first; with `trip_id` only those about one trip. Towns are in the accepted language."""
    session, language = web.as_user(user), accepted(accept_language, "")
    if user.is_local:
        places = session.ports.places
        lines = [
            ThreadLine.model_validate(
                {**vars(line), "cities": cities_of(line.codes, places, language or line.language)}
            )
            for line in await session.threads(SHOWN)
        ]
    else:
        lines = await reading.thread_lines(session, await web.owners.threads(user), language)
    return [line for line in lines if trip_id in (None, line.trip_id)][:SHOWN]


@router.post("", status_code=201, responses={k: PROBLEMS[k] for k in (404, 413, 429)})
async def new_thread(request: Request, web: CurrentWeb, user: CurrentUser, begin: BeginOn = None) -> NewThread:
    """Begin a conversation. It is stored with its first message; one about a trip that exists already now."""
    limited(request, user)
    thread = new_id()
    if begin and begin.trip_id:
        await web.as_user(user).begin_on(thread, begin.trip_id)
    if not user.is_local:
        await web.owners.claim(thread, user)
    return NewThread(thread_id=thread)


@one_router.get(
    "/{thread_id:path}", responses={304: {"description": "Nothing changed since the version in if-none-match."}}
)
async def read_thread(
    thread_id: str,
    web: CurrentWeb,
    user: CurrentUser,
    response: Response,
    if_none_match: Annotated[str | None, Header()] = None,
) -> ThreadView:
    """Return everything that is needed to draw the conversation: messages, what waits, the trip, suggestions."""
    session = await web.enter(thread_id, user)
    snapshot = await reading.snapshot_of(session, thread_id)
    news = await reading.news_of(session, thread_id, snapshot)
    closed = await closed_card(snapshot, session.ports.desk)
    if closed is not None and await reading.is_settled(session, closed) and not web.turns.is_working(thread_id):
        web.turns.go_on(thread_id, session.go_on(thread_id))  # the turn was cut off: its receipt comes by itself
    card = card_of(pending_of(snapshot))
    over = card is not None and card.lapsed_at(session.ports.clock.now())
    state = "closed" if closed else "lapsed" if over else int(web.turns.is_working(thread_id))
    mark = f'"{reading.version_of(snapshot, news)}-{state}"'
    if if_none_match == mark and (web.turns.is_working(thread_id) or not snapshot.next or snapshot.interrupts):
        return Response(status_code=304, headers={"etag": mark})  # type: ignore[return-value] # FastAPI passes it on
    response.headers["etag"] = mark
    return await reading.thread_view(session, thread_id, snapshot, working=web.turns.is_working(thread_id))


@router.post("/{thread_id:path}/stop")
async def stop_turn(thread_id: str, web: CurrentWeb, user: CurrentUser) -> Stopped:
    """Stop the turn that runs here, unless it has begun to hold or to buy. What was stored stays; `/continue` goes on with it."""
    session = await web.enter(thread_id, user)
    return Stopped(stopped=await session.cancel(thread_id))


@one_router.delete("/{thread_id:path}", status_code=204, responses={k: PROBLEMS[k] for k in (409, 429)})
async def end_thread(thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> None:
    """Erase a conversation. Documents of its trip and bookings stay. Refused while something of it is held or waits."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    await session.end(thread_id)
    await web.owners.forget([thread_id])


@router.get("/{thread_id:path}/trip", tags=["trips"])
async def read_trip(thread_id: str, web: CurrentWeb, user: CurrentUser) -> dict[str, object]:
    """Return the trip as the document `renglo.trip_intent.v1`."""
    session = await web.enter(thread_id, user)
    return await session.document(thread_id)


@router.get("/{thread_id:path}/options", tags=["trips"])
async def read_options(thread_id: str, web: CurrentWeb, user: CurrentUser) -> list[dict[str, object]]:
    """Return all ranked options, best first, with the facts of their flights and hotels."""
    session = await web.enter(thread_id, user)
    trip = await session.trip(thread_id)
    ranking = current_ranking(trip)
    return await reading.options_to_mix(ranking.bundles if ranking else (), trip, session.acting(thread_id))


@router.get("/{thread_id:path}/audit", tags=["trips"])
async def read_audit(thread_id: str, web: CurrentWeb, user: CurrentUser) -> list[dict[str, object]]:
    """Return what was decided in this trip, when, and why."""
    session = await web.enter(thread_id, user)
    trip = await session.trip(thread_id)
    if not trip.trip_id:
        raise Problem(404, "unknown_trip", "This conversation has no trip yet.")
    return [event.model_dump(mode="json") for event in await session.acting(thread_id).desk.audit(trip.ledger_id)]
