"""Prices in another currency: "how much is it in euros?", with the day of the rates."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tripintent.tools.language.exact.money import currency_words
from tripintent.tools.language.exact.tokens import fold
from tripintent.tools.language.replies.answering.figures import day, money
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook
from tripintent.tools.language.replies.answering.targets import Target, labelled
from tripintent.tools.ports.answers import ReadTool

_LONGEST_NAME = 2


def currency_in(question: str) -> str | None:
    """Return the ISO code of a currency that the question names; "us dollars" before "dollars"."""
    words = [word.strip("?!.,;:¿¡") for word in fold(question).split()]
    for size in range(_LONGEST_NAME, 0, -1):
        for at in range(len(words) - size + 1):
            code = currency_words().get(" ".join(words[at : at + size]))
            if code:
                return code
    return None


async def converted(
    targets: Sequence[Target], code: str, tool: ReadTool, book: Phrasebook, language: str
) -> str | None:
    """Return each total with its value in another currency; None where none is in a currency of its own."""
    said: list[str] = []
    dated: JsonValue = None
    for target in targets:
        if not target.total or target.total["currency"] == code:
            continue
        result = await tool({**target.total, "to": code})
        if not isinstance(result, Mapping) or "error" in result:
            return book.say("no_rate", currency=code)
        dated = result.get("rates_of")
        said.append(_line(target, result, book, language))
    if not said:
        return None
    note = [book.say("simulated")] if any(target.simulated for target in targets) else []
    return " ".join([*said, book.say("rates_of", date=day(dated, language) or "–"), *note])


def _line(target: Target, result: Mapping[str, object], book: Phrasebook, language: str) -> str:
    value = book.say("converted", total=money(target.total, language), converted=money(result, language))
    return labelled([(target, value)], book)[0]
