"""Answers from the knowledge: the passage that holds them, or that the house does not say."""

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from tripintent.state.concierge.front import Decision
from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.ports.desk_service import Situation

NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("does the hotel have a pool?", "+44 1223 555 0190"),
        ("does the hotel take dogs?", "One dog is welcome"),
        ("does the hotel serve breakfast?", "Breakfast is served"),
    ],
)
async def test_what_only_names_the_house_is_no_answer(words, said):
    """A passage that has the hotel in it, and not the pool, says nothing of a pool: the guest is told how to reach a person."""
    house = OfflineDesk.open(Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml")
    decision = Decision(function="FAQ_AGENT", text=words)
    reply = await house.answer(Situation(decision, "en", NOW, Memory()))
    assert said in reply.text
    assert ("dog" in reply.text) == ("dog" in words)
