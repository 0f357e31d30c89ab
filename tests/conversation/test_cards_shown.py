"""Cards of a conversation that a chat model holds: behind the call that changed them, the newest state once, described once."""

from typing import Any

import pytest
from tests.conversation.conftest import PEOPLE, TO_CARD, TRIP

from tripintent.app.results import ShownMessage, ToolAnswered
from tripintent.tools.cards.card import Card, text
from tripintent.tools.toolbox import stand

T = "t1"


async def test_the_card_comes_behind_the_call_and_before_the_next_request(talk: Any) -> None:
    """The model is asked again with its card on the screen, which doors that stream have by then."""
    session, model = await talk([TRIP], "Option 1 is best.")
    told: list[tuple[str, int]] = []

    def hear(event: Any) -> None:
        if isinstance(event, ShownMessage):
            told.append((event.kind, len(model.seen)))

    await session.say(T, "Boston to Lisbon June 14 to 21, two adults", on_progress=hear)
    assert told == [("options", 1), ("planning", 2), ("said", 2)]
    assert "on_the_screen" in model.seen[1][-1].text


async def test_a_newer_card_takes_the_place_of_the_one_before(talk: Any) -> None:
    """Options that a later call of the turn changed are told anew, and kept once: as they are at the end."""
    sure = ("update_trip", {"flights": {"max_stops": 0}})
    session, _ = await talk([TRIP], [sure], "Non-stop, as you wish.")
    told: list[str] = []

    def hear(event: Any) -> None:
        told.extend([event.text] if isinstance(event, ShownMessage) and event.kind == "options" else [])

    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults, non-stop", on_progress=hear)
    assert len(told) == 2
    assert [one.text for one in turn.said if one.kind == "options"] == told[1:]
    assert [one.text for one in await session.history(T) if one.kind == "options"] == told[1:]


async def test_each_card_comes_behind_the_result_of_its_call(talk: Any) -> None:
    """Before the next call is worked; what the next one goes on with is shown behind that one alone."""
    two = ("update_trip", {"party": {"adults": 2}})
    spends = [("record_expense", {"what": what, "amount": {"amount": 9, "currency": "EUR"}}) for what in ("tea", "bus")]
    session, _ = await talk([TRIP, two, *spends, ("list_options", {})], "Option 1 is best.")
    told: list[str] = []

    def hear(event: Any) -> None:
        told.extend([event.name] if isinstance(event, ToolAnswered) else [])
        told.extend([event.kind] if isinstance(event, ShownMessage) else [])

    await session.say(T, "Boston to Lisbon June 14 to 21, two adults; tea and bus were 9 EUR each", on_progress=hear)
    worked = ["update_trip", "update_trip", "options", "record_expense", "record_expense", "document", "list_options"]
    assert told == [*worked, "planning", "said"]


async def test_a_card_has_its_lines_beside_its_words(talk: Any) -> None:
    """Doors that draw have typed lines; the text is the same card."""
    session, _ = await talk([TRIP], [("choose", {"option": "1"})], "Chosen.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults, the first")
    (chosen,) = [one for one in turn.said if "card" in one.facts]
    card = Card.model_validate(chosen.facts["card"])
    assert (card.kind, chosen.text) == ("chosen", text(card))
    assert card.actions == ("hold",)


async def test_what_is_known_is_shown_while_something_is_missing(talk: Any) -> None:
    """Lines behind the call that changed them, the new ones marked, nothing where nothing changed."""
    begun = ("update_trip", {"origin": "Boston", "stops": [{"place": "Lisbon"}]})
    two = ("update_trip", {"party": {"adults": 2}})
    session, _ = await talk([begun], "When do you leave?", [two], "And when?", [two], "When?")
    first = await session.say(T, "Boston to Lisbon")
    assert [one.kind for one in first.said] == ["trip", "said"]
    assert "From / to: Boston – Lisbon\nHotel: wanted\nStill open: Out · Back · People · Money" in first.said[0].text
    second = await session.say(T, "two of us")
    assert "People: 2 adults" in second.said[0].text
    assert "From / to: Boston" in second.said[0].text
    assert [one.kind for one in (await session.say(T, "two, as I said")).said] == ["said"]


async def test_a_document_that_a_call_changed_is_shown_before_the_words(talk: Any) -> None:
    """An expense shows the money as it is now; a turn that touches no document shows none."""
    spent = ("record_expense", {"what": "dinner", "amount": {"amount": 40, "currency": "EUR"}})
    session, _ = await talk([spent], "Noted.", "You’re welcome.")
    turn = await session.say(T, "dinner was 40 EUR")
    assert [one.kind for one in turn.said] == ["document", "said"]
    assert turn.said[0].text == "Expenses\nSpent in all: €40.00"
    assert turn.said[0].facts["card"]["kind"] == "budget"
    assert [one.kind for one in (await session.say(T, "thanks")).said] == ["said"]


async def test_the_approval_is_told_by_the_clock_of_where_the_trip_starts(talk: Any) -> None:
    """A host that names no zone has travellers who leave from somewhere: the hold and the approval say the same clock."""
    session, _ = await talk(*TO_CARD, "Please look at the card.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith, book the first")
    (held,) = [one for one in turn.said if one.kind == "held"]
    ends = (turn.interrupt.args["card"]["until"], held.facts["card"]["until"])
    assert all("New York time" in until for until in ends)


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
