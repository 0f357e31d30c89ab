"""A message that holds more than is read at once: its first part is worked, the rest is named, and others' turns go on."""

import asyncio
import time

import pytest

from tripintent.state.caps import readable


async def test_what_is_not_read_is_named(session, sentence):
    """The reply quotes where the rest begins."""
    text = f"{sentence}. " + "bla " * 600 + "the last words."
    said = "\n".join(map(str, (await session.say("t", text)).messages))
    rest = readable(text).rest
    assert rest
    assert " ".join(rest.split())[:40] in said


async def test_a_message_that_fits_hears_nothing_of_it(session, sentence):
    """Nothing is said of a rest where there is none."""
    said = await session.say("t", sentence)
    assert not any("read at once" in str(one) for one in said.messages)


@pytest.mark.parametrize("text", [", " * 2_000, "? " * 2_000, "Paris, " * 570, "add a museum at 3 and " * 180])
async def test_the_loop_goes_on_while_words_are_read(session, text):
    """The worst words are read beside the event loop, which is never held for long, and in bounded processor time."""
    await session.say("t", "hello")
    longest, done = 0.0, asyncio.Event()

    async def watch():
        nonlocal longest
        while not done.is_set():
            began = time.perf_counter()
            await asyncio.sleep(0.005)
            longest = max(longest, time.perf_counter() - began)

    watching, began = asyncio.create_task(watch()), time.process_time()
    await session.say("t", text[:4_000])
    took = time.process_time() - began
    done.set()
    await watching
    assert longest < 5.0  # what else the machine does counts, too
    assert took < 3.0
