"""What of an AG-UI request reaches the graph: one new message, or one answer to the question that waits. Nothing else."""

import json
from collections.abc import Mapping
from typing import Any

from ag_ui.core import ResumeEntry, RunAgentInput, UserMessage
from langgraph.types import StateSnapshot

from tripintent.app.http.problems import Problem
from tripintent.app.incoming import safe_text, storable
from tripintent.app.pending import Answer, matching
from tripintent.app.results import Pending

FREE_TEXT = frozenset({"message", "reason", "text"})


def checked_input(body: RunAgentInput) -> None:
    """Refuse what can be neither stored nor told again, before anything of it is used. Raises Problem."""
    answers = [(entry.interrupt_id, entry.payload) for entry in body.resume or ()]
    if not storable((body.run_id, [message.id for message in body.messages], answers, body.forwarded_props)):
        raise Problem(
            422, "unreadable", "The run holds text that is none, a number beyond 64 bits, or too deep a nesting."
        )


def answered(body: RunAgentInput, pending: Pending | None, *, may_name_approver: bool) -> ResumeEntry | None:
    """Return the answer in the request, if there is one. Raises SessionError when it is not to the question that waits.

    The older ``forwardedProps.command.resume`` names no interrupt; it counts as an answer to the one that waits.
    """
    entries = list(body.resume or ())
    if len(entries) > 1:
        raise Problem(422, "one_answer", "One question waits at a time: send one answer.")
    legacy = _legacy(body)
    if not entries and legacy is None:
        return None
    asked = matching(pending, Answer(interrupt_id=entries[0].interrupt_id if entries else None))
    if not entries:
        return ResumeEntry(interrupt_id=asked.id, status="resolved", payload=_clean(legacy, may_name_approver))
    return entries[0].model_copy(update={"payload": _clean(entries[0].payload, may_name_approver)})


def new_words(body: RunAgentInput, snapshot: StateSnapshot) -> UserMessage | None:
    """Return the last message if the traveller wrote it and the thread does not have it yet, cleaned."""
    last = body.messages[-1] if body.messages else None
    if last is None or last.role != "user":
        return None
    known = {message.id for message in snapshot.values.get("messages", ())}
    if last.id in known:
        return None
    return UserMessage(id=last.id, role="user", content=safe_text(_text(last.content))[0])


def clean_input(
    body: RunAgentInput, resume: ResumeEntry | None, words: UserMessage | None, pending: Pending | None
) -> RunAgentInput:
    """Return the request without state, properties and old messages.

    Words while a question waits go in as its answer: the graph reads them as words and decides nothing by them.
    """
    if words is not None and pending is not None:
        resume = ResumeEntry(interrupt_id=pending.id, status="resolved", payload=words.content)
    messages = [words] if words is not None and resume is None else []
    fields: dict[str, Any] = {"thread_id": body.thread_id, "run_id": body.run_id, "messages": messages}
    return RunAgentInput(
        **fields, state={}, tools=[], context=[], forwarded_props={}, resume=[resume] if resume else None
    )


def _legacy(body: RunAgentInput) -> Any:
    properties = body.forwarded_props if isinstance(body.forwarded_props, Mapping) else {}
    command = properties.get("command")
    value = command.get("resume") if isinstance(command, Mapping) else None
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (getattr(part, "text", "") for part in content)
    return "\n".join(part for part in parts if part)


def _clean(value: Any, may_name_approver: bool, key: str = "text") -> Any:  # noqa: FBT001 - it is handed down
    """Return an answer with card numbers masked in its free text, and without a name that its sender may not answer in."""
    if isinstance(value, str):
        return _masked(value) if key in FREE_TEXT and value.strip() else value
    if isinstance(value, Mapping):
        kept = {k: v for k, v in value.items() if k != "by" or may_name_approver}
        return {k: _clean(v, may_name_approver, str(k)) for k, v in kept.items()}
    if isinstance(value, list | tuple):
        return [_clean(one, may_name_approver, "") for one in value]
    return value


def _masked(text: str) -> str:
    try:
        inner = json.loads(text) if text.lstrip().startswith(("{", "[")) else None
    except ValueError:
        inner = None
    if inner is not None:  # some clients send their arguments as JSON in a string
        return json.dumps(_clean(inner, may_name_approver=False))
    return safe_text(text)[0]
