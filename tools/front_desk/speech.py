"""The desk's words: replies by kind and facts, once per language; dates and lengths as people write them."""

import re
from datetime import date
from functools import cache
from typing import Any

from tripintent.state.concierge.hours import Hours, clock_of
from tripintent.tools.formats import formats_of
from tripintent.tools.shipped import table


def words(name: str) -> dict[str, Any]:
    """Return a shipped table of words."""
    return table(f"tools/front_desk/words/{name}.yaml")


@cache
def turn(name: str) -> re.Pattern[str]:
    """Return what words do in a talk (a yes, a greeting, a condition), as a pattern over folded text."""
    return re.compile((words("sentences")["clauses"] | words("sentences")["talk"])[name], re.IGNORECASE)


def say(kind: str, language: str, /, **facts: object) -> str:
    """Return the words of a reply. Raises KeyError for an unknown kind: that is a mistake of ours."""
    said: dict[str, str] = words("replies")[kind]
    return said.get(language, said["en"]).format(**facts)


def day(iso: str | date, language: str) -> str:
    """Return a day as "Thursday, 26 November 2026" in the language."""
    found = date.fromisoformat(iso) if isinstance(iso, str) else iso
    return formats_of(language).long_day(found)


def nights(count: int, language: str) -> str:
    """Return a number of nights in words."""
    return say("nights_one", language) if count == 1 else say("nights_more", language, n=count)


def hours(text: str, language: str) -> str:
    """Return hours of a service file in words: "Mo-Sa 09:00-18:00" as "Mon–Sat 09:00–18:00", and all days as "daily"."""
    names = formats_of(language).locale.days["format"]["abbreviated"]
    said = list[str]()
    for days, start, end in Hours.read(text).spans:
        a, *_, z = days * 2 if len(days) == 1 else days
        row = f"{names[a]}–{names[z]}" if a != z and (z - a) % 7 == len(days) - 1 else ", ".join(names[d] for d in days)
        row = say("every_day", language) if len(days) == 7 else row
        said.append(f"{row} {clock_of(start)}–{clock_of(end)}")
    return "; ".join(said)
