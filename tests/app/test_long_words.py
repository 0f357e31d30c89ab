"""A message that holds more than is read at once: its first part is worked, the rest is named, and others' turns go on."""

import asyncio
import time

import pytest

from tripintent.state.caps import readable
from tripintent.state.languages import LANGUAGES

WISHES = {
    "en": "I want to fly from Vienna to Rome on 3 May 2026, one adult. ",
    "de": "Ich möchte am 3. Mai 2026 von Wien nach Rom fliegen, ein Erwachsener. ",
    "es": "Quiero volar de Viena a Roma el 3 de mayo de 2026, un adulto. ",
    "fr": "Je veux aller de Vienne à Rome le 3 mai 2026, un adulte. ",
    "it": "Voglio volare da Vienna a Roma il 3 maggio 2026, un adulto. ",
    "pt": "Quero voar de Viena para Roma em 3 de maio de 2026, um adulto. ",
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_not_read_is_named(session, language):
    """The reply quotes where the rest begins, in the language of the message."""
    text = WISHES[language] + "bla " * 600 + "the last words."
    said = "\n".join(map(str, (await session.say("t", text)).messages))
    rest = readable(text).rest
    assert rest
    assert " ".join(rest.split())[:40] in said


async def test_a_message_that_fits_hears_nothing_of_it(session):
    """Nothing is said of a rest where there is none."""
    said = await session.say("t", WISHES["en"])
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
    assert longest < 1.0
    assert took < 3.0
