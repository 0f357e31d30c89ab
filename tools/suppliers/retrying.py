"""Suppliers that are asked again: a time limit for each request, retries with backoff, a limit for all of it.

Reads only. A commit is never repeated here: the booking desk decides that by what the supplier declares.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import stamina

from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.tools.errors import RateLimited, Retryable, SupplierError, SupplierTimeout, ToolError
from tripintent.tools.ports.suppliers import Capabilities, O, Q, Seller

T = TypeVar("T")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class RetryBudget:
    """How long one question may be repeated. Times are in seconds; ``total`` bounds requests and waits together."""

    attempts: int = 3
    total: float = 60.0
    first_wait: float = 0.25
    longest_wait: float = 5.0
    jitter: float = 0.25


class Retrying(Generic[Q, O]):
    """A supplier whose reads are repeated when that may help; then the last Retryable is raised."""

    def __init__(self, inner: Seller[Q, O], patience: RetryBudget | None = None, name: str = "") -> None:
        self._inner, self._patience, self._name = inner, patience or RetryBudget(), name

    @property
    def capabilities(self) -> Capabilities:
        """Return what the supplier promises."""
        return self._inner.capabilities

    async def search(self, query: Q) -> Sequence[O]:
        """Search; raises what the supplier raised last, and SupplierError for an answer that is no list of its offers."""

        async def found() -> Sequence[O]:
            answer = await self._inner.search(query)
            if wrong := [one for one in answer if not isinstance(one, FlightOffer | HotelOffer)]:
                raise TypeError(f"a search answers with FlightOffer or HotelOffer, not with {type(wrong[0]).__name__}")
            return self._right(query, answer)

        return await patiently(self.capabilities, self._patience, found)

    def _right(self, query: Q, answer: Sequence[O]) -> Sequence[O]:
        """Return the offers of the seller's own name for the days asked for, each id once; the log has the others."""
        kept: dict[str, O] = {}
        for one in answer:
            if one.supplier != (self._name or one.supplier) or _days(one) != _days(query) or one.option_id in kept:
                what = (self.capabilities.supplier, one.option_id, one.supplier, _days(one))
                _LOG.warning("%s: offer %s left out: an id twice, another supplier (%s) or other days %s", *what)
            else:
                kept[one.option_id] = one
        return (*kept.values(),)

    async def price(self, offer: O) -> O:
        """Price; raises what the supplier raised last."""
        return await patiently(self.capabilities, self._patience, lambda: self._inner.price(offer))


def _days(one: Offer | FlightQuery | HotelQuery) -> str:
    """Return the day of a flight, or the first and last of a stay."""
    if isinstance(one, HotelOffer | HotelQuery):
        return f"{one.check_in} to {one.check_out}"
    return str(one.depart_at.date()) if isinstance(one, FlightOffer) else one.depart_date


async def patiently(capabilities: Capabilities, patience: RetryBudget, call: Callable[[], Awaitable[T]]) -> T:
    """Call until an answer comes, the error is not retryable, or the patience ends.

    A supplier that says when to come back (RateLimited) is taken at its word; when that is after the end, not at all.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + patience.total

    async def once() -> T:
        limit = min(capabilities.timeout.total_seconds(), max(end - loop.time(), 0.001))
        try:
            async with asyncio.timeout(limit):
                return await call()
        except TimeoutError as error:
            supplier = capabilities.supplier
            raise SupplierTimeout(f"{supplier} did not answer within {limit:.0f} s", supplier=supplier) from error
        except ToolError:
            raise
        except Exception as error:  # a fault of the adapter costs its own offers, and no conversation
            _LOG.exception("the adapter of %s failed", capabilities.supplier)
            raise SupplierError(f"{capabilities.supplier} failed", supplier=capabilities.supplier) from error

    def again(error: Exception) -> bool | float:
        if isinstance(error, RateLimited):
            return error.retry_after if loop.time() + error.retry_after < end else False
        return isinstance(error, Retryable)

    caller = stamina.AsyncRetryingCaller(
        attempts=patience.attempts,
        timeout=patience.total,
        wait_initial=patience.first_wait,
        wait_max=patience.longest_wait,
        wait_jitter=patience.jitter,
    )
    return await caller(again, once)
