"""The guide: a chat model without a service. It reads values and a table of phrases, acts only on what it read whole, and else asks.

It sees what any model sees: the conversation, this turn's results, and the situation; it answers with calls of tools or with words. A
menu goes along with its words as data: doors show it as buttons, and the next message is read beside it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from tripintent.tools.guide import answers, asking, menus, results, saying
from tripintent.tools.guide.acts_of_people import listed
from tripintent.tools.guide.courtesies import courtesy
from tripintent.tools.guide.draft import Call, GuideDraft, Menu, MenuChoice, called, words_with
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.offers import DECLINES, decided, heard_beside, offered, turned
from tripintent.tools.guide.picking import Picked, by_the_list, number_of, picked
from tripintent.tools.guide.reading import LOOKS, Reading, quoted, read
from tripintent.tools.guide.words import GuideWords, shape, table, words
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer

_SITUATION = re.compile(r"<situation>\s*(\{.*\})\s*</situation>", re.DOTALL)


class GuideModel(BaseChatModel):
    """The guide. Its turns cost no tokens."""

    places: Any

    @property
    def _llm_type(self) -> str:
        return "guide"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        """Return the guide itself: what it may call now, the situation says."""
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=answered(messages, self.places))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        return self._generate(messages, stop, None, **kwargs)


def _with_more(found: Picked, known: GuideSituation, places: Gazetteer) -> AIMessage | None:
    """Take a line and do what follows its number; a question there is said to be open. Nothing where a word is left."""
    more = heard_beside(found.rest, known, None, places)
    if more.draft.social in ("which", "card") and not more.unread:  # "1, hold it": a choice leads there
        return None if more.question or turned(found.rest) else called(found.line.calls)
    if more.question and not turned(found.rest) and "?" not in found.rest.rstrip(" ?"):
        return called(found.line.calls, known.say("I can’t answer without a language model: {what}", what=found.rest))
    if any(one.name == "choose" for one in more.draft.done()):
        return None  # of two options: the whole is read
    calls = (*found.line.calls, *more.draft.done())
    if more.unread and more.draft.done() and not (more.denies or more.question or more.draft.open):
        return offered(calls, more, known.say)
    if not (more.draft.done() or more.denies or more.draft.open or turned(found.rest)):
        note = known.say("I couldn’t use this: {words}.", words=quoted(more.unread, known.say)) if more.unread else ""
        return called(found.line.calls, note)
    whole = more.draft.done() and not (more.unread or more.question or more.draft.open)
    return called(calls) if whole else None


def _stands_alone(draft: GuideDraft) -> bool:
    """Tell whether words are done without what waits: they take something back, or say a whole trip once more."""
    whole = bool(draft.stops) and {"origin", "depart"} <= draft.update.keys()
    return whole or bool({one.name for one in draft.calls} & words("dropping"))


def _is_new(reading: Reading, menu: Menu) -> bool:
    """Tell whether words are a whole wish of a known trip that says nothing of what waits: it is done alone."""
    draft, calls = reading.draft, reading.draft.done()
    partly = reading.unread or reading.question or draft.open or draft.social
    if not calls or partly or draft.known.empty or reading.looks:
        return False
    beside = {one.name for one in calls} & words("apart")
    waits = {*_named(change for one in menu.pending if one.name == "update_trip" for change in one.arguments.items())}
    said = {*_named((*draft.update.items(), *([("stops", None)] if draft.stops else [])))}
    return not beside and not any(
        f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.") for a in said for b in waits
    )


def _named(changes: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield what changes are of: of flights, hotels and money each part, as "flights.leave"; whether a hotel is needed is all of it."""
    for name, value in changes:
        parted = name in ("flights", "lodging", "budget") and isinstance(value, Mapping) and "needed" not in value
        yield from (f"{name}.{part}" for part in value) if parted else (name,)


def _in_its_place(text: str, known: GuideSituation, menu: Menu, places: Gazetteer) -> AIMessage:
    """Answer words that put something else in the place of what waits, and say that it is not done."""
    return _dropped(menu, known, _heard(text, known, None, places))


def _dropped(menu: Menu | None, known: GuideSituation, said: AIMessage) -> AIMessage:
    """Return an answer below what waited and is not done."""
    # the card that was not turned down is still there to see
    waits = menu and menu.pending != DECLINES and menu.pending
    left = known.say("Not done: {what}.", what=saying.told(waits, known)) if waits else ""
    return said.model_copy(update={"content": "\n".join(filter(None, (left, said.text)))})


def _of_line(line: MenuChoice, known: GuideSituation) -> AIMessage:
    if line.opens:
        return courtesy(line.opens, known)
    return called(line.calls) if line.calls else words_with(known.say("I’ve changed nothing."), menus.stage(known))


def goes_on(text: str, situation: str, *, places: Gazetteer) -> bool:
    """Tell whether words go on with the trip of a situation; before there is one nothing does."""
    facts, _ = _situation([HumanMessage(situation)])
    known = GuideSituation(facts)
    plain = text.strip()
    if known.empty:
        return False
    if number_of(plain) is not None or shape("agrees").fullmatch(plain) or shape("refuses").fullmatch(plain):
        return bool(facts.get("menu")) or bool(known.options) or known.has("chosen") or known.has("held")
    reading = read(plain, known, known.today, places)
    return bool(reading.draft.done()) and not reading.question


def people_in(text: str, today: date) -> list[dict[str, object]]:
    """Return whoever a text names, as ``set_travellers`` takes them."""
    return listed(FreeFormPeople().read(text, today, "en"))


FEW = 3
"""Words of a question that needs no more to be asked again."""


def answered(messages: Sequence[BaseMessage], places: Gazetteer) -> AIMessage:
    """Return the guide's answer to a request: calls, or words with a menu. A question is explained once, then asked in short."""
    facts, talk = _situation(messages)
    last = max((n for n, one in enumerate(talk) if isinstance(one, HumanMessage)), default=-1)
    text = talk[last].text if last >= 0 else ""
    turn = talk[last + 1 :]
    facts = {**facts, "listed": [*_listed(talk)]}
    said = _with_unused(_answer(facts, text, turn, places), facts, text, turn)
    before: Mapping[str, Any] = facts.get("menu") or {}
    known = GuideSituation(facts)
    if _repeats(said, before) and before.get("again") and not known.empty:  # said once more, then dropped: that is told
        turn = [one.model_copy(update={"additional_kwargs": {}}) for one in turn]
        said = _dropped(Menu.of(before), known, _answer({**facts, "menu": None}, text, turn, places))
    elif _repeats(said, before):
        said.additional_kwargs["menu"]["again"] = True
    told = {line for one in talk[:last] if isinstance(one, AIMessage) for line in one.text.splitlines()}
    say = known.say
    lines = [_again(one, say) if "? " in one and one in told else one for one in said.text.splitlines()]
    return said.model_copy(update={"content": "\n".join(lines)})


def _listed(talk: Sequence[BaseMessage]) -> Iterator[str]:
    """Yield the towns that lists of a conversation named."""
    menus_shown = (one.additional_kwargs.get("menu") or {} for one in talk if isinstance(one, AIMessage))
    calls = (call for menu in menus_shown for line in menu.get("choices") or () for call in line["calls"])
    yield from (str(stop["place"]) for call in calls for stop in call["arguments"].get("stops") or ())


def _repeats(said: AIMessage, before: Mapping[str, Any]) -> bool:
    """Tell whether an answer has the offer that waited before it, with nothing more."""
    now = said.additional_kwargs.get("menu") or {}
    return bool(now.get("pending")) and now["asks"] == "yes" and now["pending"] == before.get("pending")


def _with_unused(said: AIMessage, facts: Mapping[str, Any], text: str, turn: Sequence[BaseMessage]) -> AIMessage:
    """Return an answer with what could not be used before: it is said on the next proposal or list, and no more."""
    beside, before = said.additional_kwargs, facts.get("menu") or {}
    calls = {call["name"] for one in turn if isinstance(one, AIMessage) for call in one.tool_calls}
    noted = next((kept for one in turn if (kept := one.additional_kwargs.get("unused"))), before.get("unused") or [])
    again = frozenset(re.findall(r"\w+", text.casefold())) - words("idle") | words("remarks")
    left = [one for one in noted if not again & frozenset(re.findall(r"\w+", one.casefold()))]
    if not left or calls & {"start_over", "choose"}:
        return said
    if said.tool_calls:
        return said.model_copy(update={"additional_kwargs": {**beside, "unused": left}})
    menu, say = beside.get("menu") or {}, GuideSituation(facts).say
    if menu.get("pending"):  # it goes on with the offer alone
        menu["unused"] = [*left, *(one for one in menu["unused"] if one not in left)]
    listed = not calls <= LOOKS - {"list_options"} if turn else menu.get("pending")
    told = say("Not used: {words}.", words=quoted(left, say)) if listed else ""
    return said.model_copy(update={"content": "\n".join(filter(None, (told, said.text)))})


def _again(line: str, say: GuideWords) -> str:
    """Return a question that was explained before, in short: "What next?"."""
    question = line.partition("?")[0]
    return say("Still open: {question}?", question=question) if len(question.split()) > FEW else f"{question}?"


def _answer(facts: Mapping[str, Any], text: str, turn: Sequence[BaseMessage], places: Gazetteer) -> AIMessage:
    known = GuideSituation(facts)
    if any(isinstance(one, ToolMessage) for one in turn):
        waits = results.held_back(turn)
        if waits and known.can("what_if"):
            return called((answers.tried(waits),))  # what is held is let go for a price that one knows
        lines, menu = results.results(turn, known, unnamed=known.has("chosen") and asking.asks_people(known))
        changed = any(isinstance(one, ToolMessage) and '"changed"' in one.text for one in turn)
        unmet = results.unmet(known) if changed else []
        waiting = next((found for one in turn if (found := Menu.of(one.additional_kwargs.get("menu")))), None)
        if not (menu or waiting) and menus.leads_to_card(turn, known, pressed=not text):
            return called((Call("request_purchase", {}),))
        calls = {call["name"]: call["args"] for one in turn if isinstance(one, AIMessage) for call in one.tool_calls}
        if not menu and changed and (far := results.far_off(calls.get("update_trip") or {}, known)):
            return called((Call("list_options", {"alternatives": {"part": "hotel", "number": far}}),))
        of_them = {*calls} <= words("filling")
        asked = asking.of_documents(known) if of_them else []
        lines = [*(note for one in turn if (note := one.additional_kwargs.get("note"))), *lines]
        last = menu or waiting or menus.stage(known)
        if calls == {"show_documents": {"kinds": ["itinerary"]}}:
            last = last._replace(form=last.form or "itinerary")
        return words_with("\n".join([*lines, *unmet, *asked]), last)
    if turn:  # the last words were answered: a card was decided meanwhile
        return words_with("", menus.stage(known))
    return _heard(text, known, Menu.of(facts.get("menu")), places)


def _situation(messages: Sequence[BaseMessage]) -> tuple[Mapping[str, Any], Sequence[BaseMessage]]:
    """Return the facts of the situation, and the messages before it."""
    for n in range(len(messages) - 1, -1, -1):
        found = _SITUATION.search(messages[n].text)
        if found and isinstance(messages[n], HumanMessage):
            facts: dict[str, Any] = json.loads(found[1])
            return facts, messages[:n]
    return {}, messages


def _answered(plain: str, menu: Menu | None) -> tuple[str, Menu | None, bool]:
    """Take a yes, a no or a correction off the beginning: return the rest, the menu that it is of, and whether it began with a yes."""
    agreed = shape("and_yes").match(plain) if menu and menu.asks == "yes" else None
    agreed = agreed if agreed and shape("sure").search(agreed[0]) else None
    if agreed and menu and (not re.search(r"\d", agreed[0]) or menu.numbered[1].calls == menu.pending):
        plain = plain[agreed.end() :]
        menu = menu._replace(asks="agreed")
    refused = shape("and_no").match(plain) if not shape("refuses").fullmatch(plain) else None
    if refused:  # what waited is dropped, and the rest is read alone
        plain, menu = plain[refused.end() :], None
    asked = menu and menu.asks == "yes" and not shape("refuses").fullmatch(plain)
    if asked and (wrong := shape("corrects").match(plain)):
        plain = plain[wrong.end() :]
    return plain, menu, agreed is not None


def _heard(text: str, known: GuideSituation, menu: Menu | None, places: Gazetteer) -> AIMessage:
    """Answer words: a number or yes is of the last menu, everything else is read whole."""
    plain = shape("or_not").sub("?", shape("card").sub(" ", text)).strip()
    plain = shape("not_that").sub("forget it", plain) if known.has("card") or (menu and menu.asks) else plain
    # a letter is of the menu below: what waits is dropped, and it is said
    own = menu and any(one.calls and one.key == plain.upper() for one in menu.choices)
    if menu and not own and len(plain) == 1 and plain.upper() in table("letters"):
        return _in_its_place(plain, known, menu, places)
    plain, menu, agreed = _answered(plain, menu)
    menu = menu or menus.still_printed(plain, known)
    ready = known.facts.get("offered")
    if ready and not known.options and not (menu and menu.asks) and shape("agrees").fullmatch(plain):
        return called((Call("create_documents", {"kinds": list(ready)}),))
    if menu and menu.asks and not agreed and _stands_alone(read(plain, known, known.today, places).draft):
        menu = None
    if menu and menu.pending and menu.asks == "yes" and _is_new(read(plain, known, known.today, places), menu):
        return _in_its_place(plain, known, menu, places)
    number = number_of(plain)
    if number is not None and not menu and asking.asks_adults(known):
        return called((Call("update_trip", {"party": {"adults": number}}),))
    if number and known.depart and number > known.depart.day and menus.stage(known).form == "day:return_day":
        plain = f"{known.depart.isoformat()[:8]}{number:02}"
    found = picked(plain, menu, known)
    if found and not found.rest and not found.printed:
        return _of_line(found.line, known)
    reading = heard_beside(plain, known, menu, places)
    mixed = any("hotel_of" in one.arguments for one in reading.draft.calls)
    reading.draft.calls = [by_the_list(one, menu, known) for one in reading.draft.calls]
    whole = (mixed or not menu) and not (reading.unread or reading.question)  # of a list its own numbers count
    if found and found.printed and (reading.unread or reading.draft.open):
        taken = _with_more(found, known, places) if found.rest else _of_line(found.line, known)
        if taken:
            return taken
    two = found if found and found.rest and not found.printed and found.line.calls and not whole else None
    if two and (both := _with_more(two, known, places)):
        return both
    done = decided(plain, reading, known, menu)
    if not reading.draft.wanted:
        return done
    return done.model_copy(update={"additional_kwargs": {**done.additional_kwargs, "wanted": reading.draft.wanted}})
