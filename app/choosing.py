"""The option that a host names: by its id, its number, what it is best at, or the name of its hotel."""

from collections.abc import Sequence

from tripintent.app.errors import SessionError
from tripintent.state.bundles import Bundle
from tripintent.state.derived import current_ranking
from tripintent.state.offers import HotelOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.documents import Offers

_LONGEST = 200
"""Of what was named, so many characters are said again."""


async def bundle_id_of(option: str | int, trip: TripIntent, offers: Offers) -> str:
    """Return the id of the option that is named. Raises SessionError, which lists the options, where none or several fit.

    An id of an earlier list is passed on: the trip's conversation says that it is gone, and shows the present list.
    """
    ranking = current_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    said = str(option).strip()
    if not bundles:
        raise SessionError(f"there is no option {_short(said)}: no options are shown yet", "unknown_option")
    if said.casefold().startswith("bndl_") and said.isidentifier():
        return said
    hotels = await _hotels(bundles, trip, offers)
    if said.isdecimal():
        found = [bundles[int(said) - 1]] if len(said) < _LONGEST and 1 <= int(said) <= len(bundles) else []
    else:
        name = said.casefold()
        called = {b.bundle_id: [one.casefold() for one in hotels[b.bundle_id]] for b in bundles}
        found = [b for b in bundles if name in b.labels or (name and any(name in one for one in called[b.bundle_id]))]
    if len(found) == 1:
        return found[0].bundle_id
    if found:
        these = _listed(found, bundles, hotels)
        raise SessionError(
            f"{len(found)} options are {_short(said)}: choose one by its number: {these}", "several_options"
        )
    known = _listed(bundles, bundles, hotels)
    raise SessionError(f"there is no option {_short(said)}: choose 1 to {len(bundles)}: {known}", "unknown_option")


async def _hotels(bundles: Sequence[Bundle], trip: TripIntent, offers: Offers) -> dict[str, list[str]]:
    """Return the names of the hotels of each option."""
    ids = [one for bundle in bundles for one in bundle.hotel_option_ids]
    known = await offers.options(trip.ledger_id, ids) if ids else {}
    names = {one: offer.hotel_name for one, offer in known.items() if isinstance(offer, HotelOffer)}
    return {b.bundle_id: [names[one] for one in b.hotel_option_ids if one in names] for b in bundles}


def _listed(some: Sequence[Bundle], bundles: Sequence[Bundle], hotels: dict[str, list[str]]) -> str:
    """Return numbers, prices and hotels of options, for words."""
    numbers = {bundle.bundle_id: number for number, bundle in enumerate(bundles, 1)}
    lines = ((numbers[b.bundle_id], [str(b.whole), *hotels.get(b.bundle_id, ())]) for b in some)
    return "; ".join(f"{number}: {', '.join(parts)}" for number, parts in lines)


def _short(said: str) -> str:
    return said if said.isdecimal() and len(said) < _LONGEST else repr(said[:_LONGEST])
