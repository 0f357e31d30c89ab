"""The desk's prompts, filled from this folder's Markdown files, without personal details that no model and no log needs.

Such details are addresses, numbers of papers and telephones, and names.
"""

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache

from babel import Locale
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from rapidfuzz import fuzz

from tripintent.state.concierge.front import FALLBACK, Decision
from tripintent.state.concierge.memory import without_references
from tripintent.state.concierge.parameters import dated
from tripintent.state.concierge.service import GOES_ON, Example, Function, Service
from tripintent.tools import shipped
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.private import PHONE, names_in, names_somebody
from tripintent.tools.front_desk.rooms import offer_lines
from tripintent.tools.front_desk.toolset import DeskTurn
from tripintent.tools.knowledge.passages import Passage
from tripintent.tools.ports.desk_service import GuestRecord, Message, Spoken

HISTORY = 12
"""Earlier messages in a prompt."""
LENGTH, TALK, LONGEST = 300, 1_500, 2_000
"""Characters of an earlier message for the detections and for the agent, and of the new one."""
EXAMPLES = 6
"""Examples in a prompt: those most like the message."""
BOOKINGS = (
    "- BOOKING: a yes or no to what waits for approval, letting go of what is held, cancelling or changing what is booked here; no "
    "questions. Taking a room that was offered is AVAILABILITY_AGENT; another one instead of what is held is both, BOOKING first."
)
"""The rule of the function that a desk which sells rooms has beside those of its file."""
WHEN = "complaints, anger, illness, danger, the guest asks for a person"
"""When a person has to answer, where the service file does not say so."""


def intent_messages(service: Service, message: Message) -> list[BaseMessage]:
    """Return the prompt of the intent detection, its blocks in the order that systems of this kind use."""
    faq = service.function(FALLBACK)
    rules = _filled(
        "intent",
        service,
        message.now,
        house=house_lines(service),
        guest=_guest(message.guest),
        functions=_functions(service, message.now, lambda one: one.command),
        guidance=_guidance(service),
        knowledge=faq.base_command if faq else "the one that answers questions",
        creator=service.creator or f"you are the desk of {service.name}.",
    )
    said = _filled("intent_ask", service, message.now, history=_talk(message.history), message=_own(message.text))
    return [SystemMessage(rules), HumanMessage(said)]


def function_messages(service: Service, message: Message) -> list[BaseMessage]:
    """Return the prompt of the function detection, its blocks in the order that systems of this kind use."""
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
    said = _filled(
        "functions_ask",
        service,
        message.now,
        history=talk,
        language=str(language),
        when=", ".join(service.handoff.when) or WHEN,
        rules=f"\n{BOOKINGS}" if service.sold or message.booking or message.facts else "",
        facts=_block("What is held and booked", message.facts),
    )
    return [SystemMessage(rules), HumanMessage(said)]


def _block(title: str, lines: Sequence[str]) -> str:
    said = "\n".join(map(unmarked, lines))
    return f"# {title}\n<<<\n{said}\n>>>" if said else ""


DAYS = 14
"""Days of the calendar that a model is told."""


def agent_messages(desk: House, turn: DeskTurn, passages: Sequence[Passage]) -> list[BaseMessage]:
    """Return the prompt of the agent that answers: its page, and what is known when the guest's message comes."""
    service, at = desk.service, turn.at
    own = (one for one in service.enabled if one.name != GOES_ON)
    told = [f"- {one.name}: {one.description} {one.parameters_considerations} {one.considerations}" for one in own]
    page = {
        "house": house_lines(service),
        "functions": dated("\n".join(told), at.now),
        "guidance": _guidance(service),
        "staff": service.handoff.to,
        "when": ", ".join(service.handoff.when) or WHEN,
        "creator": service.creator or f"you are the desk of {service.name}.",
        "language": f"{Locale(at.language).get_display_name('en')}, the language of the new message",
    }
    days = (at.now.date() + timedelta(days=n) for n in range(DAYS))
    said = {
        **{name: _block(*block) for name, block in _blocks(turn, passages).items()},
        "days": ", ".join(f"{one:%A} {one.isoformat()}" for one in days),
        "guest": _guest(at.guest),
        "message": unmarked(without_numbers(turn.marks.text))[:LONGEST],
    }
    return [
        SystemMessage(_filled("agent", service, at.now, **page)),
        HumanMessage(_filled("agent_ask", service, at.now, **said)),
    ]


def _blocks(turn: DeskTurn, passages: Sequence[Passage]) -> dict[str, tuple[str, Sequence[str]]]:
    """Return the title and the lines of each block that tells what the desk knows when the message comes."""
    at, hide, memory = turn.at, turn.marks.hidden, turn.at.memory
    lines = ((">>" if one.by_guest else ">", " ".join(hide(one.text).split())) for one in at.history[-HISTORY:])
    talk = [f"{who} {without_numbers(text)[:TALK]}" for who, text in lines if text]
    form = ", ".join(f"{what} {value}" for what, value in memory.guest.items() if what != "said")
    known = {"room": memory.room, "told for the check-in": form}
    heard = [f"{one.function} {_told_of(one)}" for one in (at.decision, *at.others) if one.function != GOES_ON]
    return {
        "history": ("The talk so far (>> the guest, > you)", talk),
        "passages": ("What the house's texts say", [f"{one.title}: {one.text}" for one in passages]),
        "offered": ("Rooms offered last, by number", offer_lines(memory.offered)),
        "facts": ("What this guest has chosen, held or booked", at.facts),
        "known": ("Known of this guest", [f"{what}: {value}" for what, value in known.items() if value]),
        "detected": ("What was understood of the new message", heard + ["a person was called already"] * at.passed),
    }


def house_lines(service: Service) -> str:
    """Return what the service file says of the house, a line each."""
    hours = "; ".join(f"{when} {span}" for when, span in service.opening_hours.items())
    facts = {
        "Name": service.name,
        "Kind": service.kind,
        "Address": service.address,
        "Telephone": service.phone,
        "E-mail": service.email,
        "Page for booking": service.website,
        "Opening hours": hours,
        "Staff read messages": service.staffing_hours,
        "A weekend, first and last day": service.days_of_weekend if service.sold else "",
    }
    return "\n".join(f"- {what}: {said}" for what, said in facts.items() if said)


def _told_of(one: Decision) -> str:
    params = {name: value for name, value in one.params.items() if value and name != "language"}
    return f"{json.dumps(params, ensure_ascii=False) if params else ''} {one.query}".strip()


@cache
def _template(name: str) -> str:
    return shipped.text(f"tools/language/model_desk/{name}.md")


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
    """Return the talk, a line each, without what is sealed and numbers that belong to somebody."""
    kept = ((one.by_guest, without_numbers(without_references(one.text))) for one in history[-HISTORY:])
    lines = [(">>" if by_guest else ">", " ".join(text.split())) for by_guest, text in kept]
    return "\n".join(f"{mark} {unmarked(_ends(said))}" for mark, said in lines if said)


def _ends(said: str) -> str:
    """Return the beginning and the end of a long message: what it asks comes last."""
    return said if len(said) <= LENGTH else f"{said[: LENGTH // 2]} … {said[-LENGTH // 2 :]}"


def _own(text: str) -> str:
    """Return a guest's words as a model reads them: without what is sealed, and without numbers that belong to somebody."""
    return unmarked(without_numbers(without_references(text)))[:LONGEST]


MASK = "▮▮▮"
_ADDRESS = re.compile(r"\S+@\S+")
_NUMBER = re.compile(rf"\+?{PHONE}|\b[a-z0-9-]{{6,}}\b", re.IGNORECASE)
_DAY = re.compile(r"(?<!\d)(?:[0-3]?\d[/.-][01]?\d[/.-]\d{2}(?:\d{2})?|\d{4}-[01]\d-[0-3]\d)(?!\d)")
_DIGITS = 3
"""Digits of a word from which it may be a number of papers or of a booking."""


def without_numbers(text: str) -> str:
    """Return a text without addresses and numbers that belong to somebody; days and prices stay."""
    return _NUMBER.sub(_unless_plain, _ADDRESS.sub(MASK, text))


def numbers_in(text: str) -> list[str]:
    """Return the addresses and numbers in a text that belong to somebody."""
    found = [one[0] for one in _ADDRESS.finditer(text)]
    return [*found, *(one[0] for one in _NUMBER.finditer(text) if _unless_plain(one) == MASK)]


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
