"""A trip on which not all travel together: who takes which leg, and where each sleeps, as their own legs take them."""

from collections.abc import Iterable, Iterator, Sequence

from tripintent.state.itinerary import Point, Segment, Stay, shared
from tripintent.state.travellers import Member, Party
from tripintent.state.trip import TripIntent


def parted(trip: TripIntent) -> bool:
    """Tell whether some leg or stay is for some of the party alone."""
    plan = trip.itinerary
    stays, segments = plan.lodging.stays, plan.segments
    return any(one.traveler_ids for one in segments) or any(one.traveler_ids for one in stays)


def renumbered(ids: Iterable[str], before: Party, after: Party) -> tuple[str, ...]:
    """Return ids as they are in a party of other numbers: the second child stays the second child."""
    was = {one.id: (one.kind, n) for one, n in _numbered(before)}
    now = {(one.kind, n): one.id for one, n in _numbered(after)}
    return tuple(now[was[one]] for one in ids if one in was and was[one] in now)


def _numbered(party: Party) -> Iterator[tuple[Member, int]]:
    counts: dict[str, int] = {}
    for one in party.members():
        counts[one.kind] = counts.get(one.kind, 0) + 1
        yield one, counts[one.kind]


def of_party(trip: TripIntent, before: Party) -> TripIntent:
    """Return the trip whose legs and stays name the people of a party of other numbers as they are called now."""
    if trip.party.heads() == before.heads() or not parted(trip):
        return trip
    plan = trip.itinerary

    def named(ids: tuple[str, ...]) -> dict[str, object]:
        return {"traveler_ids": renumbered(ids, before, trip.party)}

    segments = tuple(one.model_copy(update=named(one.traveler_ids)) for one in plan.segments)
    stays = tuple(one.model_copy(update=named(one.traveler_ids)) for one in plan.lodging.stays)
    update = {"segments": segments, "lodging": plan.lodging.model_copy(update={"stays": stays})}
    return trip.model_copy(update={"itinerary": plan.model_copy(update=update)})


def stays_of_legs(trip: TripIntent) -> tuple[Stay, ...]:
    """Return a stay for each who sleep in the same place in the same nights, between the legs that are theirs."""
    slept: dict[Stay, list[str]] = {}
    members = trip.party.members()
    for member in members:
        mine = [one for one in trip.itinerary.segments if shared(one.traveler_ids, (member.id,))]
        for stay in _nights(mine):
            slept.setdefault(stay, []).append(member.id)
    known = {one.location_code: one for one in trip.itinerary.lodging.stays}
    stays = [_for(stay, () if len(ids) == len(members) else tuple(ids), known) for stay, ids in slept.items()]
    return tuple(sorted(stays, key=lambda one: (one.check_in or "", one.check_out or "")))


def without_legs(trip: TripIntent) -> tuple[str, ...]:
    """Return the ids of those who travel nowhere, where every leg names whom it is for."""
    taken = {one for segment in trip.itinerary.segments for one in segment.traveler_ids}
    if not all(segment.traveler_ids for segment in trip.itinerary.segments):
        return ()
    return tuple(one.id for one in trip.party.members() if one.id not in taken)


def _nights(legs: Sequence[Segment]) -> Iterator[Stay]:
    for i, leg in enumerate(legs):
        onward = legs[i + 1] if i + 1 < len(legs) else None
        at, ends = leg.destination, onward.depart_date if onward else None
        home = onward is None and _named(at) == _named(legs[0].origin)
        if not home and not (ends and ends == leg.depart_date):
            yield Stay(
                location_code=_named(at), location_name=at.name or at.said, check_in=leg.depart_date, check_out=ends,
                from_landing=True,
            )  # fmt: skip


def _named(at: Point) -> str | None:
    return at.code or at.said


def _for(stay: Stay, ids: tuple[str, ...], known: dict[str | None, Stay]) -> Stay:
    old = known.get(stay.location_code)
    kept = (
        {name: getattr(old, name) for name in ("location_hint", "star_min", "amenities", "guests_per_room")}
        if old
        else {}
    )
    return stay.model_copy(update={"traveler_ids": ids, **kept})
