"""OpenAI's Responses API: a trip is booked with the official client."""

import re

import pytest
from openai import NotFoundError

from tripintent.app.http.openai_turns import TextOfTurn
from tripintent.app.results import ShownMessage, Writing

WISH = "Munich to Lisbon March 4-8, one adult"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


async def test_a_trip_is_booked_by_responses(client, front_end):
    """Four responses, each after the one before, lead to a link; the yes on its page buys, and the next response knows."""
    last = None
    for words in (WISH, [{"role": "user", "content": "1"}], "hold", PEOPLE):
        last = await front_end.responses.create(
            model="tripintent", input=words, previous_response_id=last and last.id, store=True, temperature=0.3
        )
        assert last.status == "completed"
    assert re.search(r"http://\S+/approve/\S+", last.output_text), last.output_text
    [trip] = (await client.http.get("/api/threads")).json()
    pending = (await client.view(trip["thread_id"]))["pending"]
    await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
    booked = (await client.view(trip["thread_id"]))["trip"]["bookings"]
    told = await front_end.responses.create(input="what did I book?", previous_response_id=last.id)
    assert len(booked) == 3
    assert booked[0]["locator"] in told.output_text


async def test_replies_come_as_typed_events(front_end):
    """The events of the API in order and numbered; the deltas are the text of the response that ends the stream."""
    parts = [{"type": "input_text", "text": WISH}, {"type": "input_image", "image_url": "data:image/png;base64,AA=="}]
    stream = await front_end.responses.create(
        model="tripintent", input=[{"role": "user", "content": parts}], stream=True
    )
    events = [one async for one in stream]
    assert [one.sequence_number for one in events] == list(range(len(events)))
    kinds = [one.type.removeprefix("response.") for one in events]
    assert kinds[:4] == ["created", "in_progress", "output_item.added", "content_part.added"]
    assert set(kinds[4:-4]) == {"output_text.delta"}
    assert kinds[-4:] == ["output_text.done", "content_part.done", "output_item.done", "completed"]
    done = events[-1].response
    assert "".join(one.delta for one in events if one.type == "response.output_text.delta") == done.output_text
    assert "1." in done.output_text
    assert (done.id, done.usage.total_tokens) == (events[0].response.id, 0)


async def test_new_responses_are_new_conversations(client, front_end):
    """The same words twice without an earlier response are two trips."""
    for _ in range(2):
        await front_end.responses.create(model="tripintent", input=WISH)
    assert len((await client.http.get("/api/threads")).json()) == 2


@pytest.mark.parametrize(
    "name", ["resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b", "resp_0123456789abcdef_nobodys"]
)
async def test_a_response_that_is_unknown_is_not_gone_on_with(client, front_end, name):
    """One of another server, or of a conversation that is not there: 404, and nothing begins."""
    with pytest.raises(NotFoundError):
        await front_end.responses.create(model="tripintent", input=WISH, previous_response_id=name)
    assert (await client.http.get("/api/threads")).json() == []


@pytest.mark.parametrize("given", ["", [{"type": "function_call_output", "call_id": "c", "output": "x"}]])
async def test_an_input_without_words_is_refused(client, given):
    """In words, where OpenAI's clients look for them."""
    refused = await client.http.post("/v1/responses", json={"input": given})
    assert refused.status_code == 422
    assert "words" in refused.json()["error"]["message"]


async def test_regenerate_answers_again_and_does_nothing_again(client, front_end):
    """The same words after the same response; after the newer response they are new ones."""
    first = await front_end.responses.create(input=WISH)
    words = "1"
    done = [await front_end.responses.create(input=words, previous_response_id=first.id) for _ in range(3)]
    assert len({one.output_text for one in done}) == 1
    [trip] = (await client.http.get("/api/threads")).json()
    said = [m["role"] for m in (await client.view(trip["thread_id"]))["messages"]]
    assert said.count("user") == 2
    await front_end.responses.create(input=words, previous_response_id=done[-1].id)
    said = [m["role"] for m in (await client.view(trip["thread_id"]))["messages"]]
    assert said.count("user") == 3


def test_a_blank_line_stands_between_what_a_turn_says():
    """A message begins behind a blank line, whatever was said before it; words that go on follow where they ended."""
    text = TextOfTurn()
    told = [
        text.more(one)
        for one in (
            ShownMessage("assistant", "Options"),
            Writing("It may be."),  # of a desk: it can still be taken back
            Writing("One is best.", stays=True),
            Writing("One is best. It leaves at nine.", stays=True),
            ShownMessage("assistant", "Held"),
            ShownMessage("assistant", "One is best. It leaves at nine. Shall I?", "said"),
            ShownMessage("assistant", "The card waits."),
        )
    ]
    assert told == [
        "Options",
        "",
        "\n\nOne is best.",
        " It leaves at nine.",
        "\n\nHeld",
        "\n\nShall I?",
        "\n\nThe card waits.",
    ]


async def test_the_texts_of_a_response_do_not_run_together(front_end):
    """What clients join, one message after the other, has the blank line that chat completions have."""
    done = await front_end.responses.create(input=WISH)
    streamed = await front_end.responses.create(input=WISH, stream=True)
    deltas = "".join([one.delta async for one in streamed if one.type == "response.output_text.delta"])
    chat = await front_end.chat.completions.create(model="tripintent", messages=[{"role": "user", "content": WISH}])
    known = re.sub(r"\s*\[//\]: # .*", "", chat.choices[0].message.content)
    assert done.output_text == deltas == known
    assert "\n\n" in known
