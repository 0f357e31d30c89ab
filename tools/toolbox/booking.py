"""The booking toolset: choose, watch the price, hold, let go, ask for the purchase. Nothing here buys: that waits for a person's yes."""

from datetime import date
from typing import Any

from pydantic import Field

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.bundles import Bundle
from tripintent.state.derived import selected_bundle, shown_ranking
from tripintent.state.events import (
    UserRejects,
    UserReleasesHold,
    UserRequestHold,
    UserRetries,
    UserSelectedBundle,
    UserSelectedOffers,
    UserWantsPurchase,
)
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import gaps
from tripintent.state.standing import cheapest_whole, failed, first_day, something_bought, wish_key
from tripintent.state.trip import LESS, PriceWatch, TripIntent
from tripintent.tools.toolbox.base import Act, Arguments, NoArguments, Scene, tool
from tripintent.tools.toolbox.listing import bundle_named
from tripintent.tools.toolbox.requested import undecided
from tripintent.tools.toolbox.screen_facts import WatchFacts
from tripintent.tools.toolbox.trip import LET_GO, stepped


class ChosenOption(Arguments):
    """One of the options that were listed."""

    option: str = Field(description="id or number: '2'", min_length=1, max_length=80)
    hotel_of: str | None = Field(default=None, description="another option, for its hotel", max_length=80)
    let_hold_go: bool = LET_GO


@tool("booking", "WRITE")
async def choose(scene: Scene, choice: ChosenOption) -> Act:
    """Choose one of the options for the traveller, as the traveller said. Nothing is held or paid.

    Call it when the traveller wants one of the options.
    Args: option, and hotel_of where the hotel comes from another option.
    Returns: the chosen trip with its terms and risks.
    Raises: rejected with the options that there are.
    """
    if (waits := undecided(scene.trip)) is not None:
        return waits
    ranking, words = shown_ranking(scene.trip), [one for one in (choice.option, choice.hotel_of) if one]
    named = [(ranking and ranking.named(one)) or await bundle_named(one, scene.trip, scene.ports) for one in words]
    if None in named:
        known = tuple(bundle.bundle_id for bundle in ranking.bundles) if ranking else ()
        return Act(Outcome.refused("there is no such option", "option", known[:10]))
    first, *others = [one for one in named if one is not None]
    hotels = others[0].hotel_option_ids if others else first.hotel_option_ids
    ids = (*first.flight_option_ids, *hotels)
    if not others and _is_shown(scene, first):
        return Act(events=(UserSelectedBundle(bundle_id=first.bundle_id),))
    if len(hotels) != len(first.hotel_option_ids):
        return Act(Outcome.refused("that option has no such hotel", "hotel_of"))
    return Act(events=(UserSelectedOffers(option_ids=ids),))


def _of_the_choice(scene: Scene, event: UserRequestHold | UserWantsPurchase) -> Act:
    """Return what is asked for what is chosen or held; with neither there is nothing to ask for."""
    if (waits := undecided(scene.trip)) is not None:
        return waits
    held = any(one.status in ("held", "in_doubt") for one in scene.trip.working_memory.holds)
    if not held and selected_bundle(scene.trip) is None:
        return Act(Outcome.refused("nothing is chosen, or the choice went with a change: choose an option first"))
    return Act(events=(event,))


def _is_shown(scene: Scene, bundle: Bundle) -> bool:
    ranking = shown_ranking(scene.trip)
    return ranking is not None and any(one.bundle_id == bundle.bundle_id for one in ranking.bundles)


class PriceWatched(Arguments):
    """What is to be told of the price."""

    on: bool = True
    limit: Money | None = None
    until: date | None = None


BELOW_NOW = "below_now"
"""The code of the refusal of a limit that the price is below already."""


@tool("options", "WRITE")
async def watch_price(scene: Scene, wanted: PriceWatched) -> Act:
    """Watch the trip's price until it is booked: each new low is told here and by mail. Nothing is chosen or held.

    Call it for "tell me when it gets cheaper", "tell me if it falls under 900", "stop watching".
    Args: limit, what is told costs less, else 3 % less than before; until, the last day, else the day before departure;
    on false to end it.
    Returns: facts: what the cheapest whole trip costs now, and from what price on it is told.
    Raises: rejected where nothing was found to compare with, something is bought, or the limit or day cannot be.
    """
    trip, now, best = scene.trip, scene.ports.clock.now(), cheapest_whole(scene.trip)
    wrong = _unwatchable(trip, wanted, date.fromisoformat(trip.request.now_date or str(now.date())))
    if wrong:
        missing = () if wanted.on and best else gaps(trip)
        return Act(Outcome(ok=False, rejected=(wrong.model_copy(update={"candidates": missing}),)))
    if not wanted.on or best is None:
        watch, facts = None, WatchFacts(event="ended", why="asked")
    else:
        more: dict[str, Any] = wanted.model_dump(exclude={"on"}) | {
            "thread_id": scene.who.thread_id,
            "wish": wish_key(trip),
        }
        watch = PriceWatch(began=now.isoformat(), price=best.whole, **more)
        percent = None if watch.limit else LESS
        facts = WatchFacts(event="on", now=best.whole, below=watch.below, percent=percent, until=watch.until)
    merge: dict[str, Any] = {"working_memory": {"price_watch": watch}}
    steps = stepped(trip, apply_patch(trip, Patch(merge=merge)), "watch_price")
    patch = Patch(by="watch_price", merge={**merge, **steps})
    outcome = Outcome(changed=("price_watch",), facts=facts.model_dump(mode="json"))
    return Act(outcome, patches=(patch,), card=facts)


def _unwatchable(trip: TripIntent, wanted: PriceWatched, today: date) -> Rejected | None:
    """Return why this tells nothing, and which argument is to blame; None where it tells."""
    limit, until, first, best = wanted.limit, wanted.until, first_day(trip), cheapest_whole(trip)
    why, path, code = "", "", ""
    if not wanted.on:
        why = "" if trip.working_memory.price_watch else "no price is watched"
    elif something_bought(trip):
        why = "something of the trip is bought: what is booked is looked after by itself"
    elif best is None:
        why = "there are no options of the whole trip to compare with"
    elif limit and limit.currency != best.whole.currency:
        why, path = f"the prices are in {best.whole.currency}: give the limit in it", "limit"
    elif limit and limit.amount >= best.whole.amount:
        why = f"the cheapest costs {best.whole} now, less than that already: show it, or take a lower limit"
        path, code = "limit.amount", BELOW_NOW
    elif until and not (today <= until and (first is None or until < first)):
        why, path = f"it has to be from {today} on and before the trip begins on {first}", "until"
    return Rejected(path=path, why=why, code=code) if why else None


class Going(Arguments):
    """What may go for it."""

    let_hold_go: bool = LET_GO


@tool("booking", "GATED")
async def hold(scene: Scene, going: Going) -> Act:
    """Hold the chosen trip without paying. Names and birth dates of all travellers are needed: set_travellers first.

    Call it when the traveller wants the chosen trip to be kept.
    Returns: what is held, until when, and the card that waits; ok false and waits_for what is missing: then nothing is held.
    Raises: rejected where nothing is chosen.
    """
    return _of_the_choice(scene, UserRequestHold())


@tool("booking", "GATED")
async def release_hold(scene: Scene, nothing: NoArguments) -> Act:
    """Give back everything that is held.

    Call it only when the traveller says that the hold shall go.
    Returns: what was given back.
    Raises: rejected where nothing is held.
    """
    if (waits := undecided(scene.trip)) is not None:
        return waits
    if not any(one.status in ("held", "in_doubt") for one in scene.trip.working_memory.holds):
        return Act(Outcome.refused("nothing is held"))
    return Act(events=(UserReleasesHold(),))


@tool("booking", "GATED")
async def try_again(scene: Scene, nothing: NoArguments) -> Act:
    """Repeat what failed, or look what became of what is in doubt. Nothing is done twice.

    Call it for "try again". Returns: what came of it.
    Raises: rejected where nothing failed.
    """
    cancelling = (await scene.ports.desk.ledger_status(scene.trip.ledger_id)).cancelling
    if not (failed(scene.trip) or cancelling):
        return Act(Outcome.refused("nothing failed, so there is nothing to try again"))
    return Act(events=(UserRetries(),))


@tool("booking", "GATED")
async def decline_card(scene: Scene, nothing: NoArguments) -> Act:
    """Say no to the card that waits: nothing is bought, changed or cancelled; what a purchase held is given back.

    Call it only when the traveller says no to the card, or that what is booked shall stay.
    Returns: what the card asked, and what was given back.
    Raises: rejected where no card waits.
    """
    card = scene.trip.working_memory.approval
    if card is None:
        return Act(Outcome.refused("no card waits"))
    held = [one.title for one in scene.trip.working_memory.holds if one.status == "held"]
    return Act(Outcome(facts={"card": card.kind, "held": list(held)}), events=(UserRejects(),))


@tool("booking", "GATED")
async def request_purchase(scene: Scene, going: Going) -> Act:
    """Ask for the traveller's approval to buy what is chosen; it is held first. You cannot approve it yourself.

    Call it when the traveller wants to book or buy.
    Returns: the card that waits, with total, terms and what must be confirmed; ok false and waits_for what is missing.
    Raises: rejected where nothing is chosen.
    """
    return _of_the_choice(scene, UserWantsPurchase())
