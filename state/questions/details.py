"""Which details of the people a hold or a purchase still needs, by what the chosen suppliers declare."""

from collections.abc import Iterable, Iterator

from tripintent.state.needs import Need
from tripintent.state.party import Guest
from tripintent.state.questions.invalid import as_date
from tripintent.state.trip import TripIntent

DETAIL_PATHS = ("party.guests", "party.contact")


def asked_for_details(trip: TripIntent) -> bool:
    """Return whether the last question was about people."""
    return any(p.startswith(DETAIL_PATHS) for p in trip.status.asked)


def missing_for_hold(trip: TripIntent, needs: Iterable[Need]) -> tuple[str, ...]:
    """Return the paths of details that a hold needs and the trip does not have."""
    return _missing(trip, [n for n in needs if n.when == "hold"])


def missing_for_purchase(trip: TripIntent, needs: Iterable[Need]) -> tuple[str, ...]:
    """Return the paths of details that must be there before a purchase, the hold's included.

    The payment method is not among them: it is chosen on the approval card.
    """
    return _missing(trip, list(needs))


def too_young(trip: TripIntent) -> tuple[int, ...]:
    """Return the places of guests whose birth dates make them children beyond those that the party announced.

    A wrong year of birth would be a wrong ticket, so such a date is asked about before anything is held.
    """
    adults, children, infants = trip.party.heads()
    guests = trip.party.guests[: adults + children + infants]
    born = [(i, guest.passenger_type) for i, guest in enumerate(guests) if guest.date_of_birth]
    seated = [i for i, kind in born if kind == "child"][children:]  # too old for an infant's place on a lap
    young = [i for i, kind in born if kind != "adult"]
    return tuple(sorted({*seated, *young[children + infants :]}))


def _missing(trip: TripIntent, needs: list[Need]) -> tuple[str, ...]:
    paths: dict[str, None] = {}
    for need in needs:
        for path in _paths(trip, need):
            paths.setdefault(path)
    return tuple(sorted(paths, key=_order))


def _paths(trip: TripIntent, need: Need) -> Iterator[str]:
    if need.what in ("email", "phone"):
        if not getattr(trip.party.contact, need.what):
            yield f"party.contact.{need.what}"
        return
    if need.what not in ("name", "date_of_birth", "gender"):
        return
    count = 1 if need.of == "lead_traveller" else sum(trip.party.heads())
    for i in range(count):
        guest = trip.party.guests[i] if i < len(trip.party.guests) else Guest()
        if need.what == "name" and not (guest.given_name and guest.family_name):
            yield f"party.guests[{i}].name"
        if need.what == "date_of_birth" and (as_date(guest.date_of_birth) is None or i in too_young(trip)):
            yield f"party.guests[{i}].date_of_birth"
        if need.what == "gender" and guest.gender is None:
            yield f"party.guests[{i}].gender"


def _order(path: str) -> tuple[int, str]:
    return (1 if "contact" in path else 0, path)
