"""What an organisation's people see: the staff's queue of its desk, and its policy for those who run it."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Query, Request
from pydantic import BaseModel, Field

from tripintent.app.exports.wording import passengers
from tripintent.app.forgetting import forget_traveller
from tripintent.app.http.guards import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.reading import snapshot_of
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.http.web_settings import GUEST
from tripintent.app.policy import check_approver, checked_rules, written
from tripintent.app.results import ShownMessage
from tripintent.app.running import said_in
from tripintent.app.staffing import answer_guest as answer_waiting
from tripintent.app.staffing import close_request as close_asked
from tripintent.app.user_session import UserSession
from tripintent.app.words import catalogue
from tripintent.state.concierge.front import HandOff
from tripintent.state.concierge.front import Request as Asked
from tripintent.state.frozen import Exact
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import PolicyRules
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.desk_service import PAGE
from tripintent.tools.ports.profiles import PolicyBook

desk_router = APIRouter(prefix="/api/desk", tags=["desk"], responses={k: PROBLEMS[k] for k in (401, 403, 422, 503)})


async def staff(user: CurrentUser) -> User:
    """Return the caller who is staff. Raises Problem 403 for anybody else."""
    if not (user.is_local or user.staff):
        raise Problem(403, "not_staff", "The queue is for the staff of this desk.")
    return user


Staff = Annotated[User, Depends(staff)]


class SaidLine(BaseModel):
    """One message of a guest's conversation."""

    who: Literal["guest", "agent", "staff"]
    text: str


class Waiting(BaseModel):
    """Who waits, since when, and what was said last."""

    thread_id: str
    opened_at: datetime
    guest: str = Field(description="by name where it is known; else empty")
    last_lines: list[SaidLine]


class HandedOver(Waiting):
    """A guest who waits for a person."""

    handoff: HandOff


class RequestedByGuest(Waiting):
    """What a guest asked the staff for, before the arrival or in the house."""

    request_id: str
    request: Asked


class Queue(BaseModel):
    """A page of what waits for staff: illness and danger, other guests, requests, each the oldest first."""

    handed_over: list[HandedOver]
    requests: list[RequestedByGuest]
    more: str = Field(description="`after` of the next page; empty at the end", examples=["1.712"])
    now: datetime = Field(description="the server's time, for how long somebody has waited")


class StaffAnswer(Exact):
    """What the guest reads; without words, that it was taken care of."""

    text: str = Field(default="", max_length=4000, examples=["I am on my way to your room."])


class Told(BaseModel):
    """That the guest has the answer."""

    messages: list[str]


@desk_router.get("/queue")
async def read_queue(
    web: CurrentWeb,
    user: Staff,
    after: Annotated[str, Query(pattern=r"^(-?\d{1,9}\.\d{1,18})?$", description="`more` of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = PAGE,
) -> Queue:
    """Return what waits for staff of the caller's organisation, page by page."""
    organisation = None if user.is_local else user.context.organisation
    page = await web.session.ports.staff_queue.page(organisation, after, limit)
    handed_over, requests = list[HandedOver](), list[RequestedByGuest]()
    for one in page.entries:
        asked, place = one.waits_for, {"opened_at": one.opened_at, **await _conversation(web, one.thread_id)}
        if isinstance(asked, HandOff):
            told = asked.model_copy(update={"summary": await web.session.opened(one.thread_id, asked.summary)})
            handed_over.append(HandedOver.model_validate({**place, "handoff": told}))
        else:
            words = asked.model_copy(update={"text": await web.session.opened(one.thread_id, asked.text)})
            requests.append(RequestedByGuest.model_validate({**place, "request_id": one.entry_id, "request": words}))
    return Queue(handed_over=handed_over, requests=requests, more=page.more, now=web.session.ports.clock.now())


LAST_LINES = 4


async def _conversation(web: Web, thread: str) -> dict[str, object]:
    """Return whose a conversation is, and its last lines as staff may read them."""
    session, owned = await web.as_owner(thread), await web.owners.owner(thread)
    values = (await snapshot_of(session, thread)).values
    said = said_in(await session.messages_of(thread, values))[-LAST_LINES:]
    lines = [{"who": "guest" if one.role == "user" else _speaker(one), "text": one.text} for one in said]
    trip, user = values.get("trip_intent"), owned.identity.user if owned else ""
    names = passengers(trip) if isinstance(trip, TripIntent) else ()
    unnamed = user == thread or user.startswith(GUEST)  # on a channel, or on a page that anybody opens
    return {"thread_id": thread, "guest": next(iter(names), "" if unnamed else user), "last_lines": lines}


def _speaker(said: ShownMessage) -> str:
    return "staff" if said.kind == "staff" else "agent"


async def _words(session: UserSession, thread: str, given: StaffAnswer) -> str:
    """Return what the guest reads: the words that staff wrote, else in the guest's language that it was taken care of."""
    if text := given.text.strip():
        return text
    trip = (await snapshot_of(session, thread)).values.get("trip_intent")
    return catalogue(trip.request.language if trip else "en").say("page", "staff_done_told")


@desk_router.post("/queue/{thread_id:path}/answer", responses={k: PROBLEMS[k] for k in (404, 409, 413, 429)})
async def answer_guest(thread_id: str, given: StaffAnswer, request: Request, web: CurrentWeb, user: Staff) -> Told:
    """Answer a guest who waits for a person; they read it with the name of who answered."""
    limited(request, user)
    session = await _ours(web, user, thread_id)
    text = await _words(session, thread_id, given)
    result = await web.turns.result(thread_id, lambda _: answer_waiting(session, thread_id, text, user.user_id))
    return Told(messages=result.messages)


@desk_router.post(
    "/queue/{thread_id}/requests/{request_id}/close", responses={k: PROBLEMS[k] for k in (404, 409, 413, 429)}
)
async def close_request(
    thread_id: str, request_id: str, given: StaffAnswer, *, request: Request, web: CurrentWeb, user: Staff
) -> Told:
    """Close what a guest asked for; they read the words in the conversation."""
    limited(request, user)
    session = await _ours(web, user, thread_id)
    text = await _words(session, thread_id, given)
    result = await web.turns.result(
        thread_id, lambda _: close_asked(session, thread_id, request_id, text, user.user_id)
    )
    return Told(messages=result.messages)


async def _ours(web: Web, user: User, thread: str) -> UserSession:
    """Return a guest's session. Raises Problem for a conversation of another organisation; on one's own machine all are ours."""
    found = None if user.is_local else await web.owners.owner(thread)
    if not (user.is_local or (found and found.context.organisation == user.context.organisation)):
        raise Problem(404, "unknown_thread", "There is no such conversation.")
    return await web.as_owner(thread)


me_router = APIRouter(prefix="/api/me", tags=["users"], responses={401: PROBLEMS[401]})


class Me(BaseModel):
    """The caller."""

    user_id: str = Field(description="empty for the one person at this machine", examples=["anna"])
    administers: bool = Field(default=False, description="may see and set the policy of the organisation")
    staff: bool = Field(default=False, description="is of the staff who answer the queue of the desk")


@me_router.get("")
async def read_me(user: CurrentUser) -> Me:
    """Return who is signed in."""
    name = "" if user.user_id.startswith(GUEST) else user.user_id
    return Me(user_id=name, administers=user.is_local or user.administers, staff=user.staff)


@me_router.delete("", status_code=204, responses={k: PROBLEMS[k] for k in (409, 429, 503)})
async def erase_me(request: Request, web: CurrentWeb, user: CurrentUser) -> None:
    """Erase the caller: conversations, trips, documents, profile, payment methods, notices. What was sold and paid stays, nameless.

    Refused while something is held, waits for an approval, or is being bought. The one person at this machine, who has no name here,
    is refused, too: they delete conversations, or the files.
    """
    limited(request, user)
    if not user.user_id:
        raise Problem(
            409, "no_name", "No one is signed in here: delete single conversations, or the files of this server."
        )
    house = web.house.model_copy(update={"organisation": user.context.organisation})
    done = await forget_traveller(house, user.user_id, themselves=True)
    if done.in_the_way:
        raise Problem(409, "not_over", f"Nothing is erased yet: there is {', '.join(done.in_the_way)}.")
    if done.left:
        raise StoreError(f"not all of {user.user_id} is erased: {done.left}")


policy_router = APIRouter(
    prefix="/api/policy", tags=["policy"], responses={k: PROBLEMS[k] for k in (401, 403, 409, 422, 429, 503)}
)

Rules = Annotated[dict[str, object], Body(examples=[{"approver": "boss", "max_stops": 1, "max_daily_rate": "180 EUR"}])]


class PolicyView(BaseModel):
    """The rules in force. ``text`` is the same as an operator writes it."""

    organisation: str
    source: str = Field(description="whose rules they are; `default` where none were set")
    rules: PolicyRules
    text: str
    users: list[str] | None = Field(description="who can be named as the approver; null where they cannot be listed")


@policy_router.get("")
async def read_policy(web: CurrentWeb, user: CurrentUser) -> PolicyView:
    """Return the policy of the caller's organisation."""
    return await _view(web, _administrator(user))


@policy_router.put("")
async def set_policy(rules: Rules, request: Request, web: CurrentWeb, user: CurrentUser) -> PolicyView:
    """Set it. The body has the rules by name; what is left out is no rule any more. An unknown name is refused."""
    limited(request, user)
    org = _administrator(user).context.organisation
    book = web.session.ports.policies
    if not isinstance(book, PolicyBook):
        raise Problem(409, "policies_elsewhere", "This host keeps its policies elsewhere: set them there.")
    given = checked_rules(rules)
    await check_approver(given, org, web.directory)
    await book.set(org, given, by=user.user_id or "local")
    return await _view(web, user)


def _administrator(user: User) -> User:
    if not (user.is_local or user.administers):
        raise Problem(403, "not_an_administrator", "Only who administers the organisation sees and sets its policy.")
    return user


async def _view(web: Web, user: User) -> PolicyView:
    org = user.context.organisation
    policy = await web.session.ports.policies.rules(org)
    known = await web.directory.users(org)
    users = sorted(known) if known is not None else None
    text = written(policy.rules)
    return PolicyView(organisation=org, source=policy.source, rules=policy.rules, text=text, users=users)
