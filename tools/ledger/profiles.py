"""The profiles port on the ledger's database. Names are matched loosely; several that fit are all returned."""

from collections.abc import Sequence

from rapidfuzz import fuzz, process, utils
from sqlalchemy import Connection, bindparam, delete, select

from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import profiles
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.profiles import Profile

GOOD_ENOUGH = 85.0
"""Of 100, rapidfuzz's token set ratio: "Ann Smith" and "Smith, Ann" are one name, "Ann" finds every Ann."""

_GET = select(profiles.c.document).where(profiles.c.profile_id == bindparam("id"))
_NAMES = (
    select(profiles.c.name, profiles.c.document)
    .where(profiles.c.org == bindparam("org"))
    .order_by(profiles.c.profile_id)
)


class SqlProfiles:
    """Stored travellers."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, profile_id: str) -> Profile | None:
        """Return a profile by its id."""
        text = await self._database.read(lambda tx: tx.execute(_GET, {"id": profile_id}).scalar())
        return None if text is None else Profile.model_validate_json(text)

    async def find(self, org: str, name: str) -> Sequence[Profile]:
        """Return profiles whose name fits loosely, best first."""
        rows = await self._database.read(lambda tx: tx.execute(_NAMES, {"org": org}).all())
        names = {number: row.name for number, row in enumerate(rows)}
        fits = process.extract(
            name,
            names,
            scorer=fuzz.token_set_ratio,
            processor=utils.default_process,
            score_cutoff=GOOD_ENOUGH,
            limit=None,
        )
        return [Profile.model_validate_json(rows[number].document) for _, _, number in fits]

    async def save(self, profile: Profile) -> None:
        """Store or replace a profile."""
        await self._database.write(lambda tx: self._save(tx, profile))

    def _save(self, tx: Connection, profile: Profile) -> None:
        tx.execute(delete(profiles).where(profiles.c.profile_id == profile.profile_id))
        text = profile.model_dump_json()
        row = {"profile_id": profile.profile_id, "org": profile.org, "name": profile.name, "document": text}
        tx.execute(profiles.insert().values(**row, updated_at=self._clock.now()))
