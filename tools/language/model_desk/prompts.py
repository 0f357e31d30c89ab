"""The desk's prompts, filled from this folder's Markdown files, without personal details that no model and no log needs.

Such details are addresses, numbers of papers and telephones, and names.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files

from babel import Locale
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from rapidfuzz import fuzz

from tripintent.state.concierge.front import FALLBACK
from tripintent.state.concierge.memory import OfferedRoom, without_references
from tripintent.state.concierge.parameters import dated
from tripintent.state.concierge.service import Example, Function, Service
from tripintent.tools.front_desk.private import names_in, names_somebody, sentences_beside_names
from tripintent.tools.knowledge.passages import Passage
from tripintent.tools.ports.desk_service import GuestRecord, Message, Spoken

HISTORY = 12
"""Earlier messages in a prompt."""
LENGTH, LONGEST = 300, 2_000
"""Characters of an earlier message, and of the new one."""
EXAMPLES = 6
"""Examples in a prompt: those most like the message."""
WHEN = "complaints, anger, illness, danger, the guest asks for a person"
"""When a person has to answer, where the service file does not say so."""


def intent_messages(service: Service, message: Message) -> list[BaseMessage]:
    """Return the prompt of the intent detection, its blocks in the order that systems of this kind use."""
    faq = service.function(FALLBACK)
    rules = _filled(
        "intent",
        service,
        message.now,
        guest=_guest(message.guest),
        functions=_functions(service, message.now, lambda one: one.command),
        guidance=_guidance(service),
        knowledge=faq.base_command if faq else "the one that answers questions",
        creator=service.creator or f"you are the desk of {service.name}.",
    )
    said = _filled("intent_ask", service, message.now, history=_talk(message.history), message=_own(message.text))
    return [SystemMessage(rules), HumanMessage(said)]


def function_messages(service: Service, message: Message, later: str = "") -> list[BaseMessage]:
    """Return the prompt of the function detection, its blocks in the order that systems of this kind use.

    ``later``: words of the message with a condition on the rooms that were found since.
    """
    facts = service.general_knowledge.strip()
    rules = _filled(
        "functions",
        service,
        message.now,
        functions=_functions(service, message.now, lambda one: f"- {one.name}({', '.join(service.parameters(one))})"),
        knowledge=f"# The house\n{facts}" if facts else "",
        examples="\n".join(
            f">> {one.input}\n{', '.join(one.functions)} {dict(one.params) or ''}".rstrip()
            for one in _nearest(service.examples, message.text)
        )
        or "None.",
    )
    talk = "\n".join(filter(None, (_talk(message.history), f">> {_own(message.text)}")))
    language = Locale(service.languages[0]).get_display_name("en") if service.languages else "English"
    rooms, seats = bool(service.sold or message.booking or message.facts), service.has("AVAILABILITY_AGENT")
    more = f" {_template('functions_rooms')}" if rooms else f"\n{_template('functions_seats')}" if seats else ""
    said = _filled(
        "functions_ask",
        service,
        message.now,
        history=talk,
        language=str(language),
        when=", ".join(service.handoff.when) or WHEN,
        rules=more.rstrip(),
        offered=_block("What was offered last", offer_lines(message.memory.offered)),
        facts=_block("What is held and booked", message.facts),
        later=_block(
            "Left to be decided, now that these rooms were found: is another search wanted?", [later] if later else ()
        ),
    )
    return [SystemMessage(rules), HumanMessage(said)]


def offer_lines(offered: Sequence[OfferedRoom]) -> list[str]:
    """Return the rooms that were shown last as facts, by their numbers."""
    return [f"{number}. {_offer_line(room)}" for number, room in enumerate(offered, 1)]


def _offer_line(room: OfferedRoom) -> str:
    rooms = "1 room" if room.rooms == 1 else f"all {room.rooms} rooms together"
    terms = "refundable" if room.refundable else "not refundable, cannot be cancelled free of charge"
    if room.free_until:
        terms = f"free to cancel until {room.free_until:%Y-%m-%d %H:%M}"
    meals = "no meals in the price" if room.board == "room_only" else f"{room.board} in the price"
    length = "1 night" if room.nights == 1 else f"{room.nights} nights"
    stay = f"{room.name}, from {room.start}, {length}, people by room: {room.heads}"
    return f"{stay}; {room.price} for {rooms} and all nights; {meals}; {terms}"


def _block(title: str, lines: Sequence[str]) -> str:
    said = "\n".join(map(unmarked, lines))
    return f"# {title}\n<<<\n{said}\n>>>" if said else ""


def answer_messages(
    service: Service, now: datetime, passages: Sequence[Passage], query: str, text: str
) -> list[BaseMessage]:
    """Return the prompt of an answer from passages of the organisation's own texts."""
    guidance = _guidance(service)
    rules = _filled("answer", service, now, guidance=f"\n{guidance}" if guidance else "")
    given = "\n\n".join(f"<<<\n{unmarked(one.title)}\n{unmarked(one.text)}\n>>>" for one in passages)
    said = _filled("answer_ask", service, now, passages=given, query=_own(query or text), message=_own(text))
    return [SystemMessage(rules), HumanMessage(said)]


@cache
def _template(name: str) -> str:
    return files("tripintent.tools.language.model_desk").joinpath(f"{name}.md").read_text("utf-8")


def _filled(name: str, service: Service, now: datetime, **values: str) -> str:
    """Return a prompt. What is filled in is not looked through for further names; empty blocks leave no gap."""
    values |= {
        "organisation": service.name,
        "weekday": f"{now:%A}",
        "date": f"{now.day} {now:%B %Y}",
        "time": f"{now:%H:%M}",
    }
    blocks = _template(name).strip().split("\n\n")
    made = [_put(block, values) for block in blocks]
    return "\n\n".join(block for block in made if block.strip())


def _put(block: str, values: dict[str, str]) -> str:
    """Return a block with its names filled in, each piece once."""
    first, *rest = block.split("{{")
    made = [first]
    for piece in rest:
        name, _, after = piece.partition("}}")
        made += [values[name], after]
    return "".join(made).strip()


def _guest(guest: GuestRecord) -> str:
    facts = {"Name": guest.name, "Check-in": guest.check_in, "Check-out": guest.check_out, "Room": guest.room}
    known = "\n".join(f"{what}: {said}" for what, said in facts.items() if said)
    return f"# The guest\n{known}" if known else ""


def _guidance(service: Service) -> str:
    said = "\n".join(filter(None, (service.guidance.strip(), service.supervisor_instructions.strip())))
    return f"# Guidance of the house\n{said}" if said else ""


def _functions(service: Service, now: datetime, called: Callable[[Function], str]) -> str:
    """Return the functions, a line each: what it is called, what it is for, and what it needs."""
    needs = ((one, f"{one.description} {one.parameters_considerations}") for one in service.enabled)
    return "\n".join(dated(f"{called(one)}: {said}", now) for one, said in needs)


def _nearest(examples: Sequence[Example], text: str) -> Sequence[Example]:
    """Return the examples most like a message, in the order of the file; one of each function before a second one."""
    ranked = sorted(examples, key=lambda one: -fuzz.token_set_ratio(one.input, text))
    first = list({one.functions: one for one in reversed(ranked)}.values())
    kept = sorted([*first, *(one for one in ranked if one not in first)], key=lambda one: one not in first)[:EXAMPLES]
    return [one for one in examples if one in kept]


def _talk(history: Sequence[Spoken]) -> str:
    """Return the talk, a line each. Who is named in a guest's line is named in no other, and that line is left out."""
    last = history[-HISTORY:]
    private = [one.text for one in last if one.by_guest and names_somebody(one.text)]
    kept = [(one.by_guest, masked(one.text, private)) for one in last if one.text not in private]
    lines = [(">>" if by_guest else ">", " ".join(without_references(text).split())) for by_guest, text in kept]
    return "\n".join(f"{mark} {unmarked(said[:LENGTH])}" for mark, said in lines if said)


def _own(text: str) -> str:
    """Return a guest's words as a model reads them: without what is sealed, and without numbers that belong to somebody."""
    return unmarked(without_numbers(without_references(text)))[:LONGEST]


MASK = "▮▮▮"
_ADDRESS = re.compile(r"\S+@\S+")
_NUMBER = re.compile(r"\+?\d(?:[ ()/.-]{0,2}\d){6,}|\b[A-Za-z0-9-]{6,}\b")
_DAY = re.compile(r"(?<!\d)(?:[0-3]?\d[/.-][01]?\d[/.-]\d{2}(?:\d{2})?|\d{4}-[01]\d-[0-3]\d)(?!\d)")
_DIGITS = 3
"""Digits of a word from which it may be a number of papers or of a booking."""


def without_numbers(text: str) -> str:
    """Return a text without addresses and numbers that belong to somebody; days and prices stay."""
    return _NUMBER.sub(_unless_plain, _ADDRESS.sub(MASK, text))


def beside_names(text: str) -> str:
    """Return the sentences of a text without a name or number, with the names of the others masked."""
    return masked(sentences_beside_names(text), [text])


def masked(text: str, words: Sequence[str]) -> str:
    """Return a text without addresses, numbers of papers and telephones, and the names in a guest's words.

    Words that name somebody in a way that shows no name ("my name is ann") are masked whole.
    """
    for said in words:
        for name in names_in(said) or ((said,) if names_somebody(said) else ()):
            text = text.replace(name, MASK)
    return without_numbers(text)


def _unless_plain(match: re.Match[str]) -> str:
    """Return a word or a day as it is, a number masked."""
    word = match[0]
    return word if _DAY.search(word) or sum(one.isdecimal() for one in word) < _DIGITS else MASK


def unmarked(text: str) -> str:
    """Return a text that cannot close the marks around it."""
    return text.replace("<<<", "‹‹‹").replace(">>>", "›››")
