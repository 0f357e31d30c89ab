"""The named travellers as passengers of a Duffel offer: who is who, and whose lap an infant sits on."""

from collections.abc import Iterator
from datetime import date

from tripintent.state.travellers import Traveller
from tripintent.tools.errors import Rejected
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import SUPPLIER

OLD = 200
TITLES = {"m": "mr", "f": "ms"}


def passengers_of(request: OrderRequest, offer: wire.Offer) -> tuple[order_wire.Traveller, ...]:
    """Return a passenger for each seat and lap of the offer.

    Raises Rejected ``wrong_party`` when the people are not those that the offer is for, ``missing_traveller_details``
    when something is missing that Duffel asks for.
    """
    for lap in (False, True):
        named = sum((person.passenger_type == "infant") == lap for person in request.travellers)
        if named != sum(place.is_infant == lap for place in offer.passengers):
            raise _refused("the offer is for another party than the one that is named", "wrong_party")
    # the oldest people take the oldest places: an airline counts as a child whom another supplier counts as an adult
    people = sorted(
        request.travellers, key=lambda person: (person.passenger_type == "infant", person.date_of_birth or "")
    )
    places = sorted(offer.passengers, key=lambda place: (place.is_infant, -(OLD if place.age is None else place.age)))
    laps = iter([place.id for place in places if place.is_infant])
    return tuple(
        _passenger(place.id, person, (request, offer), None if place.is_infant else next(laps, None))
        for place, person in zip(places, people, strict=True)
    )


def _passenger(
    place: str, person: Traveller, asked: tuple[OrderRequest, wire.Offer], lap: str | None
) -> order_wire.Traveller:
    request, offer = asked
    missing = list(_missing(person, request, offer))
    if missing:
        raise _refused(f"Duffel needs of each traveller: {', '.join(missing)}", "missing_traveller_details")
    assert person.gender is not None  # noqa: S101 - one of those looked for
    return order_wire.Traveller(
        id=place,
        title=(person.title or TITLES[person.gender]).casefold().rstrip("."),
        gender=person.gender,
        given_name=person.given_name,
        family_name=person.family_name,
        born_on=date.fromisoformat(person.date_of_birth or ""),
        email=request.contact.email or "",
        phone_number=request.contact.phone or "",
        infant_passenger_id=lap,
        identity_documents=_documents(person, offer),
        loyalty_programme_accounts=_accounts(person, offer),
    )


def _documents(person: Traveller, offer: wire.Offer) -> tuple[order_wire.IdentityDocument, ...] | None:
    """Return the passport where the airline asks for one or takes one; no one else gets its number."""
    known = person.document
    taken = (
        offer.passenger_identity_documents_required or "passport" in offer.supported_passenger_identity_document_types
    )
    if known is None or not taken:
        return None
    return (
        order_wire.IdentityDocument(
            unique_identifier=known.number,
            issuing_country_code=known.country,
            expires_on=date.fromisoformat(known.expires),
        ),
    )


def _accounts(person: Traveller, offer: wire.Offer) -> tuple[order_wire.LoyaltyAccount, ...] | None:
    """Return the numbers in programmes that count on this offer."""
    rows = [
        order_wire.LoyaltyAccount(airline_iata_code=airline, account_number=number)
        for airline, number in person.loyalty.items()
        if airline in offer.supported_loyalty_programmes
    ]
    return tuple(rows) or None


def _missing(person: Traveller, request: OrderRequest, offer: wire.Offer) -> Iterator[str]:
    named = {
        "given name": person.given_name.strip(),
        "family name": person.family_name.strip(),
        "gender": person.gender,
        "e-mail": request.contact.email,
        "phone": request.contact.phone,
    }
    yield from (what for what, value in named.items() if not value)
    try:
        date.fromisoformat(person.date_of_birth or "")
    except ValueError:
        yield "date of birth"
    if offer.passenger_identity_documents_required and person.document is None:
        yield "passport (number, country, expiry), from their stored profile"


def _refused(message: str, code: str) -> Rejected:
    return Rejected(message, supplier=SUPPLIER, code=code)
