"""Order ids that tell what the host said of a hold: hosts have no tool to look one up, and any process may have to buy it."""

from datetime import datetime
from typing import Literal
from urllib.parse import parse_qsl, urlencode

from pydantic import BaseModel, ConfigDict, ValidationError

from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.tools.errors import Rejected
from tripintent.tools.host.failures import SUPPLIER
from tripintent.tools.host.shapes import MARK
from tripintent.tools.ports.orders import Order

ItemType = Literal["flight", "hotel"]


class HeldOrder(BaseModel):
    """One order of ours: the host's holds, their price and when they lapse."""

    model_config = ConfigDict(frozen=True)

    kind: ItemType
    holds: tuple[str, ...]
    total: Money
    refundable: bool
    expires_at: datetime | None = None
    created_at: datetime
    client_ref: str

    @property
    def order_id(self) -> str:
        """Return everything as one text, such as ``kind=flight&holds=H1&amount=300.00&currency=USD&…``."""
        fields = {
            "kind": self.kind,
            "holds": MARK.join(self.holds),
            "amount": str(self.total.amount),
            "currency": self.total.currency,
            "refundable": str(int(self.refundable)),
            "expires_at": self.expires_at.isoformat() if self.expires_at else "",
            "created_at": self.created_at.isoformat(),
            "client_ref": self.client_ref,
        }
        return urlencode(fields)

    def as_order(self, now: datetime) -> Order:
        """Return the order as the host last said it: held, or expired by the clock."""
        lapsed = self.expires_at is not None and self.expires_at <= now
        return Order(
            order_id=self.order_id,
            client_ref=self.client_ref,
            supplier=SUPPLIER,
            item_type=self.kind,
            status="expired" if lapsed else "held",
            total=self.total,
            terms=Terms(refundable=self.refundable),
            expires_at=self.expires_at,
            created_at=self.created_at,
        )


def held_order(order_id: str) -> HeldOrder:
    """Return what an order id tells. Raises Rejected ``not_found`` for another's."""
    fields = dict(parse_qsl(order_id, keep_blank_values=True))
    try:
        return HeldOrder.model_validate(
            {
                **fields,
                "holds": fields["holds"].split(MARK),
                "total": {"amount": fields["amount"], "currency": fields["currency"]},
                "expires_at": fields["expires_at"] or None,
            }
        )
    except (KeyError, ValidationError) as error:
        raise Rejected(f"{order_id!r} is no order of the host", supplier=SUPPLIER, code="not_found") from error
