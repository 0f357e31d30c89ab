"""The ledger's records of people: their profiles, the rules of their travel, and their means of payment.

Names are matched loosely; several that fit are all returned. Rules are by organisation and traveller, the defaults where none are
set. Who has no card on file pays from our accounts with sellers; at simulated ones with a simulated card.
"""

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process, utils
from sqlalchemy import Connection, bindparam, delete, select, update

from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.database import Database, SqlStore
from tripintent.tools.ledger.schema import payment_methods, policies, profiles
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.profiles import PaymentMethod, Profile
from tripintent.tools.ports.suppliers import Capabilities

GOOD_ENOUGH = 85.0
"""Of 100, rapidfuzz's token set ratio: "Ann Smith" and "Smith, Ann" are one name, "Ann" finds every Ann."""

_GET = select(profiles.c.document).where(profiles.c.profile_id == bindparam("id"))
_NAMES = (
    select(profiles.c.name, profiles.c.document)
    .where(profiles.c.org == bindparam("org"))
    .order_by(profiles.c.profile_id)
)


class SqlProfiles(SqlStore):
    """Stored travellers."""

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


_RULES = (
    select(policies.c.traveller, policies.c.rules)
    .where(policies.c.org == bindparam("org"), policies.c.traveller.in_(("", bindparam("traveller"))))
    .order_by(policies.c.traveller.desc())
)


class SqlPolicies(SqlStore):
    """Rules of organisations."""

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


SIMULATED = PaymentMethod(
    payment_method_id="pm_sim_visa_4242", label="Simulated Visa", last4="4242", default=True, simulated=True
)


def of_sellers(suppliers: Iterable[Capabilities]) -> PaymentMethod | None:
    """Return how these suppliers are paid where a traveller has no method of their own; None: a real one charges a card on file.

    Accounts pay their own sellers alone, never one beside them that charges a card.
    """
    sellers = [one for one in suppliers if one.sells]
    accounts = tuple(dict.fromkeys(one.account for one in sellers if one.account))
    if not accounts:
        return SIMULATED if all(one.simulated for one in sellers) else None
    label = f"Account with {' and '.join(accounts)}"
    cards = tuple(one.supplier for one in sellers if not (one.account or one.simulated))
    return PaymentMethod(payment_method_id="pm_account", label=label, default=True, accounts=accounts, not_for=cards)


_LIST = (
    select(payment_methods)
    .where(payment_methods.c.traveller == bindparam("traveller"))
    .order_by(payment_methods.c.is_default.desc(), payment_methods.c.payment_method_id)
)


class SqlPaymentMethods:
    """Tokens of travellers; ``fallback`` is where a traveller has none of their own, ``tokens`` as in the port."""

    def __init__(
        self, database: Database, fallback: PaymentMethod | None = SIMULATED, tokens: Sequence[str] = ()
    ) -> None:
        self._database = database
        self._fallback = fallback
        self.tokens = tokens

    async def list(self, traveller: str = "") -> Sequence[PaymentMethod]:
        """Return the traveller's methods, the default one first."""
        rows = await self._database.read(lambda tx: tx.execute(_LIST, {"traveller": traveller}).mappings().all())
        found = [PaymentMethod.model_validate({**row, "default": row["is_default"]}) for row in rows]
        return found or ([self._fallback] if self._fallback is not None else [])

    async def save(self, traveller: str, method: PaymentMethod) -> None:
        """Store or replace a token of a traveller; a default one takes the place of the default before."""
        await self._database.write(lambda tx: self._save(tx, traveller, method))

    @staticmethod
    def _save(tx: Connection, traveller: str, method: PaymentMethod) -> None:
        mine = payment_methods.c.traveller == traveller
        tx.execute(delete(payment_methods).where(mine, payment_methods.c.payment_method_id == method.payment_method_id))
        if method.default:
            tx.execute(update(payment_methods).where(mine).values(is_default=False))
        # an account with sellers is never a traveller's own
        row = method.model_dump(exclude={"default", "accounts", "not_for"}) | {"is_default": method.default}
        tx.execute(payment_methods.insert().values(traveller=traveller, **row))
