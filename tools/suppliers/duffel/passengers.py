"""The named travellers as passengers of a Duffel offer: who is who, and whose lap an infant sits on."""

from collections.abc import Iterator
from datetime import date

from tripintent.state.travellers import Traveller
from tripintent.tools.errors import Rejected
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.duffel import wire
from tripintent.tools.suppliers.duffel.failures import SUPPLIER

INFANT_UNDER, OLD = 2, 200
TITLES = {"m": "mr", "f": "ms"}


def passengers_of(request: OrderRequest, offer: wire.Offer) -> tuple[wire.Traveller, ...]:
    """Return a passenger for each seat and lap of the offer.

    Raises Rejected ``wrong_party`` when the people are not those that the offer is for, ``missing_traveller_details``
    when something is missing that Duffel asks for.
    """
    for lap in (False, True):
        named = sum((person.passenger_type == "infant") == lap for person in request.travellers)
        if named != sum(_is_infant(place) == lap for place in offer.passengers):
            raise _refused("the offer is for another party than the one that is named", "wrong_party")
    # the oldest people take the oldest places: an airline counts as a child whom another supplier counts as an adult
    people = sorted(
        request.travellers, key=lambda person: (person.passenger_type == "infant", person.date_of_birth or "")
    )
    places = sorted(offer.passengers, key=lambda place: (_is_infant(place), -(OLD if place.age is None else place.age)))
    laps = iter([place.id for place in places if _is_infant(place)])
    return tuple(
        _passenger(place.id, person, request, None if _is_infant(place) else next(laps, None))
        for place, person in zip(places, people, strict=True)
    )


def _is_infant(place: wire.Passenger) -> bool:
    return place.age < INFANT_UNDER if place.age is not None else (place.type or "").startswith("infant")


def _passenger(place: str, person: Traveller, request: OrderRequest, lap: str | None) -> wire.Traveller:
    missing = list(_missing(person, request))
    if missing:
        raise _refused(f"Duffel needs of each traveller: {', '.join(missing)}", "missing_traveller_details")
    assert person.gender is not None  # noqa: S101 - one of those looked for
    return wire.Traveller(
        id=place,
        title=(person.title or TITLES[person.gender]).casefold().rstrip("."),
        gender=person.gender,
        given_name=person.given_name,
        family_name=person.family_name,
        born_on=date.fromisoformat(person.date_of_birth or ""),
        email=request.contact.email or "",
        phone_number=request.contact.phone or "",
        infant_passenger_id=lap,
    )


def _missing(person: Traveller, request: OrderRequest) -> Iterator[str]:
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


def _refused(message: str, code: str) -> Rejected:
    return Rejected(message, supplier=SUPPLIER, code=code)
