"""An OpenAI-compatible endpoint, so that any chat front end can hold a conversation: ``POST /v1/chat/completions``.

The conversation is kept here: of the messages that a client sends, the last one of the user is new. Which conversation it is says the
header ``x-conversation-id``; a client that sends none has one conversation for each ``user`` and first message. An approval
is a link in the reply, because such a front end has no card to press.
"""

import hashlib
import json
import time
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Literal
from uuid import uuid4

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from tripintent.app.http.guards import limited
from tripintent.app.http.links import approver_link
from tripintent.app.http.problems import PROBLEMS, Problem, problem_of
from tripintent.app.http.routes_turns import STREAM
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.results import Said, TurnEvent, TurnResult, card_of
from tripintent.app.session import OnProgress
from tripintent.app.words import catalogue

MODEL = "tripintent"
router = APIRouter(
    prefix="/v1", tags=["openai"], responses={k: PROBLEMS[k] for k in (400, 401, 409, 413, 422, 429, 503)}
)


class TextPart(BaseModel):
    """Words of a message."""

    type: Literal["text"]
    text: str


class OtherPart(BaseModel):
    """A picture or another part that is no text: refused in the new message, passed over in older ones."""

    type: str


class ChatMessage(BaseModel):
    """One message as the client keeps it."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[TextPart | OtherPart] | None = None

    @property
    def text(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if isinstance(part, TextPart))
        return self.content or ""

    @property
    def words_alone(self) -> bool:
        """Tell whether nothing but text is in it."""
        return not isinstance(self.content, list) or all(isinstance(part, TextPart) for part in self.content)


class ChatRequest(BaseModel):
    """What is read of a request; every other field of the wire format is accepted and has no effect."""

    model: str = Field(default=MODEL, examples=[MODEL])
    messages: list[ChatMessage] = Field(min_length=1, max_length=2_000)
    stream: bool = False
    user: str = Field(default="", max_length=100, description="with the first message it names the conversation")


@router.get("/models")
async def list_models(user: CurrentUser) -> dict[str, object]:
    """Return the one model that a front end can choose."""
    del user
    return {"object": "list", "data": [{"id": MODEL, "object": "model", "created": 0, "owned_by": MODEL}]}


@router.post("/chat/completions")
async def complete_chat(
    asked: ChatRequest,
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
    x_conversation_id: Annotated[str, Header()] = "",
) -> Response:
    """Say the user's last message in its conversation, and return the replies as one message of the assistant."""
    limited(request, user)
    new = next((m for m in reversed(asked.messages) if m.role == "user"), None)
    if new is not None and not new.words_alone:
        raise Problem(422, "not_text", "Only text is read: send the message without its other parts.")
    text = new.text if new else ""
    thread = _thread(asked, user, x_conversation_id)
    session = await web.enter_or_begin(thread, user)

    async def turn(tell: OnProgress) -> TurnResult:
        return await session.say(thread, text, on_progress=tell)

    told: AsyncIterator[TurnEvent | TurnResult] = web.turns.run(thread, turn)
    if not asked.stream:
        said = [words async for words in _replies(web, user, told)]
        return JSONResponse(_completion(asked.model, "\n\n".join(said)), headers={"x-conversation-id": thread})
    first = await anext(told)
    chunks = _chunks(asked.model, _replies(web, user, _with(first, told)))
    return StreamingResponse(
        chunks, media_type=STREAM, headers={"x-conversation-id": thread, "x-accel-buffering": "no"}
    )


def _thread(asked: ChatRequest, user: User, named: str) -> str:
    """Return the conversation. One that a user's name and first words make is that user's own, whoever else says the same."""
    if named:
        return named
    first = next((m.text for m in asked.messages if m.role == "user" and m.text.strip()), "")
    if not first:
        raise Problem(422, "empty", "There is no message of the user: send at least one with words in it.")
    parts = json.dumps([user.context.organisation, user.user_id, asked.user, first])
    return f"chat-{hashlib.sha256(parts.encode()).hexdigest()[:40]}"


async def _with(
    first: TurnEvent | TurnResult, rest: AsyncIterator[TurnEvent | TurnResult]
) -> AsyncIterator[TurnEvent | TurnResult]:
    yield first
    async for one in rest:
        yield one


async def _replies(web: Web, user: User, told: AsyncIterator[TurnEvent | TurnResult]) -> AsyncIterator[str]:
    """Yield each reply as it is written, and at the end the link of what waits."""
    async for one in told:
        if isinstance(one, Said):
            yield one.text
        elif isinstance(one, TurnResult) and card_of(one.interrupt) is not None:
            yield await _link(web, user, one)


async def _link(web: Web, user: User, result: TurnResult) -> str:
    """Return the words that lead to the card; an approval that somebody else has to give is theirs to open."""
    assert result.interrupt is not None  # noqa: S101 - the caller looked
    words = catalogue(result.trip.request.language)
    approval = await web.session.ports.desk.approval(str(result.interrupt.args["approval_id"]))
    if approval is None or approval.asked not in (None, user.identity):
        return words.say("chat", "waits_for_another", name=approval.approver if approval else "")
    now = web.session.ports.clock.now()
    return words.say("chat", "approve_link", link=await approver_link(approval, web.owners, web.settings, now))


def _completion(model: str, text: str) -> dict[str, object]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    return {**_head(model, "chat.completion"), "choices": [choice], "usage": usage}


def _head(model: str, kind: str) -> dict[str, object]:
    return {"id": f"chatcmpl-{uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


async def _chunks(model: str, replies: AsyncIterator[str]) -> AsyncIterator[str]:
    head = _head(model, "chat.completion.chunk")
    gap = ""
    try:
        async for text in replies:
            yield _chunk(head, {"role": "assistant", "content": gap + text})
            gap = "\n\n"
    except Exception as error:  # noqa: BLE001 - the response has begun: the refusal is its last event
        problem = problem_of(error)
        yield f"data: {json.dumps({'error': {'message': problem.detail, 'type': problem.code}})}\n\n"
        return
    yield _chunk(head, {}, "stop")
    yield "data: [DONE]\n\n"


def _chunk(head: dict[str, object], delta: dict[str, str], finish: str | None = None) -> str:
    choices: Sequence[dict[str, object]] = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return f"data: {json.dumps({**head, 'choices': choices}, ensure_ascii=False)}\n\n"
