"""The model meter on the ledger's database: tokens by traveller and day, against the limits that are set."""

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from tripintent.state.principal import Principal
from tripintent.state.usage import ModelUse
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import model_use
from tripintent.tools.ports.clock import Clock

_DAY = (
    (model_use.c.org == bindparam("of_org"))
    & (model_use.c.traveller == bindparam("of_traveller"))
    & (model_use.c.day == bindparam("of_day"))
)
_SPENT = select(model_use.c.tokens_in + model_use.c.tokens_out).where(_DAY)
_MORE = (
    update(model_use)
    .where(_DAY)
    .values(
        requests=model_use.c.requests + bindparam("more"),
        tokens_in=model_use.c.tokens_in + bindparam("more_in"),
        tokens_out=model_use.c.tokens_out + bindparam("more_out"),
    )
)


@dataclass(frozen=True)
class Limits:
    """Tokens, read and written; None is no limit."""

    of_trip: int | None = None
    of_traveller: int | None = None


class SqlModelMeter:
    """Counts, and says when it is enough. The request that goes over a limit is the last one."""

    def __init__(self, database: Database, clock: Clock, limits: Limits) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits

    async def allows(self, who: Principal, trip: ModelUse) -> bool:
        """Say whether a model may be asked; ``trip`` is what this trip has cost so far."""
        limits = self._limits
        if limits.of_trip is not None and trip.tokens >= limits.of_trip:
            return False
        if limits.of_traveller is None:
            return True
        spent = await self._database.read(lambda tx: tx.execute(_SPENT, self._row(who)).scalar())
        return (spent or 0) < limits.of_traveller

    async def record(self, who: Principal, use: ModelUse) -> None:
        """Add what was spent to the traveller's day."""
        row = self._row(who)
        await self._database.write(lambda tx: _add(tx, row, use), durable=False)

    def _row(self, who: Principal) -> dict[str, str]:
        """Return whose day it is. Somebody whom the host does not name is one traveller for all who are not."""
        traveller, day = who.subject or who.traveller, self._clock.now().date().isoformat()
        return {"of_org": who.organisation, "of_traveller": traveller, "of_day": day}


def _add(tx: Connection, row: dict[str, str], use: ModelUse) -> None:
    more = {"more": use.requests, "more_in": use.tokens_in, "more_out": use.tokens_out}
    if tx.execute(_MORE, {**row, **more}).rowcount:
        return
    first = {"requests": use.requests, "tokens_in": use.tokens_in, "tokens_out": use.tokens_out}
    tx.execute(model_use.insert().values(org=row["of_org"], traveller=row["of_traveller"], day=row["of_day"], **first))
