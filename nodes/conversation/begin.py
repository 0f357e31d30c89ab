"""begin: the turn is opened: the trip as the ledger and other conversations have it now, and what happened meanwhile is told."""

from collections.abc import Mapping
from typing import Any, cast

from tripintent.nodes.booking.intake import intake
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.conversation.offering import makeable
from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.conversation.summarise import is_long
from tripintent.nodes.runtime import Run
from tripintent.state.conversation import Conversation
from tripintent.state.derived import current_ranking, selected_bundle
from tripintent.state.languages import language_of
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.document_facts import marks
from tripintent.tools.toolbox.known_trip import known_facts, known_lines

ENGLISH = "en"


async def begin(state: ConversationState, ports: AssistantPorts, run: Run) -> Mapping[str, Any]:
    """Open the turn for words: the booking's own intake, whose reading of them waits in case the model gives nothing."""
    front = state["front"]
    said = front.todo[0].text if front.todo else front.text
    words = state["turn"].model_copy(update={"part": said, "handled": front.handled, "cards_alone": False})
    opened = await intake(cast("BookingState", {**state, "turn": words, "event": None}), ports.booking, run)
    turn = opened.get("turn", words).model_copy(update={"queue": (), "part": said, "cards_alone": True})
    trip = state["trip_intent"]
    language, wrote = await _spoken(said, trip, ports, run)
    before = state.get("conversation") or Conversation()
    spoken = Patch(by="begin", merge={"request": {"language": language}})
    seen = {
        "seen": screen_of(trip),
        "known": known_lines(known_facts(trip)),
        "papers": marks(state.get("documents") or {}),
        "makeable": makeable(state, ports),
        "offered": before.offered,
        "wanted": before.wanted,
    }
    long = ports.model is not None and is_long(state, ports.model)
    talk = Conversation.model_validate({"speaks": not turn.refused, "long": long, "wrote": wrote, **seen})
    return {**opened, "trip_intent": [*opened.get("trip_intent", []), spoken], "turn": turn, "conversation": talk}


async def _spoken(said: str, trip: TripIntent, ports: AssistantPorts, run: Run) -> tuple[str, str]:
    """Return the language of the conversation, and that of the words.

    The guide reads English alone: English words leave the language as it is, that of the reader's locale at first.
    """
    before = trip.request.language if trip.request.turn else None
    if ports.model is not None:
        return (wrote := await ports.booking.language.detect(said, before)), wrote
    wrote = await ports.booking.language.detect(said, ENGLISH)
    return (before or language_of(run.context.locale) if wrote == ENGLISH else wrote), wrote


def screen_of(trip: TripIntent) -> str:
    """Return what tells the options and the choice on the screen from any others; empty where there are none."""
    ranking, chosen = current_ranking(trip), selected_bundle(trip)
    return f"{ranking.key} {chosen.bundle_id if chosen else ''}" if ranking else ""
