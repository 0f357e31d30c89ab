"""Answering a command: as one JSON document, or as a stream of what happens, whichever the client accepts."""

import json
from collections.abc import AsyncIterator

from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel

from tripintent.app.http.problems import problem_of
from tripintent.app.http.turns import Work
from tripintent.app.http.views import TurnView, said_view, turn_view
from tripintent.app.http.web import Web
from tripintent.app.results import Progress, Said, ToolAnswered, ToolCalled, TurnEvent, TurnResult, Writing

STREAM = "text/event-stream"
EXAMPLE = """event: progress
data: {"step": "quote_flights"}

event: message
data: {"id": "", "role": "assistant", "text": "When do you leave?", "kind": "question", "facts": {}}

event: done
data: {"thread_id": "0b8f6c1e7a5d4f0d9a0c", "turn": 1, "messages": [], "pending": null, "phase": "intake", "state": ""}

"""
TURN_RESPONSE: dict[int | str, dict[str, object]] = {
    200: {
        "model": TurnView,
        "description": (
            "The outcome; with `accept: text/event-stream` the events `progress` (a step begins), `writing` (a reply "
            "that a model is writing), `tool_call` and `tool_result` (a tool that a model calls), `message` (a reply, "
            "as soon as it is written), and at the end `interrupt` (what waits) and `done` (the outcome as a whole), or "
            "`problem` when the turn fails after it began. A turn goes on when its reader leaves."
        ),
        "content": {STREAM: {"example": EXAMPLE}},
    }
}


async def answer(request: Request, web: Web, thread: str, work: Work) -> Response:
    """Run a turn and answer. What is refused before the turn begins is an ordinary refusal, in a stream too."""
    if STREAM not in request.headers.get("accept", ""):
        return JSONResponse(turn_view(await web.turns.result(thread, work)).model_dump(mode="json", by_alias=True))
    happenings = web.turns.run(thread, work)
    first = await anext(happenings)
    return StreamingResponse(_frames(first, happenings), media_type=STREAM, headers={"x-accel-buffering": "no"})


async def _frames(first: TurnEvent | TurnResult, rest: AsyncIterator[TurnEvent | TurnResult]) -> AsyncIterator[str]:
    yield _told(first)
    try:
        async for happening in rest:
            yield _told(happening)
    except Exception as error:  # noqa: BLE001 - the response has begun: the refusal is its last event
        problem = problem_of(error)
        yield _frame("problem", {"title": problem.code, "status": problem.status_code, "detail": problem.detail})


def _told(happening: TurnEvent | TurnResult) -> str:
    if isinstance(happening, Progress):
        return _frame("progress", {"step": happening.step})
    if isinstance(happening, Writing):
        return _frame("writing", {"text": happening.text})
    if isinstance(happening, ToolCalled):
        return _frame("tool_call", vars(happening))
    if isinstance(happening, ToolAnswered):
        return _frame("tool_result", vars(happening))
    if isinstance(happening, Said):
        return _frame("message", said_view(happening))
    view = turn_view(happening)
    waiting = _frame("interrupt", view.pending) if view.pending else ""
    return waiting + _frame("done", view)


def _frame(event: str, data: BaseModel | dict[str, object]) -> str:
    text = data.model_dump_json(by_alias=True) if isinstance(data, BaseModel) else json.dumps(data, default=str)
    return f"event: {event}\ndata: {text}\n\n"
