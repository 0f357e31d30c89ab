"""What is known about the travellers and their wishes, how sure we are, and what to ask next."""

from typing import Literal, NamedTuple

from tripintent.state.designer.itinerary import ItineraryDocument

Slot = Literal["travellers", "dates", "destination", "origin", "style", "pace", "interests", "budget", "restrictions"]

WEIGHTS = {"party": 0.2, "where and when": 0.2, "interests": 0.1, "budget": 0.1, "lodging": 0.1, "booked": 0.2}
CAP = 0.95


class Known(NamedTuple):
    """Facts about a trip from all its documents. ``party`` is also a word ("family") whose head count stays open."""

    party: bool = False
    heads: int | None = None
    destination: bool = False
    dates: bool = False
    origin: bool = False
    style: bool = False
    pace: bool = False
    interests: bool = False
    budget: bool = False
    lodging: bool = False
    booked: bool = False
    restrictions: bool = False


def confidence(known: Known) -> float:
    """Return how well a trip is known, 0 to .95: party .2, place and time .2, interests, budget and lodging .1 each, booked .2."""
    holds = {
        "party": known.party or known.heads is not None,
        "where and when": known.destination and known.dates,
        "interests": known.interests,
        "budget": known.budget,
        "lodging": known.lodging,
        "booked": known.booked,
    }
    return min(CAP, round(sum(weight for name, weight in WEIGHTS.items() if holds[name]), 2))


def known_from(document: ItineraryDocument) -> Known:
    """Return what the itinerary itself knows."""
    wishes = document.trip_preferences
    kinds = {s.type for s in document.live}
    return Known(
        party=bool(document.travelers or wishes.traveler_type),
        heads=len(document.travelers) or None,
        destination=bool(document.destinations),
        dates=bool(document.start_date and document.end_date),
        origin=bool(wishes.origin or document.origin or "FLIGHT" in kinds),
        style=bool(wishes.travel_style),
        pace=bool(wishes.pace),
        interests=bool(wishes.interests),
        budget=bool(wishes.budget),
        lodging=bool(wishes.accommodation_preference or "HOTEL" in kinds),
        booked=any(s.status == "CONFIRMED" for s in document.live),
        restrictions=bool(wishes.dietary_restrictions or wishes.mobility_restrictions),
    )


def next_slot(known: Known) -> Slot | None:
    """Return what to ask next; nothing that is known, and restrictions only when asked for.

    Where and when come first, because a plan needs them; then travellers, origin, style, pace, interests, budget.
    """
    order: tuple[tuple[Slot, bool], ...] = (
        ("destination", known.destination),
        ("dates", known.dates),
        ("travellers", known.party or known.heads is not None),
        ("interests", known.interests),
        ("pace", known.pace),
        ("origin", known.origin),
        ("style", known.style),
        ("budget", known.budget),
    )
    return next((slot for slot, is_known in order if not is_known), None)
