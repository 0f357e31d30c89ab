"""Nodes for the options: choose one, or a mix of several by its offers, want (to hold or buy), and list_options.

Whether a hold or a purchase can be done is decided by the edges, not here.
"""

from collections.abc import Mapping

from pydantic import JsonValue

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.state.bundles import Bundle, Ranking, Selected, best_of
from tripintent.state.derived import current_ranking
from tripintent.state.events import (
    UserRequestHold,
    UserSelectedBundle,
    UserSelectedOffers,
    UserWantsOptions,
    UserWantsPurchase,
)
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankResult
from tripintent.tools.toolbox.searched import OFFER_GONE, Mix, ranked_mix
from tripintent.tools.toolbox.trip import stepped

Choice = UserSelectedBundle | UserSelectedOffers


async def choose(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Take the choice; an id that is not among the options is said, and nothing changes."""
    trip, turn = state["trip_intent"], state["turn"]
    event: Choice = next_event(turn, UserSelectedBundle, UserSelectedOffers)
    bundle, made = _option(trip, event), RankResult()
    if bundle is None and isinstance(event, UserSelectedOffers):
        made = await _put_together(trip, event, ports)
        bundle = next(iter(made.bundles), None)
    if bundle is None:
        return await _unknown(trip, turn, event, made.dropped, ports)
    ranking = current_ranking(trip)
    assert ranking is not None, "an option is one of a ranking"  # noqa: S101
    merge = {"working_memory": with_choice(bundle, ranking, trip), "status": {"asked": ()}, **chosen_step(trip, bundle)}
    patch = Patch(source="user_message", by="choose", event=event.type, note=f"chose {bundle.bundle_id}", merge=merge)
    return {"trip_intent": patch, "turn": turn.done().model_copy(update={"news": True})}


async def _put_together(trip: TripIntent, event: UserSelectedOffers, ports: Ports) -> RankResult:
    """Return the whole trip of offers that no ranked option has together; where they make none, why."""
    ranking = current_ranking(trip)
    if ranking is None:
        return RankResult()
    legs = len(ranking.flight_keys)
    mix = Mix(event.option_ids[:legs], event.option_ids[legs:])
    whole = len(mix.flights) == legs and len(mix.hotels) == len(ranking.hotel_keys)
    return await ranked_mix(mix, ranking, trip, ports) if whole else RankResult()


def selection(bundle: Bundle, trip: TripIntent) -> Selected:
    """Return the bundle as what is chosen by the message that is read now, with what the open choice before it came to."""
    flights, hotels, old = bundle.flight_option_ids, bundle.hotel_option_ids, trip.working_memory.selected
    bought = {one.option_id for one in trip.working_memory.bookings}
    same, open_ = old.bundle_id == bundle.bundle_id, bought.isdisjoint(old.flight_option_ids + old.hotel_option_ids)
    return Selected(
        bundle_id=bundle.bundle_id,
        flight_option_ids=flights,
        hotel_option_ids=hotels,
        turn=trip.request.turn - 1,
        whole=bundle.whole,
        instead_of=old.instead_of if same else old.whole if open_ else None,
    )


async def _unknown(
    trip: TripIntent, turn: Turn, event: Choice, dropped: Mapping[str, int], ports: Ports
) -> BookingUpdate:
    """Say that there is no such option, and which there are. What has no such quality any more is shown as it is."""
    if isinstance(event, UserSelectedBundle) and event.qualities:
        return {"turn": turn.model_copy(update={"queue": (), "news": True})}
    if isinstance(event, UserSelectedOffers):
        mixed = bool(dropped.keys() - {OFFER_GONE})  # the list that they are from is still the one on the screen
        told = await reply(ports, trip, "no_mix" if mixed else "offers_gone", dropped=dict(dropped))
        return {"messages": [told], "turn": turn.model_copy(update={"queue": (), "spoke": mixed})}
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


def with_choice(bundle: Bundle, ranking: Ranking, trip: TripIntent) -> dict[str, object]:
    """Return the working memory with the bundle behind the ranked options, unless it is one of them, and chosen."""
    known = next((b for b in ranking.bundles if b.bundle_id == bundle.bundle_id), None)
    longer = ranking if known else ranking.model_copy(update={"bundles": (*ranking.bundles, bundle)})
    other = trip.working_memory.selected.bundle_id != bundle.bundle_id
    return {"ranking": longer, "selected": selection(bundle, trip), **({"hold_requested": False} if other else {})}


def chosen_step(trip: TripIntent, bundle: Bundle) -> Mapping[str, object]:
    """Return the steps of the trip with this choice as the last one, which undo takes back; none more where it is chosen already."""
    memory = trip.working_memory
    if memory.selected.bundle_id == bundle.bundle_id:
        return {}
    chosen = memory.model_copy(update={"selected": selection(bundle, trip)})
    return stepped(trip, trip.model_copy(update={"working_memory": chosen}), "choose")


async def want(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Note the wish to hold, and whether it was one to buy."""
    turn = state["turn"]
    event: UserRequestHold | UserWantsPurchase = next_event(turn, UserRequestHold, UserWantsPurchase)
    wish = {"hold_requested": True, "purchase_requested": isinstance(event, UserWantsPurchase)}
    patch = Patch(source="user_message", by="want", event=event.type, merge={"working_memory": wish})
    return {"trip_intent": patch, "turn": turn.done()}


async def list_options(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Note what is to be shown; a choice, a hold or an approval that is there stays as it is.

    What was cancelled and given up is searched for again: options were asked for.
    """
    turn = state["turn"]
    event = next_event(turn, UserWantsOptions)
    patch = Patch(
        source="user_message", by="list_options", event=event.type, merge={"working_memory": {"given_up": ()}}
    )
    return {"trip_intent": patch, "turn": turn.done().model_copy(update={"listing": event.order, "news": True})}
