"""Days and times as people write them, where ISO 8601 is expected."""

import re
from functools import lru_cache

import dateparser

from tripintent.state.designer.moments import read_moment

LONGEST_TIME = 60
_NUMBERS = re.compile(r"(?P<first>\d{1,2})(?P<sign>[/.-])(?P<second>\d{1,2})(?P=sign)\d{4}\b")
_NAMED_DAY = re.compile(r"\b\d{1,2}\b.*[^\W\d]{3}.*\b\d{4}\b|[^\W\d]{3}.*\b\d{1,2}\b.*\b\d{4}\b")


@lru_cache(1_000)
def written_moment(said: str) -> str | None:
    """Return a day, with a time or without, that is written as people do. One that may be two days is not taken.

    A time with AM or PM is an American one: the month comes first.
    """
    numbers = _NUMBERS.match(said)
    if len(said) > LONGEST_TIME or not (numbers or _NAMED_DAY.search(said)):
        return None
    american = bool(re.search(r"\d\s?[AP]\.?M\b", said, re.IGNORECASE))
    if numbers and not american and numbers["sign"] == "/" and max(int(numbers["first"]), int(numbers["second"])) <= 12:
        return None
    order = "MDY" if american or (numbers and int(numbers["second"]) > 12) else "DMY"
    when = dateparser.parse(
        re.sub(r"\b(?:at|um|à|alle|às|kl\.?)\s(?=\d)", "", said),
        languages=["en", "de", "fr", "es", "it", "pt"],
        settings={"DATE_ORDER": order, "REQUIRE_PARTS": ["day", "month", "year"], "PARSERS": ["absolute-time"]},
    )
    if when is None:
        return None
    timed = re.search(r"\d[:.h]\d\d(?![.\d])|\d\s?[AP]\.?M\b", said, re.IGNORECASE)
    return read_moment((when if timed else when.date()).isoformat())
