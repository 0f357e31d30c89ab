"""Options that a traveller does not want, from their numbers on the screen to keys that outlive the list ("not option 2")."""

from collections.abc import Sequence
from typing import NamedTuple

from tripintent.state.bundles import Bundle, key_of
from tripintent.state.derived import shown_ranking
from tripintent.state.operations import Operation, Want
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

SLOT = "avoid_options"


class Declined(NamedTuple):
    """The operations with keys in the place of numbers, and the numbers that no option has."""

    operations: tuple[Operation, ...]
    unknown: tuple[int, ...]
    known: int


async def with_keys(said: Sequence[Operation], trip: TripIntent, ports: Ports) -> Declined:
    """Return the operations ready to be applied. Taken back, all that was declined is wanted again: it has no number any more."""
    ranking = shown_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    after, unknown = list[Operation](), list[int]()
    for one in said:
        if not isinstance(one, Want) or one.slot != SLOT:
            after.append(one)
            continue
        if one.polarity == "no_matter":
            after.append(one.model_copy(update={"value": None}))
            continue
        numbers = [n for n in one.value if isinstance(n, int)] if isinstance(one.value, tuple) else []
        unknown += [n for n in numbers if not 1 <= n <= len(bundles)]
        named = [await _key(bundles[n - 1], trip, ports) for n in numbers if 1 <= n <= len(bundles)]
        if keys := tuple(filter(None, named)):
            after.append(one.model_copy(update={"value": keys, "polarity": "require"}))
    return Declined(tuple(after), tuple(unknown), len(bundles))


async def _key(bundle: Bundle, trip: TripIntent, ports: Ports) -> str:
    """Return the key of an option; empty where its offers are not kept any more: then it is not offered again either."""
    ids = (*bundle.flight_option_ids, *bundle.hotel_option_ids)
    offers = await ports.offers.options(trip.ledger_id, ids)
    return key_of(offers[i] for i in ids) if all(i in offers for i in ids) else ""
