"""Requests that people of the house carry out (wishes during a stay or beside a room, hand-off), and asking what a guest means."""

import re
from collections.abc import Iterable, Sequence
from textwrap import shorten

from tripintent.state.concierge.front import HandOff, Wished
from tripintent.state.concierge.memory import Memory, RoomRequest, shortened, shown
from tripintent.state.concierge.service import Service
from tripintent.state.travellers import OF_HOTEL
from tripintent.tools.front_desk.hearing import ACUTE, MOST_NAMES, ROOMS, Clause, agrees, heard
from tripintent.tools.front_desk.parts import LONGEST, House
from tripintent.tools.front_desk.speech import say, turn
from tripintent.tools.knowledge.index import terms
from tripintent.tools.knowledge.passages import fold, glossary
from tripintent.tools.language.exact.clock import find_times
from tripintent.tools.language.exact.lexicon import requests
from tripintent.tools.ports.desk_service import Reply, Situation

SUMMARY = 600


def room_in(text: str, *, asked: bool) -> str:
    """Return the room that words name, or an empty text. A bare number is one only where the desk asked for it."""
    match = turn("room").search(fold(text)) or (turn("room_alone").search(fold(text)) if asked else None)
    return str(match[1]) if match else ""


def journey(_: House, at: Situation) -> Reply:
    """Pass a guest's wish on to the staff. A room that is told afterwards is put to the wish that waits for it."""
    memory, language, said = at.memory, at.language, at.decision.text[:SUMMARY].strip()
    waits = memory.unclear if memory.waiting == "room" else ""
    room = room_in(said, asked=memory.waiting == "room") or memory.room
    told = bool(waits and room) and len(said.split()) <= MOST_NAMES
    wish = waits if told else said
    still = "" if room else f"{waits}\n{wish}".strip()
    decision = at.decision.model_copy(update={"params": {"request": wish, "room": room or None}})
    what = wish.replace("\n", "; ").rstrip(".?! ")
    where = f" ({say('journey_where', language, room=room)})" if room and room not in what else ""
    words = say("journey", language, what=what, room=where)
    words += "" if room else say("journey_room", language)
    kept = {"room": room, "waiting": "" if room else "room", "unclear": still}
    request = wish + (f" [room {room}]" if room else "")
    return Reply(words, memory.model_copy(update=kept), decision, request=request, instead=wish if told else "")


def urgent(reason: str, text: str) -> bool:
    """Check whether a reason to call a person is an emergency."""
    return reason == "danger" or (reason == "illness" and bool(heard(ACUTE, text)))


def hand_off(desk: House, at: Situation, new_id: str) -> tuple[str, HandOff]:
    """Return the words for the guest and the hand-off for staff. What the guest wrote goes into the summary as it is."""
    rule, staffed, language, memory = desk.service.handoff, desk.staffed(at.now), at.language, at.memory
    reason, text = str(at.decision.params.get("reason", "asks")), at.decision.text
    summary = f"{reason}: {shortened(text, SUMMARY)}{known(memory)}" if rule.summary else reason
    handoff = HandOff(handoff_id=new_id, to=rule.to, reason=reason, summary=summary, staffed=staffed)
    acute = urgent(reason, text)
    kind = "emergency" if acute else "handoff_group" if reason == "group" else "handoff"
    room = {"day", "nights", "rooms"} & set(desk.stays.read(text, language, at.now.date(), None).said)
    nothing = ["nothing_done"] if room and kind == "handoff" and desk.service.sold and not at.reserved else []
    words = [
        say(one, language, to=desk.staff(language))
        for one in (*(["sorry"] * (reason in ("complaint", "illness") and not acute)), kind, *nothing)
    ]
    words += [say("if_worse", language)] if reason == "illness" and not acute else []
    words += [say("can_wait", language)] if at.decision.params.get("waits") else []
    own = language == desk.service.languages[0] and kind != "emergency"  # the file's words are in its own language
    words += [] if staffed else [desk.when_read(at.now, language), *([rule.outside_hours] if own else [])]
    return " ".join(filter(None, words)), handoff


def pass_on(desk: House, at: Situation) -> Reply:
    """Take each wish: a hotel's usual ones wait for the reservation, all others and every condition are for staff now."""
    memory, lines, queued = at.memory, list[str](), list[str]()
    for one in at.decision.wishes or (Wished(text=at.decision.text, query=at.decision.query),):
        what = shortened(one.text.strip(), LONGEST)
        taken = one.kind in OF_HOTEL and (desk.rooms is None or one.kind in desk.rooms.capabilities.takes)
        waits = taken and not one.only_if and not at.reserved and memory.stay.start is not None
        if waits:
            kept = (one_kept for one_kept in memory.requests if one_kept.kind != one.kind)
            memory = memory.model_copy(update={"requests": (*kept, RoomRequest(kind=one.kind, said=what))})
            lines.append(say("request_noted", at.language, what=what))
            continue
        kind = "request_first" if one.only_if else "request_queued"
        lines.append(say(kind, at.language, what=shown(what), to=desk.staff(at.language)))
        asked = f"{what} ({one.query})" if one.query and one.query != what else what
        queued.append(f"{'before a reservation: ' if one.only_if else ''}{shortened(asked, 2 * LONGEST)}")
    request = "\n".join(queued) + known(memory) if queued else ""
    return Reply("\n".join(lines), memory, at.decision, request=request)


def known(memory: Memory) -> str:
    """Return the stay that is talked of, for staff."""
    stay = memory.stay
    facts = {"from": stay.start, "nights": stay.nights, "people": stay.people, "room": memory.room}
    said = ", ".join(f"{name} {value}" for name, value in facts.items() if value)
    return f" [{said}]" if said else ""


NO_WISHES = ROOMS | {"price", "hours", "child", "person", "confirm", "checkout", "complaint", "discount"}
"""Concepts of the stay itself, and of talk about it: by themselves they wish for nothing beside it."""


def wished(clauses: Iterable[Clause]) -> tuple[Wished, ...]:
    """Return what clauses wish for beside the room: a request that hotels know, an hour of arrival, or a thing of the house."""
    found = [Wished(text=one.text, kind=kind) for one in clauses if not one.denied and (kind := _kind(one))]
    return tuple({one.text: one for one in found}.values())


def _kind(clause: Clause) -> str:
    named = next((name for name, rule in requests() if rule.search(clause.folded)), "")
    if named:
        return named if named in OF_HOTEL else "other"
    thing = glossary().concepts(fold(clause.text)) - NO_WISHES
    return "other" if thing or find_times(clause.folded) else ""


MEANING = "meaning"
"""The answer that the desk waits for after such a question."""
LABEL, MOST_WORDS = 60, 6
_END = re.compile(r" [-–—] |[.:;(]")


def ask(desk: House, at: Situation) -> Reply:
    """Ask which of some functions is meant."""
    found = at.decision.params.get("functions")
    choices = tuple(map(str, found)) if isinstance(found, list) else ()
    names = ", ".join(f"“{_label(desk.service, name)}”" for name in choices)
    memory = at.memory.model_copy(update={"waiting": MEANING, "unclear": at.decision.text, "choices": choices})
    return Reply(say("clarify", at.language, choices=names), memory, at.decision)


def meant(text: str, choices: Sequence[str], service: Service) -> str | None:
    """Return the function that an answer names; None where it names none, and is words of its own."""
    if len(text.split()) > MOST_WORDS:
        return None
    said = {one.name: terms(f"{_label(service, one.name)} {one.description}") for one in service.enabled}
    named = next((name for name in choices if terms(text) & said.get(name, terms(name))), None)
    return named or (choices[0] if choices and agrees(text) else None)


def _label(service: Service, name: str) -> str:
    """Return what guests ask of a function: its first example, or the beginning of its description."""
    example = next((one.input for one in service.functions_examples if name in one.functions), None)
    function = service.function(name)
    said = example or _END.split(function.description if function else name, maxsplit=1)[0]
    return shorten(said.strip(), LABEL, placeholder=" …")
