"""choose: the traveller's choice among the options."""

from typing import TypedDict

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.in_order import next_event
from tripintent.nodes.journey import said_in
from tripintent.nodes.runtime import Run, reply
from tripintent.state.bundles import Bundle, Ranking, Selected, best_of
from tripintent.state.derived import current_ranking
from tripintent.state.events import UserSelectedBundle, UserSelectedOffers
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports

Choice = UserSelectedBundle | UserSelectedOffers


class ChooseUpdate(TypedDict, total=False):
    """What choose writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def choose(state: BookingState, ports: Ports, run: Run) -> ChooseUpdate:
    """Take the choice; an id that is not among the options is said, and nothing changes."""
    trip, turn = state["trip_intent"], state["turn"]
    event: Choice = next_event(turn, UserSelectedBundle, UserSelectedOffers)
    bundle = _option(trip, event)
    if bundle is None:
        return await _unknown(trip, turn, event, ports)
    other = trip.working_memory.selected.bundle_id != bundle.bundle_id
    merge = {
        "working_memory": {"selected": selection(bundle, trip), **({"hold_requested": False} if other else {})},
        "status": {"asked": ()},
    }
    patch = Patch(source="user_message", by="choose", event=event.type, note=f"chose {bundle.bundle_id}", merge=merge)
    return {"trip_intent": patch, "turn": turn.done().model_copy(update={"news": True})}


def selection(bundle: Bundle, trip: TripIntent) -> Selected:
    """Return the bundle as what is chosen by the message that is read now."""
    flights, hotels = bundle.flight_option_ids, bundle.hotel_option_ids
    return Selected(bundle_id=bundle.bundle_id, flight_option_ids=flights, hotel_option_ids=hotels, turn=said_in(trip))


async def _unknown(trip: TripIntent, turn: Turn, event: Choice, ports: Ports) -> ChooseUpdate:
    """Say that there is no such option, and which there are. What has no such quality any more is shown as it is."""
    if isinstance(event, UserSelectedBundle) and event.qualities:
        return {"turn": turn.model_copy(update={"queue": (), "news": True})}
    if isinstance(event, UserSelectedOffers):
        return {"messages": [await reply(ports, trip, "offers_gone")], "turn": turn.model_copy(update={"queue": ()})}
    ranking = current_ranking(trip)
    missing = no_such_option(event.bundle_id, ranking)
    gone = missing["number"] is None  # an option of a list before this one: the present list is shown again
    told = await reply(ports, trip, "unknown_bundle", **missing)
    return {"messages": [told], "turn": turn.model_copy(update={"queue": (), "spoke": True, "news": gone})}


def no_such_option(bundle_id: str | None, ranking: Ranking | None) -> dict[str, JsonValue]:
    """Return what is said of an option that is not there: its number where one was said, and how many there are. No ids."""
    number = (bundle_id or "").removeprefix("#")
    return {"number": int(number) if number.isdecimal() else None, "known": len(ranking.bundles) if ranking else 0}


def _option(trip: TripIntent, event: Choice) -> Bundle | None:
    ranking = current_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    if isinstance(event, UserSelectedOffers):
        wanted = event.option_ids
        return next((b for b in bundles if (*b.flight_option_ids, *b.hotel_option_ids) == wanted), None)
    if event.qualities:
        return best_of(bundles, event.qualities)
    fold = event.bundle_id.casefold()
    return next((b for b in bundles if b.bundle_id.casefold() == fold), None)
