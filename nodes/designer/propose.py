"""propose: three towns to somebody who does not know where to go, each with a reason and a price that was really quoted."""

from collections.abc import Sequence
from hashlib import sha256
from typing import cast

from pydantic import JsonValue

from tripintent.nodes.cheapest import Cheapest
from tripintent.nodes.designer.state import DesignerState, StepUpdate
from tripintent.nodes.designer.towns import (
    SHOWN,
    Search,
    _below,
    _priced,
    _spread,
    _within,
    home_of,
    named_towns,
    towns_of,
    wish_of,
)
from tripintent.nodes.runtime import Run
from tripintent.state.designer.going import adults_assumed, heads_of, heads_priced, limit_of, span_of
from tripintent.state.designer.operations import TakePlace, WhereTo
from tripintent.state.designer.talk import DesignTurn, Event, Talk
from tripintent.state.designer.where import (
    BANDS,
    PROBED,
    Measure,
    PlaceIdea,
    Town,
    best_by,
    fitting,
)
from tripintent.state.framing.trip_to_frame import present_frame
from tripintent.tools.ports.ports import Ports


async def propose(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Ask a bounded number of prices, and tell the best three towns within the budget; ask for what is missing first.

    The same list is never told twice: where nothing else fits, that is said, and the list before it stays.
    """
    trip, talk, turn = state["trip_intent"], state["talk"], state["design"]
    wanted = cast("WhereTo", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    span, home = span_of(trip), home_of(trip, ports)
    missing: list[JsonValue] = [*([] if home else ["origin"]), *([] if span else ["dates"])]
    if not home or not span:
        event = Event(kind="not_planned", facts={"missing": missing, "about": "where"})
        return {"talk": talk.model_copy(update={"where": _kept(wanted)}), "design": _with(left, event)}
    if wanted.asks:
        meant: list[JsonValue] = [p.model_dump(mode="json") for p in talk.places if talk.taken in (None, p.name)]
        told: dict[str, JsonValue] = {"places": meant, "best": _best(talk.places), "heads": heads_priced(trip)}
        return {"design": _with(left, Event(kind="places_told", facts=told))}
    search = Search(trip, span, ports, Cheapest(ports, quick=True))
    if wanted.beside:
        return await _beside(search, wanted, talk, left, home)
    lasting = _against(wanted, talk.places)
    asked_for = _asked_for(lasting, search, home)
    if talk.places and not wanted.others and asked_for == talk.places_for:
        listed: list[JsonValue] = [place.name for place in talk.places]
        return {"design": _with(left, Event(kind="places_stand", facts={"names": listed, "said": wanted.said}))}
    same_wish = talk.where is not None and _kept(lasting) == talk.where
    towns = named_towns(lasting.towns, home, search) if lasting.towns else towns_of(home, wanted.countries, search)
    left_out = talk.where is not None and bool({*lasting.not_towns} - {*talk.where.not_towns})
    first = tuple(p.name for p in talk.places) if (same_wish or left_out) and not wanted.others else ()
    seen = talk.places_seen if wanted.others else ()
    shown, cheapest = await _found(search, lasting, towns, seen, first)
    if not shown and {"closer", "farther"} & set(wanted.than_shown):  # beyond all of the list nothing is left
        lasting = _against(wanted, talk.places, loosely=True)
        shown, cheapest = await _found(search, lasting, towns, seen, first)
    if talk.places and not same_wish and {p.name for p in shown} == {p.name for p in talk.places}:
        shown, cheapest = await _found(search, lasting, towns, talk.places_seen, ())
    if talk.places and not shown and not (cheapest and same_wish):
        event = Event(kind="places_no_more", facts={"names": [place.name for place in talk.places]})
        return {"design": _with(left, event)}
    event = Event(kind="places", facts=_facts(search, lasting, shown, None if shown else cheapest))
    if shown and shown == talk.places:
        listed = [place.name for place in shown]
        event = Event(kind="places_same", facts={"names": listed})
    names = dict.fromkeys((*talk.places_seen, *(p.name for p in shown)))
    remembered = {
        "where": _kept(lasting),
        "places": shown,
        "places_seen": tuple(names),
        "places_for": asked_for,
        "place_meant": 0,
    }
    left = _without(left, lasting, shown, towns)
    return {"talk": talk.model_copy(update=remembered), "design": _with(left, event)}


def _without(left: DesignTurn, wanted: WhereTo, shown: Sequence[PlaceIdea], towns: Sequence[Town]) -> DesignTurn:
    """Return the turn with which of the towns to compare cannot be had: none is left out in silence."""
    had = {place.name for place in shown}
    lost: list[JsonValue] = [town.name for town in towns if town.name not in had] if wanted.towns and shown else []
    return _with(left, Event(kind="places_not_had", facts={"names": lost})) if lost else left


def _best(places: Sequence[PlaceIdea]) -> list[JsonValue]:
    """Return which of several towns is the cheapest, the warmest and the nearest by air; no name where they are alike."""
    if len(places) < _SEVERAL:
        return []
    found: list[JsonValue] = []
    measures: tuple[Measure, ...] = ("cheaper", "warmer", "closer")
    for measure in measures:
        values: dict[Measure, set[object]] = {
            "cheaper": {(p.total.amount, p.total.currency) for p in places},
            "warmer": {p.band for p in places},
            "closer": {p.minutes for p in places},
        }
        if None in values[measure]:
            continue
        alike = len(values[measure]) == 1
        found.append({"by": measure, "name": None if alike else places[best_by(places, measure) - 1].name})
    return found


_SEVERAL = 2


def _with(turn: DesignTurn, event: Event) -> DesignTurn:
    return turn.model_copy(update={"events": (*turn.events, event)})


def _kept(wanted: WhereTo) -> WhereTo:
    """Return what lasts of a wish: others, comparisons and single towns are asked for once."""
    return wanted.model_copy(update={"others": False, "than_shown": (), "beside": (), "said": "", "rest": None})


def _asked_for(wanted: WhereTo, search: Search, home: str) -> str:
    """Return all that decides which towns are shown, and their prices."""
    frame = present_frame(search.trip).model_copy(update={"evidence": {}, "requests": (), "visits": ()})
    return sha256(f"{_kept(wanted)!r}{search.span!r}{home}{frame!r}".encode()).hexdigest()


def _against(wanted: WhereTo, shown: Sequence[PlaceIdea], *, loosely: bool = False) -> WhereTo:
    """Return the wish with "closer", "cheaper", "warmer" as figures: they are meant against the towns on the list.

    ``loosely`` measures the way against the list's mean, not against its nearest or farthest town.
    """
    if not shown:
        return wanted
    ways = [place.km for place in shown]
    mean = sum(ways) / len(ways)
    bands = sorted(BANDS.index(place.band) for place in shown if place.band)
    update: dict[str, object] = {}
    for measure in wanted.than_shown:
        match measure:
            case "closer":
                update["within_km"] = mean if loosely else min(ways)
            case "farther":
                update["beyond_km"] = mean if loosely else max(ways)
            case "cheaper":
                update["below"] = min((place.total for place in shown), key=lambda total: total.amount)
            case "warmer" if bands:
                update["climate"] = BANDS[bands[-1] + 1 :] or BANDS[-1:]
            case "cooler" if bands:
                update["climate"] = BANDS[: bands[0]] or BANDS[:1]
    return wanted.model_copy(update=update)


async def _found(
    search: Search, wanted: WhereTo, towns: Sequence[Town], seen: Sequence[str], first: Sequence[str]
) -> tuple[tuple[PlaceIdea, ...], PlaceIdea | None]:
    """Return the towns to show, and the cheapest of all that were priced; those named ``first`` stay where they can."""
    fit = tuple(towns) if wanted.towns else fitting(towns, wish_of(wanted, search.span, (*seen, *wanted.not_towns)))
    again = [town for name in first for town in towns if town.name == name and name not in wanted.not_towns]
    asked = list({town.name: town for town in (*again, *fit)}.values())[:PROBED]
    priced = await _priced(search, asked)
    limit = limit_of(search.trip)
    within = [p for p in priced if limit is None or _within(p, limit)]
    within = [p for p in within if wanted.below is None or _below(p, wanted.below)]
    if wanted.towns:
        shown = sorted(within, key=lambda p: p.total.amount)
    elif first:
        shown = sorted(within, key=lambda p: p.name not in first)[:SHOWN]
    else:
        shown = _spread(within)
    return tuple(shown), min(priced, key=lambda p: p.total.amount, default=None)


async def _beside(search: Search, wanted: WhereTo, talk: Talk, left: DesignTurn, home: str) -> StepUpdate:
    """Tell what single towns offer, beside those on the list, which stay where they are."""
    named = named_towns(wanted.beside, home, search)
    left_on = tuple(p for p in talk.places if p.country not in wanted.not_in and p.name not in wanted.not_towns)
    new = [town for town in named if town.name not in {p.name for p in left_on}]
    priced = await _priced(search, new)
    places = (*left_on, *priced)
    known = {place.name for place in places} & {*wanted.beside, *(town.name for town in named)}
    # what was refused is gone: the others have new numbers, and are told again
    shorter = len(left_on) < len(talk.places)
    numbers = [n for n, place in enumerate(places, 1) if shorter or place.name in known]
    if not numbers:
        facts: dict[str, JsonValue] = {"names": [*wanted.beside]}
        return {"design": _with(left, Event(kind="places_not_had", facts=facts))}
    shown = [places[n - 1] for n in numbers]
    taken = bool(left.operations) and isinstance(left.operations[0], TakePlace)
    facts = {**_facts(search, wanted, shown, None), "numbers": list(numbers), "beside": True}
    seen = tuple(dict.fromkeys((*talk.places_seen, *(p.name for p in shown))))
    told = talk.model_copy(
        update={"where": _kept(wanted), "places": places, "places_seen": seen, "place_meant": numbers[-1]}
    )
    return {"talk": told, "design": left if taken else _with(left, Event(kind="places", facts=facts))}


def _facts(search: Search, wanted: WhereTo, shown: Sequence[PlaceIdea], over: PlaceIdea | None) -> dict[str, JsonValue]:
    limit, assumed = limit_of(search.trip), adults_assumed(search.trip)
    return {
        "places": [p.model_dump(mode="json") for p in shown],
        "heads": heads_priced(search.trip),
        "adults": assumed if heads_of(search.trip) and not search.trip.party.travelers.total else None,
        "nights": search.span.nights,
        "nights_said": search.span.said,
        "near": wanted.near,
        "wished": list(wanted.climate),
        "limit": limit.model_dump(mode="json") if limit else None,
        "failed": not shown and not over and search.cheapest.failed > 0,
        "over": over.model_dump(mode="json") if over else None,
        "best": _best(shown) if wanted.towns else [],
    }
