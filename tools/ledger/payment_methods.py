"""The payment methods port on the ledger's database. A fresh machine has a simulated card, so that it can book at once."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, select, update

from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import payment_methods
from tripintent.tools.ports.payment_methods import PaymentMethod

SIMULATED = PaymentMethod(
    payment_method_id="pm_sim_visa_4242", label="Simulated Visa", last4="4242", default=True, simulated=True
)

_LIST = (
    select(payment_methods)
    .where(payment_methods.c.traveller == bindparam("traveller"))
    .order_by(payment_methods.c.is_default.desc(), payment_methods.c.payment_method_id)
)


class SqlPaymentMethods:
    """Tokens of travellers; ``fallback`` is where a traveller has none of their own."""

    def __init__(self, database: Database, fallback: PaymentMethod | None = SIMULATED) -> None:
        self._database = database
        self._fallback = fallback

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
        row = method.model_dump(exclude={"default"}) | {"is_default": method.default}
        tx.execute(payment_methods.insert().values(traveller=traveller, **row))
