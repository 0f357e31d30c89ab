"""Chat completions of OpenAI's API, so that any chat front end can hold a conversation: ``POST /v1/chat/completions``.

Which conversation it is says the header ``x-conversation-id``. Without it a new chat begins a conversation, whose id ends each reply as
a Markdown comment, which no page shows: the client sends it back with its history.
"""

import json
import re
import time
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Literal
from uuid import uuid4

from fastapi import APIRouter, Depends, Header, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from tripintent.app.http.guards import limited
from tripintent.app.http.openai_turns import (
    MODEL,
    REFUSALS,
    Used,
    WrittenMessage,
    for_the_front_end,
    new_words,
    said,
    text_alone,
)
from tripintent.app.http.problems import PROBLEMS, Problem, problem_of
from tripintent.app.http.routes_turns import STREAM
from tripintent.app.http.users import CurrentUser, current_user
from tripintent.app.http.web import CurrentWeb

router = APIRouter(prefix="/v1", tags=["openai"], responses={**REFUSALS})


class StreamOptions(BaseModel):
    """What a stream has besides."""

    include_usage: bool | None = False


class ChatRequest(BaseModel):
    """What is read of a request; every other field of the wire format is accepted and has no effect."""

    model: str | None = Field(default=MODEL, examples=[MODEL])
    messages: list[WrittenMessage] = Field(min_length=1, max_length=2_000)
    stream: bool | None = False
    stream_options: StreamOptions | None = None


class ChatUsage(BaseModel):
    """Tokens that a model took and wrote."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatReply(BaseModel):
    """The replies of a turn as one message."""

    role: Literal["assistant"] = "assistant"
    content: str


class ChatChoice(BaseModel):
    """The one choice of a completion."""

    index: int = 0
    message: ChatReply
    finish_reason: Literal["stop"] = "stop"


class ChatCompletion(BaseModel):
    """What a turn brought."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[ChatChoice]
    usage: ChatUsage


class ModelCard(BaseModel):
    """The one model of this server, as front ends list it."""

    id: str = MODEL
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: str = MODEL


class ModelList(BaseModel):
    """The models that a front end can choose from."""

    object: Literal["list"] = "list"
    data: list[ModelCard]


@router.get("/models", dependencies=[Depends(current_user)])
async def list_models() -> ModelList:
    """Return the one model that a front end can choose."""
    return ModelList(data=[ModelCard()])


@router.get("/models/{model}", dependencies=[Depends(current_user)], responses={404: PROBLEMS[404]})
async def show_model(model: str) -> ModelCard:
    """Return the model of a name."""
    if model != MODEL:
        raise Problem(404, "unknown_model", f"There is one model here: {MODEL}.")
    return ModelCard()


@router.post("/chat/completions", response_model=ChatCompletion, responses={200: {"content": {STREAM: {}}}})
async def complete_chat(
    asked: ChatRequest,
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
    x_conversation_id: Annotated[str, Header()] = "",
) -> Response:
    """Say the user's last message in its conversation, and return the replies as one message of the assistant.

    What a front end asks for itself, a title or tags of a chat, is answered without a turn.
    """
    limited(request, user)
    used, headers, comment = Used(), {}, ""
    if (own := for_the_front_end(asked.messages)) is not None:
        replies = text_alone(own)
    else:
        new_words(asked.messages)
        thread = x_conversation_id or _told_before(asked.messages) or f"chat-{uuid4().hex}"
        session = await web.enter_or_begin(thread, user)
        replies, used = await said(web, user, session, thread, asked.messages)
        headers = {"x-conversation-id": thread}
        comment = "" if x_conversation_id else f"[//]: # (conversation {thread})"
    told = _with_comment(replies, comment)
    if asked.stream:
        return StreamingResponse(
            _chunks(asked, told, used), media_type=STREAM, headers={**headers, "x-accel-buffering": "no"}
        )
    whole = _completion(asked.model or MODEL, [one async for one in told], used)
    return JSONResponse(whole.model_dump(mode="json"), headers=headers)


_COMMENT = re.compile(r"^\[//\]: # \(conversation ([\w-]{1,100})\)$", re.MULTILINE)


def _told_before(messages: Sequence[WrittenMessage]) -> str:
    """Return the conversation that an earlier reply named; whose it is, is looked at when it is entered."""
    found = (_COMMENT.search(one.text) for one in reversed(messages) if one.role == "assistant")
    return next((match[1] for match in found if match), "")


async def _with_comment(replies: AsyncIterator[str], comment: str) -> AsyncIterator[str]:
    gap = ""
    async for one in replies:
        yield one
        gap = "\n\n"
    if comment:
        yield gap + comment


def _usage(used: Used) -> ChatUsage:
    whole = used.taken + used.written
    return ChatUsage(prompt_tokens=used.taken, completion_tokens=used.written, total_tokens=whole)


def _name() -> str:
    return f"chatcmpl-{uuid4().hex}"


def _completion(model: str, replies: Sequence[str], used: Used) -> ChatCompletion:
    return ChatCompletion(
        id=_name(),
        object="chat.completion",
        created=int(time.time()),
        model=model,
        choices=[ChatChoice(message=ChatReply(content="".join(replies)))],
        usage=_usage(used),
    )


async def _chunks(asked: ChatRequest, replies: AsyncIterator[str], used: Used) -> AsyncIterator[str]:
    head = {
        "id": _name(),
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": asked.model or MODEL,
    }
    try:
        async for text in replies:
            yield _chunk(head, {"role": "assistant", "content": text})
    except Exception as error:  # noqa: BLE001 - the response has begun: the refusal is its last event
        problem = problem_of(error)
        yield f"data: {json.dumps({'error': {'message': problem.detail, 'type': problem.code}})}\n\n"
        return
    yield _chunk(head, {}, "stop")
    if asked.stream_options and asked.stream_options.include_usage:
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': _usage(used).model_dump()})}\n\n"
    yield "data: [DONE]\n\n"


def _chunk(head: dict[str, object], delta: dict[str, str], finish: str | None = None) -> str:
    choices: Sequence[dict[str, object]] = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return f"data: {json.dumps({**head, 'choices': choices}, ensure_ascii=False)}\n\n"
