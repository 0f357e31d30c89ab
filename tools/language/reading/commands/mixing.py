"""Parts of several options in one sentence: "the flights of 1 with the hotel of 3"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from tripintent.state.bundles import Bundle
from tripintent.state.events import SelectedPart, UserSelectedParts
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.tokens import fold
from tripintent.tools.language.languages import read_words

_FLIGHTS = r"(?:(?P<which>first|second|outbound|return) )?(?:flights?|vuelos?|vols?|fluge?|flug|voos?|vol[oi]|outbound|way (?:out|back))"
_HOTELS = r"(?:hotels?|hoteles|room|hotel|albergo|alojamiento|unterkunft|hebergement|hospedagem)"
_OF = (
    r"\s+(?:of|from|in|on|with|de|del|dela|d'|von|aus|do|da|di|dal|dell')(?: la| le| el| the| der)?\s*"
    r"(?:option|number|no\.?|nr\.?|#|opcion|opcao|opzione|trip|package|choice)?\s*"
)
_ASKS = re.compile(r"^\W*(?:is|are|does|do|which|what|why|how|would it|cual|es|est-ce|quel|ist|sind|welche|qual|e)\b")


@cache
def _numbers() -> dict[str, int]:
    """Return what the command words of all languages count: "two", "zweiten", "seconda"."""
    rows = (read_words(code, "commands")[role] for code in LANGUAGES for role in ("numbers", "ordinals"))
    words = (
        (word, number) for row in rows for number, words in enumerate(row.split("|"), 1) for word in words.split("/")
    )
    return {fold(word).strip(): number for word, number in words}


@cache
def _parts() -> re.Pattern[str]:
    number = r"(?P<{0}>\d{{1,2}}|" + "|".join(sorted(_numbers(), key=len, reverse=True)) + r")\b"
    return re.compile(
        rf"\b(?:(?P<flight>{_FLIGHTS}){_OF}{number.format('f')}|(?P<hotel>{_HOTELS}){_OF}{number.format('h')})"
        rf"|\b(?:option |number )?{number.format('fb')}(?:'?s)? (?P<flight2>flights?)\b|\b(?:option "
        rf"|number )?{number.format('hb')}(?:'?s)? (?P<hotel2>hotel)\b"
    )


def mixed(text: str, options: Sequence[Bundle]) -> UserSelectedParts | None:
    """Return the parts that a sentence takes from different options; None where it does not, or asks about them."""
    folded = fold(text)
    if len(options) < 2 or _ASKS.match(folded):
        return None
    found = list(_found(folded, options))
    kinds = {part.part for part in found}
    different = len({part.bundle_id for part in found}) > 1
    return UserSelectedParts(parts=tuple(found)) if kinds == {"flight", "hotel"} and different else None


def _found(folded: str, options: Sequence[Bundle]) -> Iterator[SelectedPart]:
    for match in _parts().finditer(folded):
        said = match["f"] or match["h"] or match["fb"] or match["hb"]
        number = int(said) if said.isdigit() else _numbers()[said]
        kind: Literal["flight", "hotel"] = "flight" if match["flight"] or match["flight2"] else "hotel"
        if 1 <= number <= len(options):
            which = {"first": 1, "outbound": 1, "second": 2, "return": 2}.get(match["which"] or "")
            yield SelectedPart(
                part=kind, number=which if kind == "flight" else None, bundle_id=options[number - 1].bundle_id
            )
