"""The rules in force for a trip: those of everybody on it whose rules are known here, the strictest of each."""

from tripintent.state.context import Principal
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Policy, strictest
from tripintent.tools.ports.ports import Ports


async def rules_in_force(trip: TripIntent, owner: Principal, ports: Ports) -> Policy:
    """Return the owner's rules and those of the profiles on the trip as one.

    The ids stand in the trip, which may have been edited: more of them can only make the rules stricter.
    """
    named = (*trip.party.traveler_profile_ids, *(guest.traveler_profile_id for guest in trip.party.guests))
    others = [one for one in dict.fromkeys(named) if one and one != owner.traveller]
    own = await ports.policies.rules(owner.organisation, owner.traveller)
    theirs = [await ports.policies.rules(owner.organisation, one) for one in others]
    different = [policy for policy in theirs if policy.rules != own.rules]
    return strictest((own, *different), ports.rates.convert) if different else own
