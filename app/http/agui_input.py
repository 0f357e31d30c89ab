"""What of an AG-UI request reaches the graph, and what a run says as AG-UI events.

In comes one new message, or one answer to the question that waits. Out go messages, words that are being written, and calls of tools.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ag_ui import core
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langchain_core.messages.tool import ToolCall
from langgraph.types import StateSnapshot

from tripintent.app.http.deciding import Answerer
from tripintent.app.http.problems import Problem
from tripintent.app.incoming import Answer, matching, safe_text, storable
from tripintent.app.results import Pending
from tripintent.nodes.booking.approve import named_approval, read_reply
from tripintent.state.booking import Approval
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.ports.profiles import masked_within


class Replies:
    """What happened in the run so far and is not told yet; ``known`` are the messages from before it, with their calls."""

    def __init__(self, known: Iterable[AnyMessage]) -> None:
        self._told: set[str] = set()
        self._waiting: list[core.BaseEvent] = []
        self._written: dict[str, str] = {}
        self.hear({"messages": known})
        self._waiting.clear()

    def write(self, name: str, text: str) -> None:
        """Note words of a message that is being written: what of them is new."""
        if name not in self._written:
            self._waiting.append(_begun(name))
        self._waiting.append(_goes_on(name, text[len(self._written.get(name, "")) :]))
        self._written[name] = text

    def hear(self, written: Mapping[str, Any]) -> None:
        """Note what a node wrote: replies, and a model's calls of tools with what came of them.

        A message gets its id when it is stored, a moment after it is written; before that it is let pass.
        """
        for message in written.get("messages") or ():
            for call in message.tool_calls if isinstance(message, AIMessage) else ():
                self._once(f"call-{call['id']}", _called(call))
            if isinstance(message, ToolMessage):
                self._once(f"result-{message.tool_call_id}", _answered(message))
            if message.type == "ai" and message.id and message.text:
                self._once(message.id, _said(message, self._written.get(message.id)))

    def take(self) -> Iterator[core.BaseEvent]:
        """Yield the events that wait, each once. A message's id is that of the final snapshot."""
        while self._waiting:
            yield self._waiting.pop(0)

    def _once(self, name: str, events: Iterator[core.BaseEvent]) -> None:
        if name not in self._told:
            self._told.add(name)
            self._waiting += events


def _begun(name: str) -> core.BaseEvent:
    return core.TextMessageStartEvent(type=core.EventType.TEXT_MESSAGE_START, message_id=name, role="assistant")


def _goes_on(name: str, text: str) -> core.BaseEvent:
    return core.TextMessageContentEvent(type=core.EventType.TEXT_MESSAGE_CONTENT, message_id=name, delta=text)


def _said(message: AnyMessage, written: str | None) -> Iterator[core.BaseEvent]:
    """Yield a message, or what of it is not written yet."""
    name = str(message.id)
    if written is None:
        yield _begun(name)
    if rest := message.text[len(written or "") :]:
        yield _goes_on(name, rest)
    yield core.TextMessageEndEvent(type=core.EventType.TEXT_MESSAGE_END, message_id=name)


def _called(call: ToolCall) -> Iterator[core.BaseEvent]:
    name, arguments = str(call["id"]), json.dumps(call["args"], ensure_ascii=False)
    yield core.ToolCallStartEvent(type=core.EventType.TOOL_CALL_START, tool_call_id=name, tool_call_name=call["name"])
    yield core.ToolCallArgsEvent(type=core.EventType.TOOL_CALL_ARGS, tool_call_id=name, delta=arguments)
    yield core.ToolCallEndEvent(type=core.EventType.TOOL_CALL_END, tool_call_id=name)


def _answered(message: ToolMessage) -> Iterator[core.BaseEvent]:
    call = message.tool_call_id
    yield core.ToolCallResultEvent(
        type=core.EventType.TOOL_CALL_RESULT, message_id=f"result-{call}", tool_call_id=call, content=message.text
    )


FREE_TEXT = frozenset({"args", "message", "reason", "text"})
"""Where an answer may hold a person's words."""


def checked_input(body: core.RunAgentInput) -> None:
    """Refuse what can be neither stored nor told again, before anything of it is used. Raises Problem."""
    ids = [body.run_id, *(message.id for message in body.messages)]
    answers = [(entry.interrupt_id, entry.payload) for entry in body.resume or ()]
    if not storable((ids, answers, body.forwarded_props)):
        raise _unreadable()
    if any(mask_cards(name)[1] for name in ids):
        raise Problem(422, "card_number", "An id of the run looks like a card number: give it another one.")


def only_looks(body: core.RunAgentInput) -> bool:
    """Tell whether a request brings neither words nor an answer."""
    return not (body.messages or body.resume) and _legacy(body) is None


def answered(body: core.RunAgentInput, pending: Pending | None) -> core.ResumeEntry | None:
    """Return the answer in the request, if there is one, without whose it says it is.

    Raises SessionError when it is not to the question that waits.
    The older ``forwardedProps.command.resume`` names no interrupt: a decision in it has to name the approval that waits.
    """
    entries = list(body.resume or ())
    if len(entries) > 1:
        raise Problem(422, "one_answer", "One question waits at a time: send one answer.")
    legacy = _legacy(body)
    if not entries and legacy is None:
        return None
    asked = matching(pending, Answer(interrupt_id=entries[0].interrupt_id if entries else None))
    if not entries:
        _check_named(legacy, asked)
        return core.ResumeEntry(interrupt_id=asked.id, status="resolved", payload=_clean(legacy))
    payload = _clean(entries[0].payload)
    _check_shape(payload)
    return entries[0].model_copy(update={"payload": payload})


def signed(answer: core.ResumeEntry, approval: Approval, who: Answerer) -> core.ResumeEntry:
    """Return an answer with the name of who is signed in on its yes or no; words stay words."""
    given = read_reply(answer.payload, approval).answer
    if given is None:
        return answer
    told = given.model_dump(mode="json", include={"approval_id", "payment_method_id", "confirmations"})
    args = {**told, "by": who.by.user, "organisation": who.by.organisation, "grant_id": who.grant_id}
    return answer.model_copy(
        update={"payload": {"decisions": [{"type": given.decision, "args": args, "message": given.reason}]}}
    )


def new_words(body: core.RunAgentInput, snapshot: StateSnapshot) -> core.UserMessage | None:
    """Return the last message if the traveller wrote it and the thread does not have it yet, cleaned."""
    last = body.messages[-1] if body.messages else None
    if last is None or last.role != "user":
        return None
    known = {message.id for message in snapshot.values.get("messages", ())}
    if last.id in known:
        return None
    return core.UserMessage(id=last.id, role="user", content=safe_text(_text(last.content))[0])


def clean_input(
    body: core.RunAgentInput, resume: core.ResumeEntry | None, words: core.UserMessage | None, pending: Pending | None
) -> core.RunAgentInput:
    """Return the request without state, properties and old messages.

    Words while a question waits go in as its answer, and as words: whatever they look like, nothing is decided by them.
    """
    if words is not None and pending is not None:
        said = {"type": "response", "message": words.content}
        resume = core.ResumeEntry(interrupt_id=pending.id, status="resolved", payload=said)
    messages = [words] if words is not None and resume is None else []
    fields: dict[str, Any] = {"thread_id": body.thread_id, "run_id": body.run_id, "messages": messages}
    return core.RunAgentInput(
        **fields, state={}, tools=[], context=[], forwarded_props={}, resume=[resume] if resume else None
    )


def _legacy(body: core.RunAgentInput) -> object:
    properties = body.forwarded_props if isinstance(body.forwarded_props, Mapping) else {}
    command = properties.get("command")
    value = command.get("resume") if isinstance(command, Mapping) else None
    inner = _inside(value) if isinstance(value, str) else None
    return value if inner is None else inner


def _check_named(answer: object, asked: Pending) -> None:
    """Raise Problem for a decision that does not say which approval it is about: a late one would decide the next card."""
    named = named_approval(answer)
    if named is not None and named != asked.args.get("approval_id"):
        said = "This answer does not name the approval that waits (args.approval_id): nothing was done."
        raise Problem(409, "stale_answer", said)


def _check_shape(answer: object) -> None:
    """Raise Problem for a decision that has neither the shape of the interrupt's ``responseSchema`` nor the approval's name."""
    told = _inside(answer) if isinstance(answer, str) else answer
    if named_approval(told) == "" and not (
        isinstance(told, Mapping) and {"decisions", "__agui_cancelled__"} & set(told)
    ):
        said = 'Send the answer as {"decisions": [{"type": "approve", "args": {…}}]}, as responseSchema has it: nothing was done.'
        raise Problem(422, "unreadable", said)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (getattr(part, "text", "") for part in content)
    return "\n".join(part for part in parts if part)


_WHOSE = frozenset({"by", "organisation", "grant_id"})
"""What says whose an answer is: the sign-in says it, and no client."""


def _clean(value: object, key: str = "text") -> object:
    """Return an answer without card numbers and without what says whose it is, also in JSON in strings."""
    if isinstance(value, str):
        return _clean_text(value, key)
    if isinstance(value, Mapping):
        return {mask_cards(str(k))[0]: _clean(v, str(k)) for k, v in value.items() if k not in _WHOSE}
    if isinstance(value, list | tuple):
        return [_clean(one, key) for one in value]
    return masked_within(value, mask_cards)


def _clean_text(text: str, key: str) -> str:
    inner = _inside(text)
    if inner is not None:
        return json.dumps(_clean(inner, key), ensure_ascii=False)
    return safe_text(text)[0] if key in FREE_TEXT and text.strip() else mask_cards(text)[0]


def _inside(text: str) -> object:
    """Return what JSON in a string says, as some clients send their arguments; None for words. Raises Problem."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        inner = json.loads(text)
    except RecursionError as error:
        raise _unreadable() from error
    except ValueError:
        return None
    if not storable(inner):
        raise _unreadable()
    return inner


def _unreadable() -> Problem:
    return Problem(422, "unreadable", "The run holds broken text, a number beyond 64 bits, or too deep a nesting.")
