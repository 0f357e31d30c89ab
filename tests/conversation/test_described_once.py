"""Each state of a trip is described once in a turn, whoever asks: the model's situation, the results of its calls, the reply."""

from typing import Any

import pytest
from tests.conversation.conftest import PEOPLE, TRIP

from tripintent.tools.toolbox import stand


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Note each trip that is described."""
    seen: list[Any] = []
    work = stand.booked_facts

    async def noted(trip: Any, booked: Any, ports: Any) -> Any:
        seen.append(trip)
        return await work(trip, booked, ports)

    monkeypatch.setattr(stand, "booked_facts", noted)
    return seen


async def test_a_turn_describes_each_state_once(talk: Any, described: list[Any]) -> None:
    """Words alone: one state. A call: the trip before it and after it. The next turn describes anew."""
    session, _ = await talk("Where to?", [TRIP], "Option 1.", [PEOPLE], "Noted.")
    await session.say("t", "hi")
    assert len(described) == 1
    await session.say("t", "Boston to Lisbon, June 14 to 21, two")
    assert len(described) == 1 + 2
    turn = await session.say("t", "Ann and Bob Smith")
    assert len(described) == 1 + 2 + 2
    assert len(turn.trip.party.guests) == 2
