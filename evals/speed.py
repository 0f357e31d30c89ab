"""Speed of the offline engine: messages a second on one core, beside one dateparser call per message."""

import resource
import sys
import time
from collections.abc import Callable
from datetime import date

SENTENCES = (
    "I'd like to fly from Denver to Oslo on the 14th of May and come back a week later",
    "two adults and three kids, please",
    "make it business class instead",
    "What time does it arrive?",
    "A hotel near the station from 12 to 15 April, at least 4 stars, under €900",
    "Boston",
    "Rome for 3 nights, then Florence, back from Milan, no red-eyes",
    "Thanks, that sounds great!",
)
_ROUNDS = 60


def seconds(action: Callable[[], object]) -> float:
    """Return the processor time of one call."""
    started = time.process_time()
    action()
    return time.process_time() - started


def main() -> None:
    """Print start-up, messages a second, the ratio to dateparser, and memory."""
    first = seconds(_first_reading)
    from tripintent.evals.extract import offline  # noqa: PLC0415 - its import is part of the start-up measured above
    from tripintent.tools.ports.language import ReadRequest  # noqa: PLC0415

    read = offline()
    today = date(2026, 11, 20)
    texts = [f"{text} #{n}" for n in range(_ROUNDS) for text in SENTENCES]
    hearings = [ReadRequest(text=text, today=today) for text in texts]
    for hearing in hearings[: len(SENTENCES)]:
        read(hearing)
    own = seconds(lambda: [read(hearing) for hearing in hearings]) / len(texts)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    other = _dateparser_seconds(texts)
    print(f"start-up to the first reading  {first:8.2f} s of processor time")
    print(f"offline engine                 {1 / own:8.0f} messages a second")
    print(f"one dateparser call            {1 / other:8.0f} messages a second")
    print(f"ratio (engine : dateparser)    {own / other:8.2f} (less is quicker)")
    print(f"peak memory with the engine    {memory:8.0f} MB", file=sys.stdout)


def _first_reading() -> None:
    from tripintent.evals.extract import offline  # noqa: PLC0415 - measured
    from tripintent.tools.ports.language import ReadRequest  # noqa: PLC0415

    offline()(ReadRequest(text="from Boston to Rome next Friday", today=date(2026, 11, 20)))


def _dateparser_seconds(texts: list[str]) -> float:
    from dateparser.search import search_dates  # noqa: PLC0415 - only the comparison needs it

    sample = texts[: len(SENTENCES) * 5]
    search_dates(sample[0], languages=["en"])
    return seconds(lambda: [search_dates(text, languages=["en"]) for text in sample]) / len(sample)


if __name__ == "__main__":
    main()
