"""Answers from the organisation's own texts, worded by a model: the best passages in, and nothing out that is not in them."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tripintent.state.concierge.front import Decision
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import say
from tripintent.tools.knowledge.passages import Passage
from tripintent.tools.language.model_desk.cache import Cache, hashed, question
from tripintent.tools.language.model_desk.prompts import answer_messages, offer_lines
from tripintent.tools.language.model_desk.stays import told_in
from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.grounding import PRICED, grounded
from tripintent.tools.ports.desk_service import Reply, Situation

PASSAGES, OWN, LONGEST = 5, 3, 1_200
"""Passages that a model is given, of these at most so many by the guest's own words alone; characters of an answer."""
UNKNOWN = "UNKNOWN"
"""The word of a model for what the texts do not say."""
SAID = 160
"""Characters of a question that are said again."""
OFFERED, BOOKED = "Rooms that were offered last", "What this guest has chosen, held or booked, with its own terms"
_WHOLE = re.compile(r"[^.!?]+(?:[.](?=\d)[^.!?]*)*[.!?]+(?=\s)")


class Answered(NamedTuple):
    """An answer that was believed, a line for each question, and where it comes from; an empty line where the texts do not say."""

    lines: tuple[str, ...]
    sources: tuple[str, ...]


class KnowledgeAnswers:
    """Answers questions with a model. Equal ones are answered once for each version of the knowledge, language and day."""

    def __init__(self, desk: Desk, model: ChatModel, version: str, show: Callable[..., None]) -> None:
        """``show`` sees each call."""
        self._desk = desk
        self._model = model
        self._show = show
        self._version = version
        self._cache = Cache[Answered]()

    async def answer(self, at: Situation) -> Reply:
        """Return the answer to the decision's question. Raises LanguageUnavailable where a model's cannot be used."""
        decision = at.decision
        asked = decision.query or decision.text
        own = {OFFERED: offer_lines(at.memory.offered), BOOKED: at.facts}
        known, spoken = [*own[OFFERED], *at.facts], _spoken(at, asked)
        key = hashed(
            self._version, at.language, at.now.date(), question(decision.text), question(asked), spoken, *known
        )
        kept = self._cache.get(key)
        if kept is not None:
            return self._reply(at, kept)
        held = (Passage(title, "\n".join(lines), title) for title, lines in own.items() if lines)
        passages = [*held, *self._passages(asked, decision)]
        if not passages:
            return self.unknown(at)
        messages = answer_messages(self._desk.service, at.now, passages, decision.query, decision.text)
        given = [spoken, *(f"{one.title}\n{one.text}" for one in passages)]
        written = await self._model.words(messages, _telling(given, at.tell))
        use = self._model.use_of(written)
        self._show("answer", messages, written, (decision.text, decision.query))
        words = str(written.text).strip()
        if not words or len(words) > LONGEST * max(1, len(decision.questions)):
            raise ModelFailed("no answer", use)
        lines = _lines(words, max(1, len(decision.questions)))
        if all(strays := [grounded(line, given) for line in lines]):
            raise ModelFailed(f"not in the passages: {', '.join(one for stray in strays for one in stray)}", use)
        believed = ("" if stray or UNKNOWN in line else line for line, stray in zip(lines, strays, strict=True))
        found = Answered(tuple(believed), tuple(dict.fromkeys(one.source for one in passages)))
        self._cache.put(key, found)
        return self._reply(at, found)._replace(use=use)

    def unknown(self, at: Situation) -> Reply:
        """Return that the house's texts do not say it, of each question, with the offer to pass it on."""
        return self._reply(at, Answered(("",) * max(1, len(at.decision.questions)), ()))

    def _passages(self, asked: str, decision: Decision) -> Sequence[Passage]:
        """Return the best passages for the question in full, then those for the guest's own words."""
        index = self._desk.knowledge
        hits = [*index.search(asked, PASSAGES), *index.search(decision.text, OWN)]
        each = [hit for one in decision.questions for hit in index.search(one.query or one.text, OWN)]
        most = PASSAGES if len(decision.questions) < OWN else 2 * PASSAGES
        ranked = [*each, *hits] if len(decision.questions) > 1 else hits
        return list({hit.number: hit.passage for hit in ranked}.values())[:most]

    def _reply(self, at: Situation, found: Answered) -> Reply:
        parts = [one.text for one in at.decision.questions]
        asked = parts if len(parts) == len(found.lines) else [at.decision.text] * len(found.lines)
        kind = "unknown_of" if len(asked) > 1 else "unknown"
        said = [
            line or say(kind, at.language, what=" ".join(what.split())[:SAID])
            for line, what in zip(found.lines, asked, strict=True)
        ]
        open_ones = [what for line, what in zip(found.lines, asked, strict=True) if not line]
        memory = at.memory.offered_to_pass("\n".join(open_ones)) if open_ones else at.memory
        offer = self._desk.offer(at, reach=len(asked) == 1) if open_ones else ""
        text = (" " if len(asked) == 1 else "\n").join(filter(None, ["\n".join(said), offer]))
        if not any(found.lines):
            return Reply(text, memory, at.decision)
        memory = memory.model_copy(update={"topic": found.sources[0]})
        return Reply(text, memory, at.decision.model_copy(update={"sources": found.sources}))


def _lines(words: str, questions: int) -> list[str]:
    """Return an answer in lines, one for each question; where they are not as many, what is known and what is not."""
    lines = [line.strip() for line in words.split("\n") if line.strip()]
    if len(lines) == questions:
        return lines
    known = [line for line in lines if UNKNOWN not in line]
    return (["\n".join(known)] if known else []) + ([UNKNOWN] if len(known) < len(lines) else [])


def _spoken(at: Situation, asked: str) -> str:
    """Return the figures, days and times that may be repeated: of the guest's own message, and of earlier ones those that are asked of.

    Prices are the house's alone: "is it still £12?" makes none.
    """
    before = " ".join(one.text for one in at.history if one.by_guest)
    now, told, resolved = (
        told_in(PRICED.sub(" ", text), at.language, at.now.date())
        for text in (at.said or at.decision.text, before, asked)
    )
    return " ".join((now, *sorted({*told.split()} & {*resolved.split()})))


def _telling(given: Sequence[str], tell: Callable[[str], None]) -> Callable[[str], None]:
    """Return what hears an answer that is being written: it tells on the whole sentences while all of them are in the passages."""

    def told(text: str) -> None:
        said = " ".join(one.strip() for one in _WHOLE.findall(text))
        if said and UNKNOWN not in said and not grounded(said, given):
            tell(said)

    return told
