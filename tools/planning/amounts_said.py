"""Own amounts of the budget's parts, as said: "200 each for food", "50 € pro Tag fürs Essen". They are no limit of the trip."""

import re
from collections.abc import Sequence

from tripintent.state.planning.command import AmountSaid
from tripintent.tools.language.exact.money import amount_of, currency_of
from tripintent.tools.planning.lexicon import Words
from tripintent.tools.planning.money_said import SUM
from tripintent.tools.planning.wording import phrases

_PARTS = ("food", "local", "activities", "papers", "shopping")
"""What a person may set aside: flights and hotels have prices of their own, and a limit for them is the search's."""
_OTHERS = ("flights", "stay", "travel", "reserve")
"""What may be set in a budget that there is: "set the flights to 300"."""


_THE = r"(?:(?:the|our|das|die|den|el|los|las|la|les|le|il|lo|os|as|o|a|l')\s*)?"
_A_NIGHT = re.compile(r"\s*(?:a|per|each|pro|die|je|por|la|par|a)?\s*(?:nights?|nacht|noche|nuit|notte|noite|%)")
"""A price of one night is a limit of the search."""


def amounts_said(
    folded: str, original: str, language: str, languages: Sequence[Words], *, every: bool = False
) -> tuple[AmountSaid, ...]:
    """Return the amounts in the order said, each part once. ``original`` has the letters of ``folded``.

    ``every``: there is a budget, and what is named in it is meant.
    """
    found: dict[int, AmountSaid] = {}
    for code, words in zip((language, "en"), languages, strict=False):
        if re.search(rf"\b{words.source('paid')}\b", folded):
            return ()
        names = phrases(code).section("budget_words")
        each, day = words.source("per_person"), words.source("per_day")
        sets, to, budget = words.source("set_part"), words.source("to_part"), words.source("budget")
        for key in (*_PARTS, *_OTHERS) if every else _PARTS:
            kinds = rf"(?P<kinds>(?:\s*(?:,|each|je|{each}|{day}))*)"
            thing = rf"{_THE}(?:{names[key]})"
            named = rf"{_THE}(?:(?:{budget})\s+(?:(?:{words.source('for_part')}|de|di|du|del)\s+)?{thing}|{thing}s?-?\s?(?:{budget}))"
            verb, sets_to = rf"(?<!\w)(?:(?:{sets})\s+)?", rf"\s*(?::|=|\s(?:{to})\s)\s*"
            patterns = (
                rf"{SUM}{kinds}\s+(?:{words.source('for_part')})\s+{thing}(?!\w)",
                rf"(?<!\w){thing}:?\s+{SUM}(?P<late>(?:\s*(?:,|each|je|{each}|{day}))+)",
                rf"{verb}{named}(?:{sets_to}|\s+){SUM}(?P<late>)",
                rf"{verb}{thing}{sets_to}{SUM}(?P<late>)",
            )
            for pattern in patterns if key in _PARTS else patterns[2:]:
                match = re.search(pattern, folded)
                if match and not _A_NIGHT.match(folded[match.end() :]):
                    behind = re.match(rf"\s+(?:{each}|each|je|{day})(?!\w)", folded[match.end() :])
                    end = match.end() + (behind.end() if behind else 0)
                    modes = f"{match['kinds'] if 'kinds' in match.groupdict() else match['late']} {behind[0] if behind else ''}"
                    if amount := amount_of(match["n"]):
                        found[match.start()] = AmountSaid(
                            part=key,
                            amount=amount,
                            currency=currency_of(match["before"], match["after"]),
                            each=bool(re.search(rf"(?<!\w)(?:each|je|{each})(?!\w)", modes)),
                            daily=bool(re.search(rf"(?<!\w)(?:{day})(?!\w)", modes)),
                            words=original[match.start() : end],
                        )
                    break
    parts = {one.part: one for _, one in sorted(found.items())}
    return tuple(parts.values())
