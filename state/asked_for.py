"""What the trip asks of airlines and hotels beyond the offers, and whether what is held was asked for so."""

from tripintent.state.booking import Hold
from tripintent.state.derived import wanted_requirement_keys
from tripintent.state.requests import TravellerRequest
from tripintent.state.trip import TripIntent


def requests_of(trip: TripIntent) -> tuple[TravellerRequest, ...]:
    """Return the requests that a supplier may take, one of a kind, with the price that was agreed to."""
    agreed = trip.working_memory.agreed
    found = {
        (one.to, one.kind): TravellerRequest.model_validate(
            {"kind": one.kind, "to": one.to, "said": one.said, "pays": agreed.get(one.kind)}
        )
        for one in trip.requests
        if one.to in ("airline", "hotel")
    }
    return tuple(found.values())


def asked_otherwise(trip: TripIntent) -> bool:
    """Return whether something is held without what was asked for since, or without what was agreed to at its price."""
    wanted, asked = wanted_requirement_keys(trip), requests_of(trip)
    return any(
        _otherwise(hold, asked)
        for hold in trip.working_memory.holds
        if hold.status == "held" and hold.requirement_key in wanted
    )


def _otherwise(hold: Hold, asked: tuple[TravellerRequest, ...]) -> bool:
    of_item = {one.kind: one for one in asked if (one.to == "airline") == (hold.item_type == "flight")}
    held = {one.kind: one for one in hold.requests if one.kind != "checked bag"}
    if held.keys() != of_item.keys():
        return True
    return any(
        one.state == "offered" and one.price and (pays := of_item[kind].pays) and pays.amount >= one.price.amount
        for kind, one in held.items()
    )
