"""Conversations that a released version left behind go on in this one."""

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.acts import agree

from tripintent import Settings, open_session
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn

FORMATS = sorted(p for p in Path(__file__).parent.iterdir() if p.is_dir() and any(p.glob("*.gz")))


@pytest.fixture(params=FORMATS, ids=[p.name for p in FORMATS])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for packed in request.param.glob("*.gz"):
        (tmp_path / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    return tmp_path / "trips.db"


async def test_a_stored_conversation_comes_back_whole_and_its_approval_still_buys(files: Path):
    """Types, not plain dictionaries; the trip as it was; the waiting approval is answered and bought, once."""
    now = datetime(2027, 3, 1, 9, 5, tzinfo=UTC)
    async with open_session(Settings(db=files, now=now, language="offline")) as session:
        trip = await session.trip("golden")
        assert isinstance(trip, TripIntent)
        assert len(trip.working_memory.holds) == 3
        snapshot = await session.graph.aget_state({"configurable": {"thread_id": "golden"}})
        assert isinstance(snapshot.values["turn"], Turn)
        result = await agree(session, "golden")
        assert result.interrupt is None
        assert [b.status for b in result.trip.working_memory.bookings] == ["confirmed"] * 3
