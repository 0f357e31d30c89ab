"""Days and documents through the assistant by calls alone: planned between the flights, edited by ids, made behind the gate, counted."""

from pathlib import Path
from typing import Any

import pytest

from tripintent.app.calls import act
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.acts import Outcome
from tripintent.state.operations import Want
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist

WISH = "Boston to Lisbon June 14 to June 21, two adults with a hotel, we like history and food, 4000 USD in all"


@pytest.fixture
async def session(tmp_path: Path) -> Any:
    settings = Settings(data_dir=tmp_path, language="offline", now="2027-03-01T09:00:00+00:00")
    async with open_session(settings) as opened:
        yield opened


async def called(session: Any, tool: str, **arguments: Any) -> Outcome:
    """Call one tool, and return what came of it."""
    done, _ = await act(session, "t", tool, arguments)
    return done.outcome


async def entries(session: Any, **arguments: Any) -> list[dict[str, Any]]:
    """Return the entries of the plan, in order of time."""
    found = await called(session, "check_itinerary", **arguments)
    return [one for day in found.facts["days"] for one in day["entries"]]


def sights(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what there is to see and to eat: no flights, no stays."""
    return [one for one in found if one["kind"] == "activity"]


async def test_x(session: Any) -> None:
    print(await session.say("t", WISH))
    r = await called(session, "plan_days")
    import json
    print(json.dumps(r.model_dump(mode="json"), indent=1)[:6000])
    print(r.facts["flights_of"], r.facts["room_left"])
    assert 0
