"""The policies port on the ledger's database: rows by organisation and traveller; the defaults where there is none."""

from sqlalchemy import Connection, bindparam, delete, select

from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import policies
from tripintent.tools.ports.clock import Clock

_RULES = (
    select(policies.c.traveller, policies.c.rules)
    .where(policies.c.org == bindparam("org"), policies.c.traveller.in_(("", bindparam("traveller"))))
    .order_by(policies.c.traveller.desc())
)


class SqlPolicies:
    """Rules of organisations."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def rules(self, org: str, traveller: str = "") -> Policy:
        """Return the rules in force: the traveller's own, else the organisation's, else the defaults."""
        whose = {"org": org, "traveller": traveller}
        rows = await self._database.read(lambda tx: tx.execute(_RULES, whose).all())
        if not rows:
            return Policy()
        source = f"{org}/{rows[0].traveller}" if rows[0].traveller else org
        return Policy(rules=PolicyRules.model_validate_json(rows[0].rules), source=source)

    async def set(self, org: str, rules: PolicyRules, traveller: str = "") -> None:
        """Store the rules of an organisation, or of one traveller of it. For operators: no message and no document comes here."""
        await self._database.write(lambda tx: self._set(tx, org, rules, traveller))

    def _set(self, tx: Connection, org: str, rules: PolicyRules, traveller: str) -> None:
        tx.execute(delete(policies).where(policies.c.org == org, policies.c.traveller == traveller))
        text = rules.model_dump_json()
        tx.execute(policies.insert().values(org=org, traveller=traveller, rules=text, updated_at=self._clock.now()))
