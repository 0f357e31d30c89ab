"""Orders at an MCP server whose mapping declares how a repeated order is told apart; without that nothing is ordered."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from pydantic import JsonValue, ValidationError

from tripintent.state.money import Money
from tripintent.state.travellers import NEW
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, Retryable, SupplierUnavailable, Unknown
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.mcp.mapping import Commits, Mapping, McpTool, at
from tripintent.tools.suppliers.mcp.offers import Reader, Tools
from tripintent.tools.suppliers.shared.paid_at_once import PaidAtOnce, missing


class McpOrders(PaidAtOnce):
    """Answers the port ``Orders``; of a server that only shows offers, each order is refused by name."""

    def __init__(
        self, tools: Tools, mapping: Mapping, reader: Reader, capabilities: Capabilities, clock: Clock
    ) -> None:
        self._tools, self._mapping, self._reader = tools, mapping, reader
        self.capabilities = capabilities
        self._clock = clock

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Order and pay in one step. Raises Rejected or Unknown."""
        if self._mapping.commits is None:
            raise self._rejected(f"it is not sold here; book it at {request.offer.link}", "not_supported")
        commits, offer = self._mapping.commits, request.offer
        if offer.expires_at <= self._clock.now():
            raise OfferGone("the offer is over: search again", supplier=self._mapping.name, code="offer_expired")
        lacking = missing(request, commits.needs)
        if lacking:
            raise self._rejected(f"{self._mapping.name} needs {', '.join(lacking)}", "missing_traveller_details")
        values: dict[str, JsonValue] = {
            "client_ref": request.client_ref,
            "option_id": offer.option_id,
            "amount": str(offer.total_price.amount),
            "currency": offer.total_price.currency,
            "payment_method": payment_method_id,
            "email": request.contact.email,
            "phone": request.contact.phone,
            "travellers": [
                person.model_dump(mode="json", exclude_none=True, exclude={*NEW}) for person in request.travellers
            ],
            "requests": "; ".join(one.worded for one in request.requests if one.kind in commits.takes),
        }
        body = await self._tools.commit(commits.book, values)
        try:
            order = self._order(commits, commits.book, at(body, commits.book.rows), offer.kind)
        except SupplierUnavailable as error:
            raise Unknown(str(error), supplier=self._mapping.name, code="unreadable") from error
        if order.total != offer.total_price or order.client_ref != request.client_ref:
            said = f"order {order.order_id} is not what was ordered"
            raise Unknown(said, supplier=self._mapping.name, code="another_order")
        return order

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the order as it is now; Rejected ``not_found`` when it is missing."""
        commits = self._commits()
        row = at(await self._asked(commits.read, {"order_id": order_id}), commits.read.rows)
        if not row:
            raise self._rejected(f"there is no order {order_id}", "not_found")
        return self._order(commits, commits.read, row, None)

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return the orders under our reference, oldest first."""
        commits = self._commits()
        rows = at(await self._asked(commits.find, {"client_ref": client_ref}), commits.find.rows)
        found = [self._order(commits, commits.find, row, None) for row in rows] if isinstance(rows, list) else []
        return tuple(sorted((o for o in found if o.client_ref == client_ref), key=lambda order: order.created_at))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling would cost, where the server has a tool that says it."""
        commits = self._commits()
        if commits.quote is None or commits.cancel is None:
            raise self._rejected("it is cancelled with the seller itself", "not_supported")
        order = await self.read(order_id)
        if order.status == "cancelled":
            raise self._rejected(f"order {order_id} is cancelled already", "already_cancelled")
        row = at(await self._asked(commits.quote, {"order_id": order_id}), commits.quote.rows)
        said = {name: at(row, path) for name, path in commits.quote.fields.items()}
        try:
            fee = Money.model_validate({"amount": said.get("fee"), "currency": order.total.currency})
            return CancelQuote(
                quote_id=str(said.get("quote_id") or order_id),
                order_id=order_id,
                fee=fee,
                refund=Money(amount=max(order.total.amount - fee.amount, Decimal(0)), currency=fee.currency),
                expires_at=datetime.fromisoformat(str(said.get("expires_at"))),
            )
        except ValueError as error:
            said_so = f"{self._mapping.name} does not say what cancelling costs"
            raise SupplierUnavailable(said_so, supplier=self._mapping.name, code="unreadable") from error

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel under a quote. Raises Rejected or Unknown."""
        commits = self._commits()
        if commits.cancel is None:
            raise self._rejected("it is cancelled with the seller itself", "not_supported")
        if quote.expires_at <= self._clock.now():
            raise self._rejected("the cost of cancelling has to be asked again", "order_cancellation_stale")
        values: dict[str, JsonValue] = {
            "order_id": quote.order_id, "quote_id": quote.quote_id, "client_ref": client_ref, "fee": str(quote.fee.amount),
        }  # fmt: skip
        await self._tools.commit(commits.cancel, values)
        try:
            order = await self.read(quote.order_id)
        except Retryable as error:
            raise Unknown(
                f"the order cannot be read: {error}", supplier=self._mapping.name, code="unreadable"
            ) from error
        if order.status != "cancelled":
            raise Unknown("the order is not cancelled yet", supplier=self._mapping.name, code="pending")
        return order

    def _commits(self) -> Commits:
        if self._mapping.commits is None:
            raise self._rejected("nothing is ordered here", "not_found")
        return self._mapping.commits

    async def _asked(self, call: McpTool, values: dict[str, JsonValue]) -> JsonValue:
        try:
            return await self._tools.ask(call, values)
        except InvalidRequest as error:
            raise CommitRejected(str(error), supplier=self._mapping.name, code=error.code) from error

    def _order(self, commits: Commits, call: McpTool, row: JsonValue, kind: str | None) -> SupplierOrder:
        """Return a row as an order. Raises SupplierUnavailable for one that makes no sense."""
        fields = {name: at(row, path) for name, path in call.fields.items()}
        status = commits.statuses.get(str(fields["status"]), "held")
        paid = fields.get("paid_at") or (fields["created_at"] if status in ("confirmed", "cancelled") else None)
        item = kind or fields.get("kind") or ("flight" if self._mapping.flights else "hotel")
        values = {
            **{name: fields.get(name) for name in ("order_id", "client_ref", "locator", "created_at")},
            "tickets": fields.get("tickets") or (),
            "terms": self._reader.terms(call, row, dated=item == "hotel"),
            "supplier": self._mapping.name,
            "item_type": item,
            "status": status,
            "total": self._reader.total(call, row),
            "paid_at": paid,
        }
        try:
            return SupplierOrder.model_validate(values)
        except ValidationError as error:
            said = f"{self._mapping.name}'s order makes no sense: {error.errors(include_url=False)[0]['msg']}"
            raise SupplierUnavailable(said, supplier=self._mapping.name, code="unreadable") from error
