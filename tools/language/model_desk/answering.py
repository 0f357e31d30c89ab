"""Answers from the organisation's own texts, worded by a model: the best passages in, and nothing out that is not in them."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tripintent.state.concierge.front import Decision
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import say
from tripintent.tools.knowledge.passages import Passage
from tripintent.tools.language.model.client import ChatModel, ModelFailed
from tripintent.tools.language.model.grounding import grounded
from tripintent.tools.language.model_desk.cache import Cache, hashed, question
from tripintent.tools.language.model_desk.debugging import DebugView
from tripintent.tools.language.model_desk.prompts import answer_messages
from tripintent.tools.ports.desk_service import Reply, Situation

PASSAGES, OWN, LONGEST = 5, 3, 1_200
"""Passages that a model is given, of these at most so many by the guest's own words alone; characters of an answer."""
UNKNOWN = "UNKNOWN"
_WHOLE = re.compile(r"[^.!?]+(?:[.](?=\d)[^.!?]*)*[.!?]+(?=\s)")


class Answered(NamedTuple):
    """An answer that was believed, and where it comes from; no words where the texts do not say."""

    words: str
    sources: tuple[str, ...]


class KnowledgeAnswers:
    """Answers questions with a model. Equal ones are answered once for each version of the knowledge, language and day."""

    def __init__(self, desk: Desk, model: ChatModel, debug: DebugView, version: str) -> None:
        self._desk = desk
        self._model = model
        self._debug = debug
        self._version = version
        self._cache = Cache[Answered]()

    async def answer(self, at: Situation) -> Reply:
        """Return the answer to the decision's question. Raises LanguageUnavailable where a model's cannot be used."""
        decision = at.decision
        asked = decision.query or decision.text
        key = hashed(self._version, at.language, at.now.date(), question(decision.text), question(asked))
        kept = self._cache.get(key)
        if kept is not None:
            return self._reply(at, kept)
        passages = self._passages(asked, decision)
        if not passages:
            return self._reply(at, Answered("", ()))
        messages = answer_messages(self._desk.service, at.now, passages, decision.query, decision.text)
        given = [f"{one.title}\n{one.text}" for one in passages]
        written = await self._model.with_tools(messages, (), _telling(given, at.tell))
        use = self._model.use_of(written)
        self._debug.show("answer", messages, written, (decision.text, decision.query))
        words = str(written.text).strip()
        if stray := grounded(words, given):
            raise ModelFailed(f"not in the passages: {', '.join(stray)}", use)
        if not words or len(words) > LONGEST:
            raise ModelFailed("no answer", use)
        found = Answered("" if UNKNOWN in words else words, tuple(dict.fromkeys(one.source for one in passages)))
        self._cache.put(key, found)
        return self._reply(at, found)._replace(use=use)

    def _passages(self, asked: str, decision: Decision) -> Sequence[Passage]:
        """Return the best passages for the question in full, then those for the guest's own words."""
        index = self._desk.knowledge
        hits = [*index.search(asked, PASSAGES), *index.search(decision.text, OWN)]
        return list({hit.number: hit.passage for hit in hits}.values())[:PASSAGES]

    def _reply(self, at: Situation, found: Answered) -> Reply:
        if not found.words:
            words = say("unknown", at.language, reach=self._desk.reach(at.language))
            return Reply(words, at.memory, at.decision)
        memory = at.memory.model_copy(update={"topic": found.sources[0]})
        return Reply(found.words, memory, at.decision.model_copy(update={"sources": found.sources}))


def _telling(given: Sequence[str], tell: Callable[[str], None]) -> Callable[[str], None]:
    """Return what hears an answer that is being written: it tells on the whole sentences while all of them are in the passages."""

    def told(text: str) -> None:
        said = " ".join(one.strip() for one in _WHOLE.findall(text))
        if said and UNKNOWN not in said and not grounded(said, given):
            tell(said)

    return told
