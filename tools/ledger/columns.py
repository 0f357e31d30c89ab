"""Column types of the ledger: moments as sortable UTC text, readable by an auditor in either database."""

from datetime import UTC, datetime

from sqlalchemy import Dialect, String
from sqlalchemy.types import TypeDecorator


class UtcMoment(TypeDecorator[datetime]):
    """An aware datetime, kept as 27 characters of ISO 8601 in UTC: text order is time order."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write UTC; a naive datetime is a programming error."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            msg = f"the ledger takes no naive datetime: {value!r}"
            raise ValueError(msg)
        return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read it back as an aware datetime."""
        del dialect
        return None if value is None else datetime.fromisoformat(value)
