"""Risks of the terms: money that is lost when plans change.

Holds and offers that end soon, or have ended.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tripintent.state.bundles import Issue
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ranking.words import duration, joined


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


HOLD_SOON = timedelta(hours=2)
"""Whoever must approve may be in a meeting: a hold with less than this left is worth a word."""
OFFER_SOON = timedelta(minutes=15)
"""Offers commonly live for half an hour; only the last minutes of one are news."""


def expiry_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield what ends soon. Once things are held, only the holds count: they keep the price of their offers."""
    if request.hold_expiries:
        yield from _ending("hold", min(request.hold_expiries), HOLD_SOON, request.now)
        return
    offers: tuple[Offer, ...] = (*request.flights, *request.hotels)
    if offers:
        yield from _ending("offer", min(offer.expires_at for offer in offers), OFFER_SOON, request.now)


def _ending(thing: str, ends: datetime, soon: timedelta, now: datetime) -> Iterator[Issue]:
    left = int((ends - now).total_seconds() // 60)
    facts = {"expires_at": ends.isoformat(), "minutes": str(left)}
    if ends <= now:
        text = f"The first {thing} of this trip expired at {_clock(ends)}: new quotes are needed."
        yield Issue(code=f"{thing}_expired", severity="block", text=text, facts=facts)
    elif ends - now < soon:
        text = f"The first {thing} of this trip expires in {duration(left)}, at {_clock(ends)}."
        yield Issue(code=f"{thing}_expires_soon", text=text, facts=facts)


def _clock(moment: datetime) -> str:
    return f"{formats_of('en').clock(moment)} {moment.tzname() or ''}".rstrip()
