"""``supplier``: what an operator does with a supplier's own sandbox."""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_row
from tripintent.app.cli.options import composed, json_option, settings_of, stored

if TYPE_CHECKING:
    from tripintent.tools.desk.suppliers import DeskSupplier
    from tripintent.tools.suppliers.checklist import CheckStep


@click.group("supplier")
def supplier_command() -> None:
    """Try a supplier out with your own test key."""


@supplier_command.command("check")
@click.argument("name")
@click.option("--from", "origin", default="JFK", show_default=True, metavar="IATA", help="Where the flight starts.")
@click.option("--to", "place", default="SFO", show_default=True, metavar="IATA", help="Where it lands and the room is.")
@click.option("--days", default=90, show_default=True, type=click.IntRange(1), help="Days until then.")
@click.option("--pay-with", "method", default="balance", show_default=True, metavar="METHOD", help="How it is paid.")
@json_option
@stored
def check_command(
    *, name: str, origin: str, place: str, days: int, method: str, as_json: bool, **flags: object
) -> None:
    """Search, order, find, pay and cancel once at NAME, and say of each step whether it went as the adapter declares.

    The supplier has to be among TRIPINTENT_SUPPLIERS, with a test key: nothing is ordered when an offer is real. Exit code 1
    when a step fails. With TRIPINTENT_SUPPLIER_RECORD set, the traffic is kept, without people and keys.
    """

    async def steps() -> bool:
        first, good = (parts.ports.clock.now() + timedelta(days=days)).date(), True
        async for step in _tried(name, parts.sellers[name], origin, place, first, method=method):
            good = good and step.ok is not False
            mark = {True: "ok  ", False: "FAIL", None: "--  "}[step.ok]
            line = f"{mark}  {step.name}{f': {step.said}' if step.said else ''}"
            write_row(step._asdict(), line, as_json=as_json)
        return good

    with in_words(), composed(settings_of(**flags)) as parts:
        if name not in parts.sellers:
            raise CliFailure(f"no supplier is called {name}: there are {', '.join(sorted(parts.sellers))}")
        if not asyncio.run(steps()):
            sys.exit(1)


def _tried(
    name: str, seller: "DeskSupplier", origin: str, place: str, first: date, *, method: str
) -> "AsyncIterator[CheckStep]":
    """Begin the checks with a search of what the supplier sells."""
    from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
    from tripintent.tools.suppliers.checklist import checklist

    if seller.price and seller.flights:
        flight = FlightQuery(origin=origin, destination=place, depart_date=str(first), adults=1)
        asked = f"{origin}–{place} on {first}"
        return checklist(seller.flights.search(flight), seller.price, seller.orders, method, asked)
    if seller.price and seller.hotels:
        last = str(first + timedelta(days=2))
        stay = HotelQuery(location=place, check_in=str(first), check_out=last, occupancies=(Occupancy(),))
        asked = f"{place} from {first} to {last}"
        return checklist(seller.hotels.search(stay), seller.price, seller.orders, method, asked)
    raise CliFailure(f"{name} is not searched: name it in TRIPINTENT_SUPPLIERS")
