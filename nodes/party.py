"""Whose stored profile a trip may open: its owner's, those of the owner's companions, and by name a colleague's."""

from tripintent.state.context import Principal
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile


async def profile_by_id(owner: Principal, profile_id: str, ports: Ports) -> Profile | None:
    """Return a profile of the owner or of a companion; any other one is as if there were none.

    The ids stand in the trip, which may have been edited: so they open what the owner may open, and no more.
    """
    if not _own(owner, profile_id):
        return None
    profile = await ports.profiles.get(profile_id)
    return profile if profile is not None and profile.org == owner.organisation else None


async def profile_by_name(owner: Principal, name: str, ports: Ports) -> Profile | None:
    """Return the one profile that a name can mean on this trip. Several mean: ask, never guess."""
    found = [p for p in await ports.profiles.find(owner.organisation, name) if _may_open(owner, p)]
    return found[0] if len(found) == 1 else None


def _may_open(owner: Principal, profile: Profile) -> bool:
    """Colleagues may name each other. Private people share no organisation: a name brings only the writer and companions."""
    return profile.org == owner.organisation and (bool(owner.organisation) or _own(owner, profile.profile_id))


def _own(owner: Principal, profile_id: str) -> bool:
    whose = owner.traveller
    return bool(whose) and (profile_id == whose or profile_id.startswith(f"{whose}/"))
