"""Names that stand on the screen: hotels and areas of the options in view. They are what is meant before any place of that name."""

import re
from collections.abc import Iterator
from typing import Any

from tripintent.state.operations import Want
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes
from tripintent.tools.places.folding import fold

_GENERIC = frozenset(
    "hotel hotels hostel hostal resort suites suite apartments apartment guesthouse house grand city central royal town district".split()  # noqa: SIM905
) | {"quarter", "centre", "center", "market", "airport", "station", "beach", "rooms", "palace"}
_SHORTEST = 5
"""Letters of a word that names a hotel by itself ("the Storybook")."""
_AS_IT_IS = 3.0
"""Weight: what is on the screen outweighs a wish of the same words."""


def read_shown(
    message: Message, scopes: Scopes, hotels: tuple[str, ...], areas: tuple[str, ...]
) -> Iterator[Candidate]:
    """Propose the hotels and areas in view that a message names, wished for or ruled out."""
    for slot, names in (("hotel_name", hotels), ("area", areas)):
        for name in names:
            for match in _pattern(name, one_word=slot == "hotel_name").finditer(message.folded):
                yield Candidate(*match.span(), tuple(_wanted(slot, name, match, message, scopes)), _AS_IT_IS)


def _pattern(name: str, *, one_word: bool) -> re.Pattern[str]:
    whole = fold(name)
    words = [w for w in re.findall(r"\w+", whole) if len(w) >= _SHORTEST and w not in _GENERIC] if one_word else []
    return re.compile(r"\b(?:" + "|".join(re.escape(w) for w in (whole, *words)) + r")\b")


def _wanted(slot: str, name: str, match: re.Match[str], message: Message, scopes: Scopes) -> Iterator[Want]:
    where: dict[str, Any] = {
        "text": message.text[match.start() : match.end()],
        "start": match.start(),
        "end": match.end(),
    }
    if scopes.turn_of(*match.span()) is None:
        yield Want(slot=slot, value=name, **where)
    else:
        avoided = "hotels" if slot == "hotel_name" else slot
        yield Want(slot=avoided, value=(name,) if avoided == "hotels" else name, polarity="avoid", **where)
