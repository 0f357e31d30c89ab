"""Words told sentence by sentence once they are checked; words beside calls; what is told stays."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.conversation.conftest import PEOPLE, TRIP
from tests.conversation.scripted import Speaking

from tripintent.app.results import ShownMessage, Writing
from tripintent.nodes.conversation.telling import sentences

T = "t1"
WISH = "Boston to Lisbon June 14 to 21, two adults"


def ear(told: list[Any]) -> Callable[[Any], None]:
    def hear(event: Any) -> None:
        told.extend([event] if isinstance(event, ShownMessage | Writing) else [])

    return hear


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One is best. It is quick!\n- A list", ["One is best. ", "It is quick!\n", "- A list"]),
        ("Am 14. Juni geht es los. Gut?", ["Am 14. Juni geht es los. ", "Gut?"]),
        ("It is $1,480. Shall I?", ["It is $1,480. ", "Shall I?"]),
    ],
)
def test_a_day_is_not_parted_from_its_month(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


async def test_sentences_are_told_while_the_model_writes(talk: Any) -> None:
    """The card first, then each sentence as soon as it is whole; the message is what was told."""
    session, model = await talk([TRIP], "Option 1 is best. It is quick. Shall I choose it?", model=Speaking(script=[]))
    told: list[Any] = []
    written: list[int] = []

    def hear(event: Any) -> None:
        ear(told)(event)
        written.extend([len(model.spoken)] if isinstance(event, Writing) else [])

    turn = await session.say(T, WISH, on_progress=hear)
    assert [getattr(one, "kind", "writing") for one in told] == [
        "options",
        "writing",
        "writing",
        "writing",
        "planning",
        "said",
    ]
    assert [one.text for one in told[1:4]] == [
        "Option 1 is best.",
        "Option 1 is best. It is quick.",
        "Option 1 is best. It is quick. Shall I choose it?",
    ]
    assert written[0] < len(model.spoken)
    assert turn.said[-1].text == told[3].text
    assert all(one.stays for one in told[1:4])


async def test_a_stray_holds_back_the_rest_and_the_model_goes_on_behind_what_was_told(talk: Any) -> None:
    """What was told stays in the message; the figure is told to nobody."""
    session, model = await talk(
        [TRIP], "Option 1 is best. It costs $4,321.09. Bye now.", "Shall I choose it?", model=Speaking(script=[])
    )
    told: list[Any] = []
    turn = await session.say(T, WISH, on_progress=ear(told))
    assert turn.said[-1].text == "Option 1 is best. Shall I choose it?"
    assert "4,321" not in "".join(one.text for one in told)
    assert all(turn.said[-1].text.startswith(one.text) for one in told if isinstance(one, Writing))
    assert "“Option 1 is best.”" in model.seen[-1][-1].text
    assert "4,321.09" in model.seen[-1][-1].text


@pytest.mark.parametrize("again", ["Here they are. Option 1 is best. Shall I?", "Here they are.\n\nShall I?"])
async def test_words_that_are_said_again_are_told_once(talk: Any, again: str) -> None:
    """All of them or their start, while they come word by word: none is doubled, and what is new is kept."""
    first = "Here they are. Option 1 is best. It costs $4,321.09."
    session, _ = await talk([TRIP], first, again, model=Speaking(script=[]))
    turn = await session.say(T, WISH)
    assert turn.said[-1].text == "Here they are. Option 1 is best. Shall I?"


async def test_a_reply_that_breaks_off_keeps_what_was_told(talk: Any) -> None:
    """Nobody else answers behind words that the traveller has read."""
    session, _ = await talk("One. Two. Three and so on. Four of them. Five", model=Speaking(script=[], broken=True))
    turn = await session.say(T, "hello")
    assert turn.messages == ["One. Two. Three and so on. Four of them."]


async def test_words_beside_calls_end_the_turn_behind_their_card(talk: Any) -> None:
    """A choice, names and the card to approve need no second request; the words come last."""
    card = ("Please look at the card.", [PEOPLE, ("request_purchase", {})])
    session, model = await talk(
        [TRIP], "Option 1 is best.", ("Who travels?", [("choose", {"option": "1"})]), card, model=Speaking(script=[])
    )
    await session.say(T, WISH)
    told: list[Any] = []
    chosen = await session.say(T, "the first", on_progress=ear(told))
    assert [one.kind for one in chosen.said] == ["chosen", "said"]
    assert [getattr(one, "kind", "writing") for one in told] == ["chosen", "writing", "said"]
    waiting = await session.say(T, "Ann and Bob Smith")
    assert waiting.interrupt is not None
    assert waiting.said[-1].text == "Please look at the card."
    assert len(model.seen) == 4


@pytest.mark.parametrize(
    "calls",
    [
        [TRIP],  # options to look at
        [("choose", {"option": "99"})],  # rejected
        [("list_options", {})],  # a look
        [("choose", {"option": "1"}), ("request_purchase", {})],  # no card came: names are missing
    ],
)
async def test_words_beside_calls_that_have_to_be_looked_at_are_not_said(talk: Any, calls: Any) -> None:
    """The model sees what came of them first."""
    before = () if calls == [TRIP] else ([TRIP], "Option 1 is best.")
    session, model = await talk(*before, ("All is done.", calls), "I had a look.")
    if before:
        await session.say(T, WISH)
    turn = await session.say(T, "go on")
    assert turn.said[-1].text == "I had a look."
    assert len(model.seen) == len(before) + 2


async def test_words_beside_calls_are_checked_after_them(talk: Any) -> None:
    """A claim that no fact bears out goes back once, as ever."""
    wrong = ("All of it is booked. Who travels?", [("choose", {"option": "1"})])
    session, model = await talk([TRIP], "Option 1 is best.", wrong, "It is chosen. Who travels?")
    await session.say(T, WISH)
    assert (await session.say(T, "the first")).said[-1].text == "It is chosen. Who travels?"
    assert len(model.seen) == 4
