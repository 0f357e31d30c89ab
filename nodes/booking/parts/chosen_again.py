"""The choice after a wish about its extras: the same flights and hotels, with the bags, at the fare, for the people now asked for."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from tripintent.state.applying import changed_fields
from tripintent.state.bundles import Bundle, Ranking
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankRequest

_EXTRAS = frozenset(
    [
        "checked_bags",
        "cabin",
        "refundable",
        "refundable_hotel",
        "board",
        "room_type",
        "rooms",
        "adults",
        "children",
        "infants",
        "ages",
        "travelers",
        "alone",
        "requests",
        "hard",
        "soft",
    ]
)
"""Fields of the frame that ask for another fare or room of what was chosen. Any other wish may want another flight or hotel."""


async def chosen_again(request: RankRequest, ranking: Ranking, trip: TripIntent, ports: Ports) -> Bundle | None:
    """Return the chosen trip out of the new offers; None where it is not among them, or something else was wished for."""
    before, chosen = trip.working_memory.ranking, trip.working_memory.selected
    shown = before is not None and any(b.bundle_id == chosen.bundle_id for b in before.bundles)
    if not shown or any(b.bundle_id == chosen.bundle_id for b in ranking.bundles):
        return None
    former = (*trip.earlier[-1:], *trip.undone[-1:])  # the frame before this one, or the one that was just undone
    changes = (frozenset(changed_fields(frame, trip.frame)) for frame in former)
    changed = next((one for one in changes if one and one <= _EXTRAS), None)
    if changed is None:
        return None
    options = (*chosen.flight_option_ids, *chosen.hotel_option_ids)
    known = await ports.offers.options(trip.ledger_id, list(options))
    found: tuple[Sequence[Offer], ...] = (*request.flights, *request.hotels)
    if len(found) != len(options) or len(request.flights) != len(chosen.flight_option_ids):
        return None
    same = [_same(offers, known.get(option), changed) for offers, option in zip(found, options, strict=True)]
    if not all(same):
        return None
    legs = len(request.flights)
    again: dict[str, Any] = {"flights": tuple(same[:legs]), "hotels": tuple(same[legs:]), "limit": 1, "mixed": True}
    result = await ports.ranker.rank(request.model_copy(update=again))
    return next(iter(result.bundles), None)


def _same(offers: Sequence[Offer], chosen: Offer | None, changed: frozenset[str]) -> tuple[Offer, ...]:
    """Return the offers of the same flights, or of the same hotel and nights: as they were chosen in all that no one changed.

    Of fares that are alike in that the cheapest is meant: a bag more asks for no refundable fare.
    """
    if isinstance(chosen, FlightOffer):
        fares = [o for o in offers if isinstance(o, FlightOffer) and _flown(o) == _flown(chosen)]
        alike = _as_before(fares, chosen, {"refundable", "cabin"} - changed)
        return tuple(alike) if "refundable" in changed else tuple(sorted(alike, key=_price)[:1])
    if not isinstance(chosen, HotelOffer):
        return ()
    house = (chosen.hotel_id, chosen.check_in, chosen.check_out)
    rooms = [o for o in offers if isinstance(o, HotelOffer) and (o.hotel_id, o.check_in, o.check_out) == house]
    kept = {"room_description", "board", *(() if "refundable_hotel" in changed else ("refundable",))} - changed
    alike_rooms = _as_before(rooms, chosen, kept)
    wished = changed & {"board", "refundable", "refundable_hotel"}
    return tuple(alike_rooms) if wished else tuple(sorted(alike_rooms, key=_price)[:1])


T = TypeVar("T", FlightOffer, HotelOffer)


def _as_before(offers: list[T], chosen: T, kept: Iterable[str]) -> list[T]:
    """Return the offers that have what the chosen one has, in each respect in which any of them has."""
    for name in sorted(kept):
        offers = [o for o in offers if getattr(o, name) == getattr(chosen, name)] or offers
    return offers


def _price(offer: Offer) -> Decimal:
    return offer.total_price.amount


def _flown(offer: FlightOffer) -> list[tuple[object, ...]]:
    return [(hop.airline, hop.flight_number, hop.depart_at) for hop in offer.segments]
