"""Capabilities of the embedded supplier: it can play any of the kinds of supplier that the purchase protocol knows."""

from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal

from tripintent.state.money import Money
from tripintent.state.travellers import RequestKind
from tripintent.tools.ports.suppliers import Capabilities, HoldKind, Idempotency, ListPrice, Need
from tripintent.tools.suppliers.embedded.faults import CODES, SUPPLIER
from tripintent.tools.suppliers.embedded.seat_prices import BAGS, SEATS

TIMEOUT = timedelta(seconds=5)
_PRICES: Mapping[RequestKind, Decimal] = {**SEATS, **BAGS}

FLIGHT_NEEDS = (
    Need(what="name", when="hold", of="each_traveller"),
    Need(what="email", when="hold", of="buyer"),
    Need(what="date_of_birth", when="purchase", of="each_traveller"),
    Need(what="payment_method", when="purchase", of="buyer"),
)
HOTEL_NEEDS = (
    Need(what="name", when="hold", of="lead_traveller"),
    Need(what="payment_method", when="purchase", of="buyer"),
)

TAKES: tuple[RequestKind, ...] = (
    "vegetarian meal", "vegan meal", "gluten-free meal", "halal food", "kosher food", "wheelchair assistance", "bassinet",
    "baby cot", "extra bed", "quiet room", "high floor", "single beds", "late check-in",
)  # fmt: skip


def capabilities(*, hold: HoldKind, kind: Idempotency, settle: timedelta, needs: tuple[Need, ...]) -> Capabilities:
    """Return the record; paying is keyed at a keyed supplier and guarded by the order's state at the others."""
    return Capabilities(
        supplier=SUPPLIER,
        simulated=True,
        hold=hold,
        create=kind,
        pay="keyed" if kind == "keyed" else "guarded",
        probe=True,
        settle=settle,
        timeout=TIMEOUT,
        reprice=True,
        needs=needs,
        takes=TAKES,
        prices=(*SEATS, *BAGS),
        price_list={
            kind: ListPrice(each=Money(amount=amount, currency="USD"), per="flight" if kind in SEATS else "way")
            for kind, amount in _PRICES.items()
        },
        codes=CODES,
    )
