"""Tables of the supplier's book: the few statements that orders, stock and prices need, inside one transaction."""

import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from tripintent.state.money import Money
from tripintent.state.offers import Offer
from tripintent.tools.ports.orders import CancelQuote, SupplierOrder
from tripintent.tools.suppliers.embedded.ids import Sealed

_OFFER: TypeAdapter[Offer] = TypeAdapter(Offer)


class BookedOrder(NamedTuple):
    """One order with what the supplier knows beside it. ``firm`` is False for a soft hold, which keeps no stock."""

    order: SupplierOrder
    offer: Offer
    sealed: Sealed
    firm: bool
    visible_at: datetime
    request_digest: str


class Tables:
    """Statements on an open transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return all rows of a query."""
        return self._connection.execute(sql, values).fetchall()

    def insert(self, entry: BookedOrder, travellers: str) -> None:
        """Write a new order."""
        order = entry.order
        self._connection.execute(
            "INSERT INTO orders VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                order.order_id,
                order.client_ref,
                order.status,
                _ms(order.expires_at) if order.expires_at else None,
                _ms(entry.visible_at),
                entry.sealed.units,
                entry.sealed.laps,
                int(entry.firm),
                entry.request_digest,
                order.model_dump_json(),
                entry.offer.model_dump_json(),
                travellers,
            ),
        )

    def update(self, order: SupplierOrder) -> SupplierOrder:
        """Write an order's new state and return it."""
        self._connection.execute(
            "UPDATE orders SET status=?, expires_ms=?, body=? WHERE order_id=?",
            (
                order.status,
                _ms(order.expires_at) if order.expires_at else None,
                order.model_dump_json(),
                order.order_id,
            ),
        )
        return order

    def entry(self, order_id: str) -> BookedOrder | None:
        """Return an order by its id."""
        found = self.rows(f"{_SELECT} WHERE order_id=?", order_id)
        return _entry(found[0]) if found else None

    def entries_of(self, client_ref: str) -> list[BookedOrder]:
        """Return all orders of a client reference, oldest first."""
        return [_entry(row) for row in self.rows(f"{_SELECT} WHERE client_ref=? ORDER BY rowid", client_ref)]

    def take(self, order_id: str, items: Mapping[str, int]) -> None:
        """Count stock as taken by an order, for as long as the order lives."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO stock VALUES (?,?,?)", [(order_id, item, count) for item, count in items.items()]
        )

    def taken(self, items: Iterable[str], now: datetime) -> dict[str, int]:
        """Return how much of each item live orders have taken; lapsed holds have given theirs back."""
        wanted = list(items)
        marks = ",".join("?" * len(wanted))
        found = self.rows(
            f"SELECT item, sum(taken) FROM stock JOIN orders USING (order_id) WHERE item IN ({marks})"  # noqa: S608 - marks only
            " AND (status='confirmed' OR (status='held' AND expires_ms > ?)) GROUP BY item",
            *wanted,
            _ms(now),
        )
        return dict.fromkeys(wanted, 0) | dict(found)

    def pay(self, order_id: str, client_ref: str, amount: Money, method: str, at: datetime) -> None:
        """Write down a payment."""
        self._connection.execute(
            "INSERT INTO payments (order_id, client_ref, amount, currency, method, paid_ms) VALUES (?,?,?,?,?,?)",
            (order_id, client_ref, str(amount.amount), amount.currency, method, _ms(at)),
        )

    def paid_under(self, order_id: str, client_ref: str) -> bool:
        """Tell whether the order was paid under this reference."""
        return bool(self.rows("SELECT 1 FROM payments WHERE order_id=? AND client_ref=?", order_id, client_ref))

    def price(self, option_id: str) -> Money | None:
        """Return the price that an offer was changed to, if it was."""
        found = self.rows("SELECT amount, currency FROM prices WHERE option_id=?", option_id)
        return Money(amount=Decimal(found[0][0]), currency=found[0][1]) if found else None

    def set_price(self, option_id: str, price: Money) -> None:
        """Change an offer's price."""
        self._connection.execute(
            "INSERT OR REPLACE INTO prices VALUES (?,?,?)", (option_id, str(price.amount), price.currency)
        )

    def add_cancel_quote(self, quote: CancelQuote) -> None:
        """Write down a cancellation quote; it makes older ones of the order stale."""
        self._connection.execute(
            "INSERT INTO cancel_quotes (order_id, body) VALUES (?,?)", (quote.order_id, quote.model_dump_json())
        )

    def newest_cancel_quote(self, order_id: str) -> CancelQuote | None:
        """Return the only quote under which the order can be cancelled."""
        found = self.rows("SELECT body FROM cancel_quotes WHERE order_id=? ORDER BY quote_no DESC LIMIT 1", order_id)
        return CancelQuote.model_validate_json(found[0][0]) if found else None

    def cancelled_under(self, order_id: str) -> str | None:
        """Return the client reference under which an order was cancelled or released."""
        found = self.rows("SELECT client_ref FROM cancellations WHERE order_id=?", order_id)
        return str(found[0][0]) if found else None

    def add_cancellation(self, order_id: str, client_ref: str, quote: CancelQuote | None) -> None:
        """Write down under which reference and quote an order ended."""
        self._connection.execute(
            "INSERT OR IGNORE INTO cancellations VALUES (?,?,?)",
            (order_id, client_ref, quote.model_dump_json() if quote else None),
        )


_SELECT = "SELECT body, offer, units, laps, firm, visible_ms, request_digest FROM orders"


def _entry(row: tuple[Any, ...]) -> BookedOrder:
    body, offer_text, units, laps, firm, visible_ms, digest = row
    offer = _OFFER.validate_json(offer_text)
    visible_at = datetime.fromtimestamp(visible_ms / 1000, UTC)
    sealed = Sealed(offer.total_price, units, laps)
    return BookedOrder(SupplierOrder.model_validate_json(body), offer, sealed, bool(firm), visible_at, digest)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
