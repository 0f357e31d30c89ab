"""The journey in clauses: route, days, people, money and wishes, read together, for one explains the other."""

from collections.abc import Sequence
from itertools import pairwise

from tripintent.state.frame import Place, When
from tripintent.state.operations import Ask, Operation, SetSlot, Shift, Unclear
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.dates import read_dates
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.party import read_party
from tripintent.tools.language.offline.route import read_route, routed
from tripintent.tools.language.offline.stops import leads_to
from tripintent.tools.language.offline.wishes import read_wishes


def journey_of(clauses: Sequence[Clause], known: Known) -> list[Operation]:
    """Return what the clauses say of the journey, in the order of the words.

    ``clauses`` are parts of one message; others of it say nothing here.
    """
    told = [one for one in clauses if not _only_wishes(one)]
    route = routed(told, known)
    open_ = not known.frame.visits and not any(isinstance(o, SetSlot) and o.slot == "visits" for o in route.operations)
    if open_ and len(told) < len(
        clauses
    ):  # "a hotel in Rome near the Colosseum": where the trip goes is said by a wish alone
        route = routed(clauses, known)
    found = [
        *read_route(clauses, known, route),
        *read_dates(clauses, known, route),
        *read_party(clauses, known),
        *read_wishes(clauses, known),
    ]
    if _needs_no_flight(found, known):
        found = [one for one in found if not (isinstance(one, Unclear) and one.slot == "origin")]
    if _starts_at_the_end(found, known):  # "an itinerary that starts in Tokyo", of a trip to Japan
        found = [one for one in found if not (isinstance(one, SetSlot) and one.slot == "origin")]
    apart = [one for one in found if isinstance(one, Ask) and one.request.kind == "some apart"]
    found = [one for one in found if not any(_moves_in(one, some) for some in apart)]
    return sorted(found, key=lambda one: one.start)


def _moves_in(one: Operation, some: Ask) -> bool:
    """Tell whether an operation moves days of all by words about some of the party: "can one of us fly back a day later"."""
    moves = isinstance(one, Shift) or (isinstance(one, SetSlot) and isinstance(one.value, When))
    return moves and some.start <= one.start < some.end


def _needs_no_flight(found: Sequence[Operation], known: Known) -> bool:
    """Tell whether flights are not wanted: where one lives is then no matter."""
    said = [one.value for one in found if isinstance(one, SetSlot) and one.slot == "flights_needed"]
    return not said[-1] if said else known.frame.flights_needed is False


def _starts_at_the_end(found: Sequence[Operation], known: Known) -> bool:
    """Tell whether the words put the known start of a trip to where it goes, and name no other place to go to."""
    goes, starts = [visit.place for visit in known.frame.visits], known.frame.origin
    said = [one.value for one in found if isinstance(one, SetSlot) and one.slot == "origin"]
    if not goes or starts is None or not said or any(isinstance(o, SetSlot) and o.slot == "visits" for o in found):
        return False
    place = said[-1]
    return isinstance(place, Place) and any(_is_in(place, one) and not _is_in(starts, one) for one in goes)


def _is_in(place: Place, other: Place) -> bool:
    """Tell whether a place is another, or lies in a country."""
    if other.kind == "country":
        return place.country == other.country
    return bool(place.code) and place.code == other.code


_WISHES = ("wish.hotel", "wish.flight", "wish.lift", "request")
_FACTS = ("trip.facts", "trip.stops", "trip.dates", "part.add", "part.drop")


def _only_wishes(clause: Clause) -> bool:
    """Tell whether a clause wishes something of a part of the trip: a street or a part of town in it is not a stop."""
    wishes, facts = (clause.chance(names) for names in (_WISHES, _FACTS))
    return wishes > _MUCH_LIKELIER * facts and not _leads(clause)


def _leads(clause: Clause) -> bool:
    """Tell whether two places are the ends of a way: "Vancouver-Hong Kong, premium economy"."""
    places, message = clause.of("place"), clause.message
    ways = (message.folded[a.end : b.start] for a, b in pairwise(places))
    return any(leads_to(clause.language).fullmatch(way) for way in ways)


_MUCH_LIKELIER = 3
