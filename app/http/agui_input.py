"""What of an AG-UI request reaches the graph: one new message, or one answer to the question that waits. Nothing else."""

import json
from collections.abc import Mapping
from typing import Any

from ag_ui.core import ResumeEntry, RunAgentInput, UserMessage
from langgraph.types import StateSnapshot

from tripintent.app.http.deciding import Answerer
from tripintent.app.http.problems import Problem
from tripintent.app.incoming import Answer, matching, safe_text, storable
from tripintent.app.results import Pending
from tripintent.nodes.booking.approve import named_approval, read_reply
from tripintent.state.booking import Approval
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.ports.vault import masked_within

FREE_TEXT = frozenset({"args", "message", "reason", "text"})
"""Where an answer may hold a person's words."""


def checked_input(body: RunAgentInput) -> None:
    """Refuse what can be neither stored nor told again, before anything of it is used. Raises Problem."""
    ids = [body.run_id, *(message.id for message in body.messages)]
    answers = [(entry.interrupt_id, entry.payload) for entry in body.resume or ()]
    if not storable((ids, answers, body.forwarded_props)):
        raise _unreadable()
    if any(mask_cards(name)[1] for name in ids):
        raise Problem(422, "card_number", "An id of the run looks like a card number: give it another one.")


def answered(body: RunAgentInput, pending: Pending | None) -> ResumeEntry | None:
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
        return ResumeEntry(interrupt_id=asked.id, status="resolved", payload=_clean(legacy))
    return entries[0].model_copy(update={"payload": _clean(entries[0].payload)})


def signed(answer: ResumeEntry, approval: Approval, who: Answerer) -> ResumeEntry:
    """Return an answer with the name of who is signed in on its yes or no; words stay words."""
    given = read_reply(answer.payload, approval).answer
    if given is None:
        return answer
    told = given.model_dump(mode="json", include={"approval_id", "payment_method_id", "confirmations"})
    args = {**told, "by": who.by.user, "organisation": who.by.organisation, "grant_id": who.grant_id}
    return answer.model_copy(
        update={"payload": {"decisions": [{"type": given.decision, "args": args, "message": given.reason}]}}
    )


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

    Words while a question waits go in as its answer, and as words: whatever they look like, nothing is decided by them.
    """
    if words is not None and pending is not None:
        said = {"type": "response", "message": words.content}
        resume = ResumeEntry(interrupt_id=pending.id, status="resolved", payload=said)
    messages = [words] if words is not None and resume is None else []
    fields: dict[str, Any] = {"thread_id": body.thread_id, "run_id": body.run_id, "messages": messages}
    return RunAgentInput(
        **fields, state={}, tools=[], context=[], forwarded_props={}, resume=[resume] if resume else None
    )


def _legacy(body: RunAgentInput) -> object:
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
    return Problem(
        422, "unreadable", "The run holds text that is none, a number beyond 64 bits, or too deep a nesting."
    )
