"""Spans of what the graph's ports do: searches, what is committed at suppliers, and operations of the ledger."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sized
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from tripintent.tools.desk.suppliers import DeskSupplier, Price
from tripintent.tools.ports.desk import Desk
from tripintent.tools.ports.documents import Documents, Offers
from tripintent.tools.ports.orders import Orders, SupplierOrder
from tripintent.tools.ports.outcomes import Bought, Cancelled, Failed, InReview, ReapprovalNeeded, Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HotelSupplier

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

SCOPE = "tripintent"
OUTCOMES = (Bought, Cancelled, Failed, InReview, ReapprovalNeeded, Refused)


def traced_ports(ports: Ports, tracer: "Tracer | None") -> Ports:
    """Return ports whose suppliers, desk and stores make a span of each call; the same ports when nothing is traced."""
    if tracer is None:
        return ports
    return replace(
        ports,
        flights=cast("FlightSupplier", Traced(ports.flights, "supplier.flights", tracer)),
        hotels=cast("HotelSupplier", Traced(ports.hotels, "supplier.hotels", tracer)),
        desk=cast("Desk", Traced(ports.desk, "ledger", tracer)),
        offers=cast("Offers", Traced(ports.offers, "ledger.offers", tracer)),
        documents=cast("Documents", Traced(ports.documents, "ledger.documents", tracer)),
    )


def traced_suppliers(sold: Mapping[str, DeskSupplier], tracer: "Tracer | None") -> Mapping[str, DeskSupplier]:
    """Return the desk's suppliers with a span of each order, payment, release, cancellation and probe."""
    if tracer is None:
        return sold
    return {name: _traced_supplier(supplier, tracer) for name, supplier in sold.items()}


def _traced_supplier(supplier: DeskSupplier, tracer: "Tracer") -> DeskSupplier:
    orders = Traced(supplier.orders, "supplier.orders", tracer)
    price = cast("Price", orders.spanned(supplier.price, "price")) if supplier.price else None
    return replace(supplier, orders=cast("Orders", orders), price=price)


class Traced:
    """An adapter whose coroutine methods are spans ``<name>.<method>``; everything else is the adapter's own.

    A span carries the supplier's name, how many things came back, the kind or status of an outcome and the type of an
    error: never an argument, a result or an error's text, which hold what travellers said and who they are.
    """

    def __init__(self, adapter: object, name: str, tracer: "Tracer") -> None:
        self._adapter = adapter
        self._name = name
        self._tracer = tracer
        for method, _ in inspect.getmembers_static(
            adapter, inspect.iscoroutinefunction
        ):  # seen by checks for a protocol, too
            setattr(self, method, self.spanned(getattr(adapter, method), method))

    def __getattr__(self, method: str) -> Any:
        """Return the adapter's attribute, its coroutine methods wrapped."""
        found = getattr(self._adapter, method)
        return self.spanned(found, method) if inspect.iscoroutinefunction(found) else found

    def spanned(self, call: Callable[..., Any], method: str) -> Callable[..., Any]:
        """Return a coroutine function that is a span."""

        @wraps(call)
        async def inside(*args: object, **kwargs: object) -> object:
            with self._span(method) as span:
                result = await call(*args, **kwargs)
                _mark(span, result)
                return result

        return inside

    @contextmanager
    def _span(self, method: str) -> Iterator["Span"]:
        """Start a span below the one of ours that is open, or below the node that is running."""
        from opentelemetry.trace import StatusCode  # noqa: PLC0415 - an optional extra

        with self._tracer.start_as_current_span(
            f"{self._name}.{method}", context=_parent(), record_exception=False, set_status_on_exception=False
        ) as span:
            if isinstance(promised := getattr(self._adapter, "capabilities", None), Capabilities):
                span.set_attribute("tripintent.supplier", promised.supplier)
            try:
                yield span
            except BaseException as error:  # a call that is out of time ends by cancellation
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(StatusCode.ERROR, type(error).__name__)
                raise


def _parent() -> Any:
    """Return the context of the node's span, which openinference does not make the current one; None: the current one."""
    from opentelemetry.trace import get_current_span, set_span_in_context  # noqa: PLC0415 - an optional extra

    scope = getattr(get_current_span(), "instrumentation_scope", None)
    if scope is not None and scope.name == SCOPE:
        return None
    try:
        from openinference.instrumentation.langchain import get_current_span as node_of  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    node = node_of()
    return set_span_in_context(node) if node else None


def _mark(span: "Span", result: object) -> None:
    if isinstance(result, Sized) and not isinstance(result, str | bytes):
        span.set_attribute("tripintent.count", len(result))
    if isinstance(result, SupplierOrder):
        span.set_attribute("tripintent.outcome", result.status)
    if isinstance(result, OUTCOMES):
        span.set_attribute("tripintent.outcome", result.kind)
    if isinstance(result, Refused):
        span.set_attribute("tripintent.code", result.code)
