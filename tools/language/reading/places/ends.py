"""Names that stand together as two ends: "nyc-lon", "bos to mia", "porto instead of lisbon".

Alone, a short or everyday name in lower case is no place; beside another name, joined by nothing but "to" or a hyphen, it is one.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.ordinary import ROUTE
from tripintent.tools.places.index import short_names
from tripintent.tools.places.scan import Spot, is_prominent, may_be_place

_JOINED = re.compile(r"\s*(?:-+>?|→|–|—|>|/|to|2)\s*")
_INSTEAD = re.compile(r"\s*,?\s*(?:instead\s+of|rather\s+than|and\s+not|not)\s+(?:(?:to|from|in)\s+)?")
_SHORT = 3


def standing_together(message: Message, spots: Sequence[Spot]) -> frozenset[int]:
    """Return the start of each name that its neighbour shows to be a place."""
    found: set[int] = set()
    for one, other in pairwise(spots):
        gap = message.open[one.end : other.start]
        codes = gap.isspace() and _is_code(one) and _is_code(other)
        if codes or (_JOINED.fullmatch(gap) and _is_end(one) and _is_end(other)):
            found |= {one.start, other.start}
        elif (
            may_be_place(one.key) and _is_known(other) and (_INSTEAD.fullmatch(gap) or _begins_route(message, one, gap))
        ):
            found.add(one.start)
    return frozenset(found)


def _begins_route(message: Message, spot: Spot, gap: str) -> bool:
    """Tell whether a sentence begins with a name from which a way leads: "Split to Vienna", "Porto para Paris"."""
    before = message.open[message.sentence_at(spot.start).start : spot.start]
    return not before.strip(" ,.¿¡") and ROUTE.fullmatch(gap) is not None


def _is_end(spot: Spot) -> bool:
    """Tell whether a name can be an end of a route: a code or short name that people use, or a name that is sure."""
    short = len(spot.key) <= _SHORT and (spot.code is not None or may_be_place(spot.key))
    return short or _is_known(spot)


def _is_code(spot: Spot) -> bool:
    """Tell whether a name is a code that people use, or as good as one: side by side they are a route ("lhr jfk")."""
    return len(spot.key) == _SHORT and (spot.code is not None or spot.key in short_names())


def _is_known(spot: Spot) -> bool:
    return spot.sure and (spot.qualifier is not None or is_prominent(spot.key))
