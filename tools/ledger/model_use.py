"""The model meter on the ledger's database: tokens by traveller and day, against the limits that are set, in tokens and dollars."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import Connection, bindparam, func, select, update

from tripintent.state.context import Principal
from tripintent.state.usage import WARN_AT, LimitOf, LimitUse, ModelUse
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import model_use
from tripintent.tools.ports.clock import Clock
from tripintent.tools.shipped import table

_DAY = (
    (model_use.c.org == bindparam("of_org"))
    & (model_use.c.traveller == bindparam("of_traveller"))
    & (model_use.c.day == bindparam("of_day"))
)
_SPENT = select(
    func.sum(model_use.c.requests), func.sum(model_use.c.tokens_in), func.sum(model_use.c.tokens_out)
).where(
    (model_use.c.org == bindparam("of_org"))
    & (model_use.c.traveller == bindparam("of_traveller"))
    & model_use.c.day.startswith(bindparam("of_time"))
)
_MORE = (
    update(model_use)
    .where(_DAY)
    .values(
        requests=model_use.c.requests + bindparam("more"),
        tokens_in=model_use.c.tokens_in + bindparam("more_in"),
        tokens_out=model_use.c.tokens_out + bindparam("more_out"),
    )
)


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """Tokens, read and written, and US dollars at the prices that are set; None means without a limit.

    One conversation has one trip: the trip's limits are the conversation's.
    """

    trip_tokens: int | None = None
    traveller_tokens: int | None = None
    trip_dollars: Decimal | None = None
    month_dollars: Decimal | None = None
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)

    @property
    def of_traveller(self) -> bool:
        """Check whether what a traveller spent has to be looked up."""
        return self.traveller_tokens is not None or self.month_dollars is not None

    def dollars(self, use: ModelUse) -> Decimal:
        """Return what was spent at the prices, which are for a million tokens."""
        return (use.tokens_in * self.price_in + use.tokens_out * self.price_out) / 1_000_000


_WORDS: Mapping[LimitOf, str] = table("tools/ledger/limits.yaml")


class SqlModelMeter:
    """Counts, and says when it is enough. The request that goes over a limit is the last one."""

    def __init__(self, database: Database, clock: Clock, limits: Limits) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits

    async def allows(self, who: Principal, trip: ModelUse) -> bool:
        """Say whether a model may be asked; ``trip`` is what this trip has cost so far."""
        return all(one.share < 1 for one in await self.standing(who, trip))

    async def record(self, who: Principal, use: ModelUse, trip: ModelUse) -> Sequence[str]:
        """Add what was spent to the traveller's day; return the limits of which more than 80 % are used since, in words.

        ``trip`` is what this trip had cost before.
        """
        row = self._row(who)
        before = await self.standing(who, trip)
        await self._database.write(lambda tx: _add(tx, row, use), durable=False)
        after = await self.standing(who, trip + use)
        both = zip(before, after, strict=True)
        news = [new for old, new in both if any(old.share < at <= new.share for at in (WARN_AT, 1))]
        for one in news:
            _log.warning("model: %s of %s used of the limit of %s", one.used, one.limit, _WORDS[one.of])
        return [f"{one.share:.0%} of the limit of {_WORDS[one.of]} is used" for one in news]

    async def standing(self, who: Principal, trip: ModelUse) -> Sequence[LimitUse]:
        """Return what is used of each limit that is set; ``trip`` is what this trip has cost so far."""
        limits = self._limits
        day = month = ModelUse()
        if limits.of_traveller:
            today = self._row(who)["of_day"]
            day, month = await self._database.read(
                lambda tx: (self._sum(tx, who, today), self._sum(tx, who, today[:7]))
            )
        return tuple(_used(limits, trip, day, month))

    def _sum(self, tx: Connection, who: Principal, time: str) -> ModelUse:
        """Return what a traveller spent in a day (``2027-03-05``) or a month (``2027-03``)."""
        requests, tokens_in, tokens_out = tx.execute(_SPENT, {**self._row(who), "of_time": time}).one()
        return ModelUse(requests=requests or 0, tokens_in=tokens_in or 0, tokens_out=tokens_out or 0)

    def _row(self, who: Principal) -> dict[str, str]:
        """Return whose day it is. Somebody whom the host does not name is one traveller for all who are not."""
        traveller, day = who.subject or who.traveller, self._clock.now().date().isoformat()
        return {"of_org": who.organisation, "of_traveller": traveller, "of_day": day}


def _used(limits: Limits, trip: ModelUse, day: ModelUse, month: ModelUse) -> Iterator[LimitUse]:
    if limits.trip_tokens is not None:
        yield LimitUse(of="trip_tokens", used=Decimal(trip.tokens), limit=Decimal(limits.trip_tokens))
    if limits.trip_dollars is not None:
        yield LimitUse(of="trip_dollars", used=limits.dollars(trip), limit=limits.trip_dollars)
    if limits.traveller_tokens is not None:
        yield LimitUse(of="traveller_tokens", used=Decimal(day.tokens), limit=Decimal(limits.traveller_tokens))
    if limits.month_dollars is not None:
        yield LimitUse(of="month_dollars", used=limits.dollars(month), limit=limits.month_dollars)


def _add(tx: Connection, row: dict[str, str], use: ModelUse) -> None:
    more = {"more": use.requests, "more_in": use.tokens_in, "more_out": use.tokens_out}
    if tx.execute(_MORE, {**row, **more}).rowcount:
        return
    first = {"requests": use.requests, "tokens_in": use.tokens_in, "tokens_out": use.tokens_out}
    tx.execute(model_use.insert().values(org=row["of_org"], traveller=row["of_traveller"], day=row["of_day"], **first))
