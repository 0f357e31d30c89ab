"""An OpenAI-compatible endpoint, so that any chat front end can hold a conversation: ``POST /v1/chat/completions``.

The conversation is kept here: of the messages that a client sends, the last one of the user is new. Which conversation it is says the
header ``x-conversation-id``. Without it a new chat begins a conversation, whose id ends each reply as a Markdown comment, which no
page shows: the client sends it back with its history. An approval is a link in the reply, because such a front end has no card to press.
"""

import json
import re
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
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
    """A picture or another part that is no text: it is passed over."""

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


class StreamOptions(BaseModel):
    """What a stream has besides."""

    include_usage: bool | None = False


class ChatRequest(BaseModel):
    """What is read of a request; every other field of the wire format is accepted and has no effect."""

    model: str | None = Field(default=MODEL, examples=[MODEL])
    messages: list[ChatMessage] = Field(min_length=1, max_length=2_000)
    stream: bool | None = False
    stream_options: StreamOptions | None = None


_THE_MODEL = {"id": MODEL, "object": "model", "created": 0, "owned_by": MODEL}


@router.get("/models")
async def list_models(user: CurrentUser) -> dict[str, object]:
    """Return the one model that a front end can choose."""
    del user
    return {"object": "list", "data": [_THE_MODEL]}


@router.get("/models/{model}", responses={404: PROBLEMS[404]})
async def show_model(model: str, user: CurrentUser) -> dict[str, object]:
    """Return the model of a name."""
    del user
    if model != MODEL:
        raise Problem(404, "unknown_model", f"There is one model here: {MODEL}.")
    return dict(_THE_MODEL)


@router.post("/chat/completions")
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
    text = next((m.text for m in reversed(asked.messages) if m.role == "user"), "")
    model, used = asked.model or MODEL, _Used()
    if (own := _for_the_front_end(text)) is not None:
        return (
            _sent(asked, model, _text_alone(own), {}, used)
            if asked.stream
            else JSONResponse(_completion(model, [own], used))
        )
    if not text.strip():
        raise Problem(422, "not_text", "Only text is read: send a message with words in it.")
    thread = x_conversation_id or _told_before(asked.messages) or f"chat-{uuid4().hex}"
    session = await web.enter_or_begin(thread, user)

    async def turn(tell: OnProgress) -> TurnResult:
        return await session.say(thread, text, on_progress=tell)

    events = web.turns.run(thread, turn)
    comment = "" if x_conversation_id else f"[//]: # (conversation {thread})"
    headers = {"x-conversation-id": thread}
    if not asked.stream:
        said = [words async for words in _replies(web, user, events, used, comment)]
        return JSONResponse(_completion(model, said, used), headers=headers)
    first = await anext(events)
    return _sent(asked, model, _replies(web, user, _with(first, events), used, comment), headers, used)


@dataclass
class _Used:
    """Tokens that a model took and wrote for a turn."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def told(self) -> dict[str, int]:
        """Return them as the wire format has them."""
        whole = self.prompt_tokens + self.completion_tokens
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "total_tokens": whole,
        }


_COMMENT = re.compile(r"^\[//\]: # \(conversation ([\w-]{1,100})\)$", re.MULTILINE)
_TASK = "### Task:"
_LAST_WORDS = re.compile(r"^USER: (.+)$", re.MULTILINE)
_TITLE = 60
"""Letters of a title."""


def _told_before(messages: Sequence[ChatMessage]) -> str:
    """Return the conversation that an earlier reply named; whose it is, is looked at when it is entered."""
    found = (_COMMENT.search(one.text) for one in reversed(messages) if one.role == "assistant")
    return next((match[1] for match in found if match), "")


def _for_the_front_end(text: str) -> str | None:
    """Return the answer to what Open WebUI asks for itself (a title, tags, questions to follow), or None for a person's words."""
    if not text.lstrip().startswith(_TASK):
        return None
    said = _LAST_WORDS.search(text)
    wants = text[:500].casefold()
    if "title" in wants:
        return json.dumps({"title": (said[1] if said else MODEL)[:_TITLE]}, ensure_ascii=False)
    return json.dumps({"tags": ["Travel"]} if "tag" in wants else {"follow_ups": []})


async def _text_alone(text: str) -> AsyncIterator[str]:
    yield text


def _sent(asked: ChatRequest, model: str, told: AsyncIterator[str], headers: dict[str, str], used: _Used) -> Response:
    """Return replies as a stream, with the tokens used at its end where the client wants them."""
    wanted = used if asked.stream_options and asked.stream_options.include_usage else None
    return StreamingResponse(
        _chunks(model, told, wanted), media_type=STREAM, headers={**headers, "x-accel-buffering": "no"}
    )


async def _with(
    first: TurnEvent | TurnResult, rest: AsyncIterator[TurnEvent | TurnResult]
) -> AsyncIterator[TurnEvent | TurnResult]:
    yield first
    async for one in rest:
        yield one


async def _replies(
    web: Web, user: User, told: AsyncIterator[TurnEvent | TurnResult], used: _Used, comment: str
) -> AsyncIterator[str]:
    """Yield each reply as it is written, at the end the link of what waits, and the comment that names the conversation."""
    async for one in told:
        if isinstance(one, Said):
            yield one.text
        elif isinstance(one, TurnResult):
            used.prompt_tokens, used.completion_tokens = one.model_use.tokens_in, one.model_use.tokens_out
            if card_of(one.interrupt) is not None:
                yield await _link(web, user, one)
    if comment:
        yield comment


async def _link(web: Web, user: User, result: TurnResult) -> str:
    """Return the words that lead to the card; an approval that somebody else has to give is theirs to open."""
    assert result.interrupt is not None  # noqa: S101 - the caller looked
    words = catalogue(result.trip.request.language)
    approval = await web.session.ports.desk.approval(str(result.interrupt.args["approval_id"]))
    if approval is None or approval.asked not in (None, user.identity):
        return words.say("chat", "waits_for_another", name=approval.approver if approval else "")
    return words.say("chat", "approve_link", link=await approver_link(approval, web.owners, web.settings))


def _completion(model: str, said: Sequence[str], used: _Used) -> dict[str, object]:
    message = {"role": "assistant", "content": "\n\n".join(said)}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {**_head(model, "chat.completion"), "choices": [choice], "usage": used.told()}


def _head(model: str, kind: str) -> dict[str, object]:
    return {"id": f"chatcmpl-{uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


async def _chunks(model: str, replies: AsyncIterator[str], used: _Used | None) -> AsyncIterator[str]:
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
    if used:
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': used.told()})}\n\n"
    yield "data: [DONE]\n\n"


def _chunk(head: dict[str, object], delta: dict[str, str], finish: str | None = None) -> str:
    choices: Sequence[dict[str, object]] = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return f"data: {json.dumps({**head, 'choices': choices}, ensure_ascii=False)}\n\n"
