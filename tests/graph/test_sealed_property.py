"""Whoever is named for a check-in, with whatever papers and numbers: no stored message, queue or reply has the plain words."""

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.ports.desk_service import Message

SERVICES = Path(str(files("tripintent.tools.services.demonstration")))
HOUSES = sorted(path.stem for path in SERVICES.glob("*.yaml"))
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
LETTERS = "bcdfghjklmnpqrstvwxz"
NAMES = st.tuples(*[st.text(LETTERS, min_size=5, max_size=9).map(str.capitalize)] * 2).map(" ".join)
PAPERS = st.from_regex(r"[A-Z][0-9]{2}[A-Z][0-9]{5}", fullmatch=True)
PHONES = st.from_regex(r"\+44 20 7[0-9]{3} [0-9]{4}", fullmatch=True)
BOOKINGS = st.from_regex(r"[A-Z]{2}-[0-9]{5}", fullmatch=True)
SAID = st.sampled_from(
    [
        "I want to check in online, booking {booking}, {name}, passport {papers}",
        "My passport is {papers}, I am {name} and my number is {phone}. When is breakfast?",
        "Ich möchte online einchecken: {name}, Reisepass {papers}, {phone}",
        "Je voudrais faire le check-in en ligne, réservation {booking}, {name}",
        "Can I check in online for {booking}, {name}? My phone is {phone}",
    ]
)


@pytest.fixture(scope="module")
def desks() -> dict[str, OfflineDesk]:
    return {name: OfflineDesk.open(SERVICES / f"{name}.yaml") for name in HOUSES}


@given(house=st.sampled_from(HOUSES), said=SAID, name=NAMES, papers=PAPERS, phone=PHONES, booking=BOOKINGS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_names_papers_and_numbers_are_sealed_at_every_desk(desks, house, said, name, papers, phone, booking):
    """Together the pieces are the message, and what is left open holds none of them."""
    text = said.format(name=name, papers=papers, phone=phone, booking=booking)
    pieces = desks[house].pieces(Message(text, "en", NOW, Memory()), ())
    assert "".join(words for words, _ in pieces) == text
    left = "".join(words for words, sealed in pieces if not sealed)
    assert not [one for one in (*name.split(), papers, phone, booking) if one in left]
