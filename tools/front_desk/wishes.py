"""Wishes beside the days of a stay (a dog, a cot, a late arrival): they go with a reservation or into the staff's queue."""

from collections.abc import Iterable

from tripintent.state.concierge.front import Wished
from tripintent.state.concierge.memory import Memory, RoomRequest, shortened, shown
from tripintent.state.travellers import OF_HOTEL
from tripintent.tools.front_desk.clauses import Clause
from tripintent.tools.front_desk.hearing import ROOMS
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import say
from tripintent.tools.knowledge.text import fold, glossary
from tripintent.tools.language.exact.asked_for import requests
from tripintent.tools.language.exact.clock import find_times
from tripintent.tools.ports.desk_service import Reply, Situation

LONGEST = 300
"""Characters of a wish that are said and passed on."""


def pass_on(desk: Desk, at: Situation) -> Reply:
    """Take each wish: a hotel's usual ones wait for the reservation, all others and every condition are for staff now."""
    memory, lines, queued = at.memory, list[str](), list[str]()
    for one in at.decision.wishes or (Wished(text=at.decision.text, query=at.decision.query),):
        what = shortened(one.text.strip(), LONGEST)
        waits = one.kind in OF_HOTEL and not one.only_if and not at.reserved and memory.stay.start is not None
        if waits:
            kept = (one_kept for one_kept in memory.requests if one_kept.kind != one.kind)
            memory = memory.model_copy(update={"requests": (*kept, RoomRequest(kind=one.kind, said=what))})
            lines.append(say("request_noted", at.language, what=what))
            continue
        lines.append(
            say(
                "request_first" if one.only_if else "request_queued",
                at.language,
                what=shown(what),
                to=desk.staff(at.language),
            )
        )
        asked = f"{what} ({one.query})" if one.query and one.query != what else what
        queued.append(f"{'before a reservation: ' if one.only_if else ''}{shortened(asked, 2 * LONGEST)}")
    request = "\n".join(queued) + _known(memory) if queued else ""
    return Reply("\n".join(lines), memory, at.decision, request=request)


def _known(memory: Memory) -> str:
    """Return the stay that is talked of, for staff."""
    stay = memory.stay
    facts = {"from": stay.start, "nights": stay.nights, "people": stay.people}
    said = ", ".join(f"{name} {value}" for name, value in facts.items() if value)
    return f" [{said}]" if said else ""


NO_WISHES = ROOMS | {"price", "hours", "child", "person", "confirm", "checkout", "complaint", "discount"}
"""Concepts of the stay itself, and of talk about it: by themselves they wish for nothing beside it."""


def wished(clauses: Iterable[Clause]) -> tuple[Wished, ...]:
    """Return what clauses wish for beside the room: a request that hotels know, an hour of arrival, or a thing of the house."""
    found = [Wished(text=one.text, kind=kind) for one in clauses if not one.denied and (kind := _kind(one))]
    return tuple({one.text: one for one in found}.values())


def _kind(clause: Clause) -> str:
    named = next((name for _, name, rule in requests() if rule.search(clause.folded)), "")
    if named:
        return named if named in OF_HOTEL else "other"
    thing = glossary().concepts(fold(clause.text)) - NO_WISHES
    return "other" if thing or find_times(clause.folded) else ""
