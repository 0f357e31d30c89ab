"""A turn for clients of OpenAI's APIs: which words are said, the replies as text, and the tokens that a model took for them.

The conversation is kept here, so of all that a client sends only the last words of the user are new. An approval is a link in the
reply, because such a front end has no card to press.
"""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from typing import Any, Literal

from pydantic import BaseModel

from tripintent.app.errors import Repeated
from tripintent.app.http.links import approver_link
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.reading import snapshot_of
from tripintent.app.http.users import User
from tripintent.app.http.web import Web
from tripintent.app.results import ShownMessage, TurnEvent, TurnResult, Writing, card_of
from tripintent.app.running import result_of, said_in
from tripintent.app.session import OnProgress
from tripintent.app.user_session import UserSession
from tripintent.app.words import catalogue

MODEL = "tripintent"
REFUSALS: dict[int | str, dict[str, Any]] = {k: PROBLEMS[k] for k in (400, 401, 409, 413, 422, 429, 503)}


class TextPart(BaseModel):
    """Words of a message."""

    type: Literal["text", "input_text", "output_text"]
    text: str


class OtherPart(BaseModel):
    """A picture or another part that is no text: it is passed over."""

    type: str


class WrittenMessage(BaseModel):
    """One message as the client keeps it."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[TextPart | OtherPart] | None = None

    @property
    def text(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if isinstance(part, TextPart))
        return self.content or ""


@dataclass
class Used:
    """Tokens that a model took and wrote for a turn."""

    taken: int = 0
    written: int = 0


def new_words(messages: Sequence[WrittenMessage]) -> str:
    """Return the words of the user's last message. Raises Problem when there are none."""
    text = next((one.text for one in reversed(messages) if one.role == "user"), "")
    if not text.strip():
        raise Problem(422, "not_text", "Only text is read: send a message with words in it.")
    return text


_TASK = "### Task:"
_LAST_WORDS = re.compile(r"^USER: (.+)$", re.MULTILINE)
_TITLE = 60
"""Letters of a title."""


def for_the_front_end(messages: Sequence[WrittenMessage]) -> str | None:
    """Return the answer to what Open WebUI asks for itself (a title, tags, questions to follow), or None for a person's words."""
    text = next((one.text for one in reversed(messages) if one.role == "user"), "")
    if not text.lstrip().startswith(_TASK):
        return None
    said = _LAST_WORDS.search(text)
    wants = text[:500].casefold()
    if "title" in wants:
        return json.dumps({"title": (said[1] if said else MODEL)[:_TITLE]}, ensure_ascii=False)
    return json.dumps({"tags": ["Travel"]} if "tag" in wants else {"follow_ups": []})


async def text_alone(text: str) -> AsyncIterator[str]:
    """Yield a text as the only reply."""
    yield text


async def said(
    web: Web, user: User, session: UserSession, thread: str, messages: Sequence[WrittenMessage], *, after: str = ""
) -> tuple[AsyncIterator[str], Used]:
    """Say the user's last words in a conversation; return their text in pieces, and what is used for it, known at the end.

    ``after`` names the response that the client goes on from. What is refused before the turn begins is raised here.
    """
    text = new_words(messages)
    message_id = await _identity(session, thread, messages, after)

    async def turn(tell: OnProgress) -> TurnResult:
        try:
            return await session.say(thread, text, on_progress=tell, message_id=message_id)
        except Repeated:
            return await _again(session, thread, message_id, tell)

    events = web.turns.run(thread, turn, guest=bool(user.address))
    used = Used()
    return _replies(web, user, await anext(events), events, used), used


async def _identity(session: UserSession, thread: str, messages: Sequence[WrittenMessage], after: str) -> str | None:
    """Return the id of the last words: the same when a front end sends them again from the same place in the same history.

    A client that sends no history says all its words in the first place: there they are new, unless nothing else was said.
    """
    sent = [one.text for one in messages if one.role == "user"]
    if len(sent) == 1 and not after:
        known = (await snapshot_of(session, thread)).values.get("messages", ())
        if len([one for one in known if one.type == "human"]) > 1:
            return None
    place = json.dumps([thread, after, sent])
    return f"sent-{hashlib.sha256(place.encode('utf-8', 'surrogatepass')).hexdigest()}"


async def _again(session: UserSession, thread: str, message_id: str | None, tell: OnProgress) -> TurnResult:
    """Return what was answered to a message before; a turn that was cut off goes on."""
    snapshot = await snapshot_of(session, thread)
    if snapshot.next and not snapshot.interrupts:
        return await session.go_on(thread, on_progress=tell)
    later = dropwhile(lambda one: one.id != message_id, await session.messages_of(thread, snapshot.values))
    asked = next(later)
    answers = said_in(takewhile(lambda one: one.type != "human", later), "assistant")
    for one in answers:
        tell(one)
    return result_of(thread, asked.text, answers, snapshot, snapshot)


async def _replies(
    web: Web, user: User, first: TurnEvent | TurnResult, rest: AsyncIterator[TurnEvent | TurnResult], used: Used
) -> AsyncIterator[str]:
    """Yield the replies as they are written, piece by piece, and at the end the link of what waits."""
    one: TurnEvent | TurnResult | None = first
    text = TextOfTurn()
    while one is not None:
        if isinstance(one, Writing | ShownMessage) and (piece := text.more(one)):
            yield piece
        elif isinstance(one, TurnResult):
            used.taken, used.written = one.model_use.tokens_in, one.model_use.tokens_out
            if card_of(one.interrupt) is not None:
                yield text.more(ShownMessage("assistant", await _link(web, user, one)))
        one = await anext(rest, None)


class TextOfTurn:
    """One text of what a turn says, for clients that can only add to it: a blank line separates messages."""

    def __init__(self) -> None:
        self._told, self._begun, self._open = "", False, False

    def more(self, said: Writing | ShownMessage) -> str:
        """Return what to add for a message, or for one that is being written; empty for words that may still be taken back."""
        if isinstance(said, Writing) and not said.stays:
            return ""
        goes_on = bool(self._told) and said.text.startswith(self._told)
        new = said.text[len(self._told) :] if goes_on else said.text
        gap = "\n\n" if new and self._begun and not (goes_on and self._open) else ""
        self._open = isinstance(said, Writing)
        self._told = said.text if self._open else "" if goes_on else self._told
        self._begun = True
        return gap + (new.lstrip() if gap else new)


async def _link(web: Web, user: User, result: TurnResult) -> str:
    """Return the words that lead to the card; an approval that somebody else has to give is theirs to open."""
    assert result.interrupt is not None  # noqa: S101 - the caller looked
    words = catalogue(result.trip.request.language)
    approval = await web.session.ports.desk.approval(str(result.interrupt.args["approval_id"]))
    if approval is None or approval.asked not in (None, user.identity):
        return words.say("chat", "waits_for_another", name=approval.approver if approval else "")
    link = await approver_link(approval, web.owners, web.settings, user.identity)
    return words.say("chat", "approve_link", link=link)
