"""Long threads: the oldest messages are put in short for the model, once; pages keep them; the situation is never in it."""

from typing import Any

from langchain_core.messages import BaseMessage

T = "t1"
LONG = "We like quiet places by the water and we walk a lot. " * 8
SHORT = "They like quiet places by the water."


def is_summary(request: list[BaseMessage]) -> bool:
    return len(request) == 2 and "<situation>" not in request[-1].text


async def test_the_oldest_messages_are_put_in_short_once(talk: Any) -> None:
    """At 80 % of the budget the model makes a summary; the next turn uses it and makes none."""
    session, model = await talk(*["I see."] * 3, SHORT, "Good.", "Still here.", model_history_tokens=500)
    for number in range(3):
        await session.say(T, f"{number}: {LONG}")
    assert not any(map(is_summary, model.seen))
    await session.say(T, f"3: {LONG}")
    (asked,) = filter(is_summary, model.seen)
    assert "0: We like" in asked[-1].text
    words = [one.text for one in model.seen[-1]]
    assert SHORT in words[1]
    assert not any("0: We like" in one for one in words)
    assert words[-1].startswith("<situation>")
    assert words[-2].startswith("3: We like")
    await session.say(T, "thanks")
    assert sum(map(is_summary, model.seen)) == 1
    assert SHORT in model.seen[-1][1].text


async def test_pages_keep_every_message(talk: Any) -> None:
    """The messages that are stored are those that were said."""
    session, _ = await talk(*["I see."] * 3, SHORT, "Good.", model_history_tokens=500)
    for number in range(3):
        await session.say(T, f"{number}: {LONG}")
    turn = await session.say(T, f"3: {LONG}")
    kept = [one.text for one in await session.history(T)]
    assert [one[:2] for one in kept if one[1:2] == ":"] == ["0:", "1:", "2:", "3:"]
    assert turn.messages == ["Good."]
    assert turn.model_use.requests == 2


async def test_a_summary_grows_with_what_is_old_by_then(talk: Any) -> None:
    """The second one is made of the first and of what was said since."""
    session, model = await talk(
        *["I see."] * 3, SHORT, "Good.", "Yes.", "I see.", "They walk, too.", "Good.", model_history_tokens=500
    )
    for number in range(7):
        await session.say(T, f"{number}: {LONG}")
    first, second = filter(is_summary, model.seen)
    assert SHORT in second[-1].text
    assert "0: We like" not in second[-1].text
    assert "They walk, too." in model.seen[-1][1].text
    assert len(first[-1].text) > 0


async def test_a_model_that_gives_no_summary_loses_no_turn(talk: Any) -> None:
    """The newest messages go as they are, within the budget."""
    session, model = await talk(*["I see."] * 3, ConnectionError("gone"), "Good.", model_history_tokens=500)
    for number in range(3):
        await session.say(T, f"{number}: {LONG}")
    turn = await session.say(T, f"3: {LONG}")
    assert turn.messages == ["Good."]
    assert "2: We like" in "".join(one.text for one in model.seen[-1])


async def test_numbers_of_papers_are_in_no_summary_that_a_model_reads(talk: Any) -> None:
    """A mark stands in their place there, too."""
    session, model = await talk(*["I see."] * 3, "Passport <document 1>.", "Good.", model_history_tokens=500)
    for number in range(3):
        await session.say(T, f"my passport is X4412345Z1 {number}: {LONG}")
    await session.say(T, f"3: {LONG}")
    assert "X4412345Z1" not in "".join(one.text for request in model.seen for one in request)
    assert "Passport <document 1>." in model.seen[-1][1].text
