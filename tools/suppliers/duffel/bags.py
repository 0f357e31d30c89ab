"""Checked bags that a fare lacks, bought beside it: Duffel sells them as services of the offer, each with its price."""

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from tripintent.state.money import Money
from tripintent.state.offers import Extra, FlightOffer
from tripintent.tools.errors import OfferGone
from tripintent.tools.suppliers.duffel import wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.shared.over_http import unreadable


def with_bags(offer: FlightOffer, raw: wire.DuffelOffer, pieces: int) -> FlightOffer | None:
    """Return the offer with so many checked bags for each who has a seat, at their price; None where they are not sold."""
    lacking = pieces - offer.checked_bags
    segments = {segment.id for way in raw.slices for segment in way.segments}
    extras: list[Extra] = []
    for passenger in raw.passengers:
        if passenger.is_infant:
            continue
        found = _cheapest(_bags(raw, passenger.id, lacking), segments)
        if found is None:
            return None
        extras.extend(_extra(service, lacking) for service in found)
    return _bought(offer, extras).model_copy(update={"checked_bags": pieces})


def again(offer: FlightOffer, fresh: FlightOffer, raw: wire.DuffelOffer) -> FlightOffer:
    """Return an offer as it is now with the extras that it was shown with. Raises OfferGone when one is not sold any more."""
    known = {service.id: service for service in raw.available_services or ()}
    missing = [one.service_id for one in offer.extras if one.service_id not in known]
    if missing:
        said = "a bag that was in the price is not sold any more"
        raise OfferGone(said, supplier=SUPPLIER, code="ancillary_service_not_available")
    extras = [_extra(known[one.service_id], one.quantity) for one in offer.extras]
    return _bought(fresh, extras).model_copy(update={"checked_bags": offer.checked_bags})


def _bought(offer: FlightOffer, extras: Sequence[Extra]) -> FlightOffer:
    total = sum((one.price for one in extras), start=offer.total_price)
    return offer.model_copy(update={"extras": tuple(extras), "total_price": total})


def _extra(service: wire.DuffelService, quantity: int) -> Extra:
    price = Money(amount=service.total_amount * quantity, currency=service.total_currency)
    try:
        return Extra(service_id=service.id, kind="checked bag", quantity=quantity, price=price)
    except ValidationError as error:
        raise unreadable(error, MANNERS, "bag") from error


def _bags(raw: wire.DuffelOffer, passenger: str, pieces: int) -> Iterator[wire.DuffelService]:
    for one in raw.available_services or ():
        checked = one.type == "baggage" and one.metadata is not None and one.metadata.type == "checked"
        enough = one.maximum_quantity >= pieces and one.total_currency == raw.total_currency
        if checked and enough and one.passenger_ids == (passenger,):
            yield one


def _cheapest(services: Iterator[wire.DuffelService], segments: set[str]) -> list[wire.DuffelService] | None:
    """Return the services that cover every flight: one for the whole way, else one for each."""
    rows = sorted(services, key=lambda one: one.total_amount)
    whole = next((one for one in rows if set(one.segment_ids) >= segments), None)
    each = [next((one for one in rows if one.segment_ids == (flight,)), None) for flight in sorted(segments)]
    found = [one for one in each if one]
    parts = found if len(found) == len(segments) else None
    if whole is None or parts is None:
        return [whole] if whole else parts
    return [whole] if whole.total_amount <= sum(one.total_amount for one in parts) else parts
