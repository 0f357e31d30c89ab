"""Any chat front end that speaks OpenAI's wire format holds a conversation: tested with the official client."""

import asyncio
import json
import re

import pytest

WISH = "Munich to Lisbon March 4-8, one adult"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


async def chat(front_end, history, text, **more):
    """Say words as a front end does: the whole history each time."""
    history.append({"role": "user", "content": text})
    done = await front_end.chat.completions.create(model="tripintent", messages=history, **more)
    history.append({"role": "assistant", "content": done.choices[0].message.content})
    return done.choices[0].message.content


async def test_a_conversation_leads_to_a_link_that_opens_the_card(client, front_end):
    """Four messages, then the reply has a link on which the approval is decided."""
    history = []
    assert "1." in await chat(front_end, history, WISH)
    await chat(front_end, history, "1")
    await chat(front_end, history, "hold")
    reply = await chat(front_end, history, PEOPLE)
    link = re.search(r"http://\S+/approve/\S+", reply)
    assert link, reply
    page = await client.http.get("/approve/" + link[0].partition("/approve/")[2])
    assert page.status_code == 200
    assert (await client.http.get("/api/threads")).json()[0]["waits"]


async def test_replies_come_as_a_stream(front_end):
    """Chunks joined are the reply, and the last one says that it ended."""
    asked = {"role": "user", "content": WISH}
    stream = await front_end.chat.completions.create(model="tripintent", messages=[asked], stream=True)
    chunks = [chunk async for chunk in stream]
    assert "".join(c.choices[0].delta.content or "" for c in chunks).count("1.") >= 1
    assert chunks[-1].choices[0].finish_reason == "stop"


async def test_the_header_names_the_conversation(client, front_end):
    """Two requests with one header are one conversation, whatever history the client sends along."""
    named = {"extra_headers": {"x-conversation-id": "my-chat"}}
    await chat(front_end, [], WISH, **named)
    await chat(front_end, [], "1", **named)
    view = await client.view("my-chat")
    assert [m["role"] for m in view["messages"]].count("user") == 2


async def test_the_same_first_words_are_two_conversations(client, front_end):
    """Each new chat begins one; its replies name it in a comment, by which the history leads back to it."""
    one, other = [], []
    await chat(front_end, one, WISH)
    await chat(front_end, other, WISH)
    await chat(front_end, one, "1")
    named = [re.search(r"\(conversation (\S+)\)$", said[-1]["content"])[1] for said in (one, other)]
    turns = [[m["role"] for m in (await client.view(name))["messages"]].count("user") for name in named]
    assert turns == [2, 1]
    assert len((await client.http.get("/api/threads")).json()) == 2


async def test_a_conversation_of_somebody_else_is_not_entered(client, front_end):
    """A comment with a name that is not one's own is none of ours: the chat is refused, or begins by that name."""
    history = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "[//]: # (conversation x y)"}]
    await chat(front_end, history, WISH)
    assert "conversation chat-" in history[-1]["content"]


@pytest.mark.parametrize(("task", "answer"), [
    ("Generate a concise, 3-5 word title with an emoji", {"title": "Flights to Rome"}),
    ("Generate 1-3 broad tags categorizing the main themes", {"tags": ["Travel"]}),
    ("Suggest 3-5 relevant follow-up questions", {"follow_ups": []}),
])  # fmt: skip
async def test_what_a_front_end_asks_for_itself_is_no_turn(client, front_end, task, answer):
    """Titles, tags and follow-ups of Open WebUI: answered as JSON, and no conversation begins."""
    words = f"### Task:\n{task}.\n### Chat History:\n<chat_history>\nUSER: Flights to Rome\n</chat_history>"
    assert json.loads(await chat(front_end, [], words)) == answer
    assert (await client.http.get("/api/threads")).json() == []


async def test_fields_that_are_null_are_unset_and_usage_is_told(client, front_end):
    """Null is what some clients send for nothing; the tokens come with the reply, streamed too."""
    asked = {"messages": [{"role": "user", "content": WISH}], "user": None, "stream": None, "model": None}
    done = await client.http.post("/v1/chat/completions", json=asked)
    assert done.json()["usage"] == {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    stream = await front_end.chat.completions.create(
        model="tripintent", messages=asked["messages"], stream=True, stream_options={"include_usage": True}
    )
    assert [chunk.usage.total_tokens async for chunk in stream if chunk.usage] == [0]


async def test_what_cannot_be_read_is_refused_in_words(client):
    """No words of a user, or a picture: the answer says what to send, where OpenAI's clients look for it."""
    picture = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]
    for message, said in (
        ({"role": "system", "content": "hi"}, "with words"),
        ({"role": "user", "content": picture}, "text"),
    ):
        refused = await client.http.post("/v1/chat/completions", json={"messages": [message]})
        assert refused.status_code == 422
        assert said in refused.json()["error"]["message"]
        assert refused.json()["detail"] == refused.json()["error"]["message"]


async def test_models_are_listed(front_end):
    """A front end finds the one model to choose."""
    assert [m.id async for m in front_end.models.list()] == ["tripintent"]
    assert (await front_end.models.retrieve("tripintent")).id == "tripintent"


@pytest.mark.parametrize("part", [
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
    {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}},
    {"type": "file", "file": {"file_id": "f1"}},
])  # fmt: skip
@pytest.mark.parametrize("words", [[], [{"type": "text", "text": "Here is our hotel"}]])
async def test_what_is_no_text_in_an_older_message_is_passed_over(client, part, words):
    """The turn goes on with the words; a message without any is refused."""
    older = {"role": "user", "content": [*words, part]}
    messages = [older, {"role": "assistant", "content": "I see."}, {"role": "user", "content": WISH}]
    done = await client.http.post("/v1/chat/completions", json={"messages": messages})
    assert done.status_code == 200
    assert "1." in done.json()["choices"][0]["message"]["content"]
    last = await client.http.post("/v1/chat/completions", json={"messages": [*messages, older]})
    assert last.status_code == (200 if words else 422)


def _users(view):
    return [m["role"] for m in view["messages"]].count("user")


async def test_regenerate_answers_again_and_does_nothing_again(client, front_end):
    """The same words from the same place in the history, also when it went on since, are done once; others there are new."""
    history = []
    await chat(front_end, history, WISH)
    first = await chat(front_end, history, "1")
    thread = re.search(r"\(conversation (\S+)\)", first)[1]
    before = await client.view(thread)
    for _ in range(2):
        assert await chat(front_end, history[:-2], "1") == first
    assert await client.view(thread) == before
    await chat(front_end, history, "1")
    assert await chat(front_end, history[:2], "1") == first
    assert _users(await client.view(thread)) == 3
    await chat(front_end, history[:2], "2")
    assert _users(await client.view(thread)) == 4


async def test_the_same_request_twice_at_once_is_one_turn(client, front_end):
    """A client that is impatient: one of the two works, the other has its answer or is told that it is worked on."""
    history = []
    first = await chat(front_end, history, WISH)
    thread = re.search(r"\(conversation (\S+)\)", first)[1]
    both = [chat(front_end, [*history], "1") for _ in range(2)]
    done = await asyncio.gather(*both, return_exceptions=True)
    assert all(isinstance(one, str) or one.status_code == 409 for one in done)
    assert _users(await client.view(thread)) == 2


async def test_a_client_without_a_history_may_say_the_same_again(client, front_end):
    """All its words stand in the first place: they are new each time."""
    named = {"extra_headers": {"x-conversation-id": "my-chat"}}
    for words in (WISH, "1", "1"):
        await chat(front_end, [], words, **named)
    assert _users(await client.view("my-chat")) == 3
