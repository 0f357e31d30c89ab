"""Responses of OpenAI's API: ``POST /v1/responses``.

The id of a response names its conversation, so ``previous_response_id`` goes on with it: as it is now, for a trip has one course.
"""

import json
import re
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal
from uuid import uuid4

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from tripintent.app.http.guards import limited
from tripintent.app.http.openai_turns import MODEL, REFUSALS, Used, WrittenMessage, new_words, said
from tripintent.app.http.problems import PROBLEMS, Problem, problem_of
from tripintent.app.http.routes_turns import STREAM
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb

router = APIRouter(prefix="/v1", tags=["openai"], responses={**REFUSALS, 404: PROBLEMS[404]})
_ID = re.compile(r"resp_[0-9a-f]{16}_(?P<thread>.+)")


class OtherItem(BaseModel):
    """An item of the input that is no message: it is passed over."""

    type: str


class ResponseRequest(BaseModel):
    """What is read of a request; every other field of the wire format is accepted and has no effect."""

    model: str | None = Field(default=MODEL, examples=[MODEL])
    input: str | Annotated[list[WrittenMessage | OtherItem], Field(min_length=1, max_length=2_000)]
    previous_response_id: str | None = None
    stream: bool | None = False

    @property
    def messages(self) -> list[WrittenMessage]:
        """The messages of the input."""
        if isinstance(self.input, str):
            return [WrittenMessage(role="user", content=self.input)]
        return [one for one in self.input if isinstance(one, WrittenMessage)]


class OutputText(BaseModel):
    """A reply as text."""

    type: Literal["output_text"] = "output_text"
    text: str = ""
    annotations: list[str] = []


class OutputMessage(BaseModel):
    """All replies of a turn as one message: clients join messages without a blank between."""

    id: str
    type: Literal["message"] = "message"
    role: Literal["assistant"] = "assistant"
    status: Literal["in_progress", "completed", "incomplete"] = "completed"
    content: list[OutputText]


class CachedTokens(BaseModel):
    """Tokens that came from a cache: they are not told apart here."""

    cached_tokens: int = 0


class ReasoningTokens(BaseModel):
    """Tokens of a model's reasoning: they are not told apart here."""

    reasoning_tokens: int = 0


class ResponseUsage(BaseModel):
    """Tokens that a model took and wrote."""

    input_tokens: int
    input_tokens_details: CachedTokens = CachedTokens()
    output_tokens: int
    output_tokens_details: ReasoningTokens = ReasoningTokens()
    total_tokens: int


class ResponseError(BaseModel):
    """Why a response failed after it began."""

    code: str
    message: str


class TripResponse(BaseModel):
    """What a turn brought. Send its id as ``previous_response_id`` to go on."""

    id: str
    object: Literal["response"] = "response"
    created_at: int
    status: Literal["in_progress", "completed", "failed"] = "in_progress"
    model: str
    output: list[OutputMessage] = []
    usage: ResponseUsage | None = None
    error: ResponseError | None = None
    previous_response_id: str | None = None
    parallel_tool_calls: bool = False
    tool_choice: Literal["none"] = "none"
    tools: list[str] = []


@router.post("/responses", response_model=TripResponse, responses={200: {"content": {STREAM: {}}}})
async def create_response(
    asked: ResponseRequest,
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
    x_conversation_id: Annotated[str, Header()] = "",
) -> Response:
    """Say the user's last message in the conversation of the response before it, or in a new one."""
    limited(request, user)
    new_words(asked.messages)
    thread = _thread(asked.previous_response_id) or x_conversation_id or f"chat-{uuid4().hex}"
    session = (
        await web.enter_or_begin(thread, user) if not asked.previous_response_id else await web.enter(thread, user)
    )
    if asked.previous_response_id and (await session.graph.aget_state(session.config(thread))).created_at is None:
        raise _unknown()
    replies, used = await said(web, user, session, thread, asked.messages, after=asked.previous_response_id or "")
    begun = TripResponse(
        id=f"resp_{uuid4().hex[:16]}_{thread}",
        created_at=int(time.time()),
        model=asked.model or MODEL,
        previous_response_id=asked.previous_response_id,
    )
    headers = {"x-conversation-id": thread}
    if asked.stream:
        told = _numbered(_events(begun, replies, used))
        return StreamingResponse(told, media_type=STREAM, headers={**headers, "x-accel-buffering": "no"})
    done = _completed(begun, _message("".join([one async for one in replies])), used)
    return JSONResponse(done.model_dump(mode="json"), headers=headers)


def _thread(response_id: str | None) -> str:
    """Return the conversation of an earlier response; whose it is, is looked at when it is entered. Raises Problem."""
    if not response_id:
        return ""
    if (found := _ID.fullmatch(response_id)) is None:
        raise _unknown()
    return found["thread"]


def _unknown() -> Problem:
    return Problem(404, "unknown_response", "previous_response_id names no response of this server.")


def _message(text: str) -> OutputMessage:
    return OutputMessage(id=f"msg_{uuid4().hex}", content=[OutputText(text=text)])


def _completed(begun: TripResponse, message: OutputMessage, used: Used) -> TripResponse:
    whole = used.taken + used.written
    usage = ResponseUsage(input_tokens=used.taken, output_tokens=used.written, total_tokens=whole)
    return begun.model_copy(update={"status": "completed", "output": [message], "usage": usage})


async def _events(begun: TripResponse, replies: AsyncIterator[str], used: Used) -> AsyncIterator[dict[str, Any]]:
    """Yield the events of a stream; what is refused after it began is its last one."""
    message, item = _message(""), {"output_index": 0}
    at = {**item, "item_id": message.id, "content_index": 0}
    for name in ("response.created", "response.in_progress"):
        yield {"type": name, "response": begun.model_dump(mode="json")}
    empty = message.model_copy(update={"status": "in_progress", "content": []})
    yield {"type": "response.output_item.added", **item, "item": empty.model_dump(mode="json")}
    yield {"type": "response.content_part.added", **at, "part": OutputText().model_dump(mode="json")}
    whole = ""
    try:
        async for text in replies:
            whole += text
            yield {"type": "response.output_text.delta", **at, "delta": text, "logprobs": []}
    except Exception as error:  # noqa: BLE001 - the response has begun: the refusal is its last event
        problem = problem_of(error)
        why = ResponseError(code=problem.code, message=problem.detail)
        begun_with = message.model_copy(update={"status": "incomplete", "content": [OutputText(text=whole)]})
        failed = begun.model_copy(update={"status": "failed", "output": [begun_with], "error": why})
        yield {"type": "response.failed", "response": failed.model_dump(mode="json")}
        return
    part = OutputText(text=whole)
    message = message.model_copy(update={"content": [part]})
    yield {"type": "response.output_text.done", **at, "text": whole, "logprobs": []}
    yield {"type": "response.content_part.done", **at, "part": part.model_dump(mode="json")}
    yield {"type": "response.output_item.done", **item, "item": message.model_dump(mode="json")}
    done = _completed(begun, message, used)
    yield {"type": "response.completed", "response": done.model_dump(mode="json")}


async def _numbered(events: AsyncIterator[dict[str, object]]) -> AsyncIterator[str]:
    """Yield each event as the wire has it, with its number."""
    number = 0
    async for one in events:
        text = json.dumps({**one, "sequence_number": number}, ensure_ascii=False)
        yield f"event: {one['type']}\ndata: {text}\n\n"
        number += 1
