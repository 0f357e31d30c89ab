"""Whose flights and hotels are sold: the adapters that the settings name, searched as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pydantic import SecretStr

from tripintent.app.errors import SessionError
from tripintent.app.settings import Settings
from tripintent.state.concierge.service import Service
from tripintent.tools.desk.suppliers import DeskSupplier, price_by
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.orders import Orders
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HoldKind, HotelSupplier, O, Q, Seller
from tripintent.tools.suppliers.embedded.faults import Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier
from tripintent.tools.suppliers.fan_out import FlightFanOut, HotelFanOut
from tripintent.tools.suppliers.remembering import RememberedSearches, Remembering
from tripintent.tools.suppliers.retrying import RetryBudget, Retrying
from tripintent.tools.suppliers.signed_webhooks import SignedWebhooks

if TYPE_CHECKING:
    import httpx


class OwnSupplier(Protocol):
    """A supplier that a host brings; ``flights`` or ``hotels`` is None where it sells none. Its name is in its capabilities."""

    @property
    def flights(self) -> FlightSupplier | None:
        """Return the search of flights."""
        ...

    @property
    def hotels(self) -> HotelSupplier | None:
        """Return the search of hotels."""
        ...

    @property
    def orders(self) -> Orders:
        """Return what holds, buys and cancels."""
        ...


class Selling(NamedTuple):
    """Searches for the graph, and each seller's orders for the desk."""

    flights: FlightSupplier
    hotels: HotelSupplier
    desk: dict[str, DeskSupplier]
    sellers: tuple[Capabilities, ...]
    searches: RememberedSearches | None


class SellingParts(NamedTuple):
    """What every adapter is made of."""

    clock: Clock
    places: Places
    rates: Rates
    patience: RetryBudget


@dataclass
class _Sellers:
    """The adapters so far: by the names on their offers, and for the desk."""

    flights: dict[str, FlightSupplier] = field(default_factory=dict)
    hotels: dict[str, HotelSupplier] = field(default_factory=dict)
    desk: dict[str, DeskSupplier] = field(default_factory=dict)


def selling(
    settings: Settings,
    book: Path,
    *,
    clock: Clock,
    places: Places,
    rates: Rates,
    house: Service | None = None,
    own: Sequence[OwnSupplier] = (),
) -> Selling:
    """Return what the settings name, and a host's ``own``; ``book`` is where the embedded supplier keeps its orders.

    Of what a host's own sell, nothing simulated is offered. At the desk of a ``house`` that lets rooms, the embedded supplier, or
    else another one of hotels, is its property system. The embedded supplier's orders stay known to the desk: they stay readable.
    """
    sellers = _sellers(settings, book, SellingParts(clock, places, rates, patience_of(settings)), house, own)
    desk = {
        name: replace(one, flights=sellers.flights.get(name), hotels=sellers.hotels.get(name))
        for name, one in sellers.desk.items()
    }
    searches = searches_of(settings, clock)
    _searched_with(sellers, searches, house)
    deadline = timedelta(seconds=settings.supplier_patience)
    flights, hotels = list(sellers.flights.values()), list(sellers.hotels.values())
    if not flights or not hotels:
        what = "hotels" if flights else "flights"
        raise SessionError(f"none of TRIPINTENT_SUPPLIERS sells {what}", "bad_setting")
    searched = dict.fromkeys([*sellers.flights, *sellers.hotels])
    return Selling(
        flights[0] if len(flights) == 1 else FlightFanOut(sellers.flights, rates, deadline),
        hotels[0] if len(hotels) == 1 else HotelFanOut(sellers.hotels, rates, deadline),
        desk,
        tuple(desk[name].orders.capabilities for name in searched),
        searches,
    )


def _sellers(
    settings: Settings, book: Path, world: SellingParts, house: Service | None, own: Sequence[OwnSupplier]
) -> _Sellers:
    sellers = _Sellers()
    _embedded(sellers, settings, book, world, house)
    if "duffel" in settings.suppliers and settings.duffel_token:
        _duffel(sellers, settings, settings.duffel_token, world)
    if "liteapi" in settings.suppliers and settings.liteapi_key:
        _liteapi(sellers, settings, settings.liteapi_key, world)
    if "mcp" in settings.suppliers:
        for file in settings.mcp_suppliers:
            _mcp(sellers, file, world)
    if not isinstance(own, Sequence):
        raise SessionError(f"suppliers={own!r}: pass a list of them, suppliers=[…]", "bad_setting")
    for supplier in own:
        _own(sellers, supplier, world)
    return sellers


def _searched_with(sellers: _Sellers, searches: RememberedSearches | None, house: Service | None) -> None:
    if searches:
        sellers.flights = {**_remembered(sellers.flights, searches)}
        if house is None:  # rooms of one's own house are counted for each guest
            sellers.hotels = {**_remembered(sellers.hotels, searches)}
    if house is not None and house.sold and "embedded" in sellers.hotels:
        sellers.hotels = {"embedded": sellers.hotels["embedded"]}


def searches_of(settings: Settings, clock: Clock) -> RememberedSearches | None:
    """Return what remembers the answers of searches; None where the settings want none remembered."""
    return RememberedSearches(clock, timedelta(seconds=settings.search_memory)) if settings.search_memory else None


def _remembered(sellers: Mapping[str, Seller[Q, O]], searches: RememberedSearches) -> dict[str, Seller[Q, O]]:
    """Return the sellers with a memory; one that sells under two names stays one."""
    made = {id(seller): Remembering(seller, searches) for seller in sellers.values()}
    return {name: made[id(seller)] for name, seller in sellers.items()}


def _embedded(sellers: _Sellers, settings: Settings, book: Path, world: SellingParts, house: Service | None) -> None:
    embedded = EmbeddedSupplier(
        book,
        clock=world.clock,
        places=world.places,
        seed=settings.supplier_seed,
        hotel_hold=settings.supplier_hotel_hold,
        faults=Faults.parse(settings.supplier_faults),
        latency=settings.supplier_latency,
        rates=world.rates,
        house=house,
    )
    flights = Retrying(embedded.flights, world.patience)
    hotels = Retrying(embedded.hotels, world.patience)
    if "embedded" in settings.suppliers:
        sellers.flights["embedded"], sellers.hotels["embedded"] = flights, hotels
    kinds: dict[str, HoldKind] = {"flight": flights.capabilities.hold, "hotel": hotels.capabilities.hold}
    hooks = _webhooks("x-tripintent-signature", settings.supplier_webhook_secret)
    sellers.desk["embedded"] = DeskSupplier(embedded.orders, price_by(flights, hotels), kinds, hooks)


def _duffel(sellers: _Sellers, settings: Settings, token: SecretStr, world: SellingParts) -> None:
    # imported when it is sold: httpx and its pool cost a start that needs neither
    from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier  # noqa: PLC0415 - as said

    duffel = DuffelSupplier(
        token,
        places=world.places,
        clock=world.clock,
        base_url=settings.duffel_url,
        transport=_transport(settings, "duffel"),
    )
    flights = Retrying(duffel.flights, world.patience)
    hooks = _webhooks("x-duffel-signature", settings.duffel_webhook_secret)
    for name, orders in (("duffel", duffel.orders), ("duffel_instant", duffel.instant_orders)):
        sellers.flights[name] = flights
        sellers.desk[name] = DeskSupplier(orders, price_by(flights=flights), webhooks=hooks, changes=duffel.changes)
    sellers.desk["duffel_change"] = DeskSupplier(duffel.changes, webhooks=hooks, changes=duffel.changes)


def _liteapi(sellers: _Sellers, settings: Settings, key: SecretStr, world: SellingParts) -> None:
    from tripintent.tools.suppliers.liteapi.supplier import LiteApiSupplier  # noqa: PLC0415 - as Duffel's

    liteapi = LiteApiSupplier(
        key,
        places=world.places,
        clock=world.clock,
        rates=world.rates,
        nationality=settings.liteapi_nationality,
        purse=settings.liteapi_payment,
        url=settings.liteapi_url,
        transport=_transport(settings, "liteapi"),
    )
    hotels = Retrying(liteapi.hotels, world.patience)
    sellers.hotels["liteapi"] = hotels
    sellers.desk["liteapi"] = DeskSupplier(liteapi.orders, price_by(hotels=hotels))


def _mcp(sellers: _Sellers, file: Path, world: SellingParts) -> None:
    from tripintent.tools.suppliers.mcp.mapping import read_mapping  # noqa: PLC0415 - as Duffel's
    from tripintent.tools.suppliers.mcp.supplier import McpSupplier  # noqa: PLC0415 - as Duffel's

    try:
        supplier = McpSupplier(read_mapping(file.expanduser()), places=world.places, clock=world.clock)
    except ValueError as error:
        raise SessionError(f"TRIPINTENT_MCP_SUPPLIERS: {error}", "bad_setting") from error
    _added(sellers, supplier, world)


def _own(sellers: _Sellers, supplier: OwnSupplier, world: SellingParts) -> None:
    parts = {"suppliers": supplier, **{name: getattr(supplier, name, ...) for name in ("flights", "hotels", "orders")}}
    for name, one in parts.items():
        if isinstance(one, type):
            raise SessionError(f"{name}: {one.__name__} is a class: pass an instance, {one.__name__}(…)", "bad_setting")
    lacks = [one for one in ("flights", "hotels", "orders") if not hasattr(supplier, one)]
    if lacks or not (supplier.flights or supplier.hotels):
        what = f"no {' and no '.join(lacks)}" if lacks else "neither flights nor hotels"
        raise SessionError(f"suppliers: {supplier!r} has {what}: write None for what it does not sell", "bad_setting")
    if parts["orders"] is None:
        raise SessionError(f"suppliers: {supplier!r}: orders is None: pass an object with capabilities", "bad_setting")
    if missing := _declared(supplier.orders.capabilities) - {*dir(supplier.orders)}:
        what = ", ".join(sorted(missing))
        raise SessionError(f"suppliers: {supplier!r} declares what its orders cannot do: {what}", "bad_setting")
    if supplier.flights:
        sellers.flights.pop("embedded", None)
    if supplier.hotels:
        sellers.hotels.pop("embedded", None)
    _added(sellers, supplier, world)


def _declared(can: Capabilities) -> set[str]:
    """Return the methods of ``Orders`` that follow from what a supplier declares."""
    if not can.sells:
        return set()
    held = {"hold", "pay"} | ({"release"} if can.release else set())
    cancelled = {"quote_cancellation", "cancel"} if can.cancel else set()
    return {"read"} | (held if can.hold != "none" else {"book"}) | ({"find"} if can.probe else set()) | cancelled


def _added(sellers: _Sellers, supplier: OwnSupplier, world: SellingParts) -> None:
    name = supplier.orders.capabilities.supplier
    if name in sellers.desk:
        raise SessionError(f"two suppliers are called {name}", "bad_setting")
    if supplier.flights:
        sellers.flights[name] = Retrying(supplier.flights, world.patience, name)
    if supplier.hotels:
        sellers.hotels[name] = Retrying(supplier.hotels, world.patience, name)
    pricing = price_by(sellers.flights.get(name), sellers.hotels.get(name))
    sellers.desk[name] = DeskSupplier(supplier.orders, pricing)


def _transport(settings: Settings, name: str) -> "httpx.AsyncBaseTransport | None":
    """Return what keeps a supplier's traffic in a file, or answers from it; None for plain calls."""
    from tripintent.tools.suppliers.recording import Recorder, Replay  # noqa: PLC0415 - only who records or replays needs it

    if settings.supplier_replay:
        return Replay(settings.supplier_replay.expanduser() / f"{name}.jsonl")
    return Recorder(settings.supplier_record.expanduser() / f"{name}.jsonl") if settings.supplier_record else None


def _webhooks(header: str, secret: SecretStr | None) -> SignedWebhooks | None:
    """Return the reader of a supplier's webhooks, where there is a secret to check them by."""
    return SignedWebhooks(header, secret.get_secret_value().encode()) if secret else None


def patience_of(settings: Settings) -> RetryBudget:
    """Return how long one question may be repeated."""
    return RetryBudget(settings.supplier_attempts, settings.supplier_patience)
