"""How long something takes: "half an hour", "an hour and a quarter", "two hours", "ninety minutes", "3 nights"."""

import re
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import phrases

_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "fifty": 50, "sixty": 60,
    "ninety": 90, "couple of": 2, "a couple of": 2,
}  # fmt: skip
_NUMBER = r"\d+(?:[.,]5)?|" + "|".join(sorted(_WORDS, key=len, reverse=True))
_LEAD = r"(?:(?:for|takes?|lasts?|lasting|about|around|roughly|of)\s+)*"
_TAIL = r"(?:\s+(?:or so|long|each|in all))?"
_HOURS = re.compile(
    rf"\b{_LEAD}(?:(?P<d>\d+(?:[.,]5)?)\s?h|(?P<n>{_NUMBER})(?:\s+|\s*-\s*|(?<=\d))(?:hours?|hrs?|stunden?))\b"
    rf"(?:\s+and\s+(?P<and>a half|a quarter|half|three quarters|(?P<m>\d+)\s*min\w*))?{_TAIL}"
)
_AND_A_HALF = re.compile(rf"\b{_LEAD}(?P<n>{_NUMBER})\s+and\s+a\s+(?P<and>half|quarter)\s+hours?\b{_TAIL}")
_HALF = re.compile(
    rf"\b{_LEAD}(?:(?P<q>three\s+quarters\s+of\s+an|quarter\s+of\s+an|a\s+quarter\s+of\s+an)|half\s+an?|half)\s+hour\b{_TAIL}"
)
_MINUTES = re.compile(rf"\b{_LEAD}(?P<n>{_NUMBER})[\s-]*(?:minutes?|mins?|minuten)\b{_TAIL}")
_NIGHTS = re.compile(
    r"\b(?:for\s+)?(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|an?)\s+(?:more\s+|extra\s+)?nights?\b"
)
_EXTRA = {"a half": 30, "half": 30, "a quarter": 15, "quarter": 15, "three quarters": 45}


class Length(NamedTuple):
    """Minutes, or nights, and where it stands in the text."""

    start: int
    end: int
    minutes: int = 0
    nights: int = 0


_LONGEST = 6
"""Hours that a bare number of hours may mean as a length in another language: "20 heures" is a time of day."""


@cache
def _abroad(language: str) -> re.Pattern[str]:
    """Return how a length is written in another language: "eine halbe Stunde", "pendant deux heures", "hora y media"."""
    part = {
        n: phrases("itinerary", n, language, own=True)
        for n in ("half_hour", "three_quarters", "hours", "minutes", "lasting")
    }
    part |= {n: phrases("itinerary", n, language, own=True) for n in ("and_half", "clock_lead")}
    return lexicon(language).compile(
        rf"(?<!\w)(?:(?P<lasting>{part['lasting']})\s+)?(?:(?P<lead>{part['clock_lead']})\s+)?(?:(?P<half>{part['half_hour']})|(?P<quarters>{part['three_quarters']})"
        rf"|(?P<mixed>eineinhalb|anderthalb)\s+(?:stunden?)|(?:un')?(?:(?P<n>%num%)\s*)?(?:(?P<hours>{part['hours']})(?:\s+(?P<and_half>{part['and_half']}))?|(?P<minutes>{part['minutes']})))(?!\w)(?!\s*\d)"
    )


def _lengths_abroad(text: str, language: str) -> list[Length]:
    found = []
    for match in _abroad(language).finditer(text):
        if match["lead"] and not match["lasting"] and match["lead"] not in ("de", "di", "por", "para", "pour", "per"):
            continue  # "um zwei Stunden", "a las tres horas" are no lengths
        if match["half"] or match["quarters"] or match["mixed"]:
            minutes = 30 if match["half"] else 45 if match["quarters"] else 90
        else:
            glued = re.match(r"un'", match.group().split()[-1]) or "un'" in match.group()
            count = lexicon(language).number(match["n"]) if match["n"] else 1 if glued or match["and_half"] else None
            if count is None or (match["hours"] and count > _LONGEST and not match["lasting"]):
                continue
            minutes = (count * 60 if match["hours"] else count) + 30 * bool(match["and_half"])
        found.append(Length(*match.span(), minutes))
    nights = lexicon(language).compile(r"(?<!\w)(?P<n>%num%)\s+%night%(?!\w)")
    return found + [Length(*m.span(), nights=lexicon(language).number(m["n"]) or 0) for m in nights.finditer(text)]


def find_lengths(text: str, language: str = "en") -> list[Length]:
    """Return the lengths of a folded text, left to right, the longest reading of each."""
    found = [
        Length(*match.span(), round(number(match["n"]) * 60) + _EXTRA[match["and"]])
        for match in _AND_A_HALF.finditer(text)
    ]
    for match in _HOURS.finditer(text):
        if match["d"] and language != "en":
            continue
        extra = int(match["m"]) if match["m"] else _EXTRA.get(match["and"] or "", 0)
        found.append(Length(*match.span(), round(number(match["n"] or match["d"]) * 60) + extra))
    for match in _HALF.finditer(text):
        quarters = 45 if (match["q"] or "").startswith("three") else 15 if match["q"] else 30
        found.append(Length(*match.span(), quarters))
    found += [Length(*m.span(), round(number(m["n"]))) for m in _MINUTES.finditer(text)]
    found += [Length(*m.span(), nights=round(number(m["n"]))) for m in _NIGHTS.finditer(text)]
    found += [] if language == "en" else _lengths_abroad(text, language)
    kept: list[Length] = []
    for one in sorted(found, key=lambda f: f.start - f.end):
        if all(one.end <= k.start or one.start >= k.end for k in kept):
            kept.append(one)
    return sorted(kept)


def number(word: str) -> float:
    """Return a number written in digits or as a word."""
    return float(_WORDS[word]) if word in _WORDS else float(word.replace(",", "."))
