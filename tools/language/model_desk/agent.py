"""The specialists of a desk with a model: one small agent with the concierge's tools, after the three detections.

It calls tools until it has what it needs, then words a short answer. What was shown, passed on and reserved is code's; the model's words
stand beside it, and what of them is in no fact goes back once.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from tripintent.state.concierge.front import Decision
from tripintent.state.concierge.hours import clock_of
from tripintent.state.concierge.memory import without_references
from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.private import CHECK_IN, marked, names_somebody, people_in
from tripintent.tools.front_desk.rooms import offer_lines
from tripintent.tools.front_desk.speech import say
from tripintent.tools.front_desk.toolset import DeskTool, DeskTurn, tools_of
from tripintent.tools.knowledge.passages import Passage, fold
from tripintent.tools.language.exact.days import DayContext, read_days, read_times
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.model_desk.functions import Cache, hashed, question
from tripintent.tools.language.model_desk.prompts import agent_messages, house_lines, numbers_in
from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.grounding import PRICED, grounded
from tripintent.tools.ports.desk_service import Reply, Situation

MOST_CALLS = 6
"""Requests to the model for one answer."""
PASSAGES, OWN = 4, 6
"""Passages for each question that was understood, and those for the guest's own words."""
ACTS = frozenset({"request_from_staff", "pre_check_in", "hand_off", "choose_room"})
"""Tools beside which words may end the turn."""
HALF_A_DAY = 12 * 60
_CLAIMS = re.compile(
    r"\b(?:passed (?:it|this|that|your|them|both|on)\b|i(?:'ve| have) (?:told|informed|asked|noted|reserved|booked|cancel)"
    r"|weitergegeben|weitergeleitet|vorgemerkt|notiert|ai transmis|avons transmis|noté|he pasado|anotado|ho (?:passato|trasmesso|annotato)"
    r"|passei|anotei|encaminhei)",
    re.IGNORECASE,
)
"""Words by which something was done that only a tool can do."""
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\d\.)\s+|\n+")
_WORD = re.compile(r"(?<![^\W\d_])\d+|[^\W\d_]+")
"""Words and figures; figures after letters are a code, which a guest's words do not make one of the house."""


class Answered(NamedTuple):
    """An answer that can be given again: it did nothing."""

    text: str
    sources: tuple[str, ...]


class DeskAgent:
    """Answers a message with the concierge's tools. Equal questions are answered once for each version of the knowledge and day."""

    def __init__(self, desk: House, model: ChatModel, version: str, show: Callable[..., None]) -> None:
        """``show`` sees each call."""
        self._desk, self._model, self._version, self._show = desk, model, version, show
        self._cache = Cache[Answered]()

    async def answer(self, at: Situation, *, refused: bool = False) -> Reply:
        """Return the answer to a message, for all functions that were understood of it; ``refused``: beside orders to a machine.

        Raises LanguageUnavailable where the model gave nothing and nothing was done.
        """
        talk = [(one.by_guest, one.text) for one in at.history]
        known = (at.memory.model_dump_json(), tuple(at.facts), at.guest, at.people, at.passed, refused)
        key = hashed(self._version, at.language, at.now.date(), talk, question(at.said), *known)
        if kept := self._cache.get(key):
            return _reply(at, DeskTurn(self._desk, at, marked("", {}), at.memory, sources=[*kept.sources]), kept.text)
        said = (without_references(one) for one in (at.said, *(one.text for one in at.history if one.by_guest)))
        numbers = [number for one in said for number in numbers_in(one)]
        checks_in = any(one.function == CHECK_IN for one in (at.decision, *at.others))
        people = (*at.people, *(people_in(at.said, listed=True) if checks_in else ()))
        turn = DeskTurn(self._desk, at, marked(at.said, at.sealed, numbers, people), at.memory)
        if refused:
            turn.show(say("refuse_orders", at.language, name=self._desk.service.name))
        words, use = await self._words(turn)
        if not words and not turn.shown:
            raise ModelFailed("nothing that is in the house's facts", use)
        text = "\n".join(filter(None, (*turn.shown, turn.marks.said(words))))
        if turn.memory == at.memory and not (turn.acted or names_somebody(at.said)):
            self._cache.put(key, Answered(text, tuple(dict.fromkeys(turn.sources))))
        return _reply(at, turn, text)._replace(use=use)

    async def _words(self, turn: DeskTurn) -> tuple[str, ModelUse]:
        """Return the model's words after its calls were worked, without sentences that stand in no fact, and what it cost."""
        tools = {one.name: one for one in tools_of(self._desk, turn.at)}
        passages, told = self._passages(turn), [one.told() for one in tools.values()]
        messages = agent_messages(self._desk, turn, passages)
        today = str(messages[1].text).split("\n", 1)[0]
        turn.facts = [house_lines(self._desk.service), today, *_sources(turn, passages)]
        own = [turn.at.said, *(one.text for one in turn.at.history if one.by_guest)]
        use, words, sent_back = ModelUse(), "", False
        for _ in range(MOST_CALLS):
            try:
                reply = await self._model.calling(messages, told, _telling(turn))
            except LanguageUnavailable as error:
                use += error.use if isinstance(error, ModelFailed) else ModelUse()
                if turn.shown:
                    return "", use
                raise ModelFailed(str(error), use) from error
            use += self._model.use_of(reply)
            self._show("answer", messages, reply, own)
            words = str(reply.text).strip()
            if reply.tool_calls and not await _is_done(turn, tools, reply, messages):
                words = ""
                continue
            strays = _strays(words, turn)
            if not strays or sent_back:
                break
            sent_back = True
            messages += [AIMessage(words), HumanMessage(BACK.format(strays=", ".join(strays)))]
        return " ".join(one for one in _SENTENCE.split(words) if one and not _strays(one, turn)), use

    def _passages(self, turn: DeskTurn) -> Sequence[Passage]:
        """Return the passages for what was understood, then those for the guest's own words."""
        index, at = self._desk.knowledge, turn.at
        asked = [one for each in (at.decision, *at.others) for one in each.query.split("\n") if one]
        hits = [hit for one in asked for hit in index.search(one, PASSAGES)]
        hits += index.search(turn.marks.text, OWN)
        found = list({hit.number: hit.passage for hit in hits}.values())
        turn.sources += [one.source for one in found]
        return found


BACK = (
    "These stand in no fact, and were not said to the guest: {strays}. Say it again without them: what was not passed on, noted or "
    "reserved by a tool was not, and what the texts do not say is not known."
)


async def _is_done(turn: DeskTurn, tools: dict[str, DeskTool], reply: AIMessage, messages: list[BaseMessage]) -> bool:
    """Work the calls of a reply, and tell whether its words end the turn: beside acts alone, all of which went through."""
    missing = f'{{"ok": false, "why": "there is {", ".join(tools)}"}}'
    calls, results = reply.tool_calls, list[str]()
    for one in calls:
        results.append(await tools[one["name"]].run(turn, one["args"]) if one["name"] in tools else missing)
    turn.facts += results
    messages.append(AIMessage(content=str(reply.text), tool_calls=calls))
    messages += [
        ToolMessage(turn.marks.hidden(text), tool_call_id=str(one["id"]))
        for text, one in zip(results, calls, strict=True)
    ]
    done = all('"ok": false' not in one for one in results) and {one["name"] for one in calls} <= ACTS
    return done and bool(str(reply.text).strip())


def _reply(at: Situation, turn: DeskTurn, text: str) -> Reply:
    def told(one: Decision) -> Decision:
        more = {"params": turn.known} if one.function == CHECK_IN else {}
        return one.model_copy(update={"sources": tuple(dict.fromkeys(turn.sources)), **more})

    memory = turn.memory.model_copy(update={"topic": turn.sources[0] if turn.sources else turn.memory.topic})
    return Reply(
        text,
        memory,
        told(at.decision),
        turn.handoff,
        "\n".join(turn.queued),
        also=tuple(map(told, at.others)),
        instead=turn.instead,
        reservation=turn.reservation,
    )


def _strays(words: str, turn: DeskTurn) -> list[str]:
    """Return what of some words is in no fact: figures, days, hours, and that something was done."""
    memory, at = turn.memory, turn.at
    limits = [at.said, *(one.text for one in at.history if one.by_guest)] if memory.offered else []
    found = [*grounded(words, [*turn.facts, *_days_before(at._replace(memory=memory)), *limits])]
    kept = memory.passed or memory.requests or memory.taken or memory.guest
    did = turn.acted or kept or at.facts or at.passed
    if re.match(r"\s*/\w", words):
        found.append("a command")
    if not did and any(_CLAIMS.search(one) and not one.endswith("?") for one in _SENTENCE.split(words)):
        found.append("that something was passed on or noted")
    return found


def _sources(turn: DeskTurn, passages: Sequence[Passage]) -> list[str]:
    """Return what words may be made from: passages, what was offered and booked, the desk's own lines, and what the guest said.

    Prices are the house's alone: "is it still £12?" makes none.
    """
    at = turn.at
    said = [at.said, *(one.text for one in at.history if one.by_guest)]
    told = [told_in(PRICED.sub(" ", turn.marks.hidden(one)), at.language, at.now.date()) for one in said]
    own = [*(one.text for one in at.history if not one.by_guest), *at.facts, *offer_lines(at.memory.offered)]
    return [*(f"{one.title}\n{one.text}" for one in passages), *own, *told]


def _days_before(at: Situation) -> list[str]:
    """Return the day before each arrival that was offered, and the day of leaving: both are spoken of."""
    stays = [(date.fromisoformat(one.start), one.nights) for one in at.memory.offered]
    return [f"{first - timedelta(days=1)} {first + timedelta(days=length)}" for first, length in stays]


def told_in(text: str, language: str, today: date) -> str:
    """Return the figures, days and times that words tell, as a source of words about them: "half past eleven" is 23:30, too."""
    context, words, numbers = DayContext(today, language), lexicon(language), set[int]()
    days = (day for span in read_days(text, context) for day in (span.first, span.last) if day)
    times = (one for found in read_times(text, context) for one in (found.first, found.last) if one)
    minutes = (one.minutes + more for one in times for more in ((0,) if one.certain else (0, HALF_A_DAY)))
    clocks = (clock_of(minute % (2 * HALF_A_DAY)) for minute in minutes)
    for word in _WORD.findall(fold(text)):
        number = int(word) if word.isdecimal() else words.number(word)
        numbers |= {number} if number is not None else set()
    return " ".join(sorted({*map(str, numbers), *map(str, days), *clocks}))


def _telling(turn: DeskTurn) -> Callable[[str], None]:
    """Return what hears words while they are written: it tells on the whole sentences after what is shown, while all of them hold."""

    def told(text: str) -> None:
        whole = [one for one in _SENTENCE.split(text.strip())[:-1] if one]
        if whole and not _strays(" ".join(whole), turn):
            turn.at.tell("\n".join((*turn.shown, turn.marks.said(" ".join(whole)))))

    return told
