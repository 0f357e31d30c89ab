"""The payment methods port on the ledger's database. Who has none pays from our accounts with sellers, or a simulated card."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, bindparam, delete, select, update

from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import payment_methods
from tripintent.tools.ports.payment_methods import PaymentMethod
from tripintent.tools.ports.suppliers import Capabilities

SIMULATED = PaymentMethod(
    payment_method_id="pm_sim_visa_4242", label="Simulated Visa", last4="4242", default=True, simulated=True
)


def of_sellers(suppliers: Iterable[Capabilities]) -> PaymentMethod:
    """Return how the orders of these suppliers are paid where a traveller has no method of their own."""
    accounts = tuple(dict.fromkeys(one.account for one in suppliers if one.sells and one.account))
    if not accounts:
        return SIMULATED
    label = f"Account with {' and '.join(accounts)}"
    return PaymentMethod(payment_method_id="pm_account", label=label, default=True, accounts=accounts)


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

    async def default(self, traveller: str = "") -> PaymentMethod | None:
        """Return the method used when none is named, or None."""
        found = await self.list(traveller)
        return next((one for one in found if one.default), found[0] if found else None)

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
        row = method.model_dump(exclude={"default", "accounts"}) | {"is_default": method.default}
        tx.execute(payment_methods.insert().values(traveller=traveller, **row))
