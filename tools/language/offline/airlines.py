"""Airlines by name, code and slip of the pen."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from rapidfuzz import fuzz, process

from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.message import Message
from tripintent.tools.places.folding import fold

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_AVOID = re.compile(
    r"\b(?:not|avoid(?:ing)?|anything but|except|no|never|don't (?:want|like)(?: to fly)?(?: with| on)?"
    r"|other than|hate)\s+(?:\w+\s+){0,2}$"
)
_BARE_CUE = re.compile(
    r"\b(?:no|not|avoid|on|with|by|via|fly|flying|prefer|like|take|airline is|airlines?:?|try|use|using|for"
    r"|want|does|about"
    r"|be)\s+(?:a\s+|an\s+|the\s+|to fly\s+|fly\s+)*$"
)
_BEHIND = re.compile(
    r"^\s*(?:flights?|airlines?|air|airways|tickets?|from|to|leaving|departing|fares?|non[- ]?stop|or|and"
    r"|please|works|is (?:fine|good|ok|great)|instead|would|[.,!?]|$)"
)
_JOINED = re.compile(r"\s*(?:,|or|and|/|&)\s*(?:or\s+)?")
_SLIP = re.compile(r"\b([a-z]{4,}) (air ?lines?|airways)\b")
_PLAIN_WORDS = {
    "american",
    "delta",
    "united",
    "southwest",
    "continental",
    "northwest",
    "swiss",
    "spirit",
    "frontier",
    "iberia",
    "garuda",
    "latam",
    "cathay",
}


def load_data(name: str) -> dict[str, Any]:
    """Return one of this package's data files, every scalar as text."""
    path = files("tripintent.tools.language.offline").joinpath("data", f"{name}.yaml")
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - builds text only
    return loaded


@cache
def _names() -> dict[str, str]:
    """Return the canonical name by every folded spelling, codes left out."""
    return {fold(spelling): names[0] for names in load_data("airlines").values() for spelling in names}


@cache
def _pattern() -> re.Pattern[str]:
    spellings = sorted(_names(), key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(re.escape(s) for s in spellings) + r")\b")


def read_airlines(message: Message, *, asked: bool = False) -> Iterator[Claim]:
    """Yield ``airlines`` and ``avoid_airlines``; a plain word ("united") needs a cue or the question for an airline."""
    wanted: list[str] = []
    avoided: list[str] = []
    spans: list[tuple[int, int]] = []
    for name, start, end in _found(message, asked=asked):
        before = message.folded[max(0, start - 30) : start]
        (avoided if _AVOID.search(before) else wanted).append(name)
        spans.append((start, end))
        message.take(start, end, soft=True)
    for slot, names in (("airlines", wanted), ("avoid_airlines", avoided)):
        if names:
            yield Claim(slot, tuple(dict.fromkeys(names)), spans[0][0], spans[-1][1])


def _found(message: Message, *, asked: bool) -> Iterator[tuple[str, int, int]]:
    text = message.open
    listed_until = -1
    for match in _pattern().finditer(text):
        said = match[1]
        if said in _PLAIN_WORDS and not (asked or listed_until == match.start() or _is_airline(text, match)):
            continue
        joined = _JOINED.match(text, match.end())
        listed_until = joined.end() if joined else -1
        yield _names()[said], match.start(), match.end()
    for match in _SLIP.finditer(text):
        if not _pattern().search(match.group()):
            best = process.extractOne(match.group(), list(_names()), scorer=fuzz.ratio, score_cutoff=86)
            if best:
                yield _names()[best[0]], match.start(), match.end()


def _is_airline(text: str, match: re.Match[str]) -> bool:
    if re.match(
        r"\s*(?:states|kingdom|arab|nations|food|cuisine|restaurants?|express|dishes|meals)\b", text[match.end() :]
    ):
        return False
    if re.match(r"\s+(?:flights?|airlines?|planes?)\b", text[match.end() :]):
        return True
    joined = _JOINED.match(text, match.end())
    if joined and _pattern().match(text, joined.end()):
        return True
    return bool(_BARE_CUE.search(text[: match.start()])) and bool(_BEHIND.match(text[match.end() :]))


def by_code(code: str) -> str | None:
    """Return the airline's name for its two-letter code."""
    names = load_data("airlines").get(code)
    return names[0] if names else None
