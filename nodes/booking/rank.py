"""rank: the best whole trips out of everything that was found."""

from collections import Counter

from tripintent.nodes.booking.choice import chosen_again
from tripintent.nodes.booking.choose import with_choice
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.identity import owner_of, profile_by_id
from tripintent.nodes.runtime import Run
from tripintent.state.bundles import Ranking
from tripintent.state.derived import days_compared, ranking_key
from tripintent.state.offers import Offer
from tripintent.state.patch import Patch
from tripintent.state.queries import Relaxed
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Preferences
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankRequest, RankResult
from tripintent.tools.toolbox.searched import Mix, ranked_mix, searched

_FLIGHT_LIMITS = frozenset({"max_stops", "max_hours", "max_class", "max_budget", "avoid_self_transfer"})
_HOTEL_LIMITS = frozenset({"star_min", "max_stars", "max_daily_rate", "budget", "refundable_only", "near"})
"""The traveller's limits, by the codes of why offers went; each is a field of the preferences."""


async def rank(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Rank the parts that have offers; a part without any was said already and does not stop the others."""
    trip = state["trip_intent"]
    found = await searched(trip, ports, await _likes(trip, ports, run))
    request, unwanted = found.request, found.unwanted
    result = await ports.ranker.rank(found.for_the_nights(trip))
    ranking = Ranking(
        key=ranking_key(trip),
        bundles=result.bundles,
        flight_keys=tuple(a.key for a in found.legs),
        hotel_keys=tuple(a.key for a in found.stays),
        considered=result.considered + sum(unwanted.values()),
        dropped=dict(Counter(result.dropped) + unwanted),
        days=state["turn"].days or days_compared(trip),
        unmet=found.unmet,
        relaxed=() if result.bundles else await _ways_out(request, result, ports),
    )
    note = f"ranked {len(result.bundles)} of {result.considered} offers"
    again = await chosen_again(request, ranking, trip, ports)
    anew = with_choice(again, ranking, trip) if again else {"ranking": ranking}
    if again and again.whole == trip.working_memory.selected.whole:
        anew.pop("hold_requested", None)  # the same at the same price is held as it was to be
    memory = await _still_chosen(trip, ranking, ports) or anew
    return {
        "trip_intent": Patch(by="rank", event="TOOL_RESULT", note=note, merge={"working_memory": memory}),
        "turn": state["turn"].model_copy(update={"news": True}),
    }


async def _still_chosen(trip: TripIntent, ranking: Ranking, ports: Ports) -> dict[str, object] | None:
    """Return the memory with what is left of the choice, chosen: where parts left the trip, or are bought, the others stay.

    What was held of it and still is goes on to its approval; of half a purchase only when a person asks for it.
    """
    before, chosen = trip.working_memory.ranking, trip.working_memory.selected
    if before is None or chosen.bundle_id is None:
        return None
    options = dict(zip(before.flight_keys, chosen.flight_option_ids, strict=False))
    options |= dict(zip(before.hotel_keys, chosen.hotel_option_ids, strict=False))
    asked = (*ranking.flight_keys, *ranking.hotel_keys)
    left, half = options.keys() - set(asked), trip.working_memory.purchase_state == "MANUAL_REVIEW"
    stays = not half and left & set(plan_of(trip).keys)
    if not asked or not left or stays or not options.keys() >= set(asked):
        return None
    mix = Mix(tuple(options[k] for k in ranking.flight_keys), tuple(options[k] for k in ranking.hotel_keys))
    best = next(iter((await ranked_mix(mix, ranking, trip, ports)).bundles), None)
    if best is None:
        return None
    held = {hold.option_id for hold in trip.working_memory.holds if hold.status == "held"}
    goes_on = not half and held.issuperset((*mix.flights, *mix.hotels))
    return with_choice(best, ranking, trip) | {"hold_requested": goes_on}


async def _likes(trip: TripIntent, ports: Ports, run: Run) -> list[Preferences]:
    """Return what those like who travel and whose profile the owner may open."""
    owner = await owner_of(trip, ports, run.principal)
    named = (*trip.party.traveler_profile_ids, *(guest.traveler_profile_id for guest in trip.party.guests))
    profiles = [await profile_by_id(owner, one, ports) for one in dict.fromkeys(named) if one]
    return [profile.preferences for profile in profiles if profile]


async def _ways_out(request: RankRequest, result: RankResult, ports: Ports) -> tuple[Relaxed, ...]:
    """Return what each of the traveller's limits less would bring; a policy's limits are not the traveller's to give up."""
    found = list[Relaxed]()
    offers: list[Offer] = [offer for part in request.flights for offer in part]
    offers += [offer for part in request.hotels for offer in part]
    simulated = any(offer.simulated for offer in offers)
    for reason in result.dropped:
        wider = _without(reason, request)
        bundles = (await ports.ranker.rank(wider)).bundles if wider else ()
        if bundles:
            least = min((b.whole for b in bundles), key=lambda total: total.amount)
            found.append(Relaxed(hint=reason, count=len(bundles), cheapest=least, simulated=simulated))
    return tuple(found)


def _without(reason: str, request: RankRequest) -> RankRequest | None:
    """Return the request without the limit of a reason code; None for what is not a limit of the traveller's."""
    wishes, limits = request.preferences, request.constraints
    flight: dict[str, object] = {reason: None} if reason in _FLIGHT_LIMITS else {}
    flight |= {"avoid_airlines": ()} if reason == "avoid_airlines" else {}
    flight |= {"required": ()} if reason == "preferred_airlines" else {}
    hotel: dict[str, object] = {reason: None} if reason in _HOTEL_LIMITS else {}
    if flight:
        wishes = wishes.model_copy(update={"flight": wishes.flight.model_copy(update=flight)})
    elif hotel:
        wishes = wishes.model_copy(update={"hotel": wishes.hotel.model_copy(update=hotel)})
    elif reason == "avoid_options":
        wishes = wishes.model_copy(update={"declined": ()})
    elif reason == "refundable_preference":
        limits = limits.model_copy(update={"refundable_preference": None})
    else:
        return None
    return request.model_copy(update={"preferences": wishes, "constraints": limits})
