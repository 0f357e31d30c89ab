"""The guide: a chat model without a service. It reads values and a table of phrases, acts only on what it read whole, and else asks.

It sees what any model sees: the conversation, this turn's results, and the situation; it answers with calls of tools or with words. A
menu goes along with its words as data: doors show it as buttons, and the next message is read beside it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from tripintent.tools.guide import answers, asking, menus, saying
from tripintent.tools.guide.acts_of_people import listed
from tripintent.tools.guide.draft import Call, Choice, Known, Menu, day_of
from tripintent.tools.guide.reading import Reading, clauses, only_english, read, sentences, words
from tripintent.tools.guide.words import Words
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer

_SITUATION = re.compile(r"<situation>\s*(\{.*\})\s*</situation>", re.DOTALL)
_YES = re.compile(
    r"(?:y|yes|ok|okay|sure|yep|yeah|do it|do that|go ahead|please do|yes please|correct|right|that is right|sounds good|perfect)[.! ]*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"(?:n|no|nope|no thanks|no thank you|leave it|dont|don't|do not|rather not|keep it)[.! ]*", re.IGNORECASE
)
_AND_YES = re.compile(
    r"(?:yes|ok|okay|sure|yeah|yes,? do it|yes please|right|perfect|do it)[,.! ]+(?:and |but |also |please )*(?=\S{3})",
    re.IGNORECASE,
)
_PICK = re.compile(
    r"(?:option |number |no\.? |the )?(\d{1,2}|one|two|three|four|five|six)(?: please)?[.! )]*", re.IGNORECASE
)
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
HELP = """I am a small guide without a language model. I read plain wishes in English, numbers and letters:
- a trip: “{example}”
- changes: “back on 22 June”, “one night longer”, “non-stop”, “4 stars”, “with breakfast”, “one more adult”, “under $2,500”
- options: a number to choose, “more”, “cheaper”, “details 2”, “other hotels”
- booking: “hold it”, names with births, then y or n on the card; “papers”, “change or cancel”
- days and documents: “plan our days”, “add fado on Friday at 21:00”, “checklist”, “budget”, “spent $40 on dinner”, “who owes whom”
- “undo”, “start again”"""

COURTESIES = {
    "which": "Which one?",
    "nothing": "Nothing is chosen yet.",
    "card": "",
    "talk": "",
    "greet": "Hello.",
    "thank": "You are welcome.",
    "leave": "Goodbye. The trip is kept.",
}


class GuideModel(BaseChatModel):
    """The guide. Its turns cost no tokens."""

    places: Any

    @property
    def _llm_type(self) -> str:
        return "guide"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        """Return the guide itself: what it may call now, the situation says."""
        del tools, kwargs
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        del stop, run_manager, kwargs
        return ChatResult(generations=[ChatGeneration(message=answered(messages, self.places))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        del run_manager
        return self._generate(messages, stop, None, **kwargs)


def goes_on(text: str, situation: str, *, places: Gazetteer) -> bool:
    """Tell whether words go on with the trip of a situation; before there is one nothing does."""
    facts, _ = _situation([HumanMessage(situation)])
    known = Known(facts)
    plain = text.strip()
    if known.empty:
        return False
    if _number(plain) is not None or _YES.fullmatch(plain) or _NO.fullmatch(plain):
        return bool(facts.get("menu")) or bool(known.options) or known.has("chosen") or known.has("held")
    reading = read(plain, known, _today(known), places)
    return bool(reading.draft.done()) and not reading.question


def people_in(text: str, today: date) -> list[dict[str, Any]]:
    """Return whoever a text names, as ``set_travellers`` takes them."""
    return listed(FreeFormPeople().read(text, today, "en"))


def _today(known: Known) -> date:
    return day_of(str((known.facts.get("now") or {}).get("local", ""))[:10]) or date.today()  # noqa: DTZ011 - the situation says now


def answered(messages: Sequence[BaseMessage], places: Gazetteer) -> AIMessage:
    """Return the guide's answer to a request: calls, or words with a menu. A question is explained once, then asked in short."""
    facts, talk = _situation(messages)
    last = max((n for n, one in enumerate(talk) if isinstance(one, HumanMessage)), default=-1)
    said = _answer(facts, talk[last].text if last >= 0 else "", talk[last + 1 :], places)
    before = {line for one in talk[:last] if isinstance(one, AIMessage) for line in one.text.splitlines()}
    say = Known(facts).say
    lines = [
        say("Still open: {question}?", question=one.partition("?")[0]) if "? " in one and one in before else one
        for one in said.text.splitlines()
    ]
    return said.model_copy(update={"content": "\n".join(lines)})


def _answer(facts: Mapping[str, Any], text: str, turn: Sequence[BaseMessage], places: Gazetteer) -> AIMessage:
    known = Known(facts)
    if any(isinstance(one, ToolMessage) for one in turn):
        lines, menu = saying.results(turn, known.say)
        changed = any(isinstance(one, ToolMessage) and '"changed"' in one.text for one in turn)
        unmet = saying.unmet(known) if changed else []
        if not menu and menus.leads_to_card(turn, known):
            return _calls((Call("request_purchase", {}),))
        return _words("\n".join([*lines, *unmet]), menu or menus.stage(known))
    if turn:  # the last words were answered: a card was decided meanwhile
        return _words("", menus.stage(known))
    return _heard(text, known, Menu.of(facts.get("menu")), places)


def _situation(messages: Sequence[BaseMessage]) -> tuple[Mapping[str, Any], Sequence[BaseMessage]]:
    """Return the facts of the situation, and the messages before it."""
    for n in range(len(messages) - 1, -1, -1):
        found = _SITUATION.search(messages[n].text)
        if found and isinstance(messages[n], HumanMessage):
            facts: dict[str, Any] = json.loads(found[1])
            return facts, messages[:n]
    return {}, messages


def _words(text: str, menu: Menu | None = None) -> AIMessage:
    said = "\n".join(part for part in (text.strip(), *(menu.lines() if menu else ())) if part)
    kept = {"menu": menu.data()} if menu and (menu.choices or menu.asks or menu.form) else {}
    return AIMessage(content=said, additional_kwargs=kept)


def _calls(calls: Sequence[Call]) -> AIMessage:
    made = [{"name": one.name, "args": one.arguments, "id": f"guide_{n}"} for n, one in enumerate(calls)]
    return AIMessage(content="", tool_calls=made)


_CARD = re.compile(
    r"(?:^|(?<=[.;,!?\n]))\s*(?:(?:and|here|this|my|our|the|it|is|credit|debit|bank|visa|card|number|no)[\s:]+)*"
    r"\[card ending \d{4}\](?:[\s,/\d]|\[security code\])*(?=[.;,!?\n]|$)",
    re.IGNORECASE,
)
"""A sentence that gave a card and no more: that it was masked is told already, and nothing is done with it."""


def _heard(text: str, known: Known, menu: Menu | None, places: Gazetteer) -> AIMessage:
    """Answer words: a number or yes is of the last menu, everything else is read whole."""
    plain = _CARD.sub(" ", text).strip()
    agreed = _AND_YES.match(plain) if menu and menu.asks == "yes" else None
    if agreed and menu:
        plain = plain[agreed.end() :]
        menu = menu._replace(asks="agreed")
    if menu:
        picked = _picked(plain, menu)
        if picked is not None and picked.opens:
            return _courtesy(picked.opens, known)
        if picked is not None:
            return (
                _calls(picked.calls)
                if picked.calls
                else _words(known.say("All right, nothing is changed."), menus.stage(known))
            )
    number = _number(plain)
    if number is not None and not menu and asking.asks_adults(known):
        return _calls((Call("update_trip", {"party": {"adults": number}}),))
    shown = [one.get("number") for one in known.options]
    if number is not None and not menu and number in shown:
        return _calls((Call("choose", {"option": str(number)}),))
    return _decided(plain, _read(plain, known, menu, places), known, menu)


def _read(text: str, known: Known, menu: Menu | None, places: Gazetteer) -> Reading:
    """Read a message beside an offer that waits; of a long one what is plain, where a part of it turns or asks something."""
    asks, pending, today = (menu.asks, menu.pending, _today(known)) if menu else ("", (), _today(known))

    def alone(part: str) -> Reading:
        return read(part, known, today, places, asks=asks)

    def beside(part: str) -> Reading:
        found = alone(part)
        changes = found.unread or found.draft.update or found.draft.stops or found.draft.open
        return read(part, known, today, places, asks=asks, pending=pending) if pending and changes else found

    whole = beside(text)
    if whole.question and not whole.unread:  # "How are you?" asks nothing
        asks_nothing = [
            one
            for one in sentences(text)
            if (part := alone(one)).draft.social in ("talk", "greet") and not part.draft.done()
        ]
        rest = " ".join(one for one in sentences(text) if one not in asks_nothing)
        whole = beside(rest) if asks_nothing and rest else whole
    for parts, least in ((sentences(text), 1), (clauses(text), _WORTH)):
        if len(parts) < 2 or not whole.unread or not (whole.denies or whole.question):
            continue
        turns = [one for one in parts if (part := alone(one)).denies or part.question]
        plain = beside(" ".join(one for one in parts if one not in turns))
        if turns and len(plain.draft.update) + len(plain.draft.stops) >= least and not plain.denies:
            return plain._replace(unread=(*plain.unread, *turns))
    return whole


_WORTH = 3
"""Things that a sentence has to say beside a clause that turns or asks something, to be offered without it."""


def _picked(text: str, menu: Menu) -> Choice | None:
    number = _number(text)
    if number is None and menu.asks != "answer" and _YES.fullmatch(text) and len(menu.numbered) in (1, 2):
        number = 1
    if number is None and _NO.fullmatch(text):
        number = next((n for n, one in enumerate(menu.numbered, 1) if not one.calls), None)
    return menu.numbered[number - 1] if number and number <= len(menu.numbered) else None


def _number(text: str) -> int | None:
    found = _PICK.fullmatch(text)
    return (_WORDS.get(found[1].casefold()) or int(found[1])) if found else None


def _decided(text: str, reading: Reading, known: Known, menu: Menu | None) -> AIMessage:
    """Act on what was read whole; show and ask where a word is left, a question was asked, or two readings differ."""
    draft, calls = reading.draft, reading.draft.done()
    if menu and calls == menu.pending:
        calls = ()  # nothing of it was read
    if reading.unread and only_english(str(known.facts.get("writes") or "")):
        return _not_understood(text, reading, known, menu)
    pending = menu.pending if menu else ()
    if pending and menu and calls and not reading.unread and not reading.looks:
        calls = _merged(pending, calls)
        if menu.asks.startswith("ages") and not _all_ages(menu, calls) and not draft.open:
            return _asked(menu, calls, reading, known.say)
        if menu.asks == "yes" and not draft.open:
            return _would(calls, reading, known.say)
    if draft.open and not reading.denies:
        return _asked(draft.open[0], calls, reading, known.say)
    which = draft.social in ("which", "card")  # a hold of nothing that was chosen
    if calls and not reading.unread and (not reading.question or reading.looks) and not which:
        return _calls(calls)
    asks = reading.question and all(
        set(re.findall(r"\w+", one.casefold())) <= words("questioning") for one in reading.unread
    )
    found = answers.looked(calls, draft, known) if asks and calls else None
    if found:
        return _words(found, menus.stage(known)) if isinstance(found, str) else _calls(found)
    acts = any(one.name in ACTS_ALONE for one in calls)
    if calls and not reading.denies and not which and not (acts and reading.unread):
        return _would(calls, reading, known.say)
    if known.has("card") and not calls and (_YES.fullmatch(text) or _NO.fullmatch(text)):
        return _words("", menus.stage(known))
    if not calls and draft.social and (asks or not reading.unread):
        return _courtesy(draft.social, known)
    return _not_understood(text, reading, known, menu)


ACTS_ALONE = frozenset(
    [
        "choose",
        "hold",
        "release_hold",
        "request_purchase",
        "request_change",
        "request_cancellation",
        "start_over",
        "undo",
    ]
)
"""Calls that are never offered behind words that were not read: what was said beside them may turn them."""


def _opened(menu: Menu, calls: tuple[Call, ...], reading: Reading) -> Menu:
    """Return a question with what was said beside it in each of its answers; behind a question an answer is tried alone."""
    lines: list[Choice] = []
    for one in menu.choices:
        merged = _merged(calls, one.calls) if one.calls else ()
        lines.append(Choice(one.label, (answers.tried(merged),) if reading.question and merged else merged))
    waits = menu.asks or ("yes" if reading.unread else "open" if calls else "")
    return Menu(menu.question, tuple(lines), calls if waits else (), waits)


def _all_ages(menu: Menu, calls: Sequence[Call]) -> bool:
    """Tell whether calls have the ages of as many children as were asked about."""
    party: dict[str, Any] = next((one.arguments.get("party") or {} for one in calls if one.name == "update_trip"), {})
    return len(party.get("child_ages") or ()) + int(party.get("infants") or 0) == int(menu.asks.partition(":")[2] or 1)


def _asked(menu: Menu, calls: tuple[Call, ...], reading: Reading, say: Words) -> AIMessage:
    """Ask what is open; an answer is a yes to all that is shown beside it."""
    opened = _opened(menu, calls, reading)
    shown = f"{_offer(calls, reading, say)}\n" if reading.unread else ""
    return _words("", opened._replace(question=f"{shown}{opened.question}"))


def _offer(calls: tuple[Call, ...], reading: Reading, say: Words) -> str:
    words = ", ".join(f"“{one}”" for one in reading.unread)
    rest = say("I cannot use: {words}.", words=words) if words else ""
    would = say("I would set or do: {what}.", what=saying.told(calls, say)) if calls else ""
    return " ".join(filter(None, (would, rest)))


def _would(calls: tuple[Call, ...], reading: Reading, say: Words) -> AIMessage:
    """Show what would be done, and what was not read; it is done at a yes."""
    choices = (Choice(say("do it"), calls), Choice(say("leave it")))
    return _words("", Menu(_offer(calls, reading, say), choices, calls, "yes"))


def _merged(calls: Sequence[Call], more: Sequence[Call]) -> tuple[Call, ...]:
    """Return calls with the changes of the trip in one."""
    changes = [one.arguments for one in (*calls, *more) if one.name == "update_trip"]
    update: dict[str, Any] = {}
    for one in changes:
        for name, value in one.items():
            both = isinstance(value, dict) and isinstance(update.get(name), dict)
            update[name] = {**update[name], **value} if both else value
    rest = [one for one in (*calls, *more) if one.name != "update_trip"]
    return (*([Call("update_trip", update)] if update else []), *rest)


def _courtesy(name: str, known: Known) -> AIMessage:
    kind, _, which = name.partition(":")
    if kind == "menu":
        return _words("", menus.submenu(which, known))
    if kind == "change_booking":
        return _words("", menus.changes(known) if known.booked else menus.stage(known))
    if kind in ("terms", "holding"):
        say = known.say
        nothing = (
            say("Nothing is booked or held yet.") if kind == "terms" else say("Nothing is held, and nothing is paid.")
        )
        told = answers.about(known, {"flights": {"refundable": True}, "lodging": {"refundable": True}})
        lines = [nothing, *told] if kind == "terms" else [*answers.held_lines(known), *answers.booking_lines(known)]
        return _words("\n".join(lines) or nothing, menus.stage(known))
    if kind == "bags":
        told = answers.about(known, {"flights": {"checked_bags": 1}})
        no = known.say("A ticket that is bought takes no more bags here: the airline adds them, with the PNR.")
        return _words("\n".join([no, *told]), menus.stage(known))
    if kind == "papers":
        return _words(
            "\n".join(answers.booking_lines(known)) or known.say("Nothing is booked yet."), menus.stage(known)
        )
    if kind == "show_trip":
        options = [known.facts["chosen"]] if known.has("chosen") else known.options
        shown = [f"{one.get('number')}. {saying.option_line(one, known.say)}" for one in options]
        return _words("\n".join([*shown, *answers.booking_lines(known)]), menus.stage(known))
    if kind == "which" and not known.options:
        kind = "nothing"
    said = known.say(HELP, example=menus.EXAMPLE) if kind == "help" else known.say(COURTESIES[kind])
    return _words(said, None if kind == "leave" else menus.stage(known))


def _not_understood(text: str, reading: Reading, known: Known, menu: Menu | None) -> AIMessage:
    """Say what was not read, and lead on; an offer that waits is kept. A question that no fact answers is said to be one."""
    goes_on = menu if menu and menu.asks else menus.stage(known)
    what = ", ".join(f"“{one}”" for one in reading.unread) or f"“{text[:80]}”"
    foreign = only_english(str(known.facts.get("writes") or ""))
    if foreign and not known.has("told_foreign"):
        told = _words(foreign, goes_on)
        return told.model_copy(update={"additional_kwargs": {**told.additional_kwargs, "foreign": True}})
    if not text.strip():
        return _words("", goes_on)
    if reading.question:
        return _words(known.say("I cannot answer that without a language model."), goes_on)
    if reading.denies:
        return _words(
            known.say(
                "I changed nothing: I do not understand {what}. Please say it as a plain wish, or use the menu.",
                what=what,
            ),
            goes_on,
        )
    return _words(known.say("I do not understand {what}.", what=what), goes_on)
