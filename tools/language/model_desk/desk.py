"""The desk with a model. Intent and functions are asked for at once, then at most one answer is written for a function."""

import logging
import re
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from tripintent.state.concierge.front import (
    CLARIFY,
    FALLBACK,
    FOR_STAFF,
    Decision,
    Intent,
    command_so_far,
    read_command,
)
from tripintent.state.concierge.memory import FORWARD, references
from tripintent.state.concierge.parameters import ROOM
from tripintent.state.concierge.service import GENERAL, GOES_ON
from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.front_desk.answers import kept
from tripintent.tools.front_desk.availability import CONTACT, NAMES
from tripintent.tools.front_desk.check_in import FACTS, filled_in
from tripintent.tools.front_desk.desk import FAQ, STAY, OfflineDesk
from tripintent.tools.front_desk.hearing import agrees, bare, heard
from tripintent.tools.front_desk.outings import AROUND
from tripintent.tools.front_desk.private import CHECK_IN, MARK, Marked, marked, names_somebody
from tripintent.tools.front_desk.requests import MEANING
from tripintent.tools.front_desk.speech import say
from tripintent.tools.knowledge.passages import gives_orders
from tripintent.tools.language.model_desk.answering import KnowledgeAnswers
from tripintent.tools.language.model_desk.cache import Cache, hashed, knowledge_version, question
from tripintent.tools.language.model_desk.functions import OWN, decisions_in, reply_schema
from tripintent.tools.language.model_desk.prompts import beside_names, function_messages, intent_messages, masked
from tripintent.tools.language.model_desk.stays import names_day, read_stay
from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.grounding import grounded
from tripintent.tools.ports.desk_service import Chosen, Message, Reply, Situation

ANSWERED = (FAQ, "WEBSITE_SEARCH")
"""Functions whose answers come from the organisation's texts, as do those of functions without a specialist."""
PRIVATE = (CONTACT, "room", MEANING)
"""Things that the desk waits for whose answers no model reads: contacts and the choice of what was meant."""
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
        self._answers = KnowledgeAnswers(self.parts, model, self._version, self._show)

    beside_names = staticmethod(beside_names)

    async def intent(self, message: Message) -> Intent:
        """Return the command that the model begins with, and what the guest may read behind ``/general``."""
        if _is_kept(message) or message.sealed or message.memory.waiting == "booking":
            return await super().intent(message)
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
        sealed = {one: said for one, said in message.sealed.items() if one in message.text}
        marks = marked(message.text, sealed)
        if _is_kept(message) or (marks.bare and (sealed or message.memory.waiting == "booking")):
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
            return chosen._replace(use=use if use.requests else _spent(error))
        courtesy = say("all_right" if message.history else "hello", message.language, name=self.service.name)
        nothing = Decision(function=GOES_ON, params={"text": courtesy}, text=message.text)
        decisions = tuple(self._completed(one, message) for one in found) or (nothing,)
        decisions = self._without_marks(decisions, offline, marks)
        alone = len(decisions) == 1 and decisions[0].function not in OWN and not (message.memory.waiting or sealed)
        if alone and decisions[0].confidence < self.service.threshold:
            names = [name for name in (decisions[0].function, FALLBACK) if self.service.has(name)]
            decisions = (Decision(function=CLARIFY, params={"functions": [*dict.fromkeys(names)]}, text=message.text),)
        if not (sealed or names_somebody(message.text)):
            self._chosen.put(key, decisions)
        return Chosen(decisions, use)

    def _without_marks(self, found: Sequence[Decision], message: Message, marks: Marked) -> tuple[Decision, ...]:
        """Return the decisions without marks: the check-in has its fields and the sealed words, which no other one needs.

        Numbers, and answers to the form, are passed on whatever a model makes of them.
        """
        served, decisions = CHECK_IN if self.service.has(CHECK_IN) else FOR_STAFF, [*found]
        sealed = MARK.search(marks.text)
        if sealed and (message.memory.waiting == "booking" or marks.whole or "<number" in marks.text):
            decisions = [one for one in found if one.function != GOES_ON]
            known = any(one.function == served for one in decisions)
            decisions += [] if known else [Decision(function=served, text=marks.text)]
        told = list[Decision]()
        for one in decisions:
            plain = Decision.model_validate_json(MARK.sub("", one.model_dump_json()))
            more = dict[str, Any]()
            if one.function == served and sealed:
                kept = " ".join((one.text, *message.sealed))
                more = {"text": message.text if MARK.search(one.text) else kept, "wishes": ()}
            if one.function == CHECK_IN:
                more["params"] = {**dict.fromkeys(FACTS), **filled_in(self.parts, message, one.params, marks)}
            told.append(plain.model_copy(update=more))
        return tuple(told)

    async def answer(self, situation: Situation) -> Reply:
        """Answer with the function's specialist: from the texts by the model, everything else as the offline desk does."""
        if situation.plain:
            return await super().answer(situation)
        decision = situation.decision
        if decision.function == AROUND:
            near = await super().answer(situation)
            texts = near if near.found else await self._from_texts(situation)
            return texts if texts.decision.sources or near.memory.waiting != FORWARD else near
        if decision.params.get(ROOM):
            situation = situation._replace(memory=situation.memory.model_copy(update={"room": decision.params[ROOM]}))
        if situation.decision.function == STAY and not situation.decision.asks:
            return await self._decided(situation, await super().answer(situation))
        if not self._is_answered(situation) or kept(self.parts, situation, booked=bool(situation.facts)):
            return await super().answer(situation)
        return await self._from_texts(situation)

    async def _from_texts(self, situation: Situation) -> Reply:
        """Answer from the texts by the model; where it fails, with their words in a language that is the guest's."""
        try:
            return await self._answers.answer(situation)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not answer (%s): the offline desk did", error)
            use = _spent(error)
        if situation.decision.asks or situation.language != (*self.service.languages, "en")[0]:
            return self._answers.unknown(situation)._replace(use=use)
        return (await super().answer(situation))._replace(use=use)

    async def _decided(self, at: Situation, found: Reply) -> Reply:
        """Return the rooms that were found, and where a condition waited for them those of one more search that the model wants."""
        decision = at.decision
        if not decision.later or not found.memory.offered or found.reservation:
            return found
        message = Message(decision.text, at.language, at.now, found.memory, at.history, facts=at.facts)
        try:
            reply = await self._model.structured(
                function_messages(self.service, message, decision.later), "functions", self._schema
            )
            wanted = decisions_in(reply, message.text, self.service)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not decide (%s): %s is left to the guest", error, decision.later)
            return found._replace(use=_spent(error))
        use = self._model.use_of(reply)
        again = next((one for one in wanted if one.function == STAY and not one.asks and one.takes is None), None)
        completed = self._completed(again, message) if again else None
        if completed is None or completed.wish is None or not completed.wish.said:
            return found._replace(use=use)
        more = await super().answer(at._replace(decision=completed, memory=found.memory))
        lines = [line for line in found.text.split("\n") if line not in more.text.split("\n")]
        offered = (*found.memory.offered, *more.memory.offered)
        memory = more.memory.model_copy(update={"offered": offered, "waiting": found.memory.waiting})
        return more._replace(text="\n".join((*lines, more.text)), memory=memory, use=use)

    def _show(self, what: str, messages: Sequence[BaseMessage], reply: AIMessage, words: Sequence[str]) -> None:
        """Write a call to the log where that is switched on; who is named in the guest's ``words`` is named nowhere in it."""
        if self._debug:
            prompt = "\n\n".join(str(one.text) for one in messages)
            said = str(reply.text) or str([call["args"] for call in reply.tool_calls])
            _LOG.warning("%s prompt:\n%s\n%s result:\n%s", what, masked(prompt, words), what, masked(said, words))

    def _is_answered(self, situation: Situation) -> bool:
        decision = situation.decision
        if (
            decision.function == FOR_STAFF
            or not decision.text.strip()
            or references(decision.text)
            or situation.memory.waiting in PRIVATE
        ):
            return False
        return decision.asks or decision.function in ANSWERED or not self.has_specialist(decision.function)

    def _completed(self, decision: Decision, message: Message) -> Decision:
        """Return a decision with its checked stay and the language of the message."""
        if decision.function == STAY and not decision.asks:
            decision = read_stay(decision, message, self.service.days_of_weekend)
        elif decision.params.get("startDate") and not names_day(decision, message, self.service.days_of_weekend):
            decision = decision.model_copy(update={"params": {**decision.params, "startDate": None}})
        if decision.function == FOR_STAFF and message.memory.waiting == FORWARD:
            passed = {"text": message.memory.unclear, "query": ""}  # what a yes means
            wishes = tuple(one.model_copy(update=passed) if agrees(one.text) else one for one in decision.wishes)
            decision = decision.model_copy(update={"wishes": wishes})
        params = {**decision.params, "language": NAMES.get(message.language, message.language.upper())}
        if decision.params.get(ROOM):
            words = {word for text in _words(message) for word in re.findall(r"\w+", text.casefold())}
            named = re.findall(r"[a-z]?\d{1,4}", str(decision.params[ROOM]).casefold())
            params[ROOM] = next((one for one in named if one in words), None)
        return decision.model_copy(update={"params": params})

    def _key(self, what: str, message: Message) -> str:
        """Return the key of a detection: the words and all that they are heard with, but for the hour."""
        talk = [(one.by_guest, one.text) for one in message.history]
        known = (message.memory.model_dump_json(), tuple(message.facts), message.booking)
        heard = (message.language, message.now.date(), talk, message.guest, *known)
        return hashed(self._version, what, question(message.text), *heard)


def _is_kept(message: Message) -> bool:
    """Check whether a message is kept from models: sealed words, an answer to something private, a booking, or a limit reached.

    A yes or no to an offer of the desk's own needs none, and words that give orders to a machine get none.
    """
    text = " ".join((message.text, *message.sealed.values()))
    by_code = (message.memory.waiting == FORWARD and bare(text)) or heard(("orders",), text) or gives_orders(text)
    private = message.memory.waiting in PRIVATE or not {*references(message.text)} <= {*message.sealed}
    return message.plain or bool(by_code) or private


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
