"""Risks of the terms: money that is lost when plans change."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from tripintent.state.bundles import Issue
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ranking.words import joined


def terms_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield what cannot be refunded: one issue for all flights and one for all hotels, each to be confirmed."""
    yield from _lost("flights", _flight_names(request.flights), request.flights, request.now)
    yield from _lost("hotels", [hotel.hotel_name for hotel in request.hotels], request.hotels, request.now)


def _lost(
    kind: str, names: Sequence[str], offers: Sequence[FlightOffer | HotelOffer], now: datetime
) -> Iterator[Issue]:
    lost = [i for i, offer in enumerate(offers) if not _refundable(offer, now)]
    if lost:
        prices = formats_of("en").money
        text = f"Not refundable: {joined([f'{names[i]} ({prices(offers[i].total_price)})' for i in lost])}."
        facts = {
            "paths": ",".join(f"{kind}[{i}]" for i in lost),
            "names": "\n".join(_bare_name(offers[i]) for i in lost),
            "prices": "\n".join(str(offers[i].total_price) for i in lost),
        }
        yield Issue(code="non_refundable", path=kind, text=text, confirm=True, facts=facts)


def _refundable(offer: FlightOffer | HotelOffer, now: datetime) -> bool:
    """Tell whether a refund can still be had. Free cancellation that has ended without a stated penalty does not count."""
    terms = offer.terms
    ended = terms.free_until is not None and terms.free_until <= now
    return offer.refundable and not (ended and terms.refund_penalty is None)


def _flight_names(flights: Sequence[FlightOffer]) -> list[str]:
    return [f"the flight {_bare_name(flight)}" for flight in flights]


def _bare_name(offer: FlightOffer | HotelOffer) -> str:
    """Return what an offer is called in every language: the ends of its route, or the hotel's name, on one line."""
    if isinstance(offer, FlightOffer):
        return f"{offer.segments[0].origin}–{offer.segments[-1].destination}"
    return " ".join(offer.hotel_name.split())
