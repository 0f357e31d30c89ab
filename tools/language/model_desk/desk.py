"""The desk with a model: intent and function are asked for at once, then one agent with the concierge's tools answers."""

import logging
import re
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from tripintent.state.concierge.front import CLARIFY, FALLBACK, PERSON, Decision, Intent, command_so_far, read_command
from tripintent.state.concierge.memory import references
from tripintent.state.concierge.service import GENERAL, GOES_ON
from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.front_desk.answers import unknown
from tripintent.tools.front_desk.availability import NAMES
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.front_desk.hearing import heard
from tripintent.tools.front_desk.private import CHECK_IN, ENDS, MARK, Marked, marked, names_somebody, people_in
from tripintent.tools.front_desk.speech import turn
from tripintent.tools.knowledge.passages import fold, gives_orders
from tripintent.tools.language.model_desk.agent import DeskAgent
from tripintent.tools.language.model_desk.functions import (
    Cache,
    decisions_in,
    hashed,
    knowledge_version,
    question,
    reply_schema,
)
from tripintent.tools.language.model_desk.prompts import function_messages, intent_messages, masked
from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.grounding import grounded
from tripintent.tools.ports.desk_service import Chosen, Message, Reply, Situation

_LOG = logging.getLogger(__name__)


class ModelDesk(OfflineDesk):
    """One organisation's desk. What a model says is checked by code; the offline desk answers wherever it cannot be used."""

    def __init__(self, *house: Any, model: ChatModel, debug: bool = False) -> None:
        """Take what an offline desk takes, and a model."""
        super().__init__(*house)
        self._model = model
        self._debug = debug
        self._version = knowledge_version(self.service, self.parts.knowledge.passages)
        self._schema = reply_schema(self.service)
        self._intents, self._chosen = Cache[Intent](), Cache[tuple[Decision, ...]]()
        self._agent = DeskAgent(self.parts, model, self._version, self._show)

    def person(self, message: Message) -> str:
        """Return why a person has to answer by rules, whatever a model says.

        "If one falls ill", "cross with myself", how many come, and what is said in jest it reads better.
        """
        found = super().person(message)
        urgent = self.urgent(found, message.text) and not heard(("jokes",), message.text)
        read = found in ("group", "complaint", "illness", "danger") and not urgent
        return "" if read and not message.plain else found

    async def intent(self, message: Message) -> Intent:
        """Return the command that the model begins with, and what the guest may read after ``/general``."""
        if _is_kept(message) or references(message.text) or message.memory.waiting == "booking":
            return await super().intent(message)
        message = message._replace(text=marked(unordered(message.text), message.sealed, people=message.people).text)
        key = self._key("intent", message)
        known = self._intents.get(key)
        if known is not None:
            return known
        messages = intent_messages(self.service, message)
        commands, given = [one.base_command for one in self.service.enabled], [str(one.text) for one in messages]
        try:
            reply = await self._model.words(messages, _telling(commands, given, message.tell))
        except LanguageUnavailable as error:
            _LOG.warning("the model did not hear the intent (%s): the functions decide", error)
            return Intent(use=_spent(error))
        self._show("intent", messages, reply, _words(message))
        found = read_command([str(reply.text).lstrip(" `\"'")], commands)
        shown = found.shown.strip("` ")
        if stray := grounded(shown, given):
            _LOG.warning("the model's question is not asked, it says what no one did: %s", ", ".join(stray))
            shown = ""
        heard = Intent(routed=found.command, shown=shown, move_on=found.command not in (None, GENERAL))
        if not names_somebody(message.text):
            self._intents.put(key, heard)
        return heard.model_copy(update={"use": self._model.use_of(reply)})

    async def choose(self, message: Message) -> Chosen:
        """Return the functions with parameters that the guest's words hold; the offline desk's where the model fails."""
        sealed = references(message.text)
        people = (*message.people, *(people_in(message.text, listed=True) if message.booking else ()))
        marks = marked(unordered(message.text), message.sealed, people=people)
        if _is_kept(message) or (marks.bare and sealed):
            return await super().choose(message)
        offline, message = message, message._replace(text=marks.text)
        key = self._key("functions", offline)
        known = self._chosen.get(key)
        if known is not None:
            return Chosen(known)
        messages, use = function_messages(self.service, message), ModelUse()
        try:
            reply = await self._model.structured(messages, "functions", self._schema)
            use = self._model.use_of(reply)
            self._show("functions", messages, reply, _words(message))
            found = decisions_in(reply, message.text, self.service)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not choose the functions (%s): the offline desk did", error)
            chosen = await super().choose(offline)
            reason = super().person(offline)
            called = [Decision(function=PERSON, params={"reason": reason}, text=offline.text)] if reason else []
            return Chosen((*called, *chosen.decisions), use if use.requests else _spent(error))
        decisions = tuple(self._told(one, offline, marks) for one in found)
        decisions = decisions or (Decision(function=GOES_ON, text=message.text),)
        if not (sealed or names_somebody(message.text)):
            self._chosen.put(key, decisions)
        return Chosen(decisions, use)

    def _told(self, decision: Decision, message: Message, marks: Marked) -> Decision:
        """Return a decision with the language of the message, its words without marks: a booking's in full, others' as they are stored."""
        marked_words = MARK.search(decision.text) is not None
        text = str(marks.marks.put_back(decision.text)) if decision.function == "BOOKING" else decision.text
        language = {"language": NAMES.get(message.language, message.language.upper())}
        given = {} if decision.function == CHECK_IN else decision.params
        kept = message.text if marked_words and decision.function != "BOOKING" else text
        return decision.model_copy(update={"text": kept, "params": {**given, **language}})

    async def answer(self, situation: Situation) -> Reply:
        """Answer all that was understood of a message with the concierge's tools; where no model may be asked, as the offline desk does."""
        decision = situation.decision
        spoken = decision.function == PERSON or bool(decision.params.get("text")) or decision.function == CLARIFY
        said = unordered(situation.said)
        if situation.plain or spoken or not said:
            return await super().answer(situation)
        try:
            return await self._agent.answer(situation._replace(said=said), refused=said != situation.said)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not answer (%s): the offline desk did", error)
            use = _spent(error)
        if situation.language != (*self.service.languages, "en")[0] and decision.function in (
            FALLBACK,
            "WEBSITE_SEARCH",
        ):
            # no pasted quote in a language that is not the guest's
            return unknown(self.parts, situation)._replace(use=use)
        return (await super().answer(situation))._replace(use=use)

    def _show(self, what: str, messages: Sequence[BaseMessage], reply: AIMessage, words: Sequence[str]) -> None:
        """Write a call to the log where that is switched on; who is named in the guest's ``words`` is named nowhere in it."""
        if self._debug:
            prompt = "\n\n".join(str(one.text) for one in messages)
            said = str(reply.text) or str([call["args"] for call in reply.tool_calls])
            _LOG.warning("%s prompt:\n%s\n%s result:\n%s", what, masked(prompt, words), what, masked(said, words))

    def _key(self, what: str, message: Message) -> str:
        """Return the key of a detection: the words and all that they are heard with, but for the hour."""
        talk = [(one.by_guest, one.text) for one in message.history]
        known = (message.memory.model_dump_json(), tuple(message.facts), message.booking)
        heard = (message.language, message.now.date(), talk, message.guest, *known)
        return hashed(self._version, what, question(message.text), *heard)


_PARTS = re.compile(r"\s*[,;]\s+(?:then )?|\s+(?:and|und|et|y|e)\s+(?:then )?")


def unordered(text: str) -> str:
    """Return a message without its sentences that give orders to a machine, but for the questions in them; empty where nothing is left."""

    def orders(words: str) -> bool:
        return bool(heard(("orders",), words) or gives_orders(words))

    if not orders(text):
        return text
    sentences = [one for one in ENDS.split(text.strip()) if one]
    if len(sentences) > 1 and not all(map(orders, sentences)):
        return " ".join(filter(None, map(unordered, sentences)))
    return ", ".join(one for one in _PARTS.split(text) if turn("asks").search(fold(one)) and not orders(one))


def _is_kept(message: Message) -> bool:
    """Check whether no model may be asked: for a booking's names, above a limit, for orders to a machine, and what no one can open."""
    own = [said for one, said in message.sealed.items() if one in message.text]
    ordered = not all(map(unordered, (message.text, *own)))
    return message.plain or ordered or not {*references(message.text)} <= {*message.sealed}


def _words(message: Message) -> list[str]:
    """Return what is the guest's own in a prompt."""
    return [message.guest.name, message.text, *(one.text for one in message.history if one.by_guest)]


def _spent(error: LanguageUnavailable) -> ModelUse:
    return error.use if isinstance(error, ModelFailed) else ModelUse()


def _telling(commands: Sequence[str], given: Sequence[str], tell: Callable[[str], None]) -> Callable[[str], None]:
    """Return what hears the intent while it is written. Only what goes on asking is told, once its command is whole."""

    def told(text: str) -> None:
        found = command_so_far(text.lstrip(" `\"'"), commands)
        if found is not None and found.command == GENERAL and found.shown and not grounded(found.shown, given):
            tell(found.shown)

    return told
