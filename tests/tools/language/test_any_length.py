"""Reading one message costs little, whatever 4,000 characters it has; twice as much costs at most about twice as much.

What is measured is processor time, so that other processes do not count. The limit is generous: what it must catch is a pattern
that grows with the square of the message, which takes seconds.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import date

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.readable import readable
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.language.reading.commands.router import route
from tripintent.tools.language.reading.engine import OfflineEngine
from tripintent.tools.language.reading.itinerary.reader import OfflineItineraryReader
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.itinerary_reader import DesignHearing
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.ports.planning import Beside
from tripintent.tools.routing.systems import system_of

MOST = 0.4
"""Seconds of processor time for one message and all its readers."""
LENGTH, TODAY = 4_000, date(2026, 11, 20)
BESIDE = Beside(has_checklist=True, has_budget=True, has_expenses=True)
TOWNS = (
    "London",
    "Paris",
    "Rome",
    "Berlin",
    "Madrid",
    "Lisbon",
    "Porto",
    "Vienna",
    "Warsaw",
    "Boston",
    "Tokyo",
    "Oslo",
    "Nice",
)
UNITS = (
    ",| |?|!|.|\n|\t|? |, |. |(|((a)) |\"|'|“|«»|-|–|€|0|9|12|1,|1.1.|$1 |12:00 |10-12 |1/2/2027 |x|ß|中|\u0301|\U0001f600|\u200b|\u00a0"
    "|the |a |no |not |a b c d e |I'm |and |and then |if |yes |ok ok |to to |from |from Paris to Rome on 3 May, |to London and |Paris, "
    "|hotel in Rome |lhr-jfk |New York |Monday |easter |christmas |next week |sept |before 10 |von |3 nights |in 3 days |on the 3rd "
    "|between 3 and 5 |the second |hold it. |buy it. |cancel |option 1 |my wife and |2 adults |aged 3, |Smith, John, |a@b.c |Mr. |A. "
    "|a\n|- a\n"
    '|add |put |museum at 3, |move it to |he said "|From: |</x>|{"a":|; a*0=b|l\'|¿a? |stays, |budget |under 500 |USD '
)


def messages() -> Iterator[str]:
    """Yield repeated pieces, towns, numbers, dates, nested quotes, and words and letters thrown together."""
    by = random.Random(7)  # noqa: S311 - no secret
    yield from (unit * (LENGTH // len(unit)) for unit in UNITS.split("|") if unit)
    yield from (sign.join(by.choice(TOWNS) for _ in range(500)) for sign in (" ", ", ", " to ", "\n", ". "))
    yield from (sign.join(str(by.randint(1, 5_000)) for _ in range(500)) for sign in (" ", ", ", "-"))
    yield " ".join(f"{by.choice(TOWNS)} {by.randint(1, 28)} March," for _ in range(300))
    yield " then ".join(f"{by.randint(1, 5)} nights in {by.choice(TOWNS)}" for _ in range(300))
    yield "\"'«“(" * 400 + "a" + "”»'\")" * 400
    yield 'he said "she said \'they said "' * 200
    for _ in range(8):
        yield " ".join(by.choice(UNITS.split("|")).strip() for _ in range(1_500))
        yield "".join(chr(by.choice((by.randint(33, 0x2FF), by.randint(0x370, 0x52F), 32))) for _ in range(LENGTH))


@pytest.fixture(scope="module")
def readers() -> list[Callable[[str], object]]:
    """All that reads the words of one message, with their languages loaded."""
    gazetteer = Gazetteer()
    engine, designer, planner, people = (
        OfflineEngine(gazetteer),
        OfflineItineraryReader(gazetteer),
        WordsReader(),
        FreeFormPeople(),
    )
    document = ItineraryDocument()
    found: list[Callable[[str], object]] = [
        mask_cards,
        detect,
        lambda text: system_of(text, "BOOKING"),
        lambda text: route(text, (), has_bookings=True),
        lambda text: people.read(text, TODAY, "en"),
        lambda text: people.apart(text, TODAY),
        lambda text: engine.read(ReadRequest(text=text, today=TODAY)),
        lambda text: designer.read(DesignHearing(text=text, document=document, today=TODAY)),
        lambda text: planner.read(text, "en", BESIDE),
    ]
    for known in ("From Paris to Rome on 3 May, two adults", "Wir fliegen im Mai nach Rom", "Vamos a Roma", "Nous allons à Rome",
                  "Andiamo a Roma a maggio", "Vamos para Roma em maio", "easter, Thanksgiving, memorial day", "12 before 10"):  # fmt: skip
        for read in found:
            read(known)
    return found


def seconds(readers: list[Callable[[str], object]], text: str) -> float:
    """Return the processor time of reading a text; the second time where the first may have loaded something."""
    taken = []
    for _ in range(2):
        began = time.process_time()
        for read in readers:
            read(f"{text}{' ' * len(taken)}")
        taken.append(time.process_time() - began)
        if taken[-1] < MOST / 2:
            break
    return min(taken)


def test_any_message_is_read_soon(readers):
    """None of the messages that hold a server up elsewhere costs more than the limit, as sent and as much of it as is read."""
    slow = {
        text[:40]: round(took, 2)
        for message in messages()
        for text in (message[:LENGTH], readable(message[:LENGTH]).read)
        if (took := seconds(readers, text)) > MOST
    }
    assert slow == {}


def test_twice_as_much_costs_twice_as_much(readers):
    """Each kind of repetition grows like the message, up to as much as is read. Below 10 ms nothing can be said of growth."""
    grown = {}
    for unit in UNITS.split("|"):
        whole = readable(unit * (LENGTH // len(unit))).read if unit else ""
        half = whole[: len(whole) // 2]
        small, large = (min(seconds(readers, f"{text}{' ' * n}") for n in range(3)) for text in (half, whole))
        if large > 0.02 and large > 2.5 * max(small, 0.01):
            grown[unit] = (round(small, 3), round(large, 3))
    assert grown == {}
