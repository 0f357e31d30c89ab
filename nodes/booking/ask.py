"""ask_details and followup_questions: what is missing is asked for in one message, who travels or the trip itself."""

from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from tripintent.nodes.booking.people import from_profiles
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.identity import owner_of
from tripintent.nodes.runtime import Run, message, reply
from tripintent.state.exchange import intent_summary
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import invalid, missing_for_purchase, next_questions, too_young
from tripintent.state.questions.windows import with_a_day
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def ask_details(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Fill in what profiles know, and say whom; ask once for everything else that the hold and the purchase will need.

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
    before, now = ({one.name for one in some.party.guests if one.name} for some in (trip, filled))
    taken: list[JsonValue] = [*sorted(now - before)]
    told = [await reply(ports, trip, "known_people", names=taken)] if taken else []
    if not still:
        return {"messages": [*told], "trip_intent": [known, asked]}
    if trip.working_memory.approval is not None:
        await ports.desk.void(trip.ledger_id, "who travels changed")
        known = known.model_copy(update={"merge": {**known.merge, "working_memory": {"approval": None}}})
    text = await ports.language.phrase("ask_details", _lacking(filled, still), trip.request.tag)
    return {
        "messages": [*(told if turn.cards_alone else ()), message(text, "ask_details", asked=list(still))],
        "trip_intent": [known, asked],
        "turn": turn.model_copy(update={"spoke": True, "queue": ()}),
    }


def _lacking(trip: TripIntent, still: Sequence[str]) -> dict[str, Any]:
    """Return what the wording of the question needs: who is known, and of whom what is missing."""
    guests = trip.party.guests
    undated = [i for i in range(len(guests)) if f"party.guests[{i}].date_of_birth" in still]
    young = [guests[i].name for i in too_young(trip)]
    return {
        "missing": list(still),
        "births": any(path.endswith(".date_of_birth") for path in still),
        "gender": any(path.endswith(".gender") for path in still),
        "named": [g.name for i, g in enumerate(guests) if g.family_name and i not in undated and g.name not in young],
        "young": young,
        "half": [g.name for g in guests if g.given_name and not g.family_name],
        "undated": [g.name for i, g in enumerate(guests) if g.name and i in undated and not g.date_of_birth],
        "heads": sum(trip.party.heads()),
    }


async def followup_questions(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Ask, and remember what was asked so that a bare answer is understood. Actions that came too early are dropped."""
    trip, turn = state["trip_intent"], state["turn"]
    paths = next_questions(with_a_day(trip)) or next_questions(trip)
    text = await ports.language.ask(paths, question_facts(trip) | {"user_message": turn.text}, trip.request.tag)
    dropped = [e.type for e in turn.queue]
    note = f"dropped until the trip is complete: {', '.join(dropped)}" if dropped else ""
    patch = Patch(by="followup_questions", note=note, merge={"status": {"asked": paths}})
    asked = turn.model_copy(update={"queue": (), "spoke": True})
    return {"messages": [message(text, "question", asked=list(paths))], "trip_intent": patch, "turn": asked}


def question_facts(trip: TripIntent) -> dict[str, JsonValue]:
    """Return what the wording of questions may use."""
    segments = trip.itinerary.segments
    first = segments[0] if segments else None
    return {
        "invalid": {i.path: {"code": i.code, "value": i.value} for i in invalid(trip)},
        "origin": (first.origin.name or first.origin.said) if first else None,
        "destination": (first.destination.name or first.destination.said) if first else None,
        "legs": [
            [leg.origin.name or leg.origin.said, leg.destination.name or leg.destination.said] for leg in segments
        ],
        "depart_date": first.depart_date if first else None,
        "trip_type": trip.itinerary.trip_type,
        "lodging_needed": trip.itinerary.lodging.needed,
        "party_size": sum(trip.party.heads()),
        "known": bool(first),
        "trip_intent": intent_summary(trip),
    }
