"""Calls to a supplier over HTTP: patience, what a call may have done when its answer cannot be read, and replies as typed values.

One class for all suppliers; what their errors mean is each adapter's own table.
"""

import json
import logging
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Annotated, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, BeforeValidator, Field, JsonValue, ValidationError

from tripintent.tools.errors import CommitRejected, SupplierError, SupplierTimeout, SupplierUnavailable, Unknown


def _exact(value: object) -> object:
    """Refuse a float and a yes or no: an amount that went through a float is not the amount any more."""
    if isinstance(value, float | bool):
        raise ValueError("an amount must be a decimal number")  # noqa: TRY004 - pydantic reports ValueError
    return value


_MOST = Decimal(10) ** 13
Amount = Annotated[Decimal, BeforeValidator(_exact), Field(max_digits=20, gt=-_MOST, lt=_MOST)]
"""A supplier's amount, exact. Twenty digits hold any price; a longer one could not be rounded, and sums stay within what money holds."""

Params = Mapping[str, str | int]
Body = Mapping[str, JsonValue]
_LOG = logging.getLogger(__name__)
T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
MADE = (httpx.codes.OK, httpx.codes.CREATED)


@dataclass(frozen=True)
class Manners:
    """How one supplier is spoken to.

    ``name`` is for people, ``supplier`` for the ledger; ``of_read`` and ``of_commit`` turn an error's reply into ours;
    times are in seconds. A reply may be an error whatever its status: ``fails`` looks into its body.
    """

    name: str
    supplier: str
    of_read: Callable[[httpx.Response], SupplierError]
    of_commit: Callable[[httpx.Response], SupplierError]
    read_seconds: float = 60.0
    commit_seconds: float = 60.0
    fails: Callable[[httpx.Response], bool] = lambda reply: reply.is_error


class SupplierHttp:
    """One connection pool to one supplier. ``headers`` carry its key, which is never shown, logged or stored."""

    def __init__(
        self,
        base_url: str,
        headers: Mapping[str, str],
        manners: Manners,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._manners = manners
        self._http = httpx.AsyncClient(
            base_url=base_url,
            headers={"Accept": "application/json", **headers},
            timeout=manners.read_seconds,
            transport=transport,
        )

    async def ask(
        self, method: str, path: str, params: Params | None = None, body: Body | None = None
    ) -> dict[str, JsonValue]:
        """Send what commits no one to anything. Raises Retryable, InvalidRequest or OfferGone."""
        name, supplier = self._manners.name, self._manners.supplier
        try:
            reply = await self._http.request(method, path, params=params, json=body)
        except httpx.TimeoutException as error:
            raise SupplierTimeout(f"{name} did not answer in time", supplier=supplier) from error
        except httpx.HTTPError as error:
            raise SupplierUnavailable(f"{name} cannot be reached", supplier=supplier) from error
        if self._manners.fails(reply):
            raise self._manners.of_read(reply)
        return self._opened(reply)

    async def commit(
        self, method: str, path: str, body: Body | None = None, *, done: Container[int] = MADE
    ) -> dict[str, JsonValue]:
        """Send what commits, once and never again; ``done`` are the answers that say so.

        Raises Rejected or OfferGone (certainly nothing happened), or Unknown.
        """
        name, supplier = self._manners.name, self._manners.supplier
        try:
            reply = await self._http.request(method, path, json=body, timeout=self._manners.commit_seconds)
        except NEVER_SENT as error:
            raise CommitRejected(
                f"{name} cannot be reached; nothing was sent", supplier=supplier, code="not_sent"
            ) from error
        except httpx.HTTPError as error:
            raise Unknown(f"{name}'s answer was lost", supplier=supplier, code="timeout") from error
        if self._manners.fails(reply):
            raise self._manners.of_commit(reply)
        if reply.status_code not in done:
            raise Unknown(f"{name} has not decided yet", supplier=supplier, code="pending")
        try:
            return self._opened(reply)
        except SupplierUnavailable as error:
            raise Unknown(f"{name}'s answer cannot be read", supplier=supplier, code="unreadable") from error

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def _opened(self, reply: httpx.Response) -> dict[str, JsonValue]:
        """Return the whole envelope. A number with a point stays the text it came as: no amount ever goes through a float."""
        name, supplier = self._manners.name, self._manners.supplier
        try:
            body: JsonValue = json.loads(reply.content, parse_float=str)
        except (ValueError, RecursionError) as error:
            said = f"{name}'s answer cannot be read"
            raise SupplierUnavailable(said, supplier=supplier, code="unreadable") from error
        if not isinstance(body, dict) or "data" not in body:
            raise SupplierUnavailable(f"{name}'s answer has no data", supplier=supplier, code="unreadable")
        return body


def readable(rows: Iterable[JsonValue], read: Callable[[JsonValue], T]) -> list[T]:
    """Return the offers that can be read; when none can, the last one's trouble is raised."""
    found, trouble = list[T](), None
    for row in rows:
        try:
            found.append(read(row))
        except SupplierUnavailable as error:
            trouble = error
            _LOG.warning("an offer was left out: %s", error)
    if trouble and not found:
        raise trouble
    return found


def read_as(kind: type[M], body: JsonValue, manners: Manners) -> M:
    """Return a reply as a typed value. Raises SupplierUnavailable that names the first part that does not fit."""
    try:
        return kind.model_validate(body)
    except ValidationError as error:
        raise unreadable(error, manners) from error


def surely(read: Callable[[], T]) -> T:
    """Return what the reply to a commit says. One that cannot be read leaves open what happened: Unknown is raised."""
    try:
        return read()
    except SupplierUnavailable as error:
        raise Unknown(str(error), supplier=error.supplier, code="unreadable") from error


def in_path(number: str) -> str:
    """Return an id as one part of an address: what another service wrote cannot lead elsewhere, or break the address."""
    return quote(number, safe="")


def unreadable(error: ValidationError, manners: Manners, what: str = "answer") -> SupplierUnavailable:
    """Return the error of a reply that does not fit, or makes no sense."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    said = f"{manners.name}'s {what} cannot be read at {where}: {first['msg']}"
    return SupplierUnavailable(said, supplier=manners.supplier, code="unreadable")


def wait_of(reply: httpx.Response) -> float:
    """Return the seconds until one may ask again: ``ratelimit-reset`` (a date, or seconds) or ``retry-after``; else one."""
    said = reply.headers.get("ratelimit-reset") or reply.headers.get("retry-after") or ""
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        return max((parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds(), 0.0)
    except (ValueError, TypeError):
        return 1.0
