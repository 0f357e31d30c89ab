"""The desk's words: replies by kind and facts, once per language; dates and lengths as people write them."""

from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from tripintent.tools.formats import formats_of

_WORDS = "tripintent.tools.front_desk.words"


@cache
def words(name: str) -> dict[str, Any]:
    """Return a shipped table of words."""
    table: dict[str, Any] = yaml.safe_load(files(_WORDS).joinpath(f"{name}.yaml").read_text("utf-8"))
    return table


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
