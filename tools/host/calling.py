"""One call to a host's tool: strict arguments out, a validated output or a typed error back; and what its flights and hotels share."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.errors import OfferGone
from tripintent.tools.host.failures import SUPPLIER, HostRefusal, Malformed, failure_of, lost, malformed, unwrap
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.registry import HostTools
from tripintent.tools.ports.suppliers import Capabilities

if TYPE_CHECKING:
    from tripintent.tools.registry.builtin import BuiltinRegistry

OutputT = TypeVar("OutputT", bound=BaseModel)


class HostCaller:
    """Calls tools by the registry's names and handlers, for one portfolio and organisation. ``timeout`` is in seconds."""

    def __init__(
        self, host: HostTools, registry: "BuiltinRegistry", *, portfolio: str = "", org: str = "", timeout: float = 30.0
    ) -> None:
        self._host = host
        self._registry = registry
        self._portfolio = portfolio
        self._org = org
        self.timeout = timeout

    async def call(self, tool: str, arguments: BaseModel, output: type[OutputT]) -> OutputT:
        """Return the tool's output as its shape. Raises a SupplierError; for a WRITE tool Unknown unless surely refused."""
        definition = self._registry.get(tool)
        commits = definition.effect == "WRITE"
        sent = arguments.model_dump(mode="json")
        try:
            async with asyncio.timeout(self.timeout):
                reply = await self._host.handler_call(self._portfolio, self._org, tool, definition.handler, sent)
        except TimeoutError as error:
            raise lost(f"{tool} did not answer in time", commits=commits, timed_out=True) from error
        except Exception as error:  # the host's code may raise anything; what it means is decided here
            raise lost(f"{tool} failed: {type(error).__name__}", commits=commits) from error
        try:
            return output.model_validate(unwrap(reply))
        except HostRefusal as refusal:
            raise failure_of(refusal, commits=commits) from refusal
        except (Malformed, ValidationError) as error:
            raise malformed(f"{tool} answered in a wrong shape: {_first_line(error)}", commits=commits) from error


def _first_line(error: Exception) -> str:
    """Return where an output is wrong, without its contents."""
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:3])
    return str(error)


OfferT = TypeVar("OfferT", FlightOffer, HotelOffer)


@dataclass(frozen=True)
class Shelf:
    """Where options come from and how long they keep: ``validity``, unless an option has an expiry of its own."""

    caller: HostCaller
    clock: Clock
    capabilities: Capabilities
    validity: timedelta = timedelta(minutes=30)

    def expiry(self, *said: datetime | None) -> datetime:
        """Return the earliest expiry that the host said, else the usual one."""
        return min((aware(moment) for moment in said if moment), default=self.clock.now() + self.validity)

    def fresh(self, offer: OfferT) -> OfferT:
        """Return the offer while it may be shown; hosts have no tool for pricing one again. Raises OfferGone afterwards."""
        if offer.expires_at <= self.clock.now():
            raise OfferGone(f"the {offer.kind} option has expired", supplier=SUPPLIER)
        return offer


def aware(moment: datetime) -> datetime:
    """Return a moment with a zone; one without is in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
