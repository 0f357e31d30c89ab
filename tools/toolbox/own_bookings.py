"""What a trip's days and documents are made from: the trip, and where it says nothing the plan, with what was booked elsewhere."""

from collections.abc import Sequence
from datetime import date
from itertools import zip_longest

from tripintent.state.context import Principal
from tripintent.state.designer.itinerary import ItineraryDocument, Pace
from tripintent.state.designer.ordering import by_time, effective_end
from tripintent.state.designer.parts import Atlas, Location
from tripintent.state.designer.segments import FlightSegment, HotelSegment, RailSegment, TransferSegment
from tripintent.state.planning.facts import Town, TripFacts, facts_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import INTERESTS
from tripintent.tools.ports.profiles import Profiles
from tripintent.tools.toolbox.base import Scene
from tripintent.tools.toolbox.plan import itinerary_of

Journey = FlightSegment | RailSegment


def trip_facts(scene: Scene, likes: Sequence[str] = (), pace: Pace | None = None) -> TripFacts:
    """Return what is known for days and documents, with what is liked now."""
    plan = itinerary_of(scene)
    wishes = plan.trip_preferences
    liked = dict.fromkeys((*(one for one in likes if one in INTERESTS), *wishes.interests))
    wishes = wishes.model_copy(update={"interests": tuple(liked), "pace": pace or wishes.pace})
    plan = plan.model_copy(update={"trip_preferences": wishes})
    return known_facts(scene.trip, plan, scene.ports.designer.atlas)


async def with_passport(facts: TripFacts, who: Principal, profiles: Profiles) -> TripFacts:
    """Return the facts with the passport of the traveller's stored profile, where the party has said none."""
    profile = await profiles.get(who.traveller) if who.traveller and not facts.passports else None
    if profile is None or not profile.nationality or profile.org != who.organisation:
        return facts
    return facts.model_copy(update={"passports": (profile.nationality,)})


def known_facts(trip: TripIntent, plan: ItineraryDocument, atlas: Atlas) -> TripFacts:
    """Return what is known of a trip and its plan."""
    wishes = plan.trip_preferences
    facts = facts_of(trip, wishes)
    avoided = tuple(dict.fromkeys((*facts.dislikes, *wishes.avoidances)))
    towns = tuple(_by_its_name(one, atlas) for one in facts.destinations)
    own = _own(plan, atlas, facts, legs=bool(trip.itinerary.segments))
    named = tuple(Town(name=one.name, code=one.code, country=one.country) for one in plan.destinations)
    update: dict[str, object] = {"dislikes": avoided, "destinations": towns or named or own.pop("destinations", ())}
    if not facts.first_day and plan.start_date and plan.end_date:
        own |= _days(plan.start_date, plan.end_date)
    return facts.model_copy(update={**own, **update})


def _own(plan: ItineraryDocument, atlas: Atlas, facts: TripFacts, *, legs: bool) -> dict[str, object]:
    """Return what flights, trains and stays of the plan tell of what the trip does not know itself."""
    journeys = [one for one in by_time(plan.live) if isinstance(one, Journey)]
    stays = [one for one in by_time(plan.live) if isinstance(one, HotelSegment)]
    found: dict[str, object] = {}
    if journeys and not facts.origin:
        found["origin"] = _town(journeys[0].origin, atlas)
    home = found.get("origin") or facts.origin
    there = [_town(one.location, atlas) for one in stays] if stays else _visited(journeys, atlas)
    flown = {text[:10] for one in journeys for text in (one.start_datetime, effective_end(one)) if text}
    flown |= {str(one) for one in (facts.first_day or plan.start_date, facts.ends or plan.end_date) if one}
    found["fetched"] = any(
        isinstance(one, TransferSegment) and (one.start_datetime or "")[:10] in flown for one in plan.live
    )
    found["destinations"] = tuple(dict.fromkeys(one for one in there if one and one.name != getattr(home, "name", "")))
    days = [text[:10] for one in (*journeys, *stays) for text in (one.start_datetime, effective_end(one)) if text]
    if days and not facts.first_day:
        found |= _days(min(days), max(days))
    if journeys and not legs:
        found["rides"] = any(isinstance(one, RailSegment) for one in journeys)
        found["flies"] = any(isinstance(one, FlightSegment) for one in journeys)
    return found | ({"sleeps": True} if stays else {})


def _visited(journeys: Sequence[Journey], atlas: Atlas) -> list[Town | None]:
    """Return the towns where journeys end and one stays: the next one leaves on another day, or there is none."""
    return [
        _town(one.destination, atlas)
        for one, onward in zip_longest(journeys, journeys[1:])
        if onward is None or (onward.start_datetime or "")[:10] > (effective_end(one) or "")[:10]
    ]


def _days(first: str, last: str) -> dict[str, object]:
    begins, ends = date.fromisoformat(first), date.fromisoformat(last)
    return {"first_day": begins, "last_day": ends, "days": (ends - begins).days + 1}


def _town(place: Location | None, atlas: Atlas) -> Town | None:
    """Return the town of a place; None where a name alone is of no place that is known."""
    name = atlas.town(place) if place else None
    return Town(name=name, code=place.code, country=atlas.country(place)) if place and name else None


def _by_its_name(town: Town, atlas: Atlas) -> Town:
    """Return a town that is known by an airport's code alone with its name."""
    name = atlas.town(Location(name=town.name, code=town.code)) if town.name == town.code else None
    return town.model_copy(update={"name": name}) if name else town
