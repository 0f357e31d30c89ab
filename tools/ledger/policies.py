"""The policies port on the ledger's database: rows by organisation and traveller; the defaults where none are set."""

from sqlalchemy import Connection, bindparam, delete, select

from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import policies
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.desk import AuditEvent

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

    async def set(self, org: str, rules: PolicyRules, traveller: str = "", *, by: str = "") -> None:
        """Store the rules of an organisation, or of one traveller of it. For operators: no message and no document comes here."""
        await self._database.write(lambda tx: self._put(tx, org, traveller, rules, by))

    async def clear(self, org: str, traveller: str = "", *, by: str = "") -> None:
        """Drop them: what is more general is in force again."""
        await self._database.write(lambda tx: self._put(tx, org, traveller, None, by))

    def _put(self, tx: Connection, org: str, traveller: str, rules: PolicyRules | None, by: str) -> None:
        now = self._clock.now()
        tx.execute(delete(policies).where(policies.c.org == org, policies.c.traveller == traveller))
        if rules is not None:
            row = {"org": org, "traveller": traveller, "rules": rules.model_dump_json(), "updated_at": now}
            tx.execute(policies.insert().values(**row))
        told = rules.model_dump(mode="json", exclude_defaults=True) if rules is not None else None
        facts = {"organisation": org, "traveller": traveller, "by": by, "rules": told}
        auditing.append(tx, [AuditEvent(trip_id="", type="policy.set", data=facts)], now)
