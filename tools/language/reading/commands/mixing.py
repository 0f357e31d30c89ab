"""Parts of several options in one sentence: "the flights of 1 with the hotel of 3"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from tripintent.state.bundles import Bundle
from tripintent.state.events import SelectedPart, UserSelectedParts
from tripintent.tools.language.reading.commands.tokens import fold

_FLIGHTS = r"(?:(?P<which>first|second|outbound|return) )?(?:flights?|vuelos?|vols?|fluge?|flug|voos?|vol[oi]|outbound|way (?:out|back))"
_HOTELS = r"(?:hotels?|hoteles|room|hotel|albergo|alojamiento|unterkunft|hebergement|hospedagem)"
_OF = (
    r"\s+(?:of|from|in|on|with|de|del|dela|d'|von|aus|do|da|di|dal|dell')(?: la| le| el| the| der)?\s*"
    r"(?:option|number|no\.?|nr\.?|#|opcion|opcao|opzione|trip|package|choice)?\s*"
)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "first": 1, "second": 2, "third": 3, "primera": 1, "segunda": 2, "tercera": 3,
    "premiere": 1, "deuxieme": 2, "troisieme": 3, "ersten": 1, "zweiten": 2, "dritten": 3, "primeira": 1, "terceira": 3, "prima": 1,
    "seconda": 2, "terza": 3, "uno": 1, "dos": 2, "tres": 3, "un": 1, "deux": 2, "trois": 3, "eins": 1, "zwei": 2, "drei": 3,
    "due": 2, "tre": 3,
}  # fmt: skip
_ASKS = re.compile(r"^\W*(?:is|are|does|do|which|what|why|how|would it|cual|es|est-ce|quel|ist|sind|welche|qual|e)\b")


@cache
def _parts() -> re.Pattern[str]:
    number = r"(?P<{0}>\d{{1,2}}|" + "|".join(_NUMBERS) + r")\b"
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
        number = int(said) if said.isdigit() else _NUMBERS[said]
        kind: Literal["flight", "hotel"] = "flight" if match["flight"] or match["flight2"] else "hotel"
        if 1 <= number <= len(options):
            which = {"first": 1, "outbound": 1, "second": 2, "return": 2}.get(match["which"] or "")
            yield SelectedPart(
                part=kind, number=which if kind == "flight" else None, bundle_id=options[number - 1].bundle_id
            )
