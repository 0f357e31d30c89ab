"""The offers of the chosen trip: looked up in the offer store, and found again after a wish about their extras."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

from tripintent.state.booking import BookedFor
from tripintent.state.bundles import Bundle, Ranking
from tripintent.state.derived import chosen_pairs, requirement_key_of
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.queries import FlightQuery
from tripintent.state.questions.plan import PlanQuery
from tripintent.state.travellers import Need
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankRequest
from tripintent.tools.shipped import table
from tripintent.tools.toolbox.describe import seller_of

_EXTRAS: Mapping[str, str] = table("nodes/booking/extras.yaml")
"""Paths of a trip that ask for another fare, room or day of what was chosen, with what of an offer they change.

Every other wish may want another flight. On other days the same flights and hotels are meant, and where they are not sold then
the best of their kind; after a wish for the hotel the same flights, with the best hotel that fits where the chosen one does not.
"""

_OF_HOTELS = frozenset(("hotel", "days"))
"""Changes after which another hotel may be meant where the chosen one is not sold so."""
T = TypeVar("T", FlightOffer, HotelOffer)


class ChosenOffer(NamedTuple):
    """One chosen offer, the question that it answers, and the fit that a hold of it must keep."""

    asked: PlanQuery
    requirement_key: str
    offer: Offer

    @property
    def key(self) -> str:
        """The key of the question."""
        return self.asked.key

    @property
    def part(self) -> BookedFor:
        """The part of the trip that it takes once it is ordered."""
        heads, query, offer = self.asked.heads, self.asked.query, self.offer
        if isinstance(query, FlightQuery):
            return BookedFor(origin=query.origin, destination=query.destination, day=query.depart_date, heads=heads)
        days = (offer.check_in, offer.check_out) if isinstance(offer, HotelOffer) else (query.check_in, query.check_out)
        return BookedFor(place=query.location, day=str(days[0]), until=str(days[1]), heads=heads)


_TICKET = (Need(what="name", when="purchase"), Need(what="date_of_birth", when="purchase"))
_NAMED = {"flight": _TICKET, "hotel": (Need(what="name", when="hold", of="each_adult"),)}
"""Whom a card names, whatever the seller asks for: a ticket is for a person and a birth, a room for every adult."""


async def chosen_offers(trip: TripIntent, ports: Ports) -> tuple[ChosenOffer, ...]:
    """Return the chosen offers in the order of the plan."""
    pairs = chosen_pairs(trip)
    known = await ports.offers.options(trip.ledger_id, [option for _, option in pairs])
    return tuple(ChosenOffer(a, requirement_key_of(trip, a.key, i), known[i]) for a, i in pairs if i in known)


def split(chosen: tuple[ChosenOffer, ...]) -> tuple[tuple[FlightOffer, ...], tuple[HotelOffer, ...]]:
    """Return flights and hotels apart."""
    offers = [c.offer for c in chosen]
    return tuple(o for o in offers if isinstance(o, FlightOffer)), tuple(o for o in offers if isinstance(o, HotelOffer))


def needs_of(chosen: tuple[ChosenOffer, ...], ports: Ports) -> tuple[Need, ...]:
    """Return what the suppliers of the chosen offers declare that they need, and what each kind of offer needs of itself."""
    sellers = [(c.offer.kind, seller_of(c.offer, ports)) for c in chosen]
    needs = (need for kind, seller in sellers for need in (*seller.needs, *(_NAMED[kind] if seller.sells else ())))
    return tuple(dict.fromkeys(needs))


async def chosen_again(request: RankRequest, ranking: Ranking, trip: TripIntent, ports: Ports) -> Bundle | None:
    """Return the chosen trip out of the new offers; None where it is not among them, or something else was wished for.

    An undo brings a choice back that the list before it had not: of the very offers, or not at all.
    """
    before, chosen = trip.working_memory.ranking, trip.working_memory.selected
    shown = before is not None and any(b.bundle_id == chosen.bundle_id for b in before.bundles)
    changed = _extras(trip) if shown else frozenset[str]()
    if (
        changed is None
        or not (shown or trip.taken_back)
        or chosen.bundle_id in {None, *(b.bundle_id for b in ranking.bundles)}
    ):
        return None
    options = (*chosen.flight_option_ids, *chosen.hotel_option_ids)
    known = await ports.offers.options(trip.ledger_id, list(options))
    found: tuple[Sequence[Offer], ...] = (*request.flights, *request.hotels)
    if len(found) != len(options) or len(request.flights) != len(chosen.flight_option_ids):
        return None
    same = [
        (_same(offers, known.get(option), changed) or _instead(offers, known.get(option), changed))
        if shown
        else [one for one in offers if one.option_id == option]
        for offers, option in zip(found, options, strict=True)
    ]
    if not all(same):
        return None
    legs = len(request.flights)
    flights, hotels = (tuple(map(tuple, some)) for some in (same[:legs], same[legs:]))
    again: dict[str, Any] = {"flights": flights, "hotels": hotels, "limit": 1, "mixed": True}
    result = await ports.ranker.rank(request.model_copy(update=again))
    return next(iter(result.bundles), None)


def _extras(trip: TripIntent) -> frozenset[str] | None:
    """Return what of the offers the last call changed, or the undo of one; None where it may want other offers."""
    last = (*trip.taken_back[-1:], *trip.steps[-1:])
    paths = last[0].paths if last else ()
    known = [next((what for path, what in _EXTRAS.items() if f"{one}.".startswith(f"{path}.")), None) for one in paths]
    if (
        not known
        or None in known
        or _towns(last[0].merge) not in ({}, _towns(trip.model_dump(mode="json"), last[0].merge))
    ):
        return None
    return frozenset(filter(None, known))


def _towns(state: Mapping[str, Any], like: Mapping[str, Any] | None = None) -> dict[str, list[object]]:
    """Return where the ways lead and where one sleeps, as far as ``like`` says it as well."""
    plan, said = state.get("itinerary") or {}, (like or state).get("itinerary") or {}
    found: dict[str, list[object]] = {}
    if "segments" in said:
        found["ways"] = [one["destination"].get("code") or one["destination"].get("said") for one in plan["segments"]]
    if "stays" in (said.get("lodging") or {}):
        found["stays"] = [one.get("location_code") for one in plan["lodging"]["stays"]]
    return found


def _same(offers: Sequence[Offer], chosen: Offer | None, changed: frozenset[str]) -> tuple[Offer, ...]:
    """Return the offers of the same flights, or of the same hotel and nights: as they were chosen in all that no one changed.

    On other days it is the same flight number at the same hour, and the same hotel, once for each of the nights that it is sold for.

    Of fares that are alike in that the cheapest is meant: a bag more asks for no refundable fare.
    """
    if isinstance(chosen, FlightOffer):
        moved = "days" in changed
        fares = [
            o for o in offers if isinstance(o, FlightOffer) and _flown(o, moved=moved) == _flown(chosen, moved=moved)
        ]
        alike = _as_before(fares, chosen, {"refundable", "cabin"} - changed)
        return tuple(alike) if "refundable" in changed else tuple(sorted(alike, key=_price)[:1])
    if not isinstance(chosen, HotelOffer):
        return ()
    rooms = [o for o in offers if isinstance(o, HotelOffer) and o.hotel_id == chosen.hotel_id]
    nights = (chosen.check_in, chosen.check_out)
    if "days" not in changed:
        rooms = [o for o in rooms if (o.check_in, o.check_out) == nights]
    kept = {"room_description", "board", *(() if "refundable_hotel" in changed else ("refundable",))} - changed
    alike_rooms = _as_before(rooms, chosen, kept)
    wished = changed & {"board", "refundable", "refundable_hotel"}
    cheapest = {(o.check_in, o.check_out): o for o in sorted(alike_rooms, key=_price, reverse=True)}
    return tuple(alike_rooms) if wished else tuple(cheapest.values())


def _instead(offers: Sequence[Offer], chosen: Offer | None, changed: frozenset[str]) -> Sequence[Offer]:
    """Return the offers among which another hotel is meant, of stars as near as can be, or another flight of such a fare."""
    if isinstance(chosen, FlightOffer):
        flights = [one for one in offers if isinstance(one, FlightOffer)]
        return _as_before(flights, chosen, {"refundable", "cabin"}) if "days" in changed else ()
    hotels = [one for one in offers if isinstance(one, HotelOffer)] if changed & _OF_HOTELS else []
    if not isinstance(chosen, HotelOffer):
        return hotels
    apart = [abs((one.star_rating or 0) - (chosen.star_rating or 0)) for one in hotels]
    return [one for one, far in zip(hotels, apart, strict=True) if far == min(apart)]


def _as_before(offers: list[T], chosen: T, kept: Iterable[str]) -> list[T]:
    """Return the offers that have what the chosen one has, in each respect in which any of them has."""
    for name in sorted(kept):
        offers = [o for o in offers if getattr(o, name) == getattr(chosen, name)] or offers
    return offers


def _price(offer: Offer) -> Decimal:
    return offer.total_price.amount


def _flown(offer: FlightOffer, *, moved: bool) -> list[tuple[object, ...]]:
    return [
        (hop.airline, hop.flight_number, hop.depart_at.time() if moved else hop.depart_at) for hop in offer.segments
    ]
