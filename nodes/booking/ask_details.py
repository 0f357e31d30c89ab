"""ask_details: who travels. Known people come from profiles; the rest is asked for in one question."""

from typing import Any

from tripintent.nodes.booking.people import from_profiles
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.identity import owner_of
from tripintent.nodes.runtime import Run, message
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import missing_for_purchase, too_young
from tripintent.tools.ports.ports import Ports


async def ask_details(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Fill in what profiles know; ask once for everything else that the hold and the purchase will need.

    A card that waits names others than those who travel now: it is withdrawn.
    """
    trip, turn = state["trip_intent"], state["turn"]
    known = Patch(
        by="ask_details",
        note="from profiles",
        merge={"party": await from_profiles(trip, await owner_of(trip, ports, run.principal), ports)},
    )
    filled = apply_patch(trip, known)
    still = missing_for_purchase(filled, filled.working_memory.needs)
    asked = Patch(by="ask_details", merge={"status": {"asked": still}})
    if not still:
        return {"trip_intent": [known, asked]}
    if trip.working_memory.approval is not None:
        await ports.desk.void(trip.ledger_id, "who travels changed")
        known = known.model_copy(update={"merge": {**known.merge, "working_memory": {"approval": None}}})
    guests = filled.party.guests
    undated = [i for i in range(len(guests)) if f"party.guests[{i}].date_of_birth" in still]
    young = [guests[i].name for i in too_young(filled)]
    facts: dict[str, Any] = {
        "missing": list(still),
        "births": any(path.endswith(".date_of_birth") for path in still),
        "gender": any(path.endswith(".gender") for path in still),
        "named": [g.name for i, g in enumerate(guests) if g.family_name and i not in undated and g.name not in young],
        "young": young,
        "half": [g.name for g in guests if g.given_name and not g.family_name],
        "undated": [g.name for i, g in enumerate(guests) if g.name and i in undated and not g.date_of_birth],
        "heads": sum(trip.party.heads()),
    }
    text = await ports.language.phrase("ask_details", facts, trip.request.language)
    return {
        "messages": [message(text, "ask_details", asked=list(still))],
        "trip_intent": [known, asked],
        "turn": turn.model_copy(update={"spoke": True, "queue": ()}),
    }
