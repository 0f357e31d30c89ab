"""What came in: the words of the last message or one event, cleaned."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import uuid4

from langchain_core.messages import AnyMessage, HumanMessage
from pydantic import ValidationError

from tripintent.nodes.booking.approve import UNCLEAR_ANSWER
from tripintent.nodes.booking.state import BookingState
from tripintent.state.events import EVENT, UserMessage
from tripintent.state.turn import Turn
from tripintent.tools.ports.masking import masked_within
from tripintent.tools.ports.ports import Ports

MAX_CHARACTERS = 4000


class Refusal(NamedTuple):
    """Why something cannot be worked: the kind of the answer and its facts."""

    kind: str
    facts: dict[str, Any]


class ParsedInput(NamedTuple):
    """The new turn, messages to be added (or to replace one that held a card number), and what is wrong with it."""

    turn: Turn
    messages: tuple[AnyMessage, ...] = ()
    refusal: Refusal | None = None
    masked: bool = False


def parse_input(state: BookingState, ports: Ports) -> ParsedInput:
    """Read the event if there is one, else the last message if it is new and a person's."""
    before, raw = state.get("turn") or Turn(), state.get("event")
    if raw is not None:
        return _event(raw, before, ports)
    if before.part:  # a front door gave out the message, which is stored and masked already
        text, masked = ports.mask(before.part)
        return _words(text, Turn(handled=before.handled))._replace(masked=masked)
    last = state["messages"][-1] if state.get("messages") else None
    if last is None or last.type != "human" or (last.id and last.id == before.handled):
        return ParsedInput(Turn(handled=before.handled))
    text, masked = ports.mask(_text(last))
    replaced: tuple[AnyMessage, ...] = (last.model_copy(update={"content": text}),) if masked else ()
    return _words(text, Turn(handled=last.id or ""))._replace(messages=replaced, masked=masked)


def _event(raw: object, before: Turn, ports: Ports) -> ParsedInput:
    blank = Turn(handled=before.handled)
    if isinstance(raw, Mapping) and raw.get("type") == UNCLEAR_ANSWER:
        return ParsedInput(blank.model_copy(update={"event": UNCLEAR_ANSWER}), refusal=Refusal("unclear_answer", {}))
    try:
        event = EVENT.validate_python(masked_within(raw, ports.mask))
    except ValidationError as error:
        return ParsedInput(blank, refusal=_malformed(error))
    if not isinstance(event, UserMessage):
        return ParsedInput(blank.model_copy(update={"event": event.type, "queue": (event,)}))
    text, masked = ports.mask(event.text)
    said = HumanMessage(content=text[:MAX_CHARACTERS], id=str(uuid4()))
    return _words(text, Turn(handled=str(said.id)))._replace(messages=(said,), masked=masked)


def _words(text: str, turn: Turn) -> ParsedInput:
    refusal = _problem(text)
    queue = () if refusal else (UserMessage(text=text),)
    update = {"text": text[:MAX_CHARACTERS], "event": "USER_MESSAGE", "queue": queue}
    return ParsedInput(turn.model_copy(update=update), refusal=refusal)


def _malformed(error: ValidationError) -> Refusal:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(p) for p in first["loc"]) or "event"
    return Refusal("malformed_event", {"where": where, "problem": first["msg"]})


def _problem(text: str) -> Refusal | None:
    if len(text) > MAX_CHARACTERS:
        return Refusal("too_long", {"characters": len(text), "limit": MAX_CHARACTERS})
    if not text.strip():
        return Refusal("empty_message", {})
    if any(ord(c) < 32 and c not in "\n\r\t\f\v" for c in text) or "\ufffd" in text:
        return Refusal("unreadable_message", {})
    return None


def _text(message: AnyMessage) -> str:
    """Return the words of a message; pictures and other parts are left out."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = (p if isinstance(p, str) else str(p.get("text", "")) for p in content)
    return "\n".join(p for p in parts if p)
