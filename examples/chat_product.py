"""A chat product with users and a front end of its own; trips are planned, held and bought through sessions of ours.

Run it: ``python examples/chat_product.py``. With TRIPINTENT_DATABASE_URL=postgresql://… conversations, ledger and trips live there,
and any number of processes may share it; otherwise in the data folder that is printed.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from tripintent import Answer, SessionError, TripContext, TurnResult, UserSession, open_session

USERS = {"token-of-anna": "anna", "token-of-ben": "ben"}  # the product's own users


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open one session for all users; its settings come from the environment."""
    async with open_session() as session:
        print(f"trips are kept in {session.database}")
        app.state.session = session
        yield


app = FastAPI(title="A chat product", lifespan=lifespan)


def user(request: Request, authorization: Annotated[str, Header()] = "") -> UserSession:
    """Return the session of who asks: what others planned does not exist in it."""
    name = USERS.get(authorization.removeprefix("Bearer "))
    if name is None:
        raise HTTPException(401, "unknown user")
    context = TripContext(organisation="chat-product", traveller=name, locale="en-GB")
    return UserSession.of(request.app.state.session, context, name)


User = Annotated[UserSession, Depends(user)]


@app.exception_handler(SessionError)
async def refused(request: Request, error: SessionError) -> JSONResponse:
    """Answer what is refused in words: an empty message, a decision that nothing waits for, a busy conversation."""
    del request
    status = 409 if error.code in ("nothing_pending", "stale_answer", "busy", "unknown_thread") else 422
    return JSONResponse({"error": error.code, "detail": str(error)}, status)


class Said(BaseModel):
    """What a user writes."""

    text: str


class Decided(BaseModel):
    """A user's decision about the card that waits."""

    approval_id: str
    approve: bool
    confirmations: tuple[str, ...] = ()


@app.post("/chats/{chat}/messages")
async def say(chat: str, said: Said, trips: User) -> dict[str, Any]:
    """Work a message. Card numbers are masked before anything is stored."""
    return _shown(await trips.say(_thread(trips, chat), said.text))


@app.post("/chats/{chat}/decision")
async def decide(chat: str, decided: Decided, trips: User) -> dict[str, Any]:
    """Answer the approval that waits, by its id: the ledger refuses an answer to any other."""
    answer = Answer(approval_id=decided.approval_id, confirmations=decided.confirmations)
    if decided.approve:
        return _shown(await trips.approve(_thread(trips, chat), answer))
    return _shown(await trips.reject(_thread(trips, chat), answer=answer))


def _thread(trips: UserSession, chat: str) -> str:
    """Return the thread: it starts with the user's name, so that a user reaches threads of the own name only."""
    return f"{trips.subject}/{chat}"


def _shown(turn: TurnResult) -> dict[str, Any]:
    waiting = turn.interrupt
    card = waiting.value["action_requests"][0] if waiting else None
    return {"reply": "\n\n".join(turn.messages), "state": turn.trip.status.state, "card": card}


def main() -> None:
    """Serve it on this machine, and say how to talk to it."""
    import uvicorn  # noqa: PLC0415 - where somebody else serves the application, it is not needed

    wish = '{"text": "Boston to Lisbon June 14 to June 21, two adults"}'
    port, token = int(os.environ.get("PORT", "8000")), "authorization: Bearer token-of-anna"
    url = f"http://127.0.0.1:{port}/chats/1/messages"
    print(f"try: curl {url} -H '{token}' -H 'content-type: application/json' -d '{wish}'")
    uvicorn.run(app, port=port, log_level="warning")


if __name__ == "__main__":
    main()
