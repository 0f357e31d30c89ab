"""Wishes for the people of the house: they go along with a reservation or into the staff's queue; the reply says which."""

from tripintent.state.concierge.front import Wished
from tripintent.state.concierge.memory import Memory, RoomRequest, shortened, shown
from tripintent.state.travellers import OF_HOTEL
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import say
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
