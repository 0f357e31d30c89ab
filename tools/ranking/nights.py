"""Stays that begin in the night in which a flight lands: each flight goes with the rooms of its own night.

That binds a flight list and a room list, which the search by layers knows nothing of. So the trip is parted into *ways*, one
for each first night, and within a way everything can be combined with everything, as before.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from tripintent.state.offers import begins
from tripintent.tools.ports.ranking import RankRequest
from tripintent.tools.ranking.criteria import Candidate

Lists = Sequence[Sequence[Candidate]]
Way = tuple[Lists, Lists]
"""Candidates of each flight segment and of each stay."""


def ways(flights: Lists, hotels: Lists, request: RankRequest) -> list[Way]:
    """Return the flights and rooms of each first night, and of each combination where several stays follow a flight."""
    found: list[Way] = [(flights, hotels)]
    for stay, leg in enumerate(request.arrives_with):
        if leg is not None:
            lands = {offer.option_id: offer.night for offer in request.flights[leg]}
            begin = {offer.option_id: offer.check_in for offer in request.hotels[stay]}
            found = [part for way in found for part in _parted(way, (leg, lands), (stay, begin))]
    return found


def _parted(way: Way, by: tuple[int, Mapping[str, date]], slept: tuple[int, Mapping[str, date]]) -> list[Way]:
    """Return a way for each night in which a room begins; one without a flight or without a room has an empty list."""
    (flights, hotels), (leg, lands), (stay, begin) = way, by, slept
    nights = {begin[room.option_id] for room in hotels[stay]}
    return [
        (
            _with(flights, leg, [c for c in flights[leg] if begins(nights, lands[c.option_id]) == night]),
            _with(hotels, stay, [c for c in hotels[stay] if begin[c.option_id] == night]),
        )
        for night in sorted(nights)
    ]


def _with(lists: Lists, place: int, candidates: Sequence[Candidate]) -> Lists:
    return [*lists[:place], candidates, *lists[place + 1 :]]
