"""present: show the options, three at a time, the chosen trip with its risks, or why there is nothing to choose from."""

from typing import Any, Literal, NamedTuple

from pydantic import JsonValue

from tripintent.nodes.booking.choice import ChosenOffer, chosen_offers
from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.facts.options import bundle_facts, money, offers_of
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, message
from tripintent.state.booking import CartLine
from tripintent.state.bundles import Bundle, Ranking
from tripintent.state.derived import current_ranking, current_risk, selected_bundle
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.windows import moving_window
from tripintent.state.standing import watch_now
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Drawable, Ports
from tripintent.tools.toolbox.nearness import spot_of
from tripintent.tools.toolbox.screen import chosen_trip, options_facts
from tripintent.tools.toolbox.screen_facts import ChosenFacts
from tripintent.tools.toolbox.searched import unfound_parts

SHOWN = 3


class OptionsShown(NamedTuple):
    """Indexes into the ranking, where the page starts, and whether the traveller asked for a list."""

    numbers: tuple[int, ...]
    start: int
    asked_for: bool


Listing = Literal["best", "cheapest", "more"]


def in_order(trip: TripIntent, listing: Listing | None) -> Ranking | None:
    """Return the ranking in the order asked for: the numbers of what is shown are those that a choice names."""
    ranking = current_ranking(trip)
    return ranking.ordered(listing) if ranking and listing in ("best", "cheapest") else ranking


def page_of(trip: TripIntent, listing: Listing | None) -> OptionsShown:
    """Return the page to show: the next one ("more", from the top again after the last), else the first."""
    ranking = current_ranking(trip)
    count = len(ranking.bundles) if ranking else 0
    start = trip.working_memory.shown_from + SHOWN if listing == "more" else 0
    start = start if start < count else 0
    return OptionsShown(tuple(range(start, min(start + SHOWN, count))), start, listing is not None)


_RULE = "policy."
_What = tuple[str, dict[str, Any], Drawable | None]
"""The kind of message, its facts, and those of its card."""


async def present(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Say what there is to decide now: a card, and after it what else is to be said where no model words the turn."""
    trip, turn = state["trip_intent"], state["turn"]
    ranking = in_order(trip, turn.listing)
    if ranking is not None:
        trip = apply_patch(trip, Patch(by="present", merge={"working_memory": {"ranking": ranking}}))
    page = page_of(trip, turn.listing)
    kind, facts, card = await _what(trip, ports, page)
    spoken = "" if turn.cards_alone and card else await ports.language.phrase(kind, facts, trip.request.tag)
    risks = current_risk(trip)
    blocked = {"hold_requested": False} if risks and risks.blocking_issues else {}
    ordered = {"ranking": ranking} if turn.listing and ranking else {}
    memory = {"described": None, "shown_from": page.start, "shown": page.numbers, **ordered, **blocked}
    watched = {"price_watch": watch_now(trip, ports.clock.now().isoformat())}
    patch = Patch(by="present", merge={"status": {"asked": ()}, "working_memory": {**memory, **watched}})
    done = turn.model_copy(update={"news": False, "listing": None, "spoke": True, "queue": ()})
    told = carded(card, trip, ports, kind, facts, behind=spoken) if card else message(spoken, kind, facts=facts)
    return {"messages": [told], "trip_intent": patch, "turn": done}


async def _what(trip: TripIntent, ports: Ports, page: OptionsShown) -> _What:
    ranking, bundle = current_ranking(trip), selected_bundle(trip)
    if bundle and current_risk(trip) and not page.asked_for:
        return "chosen", *await _chosen(trip, bundle, ports)
    if ranking and ranking.bundles:
        facts = await _options(trip, ranking, ports, page)
        return "options", facts, await options_facts(trip, ranking, page.numbers, ports)
    if ranking:
        facts = {
            "dropped": dict(ranking.dropped),
            "relaxed": [way.model_dump(mode="json") for way in ranking.relaxed],
            "ruled": _ruled(trip, ranking),
            "ruled_out": not ranking.relaxed and any(why.startswith(_RULE) for why in ranking.dropped),
            "simulated": any(way.simulated for way in ranking.relaxed),
        }
        return "no_options", facts, None
    return "nothing_to_quote", {"not_quoted": _not_quoted(trip), "booked": bool(trip.working_memory.bookings)}, None


async def _options(trip: TripIntent, ranking: Ranking, ports: Ports, page: OptionsShown) -> dict[str, JsonValue]:
    """Return what a page draws of the options beside their card."""
    spot = await spot_of(trip, ports)
    offers = await offers_of([ranking.bundles[n] for n in page.numbers], trip, ports)
    shown = [{**bundle_facts(ranking.bundles[n], trip, offers, ports, spot), "number": n + 1} for n in page.numbers]
    if unfound_parts(trip):  # half a trip is the best of nothing
        cheapest = ["cheapest" in ranking.bundles[n].labels for n in page.numbers]
        shown = [{**one, "labels": ["cheapest"] * least} for one, least in zip(shown, cheapest, strict=True)]
    return {
        "options": list(shown),
        "ruled": _ruled(trip, ranking),
        "days": _days(trip, ranking),
        "simulated": any(o["simulated"] for o in shown),
        "not_quoted": _not_quoted(trip),
    }


def _days(trip: TripIntent, ranking: Ranking) -> JsonValue:
    """Return the days to which the trip may move, each with its price; None where the days are fixed."""
    window, days = moving_window(trip), ranking.days
    said = window and days and next((d for d in days.prices if d.day == str(window.said)), None)
    if not window or not days or not said or (days.earliest, days.latest) != (str(window.earliest), str(window.latest)):
        return None
    prices = sorted(days.prices, key=lambda one: one.day)
    return {"said": said.day, "all": [{"day": one.day, "back": one.back, "total": money(one.total)} for one in prices]}


def _ruled(trip: TripIntent, ranking: Ranking) -> list[JsonValue]:
    """Return each rule that left offers out with whose it is; nothing where only one policy is in force."""
    whose = trip.policy.asked_by
    return [
        {"why": why, "count": count, "by": whose[why.removeprefix(_RULE)]}
        for why, count in ranking.dropped.items()
        if why.startswith(_RULE) and count and why.removeprefix(_RULE) in whose
    ]


async def _chosen(trip: TripIntent, bundle: Bundle, ports: Ports) -> tuple[dict[str, JsonValue], ChosenFacts]:
    told = await chosen_trip(trip, bundle, [_line(one, trip) for one in await chosen_offers(trip, ports)], ports)
    change = bool(told.replaces or told.keeps)
    facts: dict[str, JsonValue] = {"blocked": bool(told.blocks), "held": told.held, "change": change}
    return {"bundle_id": bundle.bundle_id, **facts, "risks": [one.id for one in (*told.asked, *told.known)]}, told


def _line(one: ChosenOffer, trip: TripIntent) -> CartLine:
    """Return what would be bought as a line of the card to come, with what is asked for."""
    asked = [{"kind": each.kind, "state": "sent"} for each in trip.requests]
    known = {"item_type": one.offer.kind, "total": one.offer.total_price, "terms": one.offer.terms, "offer": one.offer}
    return CartLine.model_validate({"hold_id": "", "title": "", "part": one.part, "requests": asked, **known})


def _not_quoted(trip: TripIntent) -> list[JsonValue]:
    """Return the parts of the plan that are kept but not quoted: trains, cars, ferries, ground transport."""
    kept: list[JsonValue] = [
        {
            "mode": s.transport_mode,
            "from": s.origin.name or s.origin.said,
            "to": s.destination.name or s.destination.said,
            "date": s.depart_date,
        }
        for s in trip.itinerary.segments
        if not s.is_flight
    ]
    if trip.itinerary.ground.needed:
        kept.append({"mode": "ground", "from": None, "to": None, "date": None})
    return kept
