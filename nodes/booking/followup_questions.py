"""followup_questions: ask for what is missing, wrong or doubtful; at most three things in one message."""

from pydantic import JsonValue

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, message
from tripintent.state.exchange import intent_summary
from tripintent.state.patch import Patch
from tripintent.state.questions import invalid, next_questions
from tripintent.state.questions.windows import with_a_day
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def followup_questions(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Ask, and remember what was asked so that a bare answer is understood. Actions that came too early are dropped."""
    trip, turn = state["trip_intent"], state["turn"]
    paths = next_questions(with_a_day(trip)) or next_questions(trip)
    text = await ports.language.ask(paths, question_facts(trip) | {"user_message": turn.text}, trip.request.language)
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
