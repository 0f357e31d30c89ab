"""Ports of a copy of a trip: they search, rank and check as the real ones, and what they would write they keep in memory alone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from tripintent.state.context import Principal
from tripintent.state.offers import Offer
from tripintent.state.trip import ledger_id_of
from tripintent.tools.desk.copied_desk import CopiedDesk
from tripintent.tools.ids import new_id
from tripintent.tools.ports.desk import Desk
from tripintent.tools.ports.documents import Documents
from tripintent.tools.ports.offers import Offers
from tripintent.tools.ports.ownership import Ownership, TripAccess
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile, Profiles


def copied(ports: Ports) -> Ports:
    """Return ports for one copy of a trip: what they write is theirs alone, and gone with them."""
    offers = CopiedOffers(ports.offers)
    return replace(
        ports,
        offers=cast("Offers", offers),
        desk=cast("Desk", CopiedDesk(replace(ports, offers=cast("Offers", offers)))),
        documents=cast("Documents", CopiedDocuments(ports.documents)),
        ownership=cast("Ownership", CopiedOwnership(ports.ownership)),
        profiles=cast("Profiles", CopiedProfiles(ports.profiles)),
        searches=None,
        meter=None,
        survey=None,
    )


class CopiedOffers:
    """The offer store with what the copy found in front of it."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self.found: dict[tuple[str, str], tuple[Offer, ...]] = {}

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Keep an answer for this copy."""
        del expires_at
        self.found[trip_id, key] = tuple(offers)

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the copy's answer, else the stored one."""
        found = self.found.get((trip_id, key))
        return await self._offers.get(trip_id, key) if found is None else found

    async def options(self, trip_id: str, option_ids: Collection[str]) -> Mapping[str, Offer]:
        """Return the offers of these ids, the copy's own first."""
        stored = await self._offers.options(trip_id, option_ids)
        own = {one.option_id: one for (trip, _), some in self.found.items() if trip == trip_id for one in some}
        return {**stored, **{one: own[one] for one in option_ids if one in own}}


class CopiedDocuments:
    """The document store; what is saved is a number and no more."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def __getattr__(self, name: str) -> Any:
        """Return a method that reads."""
        if name not in ("get", "list", "trips"):
            raise AttributeError(f"a copy of a trip has no {name}")
        return getattr(self._documents, name)

    async def save(self, owner: Principal, document: object, expected_version: int) -> int:
        """Return the version that it would have."""
        del owner, document
        return expected_version + 1


class CopiedProfiles:
    """The stored travellers with those that the copy would remember."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles
        self._saved: dict[str, Profile] = {}

    async def get(self, profile_id: str) -> Profile | None:
        """Return a profile by its id."""
        return self._saved.get(profile_id) or await self._profiles.get(profile_id)

    async def find(self, org: str, name: str) -> Sequence[Profile]:
        """Return the stored profiles whose name fits."""
        return await self._profiles.find(org, name)

    async def save(self, profile: Profile) -> None:
        """Keep a profile for this copy."""
        self._saved[profile.profile_id] = profile


class CopiedOwnership:
    """Whose a trip is. A trip without a name gets one that nobody is told of."""

    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership
        self._made: dict[str, TripAccess] = {}

    async def access(self, who: Principal, ledger_id: str) -> TripAccess | None:
        """Return what the principal may do with a trip."""
        return self._made.get(ledger_id) or await self._ownership.access(who, ledger_id)

    async def open(self, who: Principal, trip_id: str = "") -> TripAccess | None:
        """Return the trip of that id for who runs; where there is none, one of the copy's own, never of a name that was given."""
        known = await self.access(who, ledger_id_of(who.organisation, trip_id)) if trip_id else None
        if known is not None:
            return known
        trip_id = new_id("trip")
        ledger_id = ledger_id_of(who.organisation, trip_id)
        facts = {"ledger_id": ledger_id, "org": who.organisation, "trip_id": trip_id, "subject": who.subject}
        self._made[ledger_id] = TripAccess.model_validate({**facts, "traveller": who.traveller, "right": "owner"})
        return self._made[ledger_id]
