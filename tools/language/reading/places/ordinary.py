"""Towns whose names are ordinary words: "un bimbo" is a child and no town in Africa, "je viens de dire" leaves from nowhere."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from tripintent.tools.language.reading.message import Message
from tripintent.tools.places.scan import Spot
from tripintent.tools.places.tables import table

_FLIGHT_TO = re.compile(
    r"\b(?:vuelos?|vols?|vol[io]|voos?|flug|fluge|passage[mn]s?|billete?s?|bigliett[io]|aeroporto?|aeropuerto|flughafen)"
    r"(?:\s+\w+){0,2}\s+$"
)
ROUTE = re.compile(
    r"\s*(?:-+>?|→|–|—|>|/|a|ad|to|para|pra|hasta|hacia|ate|vers|per|nach|bis)\s*"  # between the two ends of a way
)


@cache
def _words(language: str) -> frozenset[str]:
    return frozenset(table("ordinary").get(language, ()))


def is_ordinary(message: Message, spot: Spot, language: str) -> bool:
    """Tell whether a name stands there in small letters and is a word of the language."""
    return message.text[spot.start].islower() and spot.qualifier is None and spot.key in _words(language)


def on_a_route(message: Message, spot: Spot, spots: Sequence[Spot]) -> bool:
    """Tell whether a flight, or the other end of a way, makes an ordinary word a town ("vuelo de santuario a bogota")."""
    if _FLIGHT_TO.search(message.open[: spot.start]):
        return True
    pairs = [(one, other) for one, other in pairwise(spots) if spot in {one, other}]
    return any(ROUTE.fullmatch(message.open[one.end : other.start]) for one, other in pairs)
