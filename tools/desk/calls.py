"""From an operation's stored body to the one call at the supplier that it means, and to looks at its books."""

from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.errors import Unknown
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.orders import CancelQuote, Order, OrderRequest


async def commit(supplier: DeskSupplier, op: OperationRow) -> Order:
    """Make the call. The operation's id is the key and the reference at the supplier."""
    return _ours(op, await _commit(supplier, op))


def _ours(op: OperationRow, order: Order) -> Order:
    """Return an order that is the operation's own. Raises Unknown for another one: it tells nothing of this one."""
    if is_own(op, order):
        return order
    raise Unknown(f"{op.supplier} answered with order {order.order_id}, which is another one", code="foreign_order")


def is_own(op: OperationRow, order: Order) -> bool:
    """Whether an order is the one that the operation works on, or that it made."""
    same = order.order_id == op.order_id if op.order_id is not None else order.client_ref == op.op_id
    return same and order.supplier == op.supplier


async def _commit(supplier: DeskSupplier, op: OperationRow) -> Order:
    orders, body = supplier.orders, op.body
    if op.action == "hold":
        return await orders.hold(OrderRequest.model_validate(body["request"]))
    if op.action == "book":
        return await orders.book(OrderRequest.model_validate(body["request"]), _text(body["payment_method_id"]))
    if op.action == "pay":
        return await orders.pay(
            _text(body["order_id"]), Money.model_validate(body["amount"]), _text(body["payment_method_id"]), op.op_id
        )
    if op.action == "release":
        return await orders.release(_text(body["order_id"]), op.op_id)
    return await orders.cancel(CancelQuote.model_validate(body["quote"]), op.op_id)


async def look(supplier: DeskSupplier, op: OperationRow) -> list[Order]:
    """Read what the supplier's books say about an operation: the order it works on, or all orders under its reference."""
    if op.order_id is not None:
        return [_ours(op, await supplier.orders.read(op.order_id))]
    found = await supplier.orders.find(op.op_id)
    own = [order for order in found if is_own(op, order)]
    return own or [_ours(op, order) for order in found]


def _text(value: JsonValue) -> str:
    return str(value)
