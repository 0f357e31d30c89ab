"""Answering a command: as one JSON document, or as a stream of what happens, whichever the client accepts."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel

from tripintent.app.http.problems import problem_of
from tripintent.app.http.turns import Work
from tripintent.app.http.views import TurnView, pending_view, turn_view
from tripintent.app.http.web import Web
from tripintent.app.results import Progress, TurnResult

STREAM = "text/event-stream"
TURN_RESPONSE: dict[int | str, dict[str, Any]] = {
    200: {
        "model": TurnView,
        "description": (
            "The outcome; with `accept: text/event-stream` the events `progress`, `note`, `message`, `interrupt` and "
            "`done`, or `problem` when the turn fails after it began. A turn goes on when its reader leaves."
        ),
        "content": {STREAM: {"example": 'event: progress\ndata: {"step": "quote_flights"}\n\n'}},
    }
}


async def answer(request: Request, web: Web, thread: str, work: Work) -> Response:
    """Run a turn and answer. What is refused before the turn begins is an ordinary refusal, in a stream too."""
    if STREAM not in request.headers.get("accept", ""):
        return JSONResponse(turn_view(await web.turns.result(thread, work)).model_dump(mode="json"))
    happenings = web.turns.run(thread, work)
    first = await anext(happenings)
    return StreamingResponse(_frames(first, happenings), media_type=STREAM, headers={"x-accel-buffering": "no"})


async def _frames(first: Progress | TurnResult, rest: AsyncIterator[Progress | TurnResult]) -> AsyncIterator[str]:
    for frame in _told(first):
        yield frame
    try:
        async for happening in rest:
            for frame in _told(happening):
                yield frame
    except Exception as error:  # noqa: BLE001 - the response has begun: the refusal is its last event
        problem = problem_of(error)
        yield _frame("problem", {"title": problem.code, "status": problem.status_code, "detail": problem.detail})


def _told(happening: Progress | TurnResult) -> list[str]:
    if isinstance(happening, Progress):
        known = happening.data is None
        return [_frame("progress", {"step": happening.step}) if known else _frame("note", {"note": happening.data})]
    view = turn_view(happening)
    frames = [_frame("message", message) for message in view.messages]
    pending = pending_view(happening.interrupt)
    return [*frames, *([_frame("interrupt", pending)] if pending else []), _frame("done", view)]


def _frame(event: str, data: BaseModel | dict[str, Any]) -> str:
    text = data.model_dump_json() if isinstance(data, BaseModel) else json.dumps(data, default=str)
    return f"event: {event}\ndata: {text}\n\n"
