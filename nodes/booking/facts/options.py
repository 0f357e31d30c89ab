"""Facts of offers, options and bookings for words and screen, with their short names."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from tripintent.state.booking import Booking, CancelLine
from tripintent.state.bundles import Bundle
from tripintent.state.derived import as_planned, shown_ranking
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer, Offer
from tripintent.state.travellers import RequestOutcome
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import clock_town
from tripintent.tools.ports.outcomes import (
    Bought,
    Cancelled,
    CancelledItem,
    Failed,
    InReview,
    ReapprovalNeeded,
    Refused,
)
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.describe import as_fast, clock_of
from tripintent.tools.toolbox.nearness import NearSpot
from tripintent.tools.toolbox.searched import title_of
from tripintent.tools.toolbox.shares import per_person

_OF_OPTION = {"bundle_id", "local_tax", "rates_date", "labels", "tradeoffs", "scores", "over_budget"}
_OF_THE_WAY = {"refundable", "stops", "minutes", "stars"}
_OF_OFFERS = {"kind", "option_id", "simulated", "expires_at"}
_OF_FLIGHTS = {"cabin", "fare_brand", "checked_bags", "carry_on", "self_transfer"}
_OF_HOTELS = {"area", "distance_km", "rooms", "board", "check_in", "check_out", "due_at_property", "amenities"}
"""Fields that a card shows as they are in the option, or in the offer."""


def request_facts(item_type: str, outcomes: Iterable[RequestOutcome]) -> list[JsonValue]:
    """Return what a message and a card say of requests."""
    to = "hotel" if item_type == "hotel" else "airline"
    return [{**one.model_dump(mode="json"), "to": to} for one in outcomes]


def money(value: Money | None) -> dict[str, JsonValue] | None:
    """Return an amount for a template, which formats it for the reader's locale."""
    return value.model_dump(mode="json") if value else None


async def offers_of(bundles: Sequence[Bundle], trip: TripIntent, ports: Ports) -> Mapping[str, Offer]:
    """Return the offers that options are made of, by their ids."""
    return await ports.offers.options(trip.ledger_id, [*dict.fromkeys(i for one in bundles for i in _ids(one))])


def _ids(bundle: Bundle) -> tuple[str, ...]:
    return (*bundle.flight_option_ids, *bundle.hotel_option_ids)


def bundle_facts(
    bundle: Bundle, trip: TripIntent, offers: Mapping[str, Offer], ports: Ports, spot: NearSpot | None = None
) -> dict[str, JsonValue]:
    """Return everything that an option's card shows but its number; with a place to be near, how far each hotel is from it."""
    known, ranking = [offers[i] for i in _ids(bundle) if i in offers], shown_ranking(trip)
    also = ("fastest",) if ranking and as_fast(bundle, ranking.bundles) else ()
    return {
        **bundle.model_dump(mode="json", include=_OF_OPTION | _OF_THE_WAY),
        "labels": [*bundle.labels, *also],
        "total": money(bundle.whole),
        "per_person": money(per_person(bundle, trip)),
        "why": bundle.why_this_bundle,
        "simulated": any(o.simulated for o in known),
        "flights": [offer_facts(o, trip, ports) for o in known if isinstance(o, FlightOffer)],
        "hotels": [offer_facts(o, trip, ports, spot) for o in known if isinstance(o, HotelOffer)],
    }


def offer_facts(offer: Offer, trip: TripIntent, ports: Ports, spot: NearSpot | None = None) -> dict[str, JsonValue]:
    """Return the facts of one offer."""
    shared: dict[str, JsonValue] = {
        **offer.model_dump(mode="json", include=_OF_OFFERS | _OF_FLIGHTS | _OF_HOTELS),
        "title": title_of(offer),
        "total": money(offer.total_price),
        "terms": _terms(offer, trip, ports),
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
        "extras": [{"kind": one.kind, "count": one.quantity, "price": money(one.price)} for one in offer.extras],
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
    ends = hop.model_dump(mode="json", by_alias=True, include={"origin", "destination", "depart_at", "arrive_at"})
    return {**ends, "from_terminal": hop.origin_terminal, "to_terminal": hop.destination_terminal}


def _hotel(offer: HotelOffer) -> dict[str, JsonValue]:
    return {
        "name": offer.hotel_name,
        "stars": offer.star_rating,
        "room": offer.room_description,
        "nightly": money(offer.nightly_price),
    }


def _terms(offer: Offer, trip: TripIntent, ports: Ports) -> dict[str, JsonValue]:
    """Return the conditions of a fare or rate; what ends does so by the clock of its ``place``."""
    terms, clock = offer.terms, clock_of(offer, trip, ports)
    told = {**terms.model_dump(mode="json"), "refundable": offer.refundable or terms.refundable}
    until = terms.free_until and terms.free_until.astimezone(ZoneInfo(clock.zone))
    return {**told, "free_until": until.isoformat(), "place": clock.town or clock_town(until)} if until else told


def line_facts(line: CancelLine) -> dict[str, JsonValue]:
    """Return one item that is to be cancelled. Without ``fee`` and ``refund`` it cannot be, or no one knows what it costs."""
    return line.model_dump(mode="json", exclude={"expires_at"})


def item_facts(item: CancelledItem) -> dict[str, JsonValue]:
    """Return what became of one item."""
    return {"title": item.booking.title, **item.model_dump(mode="json", exclude={"booking"})}


def cancelled_facts(outcome: Cancelled) -> dict[str, JsonValue]:
    """Return what became of a plan."""
    return {
        "items": [item_facts(item) for item in outcome.items],
        "fee": money(outcome.fee),
        "refund": money(outcome.refund),
        "simulated": any(item.booking.simulated for item in outcome.items),
    }


def bought_facts(outcome: Bought, trip: TripIntent) -> dict[str, JsonValue]:
    """Return the facts of a receipt."""
    return _bookings(trip, outcome.bookings) | {
        **outcome.model_dump(mode="json", include={"total", "cheaper_by", "dearer_by", "already"}),
        "replaced": [item_facts(item) for item in outcome.replaced],
    }


def outcome_message(
    outcome: ReapprovalNeeded | Refused | Failed | InReview, trip: TripIntent
) -> tuple[str, dict[str, JsonValue]]:
    """Return the kind of message that tells an outcome that bought nothing or not everything, and its facts."""
    if isinstance(outcome, ReapprovalNeeded):
        return "reapproval_needed", {
            "differences": list(outcome.differences),
            "dearer_by": money(outcome.dearer_by),
            "simulated": any(h.simulated for h in trip.working_memory.holds),
        }
    if isinstance(outcome, Refused):
        return "refused", {"code": outcome.code, "message": outcome.message}
    told = outcome.model_dump(mode="json", include={"message", "state", "declined", "loss"})
    kind = "purchase_failed" if isinstance(outcome, Failed) else "in_review"
    return kind, _bookings(trip, outcome.bookings) | told


def _bookings(trip: TripIntent, bookings: tuple[Booking, ...]) -> dict[str, Any]:
    return {
        "bookings": [booking_facts(b) for b in as_planned(trip, bookings)],
        "simulated": any(b.simulated for b in bookings),
    }


def booking_facts(booking: Booking) -> dict[str, object]:
    """Return what a receipt shows of one booking."""
    shown = {"booking_id", "item_type", "title", "locator", "tickets", "total", "refund", "status", "stale"}
    requests = request_facts(booking.item_type, booking.requests)
    return {**booking.model_dump(mode="json", include=shown), "requests": requests}
