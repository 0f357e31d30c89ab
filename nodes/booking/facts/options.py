"""Facts of offers and options for words and screen, with their short names."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from pydantic import JsonValue

from tripintent.state.bundles import Bundle
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer, Offer, Terms
from tripintent.state.queries import Relaxed
from tripintent.state.travellers import RequestOutcome
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.nearness import NearSpot
from tripintent.tools.toolbox.searched import title_of
from tripintent.tools.toolbox.shares import per_person


def request_facts(item_type: str, outcomes: Iterable[RequestOutcome]) -> list[JsonValue]:
    """Return what a message and a card say of requests."""
    return [
        {
            "kind": one.kind,
            "state": one.state,
            "price": money(one.price),
            "said": one.said,
            "detail": one.detail,
            "who": list(one.who),
            "to": "hotel" if item_type == "hotel" else "airline",
        }
        for one in outcomes
    ]


def money(value: Money | None) -> dict[str, JsonValue] | None:
    """Return an amount for a template, which formats it for the reader's locale."""
    return {"amount": str(value.amount), "currency": value.currency} if value else None


def relaxed_facts(ways: Iterable[Relaxed]) -> list[JsonValue]:
    """Return what giving up one wish would bring, for the words."""
    return [
        {
            "hint": way.hint,
            "count": way.count,
            "cheapest": money(way.cheapest),
            "name": way.name,
            "stars": way.stars,
            "day": way.day,
        }
        for way in ways
    ]


async def offers_of(bundles: Sequence[Bundle], trip: TripIntent, ports: Ports) -> Mapping[str, Offer]:
    """Return the offers that options are made of, by their ids."""
    return await ports.offers.options(trip.ledger_id, [*dict.fromkeys(i for one in bundles for i in _ids(one))])


def _ids(bundle: Bundle) -> tuple[str, ...]:
    return (*bundle.flight_option_ids, *bundle.hotel_option_ids)


def bundle_facts(
    number: int, bundle: Bundle, trip: TripIntent, offers: Mapping[str, Offer], spot: NearSpot | None = None
) -> dict[str, JsonValue]:
    """Return everything that an option's card shows; with a place to be near, how far each hotel is from it."""
    known = [offers[i] for i in _ids(bundle) if i in offers]
    return {
        "number": number,
        "bundle_id": bundle.bundle_id,
        "total": money(bundle.whole),
        "local_tax": money(bundle.local_tax),
        "per_person": money(per_person(bundle, trip)),
        "rates_date": bundle.rates_date,
        "labels": list(bundle.labels),
        "why": bundle.why_this_bundle,
        "tradeoffs": list(bundle.tradeoffs),
        "scores": dict(bundle.scores),
        "over_budget": money(bundle.over_budget),
        "refundable": bundle.refundable,
        "stops": bundle.stops,
        "minutes": bundle.minutes,
        "stars": bundle.stars,
        "simulated": any(o.simulated for o in known),
        "flights": [offer_facts(o) for o in known if isinstance(o, FlightOffer)],
        "hotels": [offer_facts(o, spot) for o in known if isinstance(o, HotelOffer)],
    }


def offer_facts(offer: Offer, spot: NearSpot | None = None) -> dict[str, JsonValue]:
    """Return the facts of one offer."""
    shared: dict[str, JsonValue] = {
        "kind": offer.kind,
        "option_id": offer.option_id,
        "title": title_of(offer),
        "total": money(offer.total_price),
        "simulated": offer.simulated,
        "terms": terms_facts(offer.terms, refundable=offer.refundable),
        "expires_at": offer.expires_at.isoformat(),
    }
    own = _flight(offer) if isinstance(offer, FlightOffer) else _hotel(offer)
    return {**shared, **own, **(spot.facts(offer) if spot else {})}


def _flight(offer: FlightOffer) -> dict[str, JsonValue]:
    hops = offer.segments
    return {
        "route": [hops[0].origin, *(h.destination for h in hops)],
        "depart_at": offer.depart_at.isoformat(),
        "arrive_at": offer.arrive_at.isoformat(),
        "days_later": (offer.arrive_at.date() - offer.depart_at.date()).days,
        "stops": offer.stops,
        "minutes": offer.duration // timedelta(minutes=1),
        "airlines": list(dict.fromkeys(h.airline for h in hops)),
        "flight_numbers": [h.flight_number for h in hops],
        "hops": [_hop(h) for h in hops],
        "cabin": offer.cabin,
        "fare_brand": offer.fare_brand,
        "checked_bags": offer.checked_bags,
        "carry_on": offer.carry_on,
        "extras": [{"kind": one.kind, "count": one.quantity, "price": money(one.price)} for one in offer.extras],
        "self_transfer": offer.self_transfer,
        "rules": offer.fare_rules_summary,
        "emissions_kg": None if offer.emissions_kg is None else float(offer.emissions_kg),
        "changes": bool(offer.changes),
        "back": _back(offer),
    }


def _back(offer: FlightOffer) -> dict[str, JsonValue] | None:
    """Return what a change brings back and to where, named as in the lines of a card."""
    back = offer.brings_back
    return {"refund": money(back.amount), "refund_to": back.to} if back else None


def _hop(hop: FlightHop) -> dict[str, JsonValue]:
    return {
        "from": hop.origin,
        "to": hop.destination,
        "from_terminal": hop.origin_terminal,
        "to_terminal": hop.destination_terminal,
        "depart_at": hop.depart_at.isoformat(),
        "arrive_at": hop.arrive_at.isoformat(),
    }


def _hotel(offer: HotelOffer) -> dict[str, JsonValue]:
    return {
        "name": offer.hotel_name,
        "stars": offer.star_rating,
        "area": offer.area,
        "distance_km": offer.distance_km,
        "room": offer.room_description,
        "rooms": offer.rooms,
        "board": offer.board,
        "check_in": offer.check_in.isoformat(),
        "check_out": offer.check_out.isoformat(),
        "nightly": money(offer.nightly_price),
        "due_at_property": money(offer.due_at_property),
        "amenities": list(offer.amenities),
    }


def terms_facts(terms: Terms, *, refundable: bool) -> dict[str, JsonValue]:
    """Return the conditions of a fare or rate."""
    return {
        "refundable": refundable or terms.refundable,
        "refund_penalty": money(terms.refund_penalty),
        "changeable": terms.changeable,
        "change_penalty": money(terms.change_penalty),
        "free_until": terms.free_until.isoformat() if terms.free_until else None,
    }
