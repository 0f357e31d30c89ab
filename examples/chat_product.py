"""The booking graph inside a chat product that has users, a checkpointer and a front end of its own.

Run it: ``uvicorn chat_product:app``; with DATABASE_URL=postgresql://… conversations live there, otherwise in chat.db.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.responses import JSONResponse
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command
from pydantic import BaseModel

from tripintent import SessionError, TripContext, booking_graph
from tripintent.app.checkpoints import serializer
from tripintent.app.incoming import safe_text

USERS = {"token-of-anna": "anna", "token-of-ben": "ben"}  # the product's own users


@asynccontextmanager
async def checkpointer() -> AsyncIterator[BaseCheckpointSaver[Any]]:
    """Open the product's own store of conversations. The serializer lists the types that a trip is made of."""
    url = os.environ.get("DATABASE_URL")
    if url:
        from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver  # noqa: PLC0415 - only where it is used
        from psycopg.rows import dict_row  # noqa: PLC0415
        from psycopg_pool import AsyncConnectionPool  # noqa: PLC0415

        rows: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
        async with AsyncConnectionPool(
            url, open=False, kwargs=rows, check=AsyncConnectionPool.check_connection
        ) as pool:
            yield AsyncPostgresSaver(pool, serde=serializer())  # type: ignore[arg-type] # its rows are what it asks for
        return
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # noqa: PLC0415

    async with AsyncSqliteSaver.from_conn_string(os.environ.get("CHAT_DB", "chat.db")) as saver:
        saver.serde = serializer()
        yield saver


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store and compile the graph once."""
    async with checkpointer() as saver:
        await saver.setup()  # type: ignore[attr-defined] # both savers have it, their base class does not
        app.state.graph = booking_graph(checkpointer=saver)
        yield


app = FastAPI(title="A chat product", lifespan=lifespan)


def user(authorization: Annotated[str, Header()] = "") -> str:
    """Return who asks."""
    name = USERS.get(authorization.removeprefix("Bearer "))
    if name is None:
        raise HTTPException(401, "unknown user")
    return name


User = Annotated[str, Depends(user)]


@app.exception_handler(SessionError)
async def refused(request: Request, error: SessionError) -> JSONResponse:
    """Answer what is refused in words: an empty message, one that is too long, one that is no text."""
    del request
    return JSONResponse({"error": error.code, "detail": str(error)}, 422)


class Said(BaseModel):
    """What a user writes."""

    text: str


class Decided(BaseModel):
    """A user's decision about the card that waits."""

    approval_id: str
    approve: bool
    confirmations: list[str] = []


@app.post("/chats/{chat}/messages")
async def say(chat: str, said: Said, request: Request, name: User) -> dict[str, Any]:
    """Work a message. Card numbers are masked before anything is stored."""
    return await _run(request, name, chat, {"messages": [HumanMessage(safe_text(said.text)[0])]})


@app.post("/chats/{chat}/decision")
async def decide(chat: str, decided: Decided, request: Request, name: User) -> dict[str, Any]:
    """Answer the approval that waits, by its id: the ledger refuses an answer to any other."""
    waiting = (await request.app.state.graph.aget_state(_config(name, chat))).interrupts
    if not waiting:
        raise HTTPException(409, "nothing waits in this chat")
    args = {"approval_id": decided.approval_id, "confirmations": decided.confirmations}
    answer = {"decisions": [{"type": "approve" if decided.approve else "reject", "args": args}]}
    return await _run(request, name, chat, Command(resume=answer))


async def _run(request: Request, name: str, chat: str, entry: Any) -> dict[str, Any]:
    graph = request.app.state.graph
    result = await graph.ainvoke(entry, _config(name, chat), context=TripContext(locale="en-GB"), durability="sync")
    waiting = result.get("__interrupt__")
    return {
        "reply": result["messages"][-1].content,
        "state": result["trip_intent"].status.state,
        "card": waiting[0].value["action_requests"][0] if waiting else None,
    }


def _config(name: str, chat: str) -> dict[str, Any]:
    """Return the thread: a user reaches threads of the own name only."""
    return {"configurable": {"thread_id": f"{name}/{chat}"}}
