"""Own amounts of the budget's parts, as said: "200 each for food", "50 € pro Tag fürs Essen". They are no limit of the trip."""

import re
from collections.abc import Sequence

from tripintent.state.planning.command import AmountSaid
from tripintent.tools.planning.lexicon import Words
from tripintent.tools.planning.money_said import CURRENCIES, SUM, amount_of
from tripintent.tools.planning.wording import phrases

_PARTS = ("food", "local", "activities", "papers", "shopping")
"""What a person may set aside: flights and hotels have prices of their own, and a limit for them is the search's."""


def amounts_said(folded: str, original: str, language: str, languages: Sequence[Words]) -> tuple[AmountSaid, ...]:
    """Return the amounts in the order said, each part once. ``original`` has the letters of ``folded``."""
    found: dict[int, AmountSaid] = {}
    for code, words in zip((language, "en"), languages, strict=False):
        if re.search(rf"\b{words.source('paid')}\b", folded):
            return ()
        names = phrases(code).section("budget_words")
        each, day = words.source("per_person"), words.source("per_day")
        for key in _PARTS:
            kinds = rf"(?P<kinds>(?:\s*(?:,|each|je|{each}|{day}))*)"
            thing = rf"(?:(?:the|our|das|die|la|le|il|o|a|l')\s*)?(?P<what>{names[key]})"
            for pattern in (
                rf"{SUM}{kinds}\s+(?:{words.source('for_part')})\s+{thing}(?!\w)",
                rf"(?<!\w){thing}:?\s+{SUM}(?P<late>(?:\s*(?:,|each|je|{each}|{day}))+)",
            ):
                if match := re.search(pattern, folded):
                    behind = re.match(rf"\s+(?:{each}|each|je|{day})(?!\w)", folded[match.end() :])
                    end = match.end() + (behind.end() if behind else 0)
                    modes = f"{match['kinds'] if 'kinds' in match.groupdict() else match['late']} {behind[0] if behind else ''}"
                    if amount := amount_of(match["n"]):
                        found[match.start()] = AmountSaid(
                            part=key,
                            amount=amount,
                            currency=CURRENCIES.get(match["before"] or match["after"] or ""),
                            each=bool(re.search(rf"(?<!\w)(?:each|je|{each})(?!\w)", modes)),
                            daily=bool(re.search(rf"(?<!\w)(?:{day})(?!\w)", modes)),
                            words=original[match.start() : end],
                        )
                    break
    parts = {one.part: one for _, one in sorted(found.items())}
    return tuple(parts.values())
