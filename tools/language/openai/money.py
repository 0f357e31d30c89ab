"""Amounts that the model found: the phrase is quoted, the amount is read by code; "cheap" is no amount."""

from collections.abc import Iterable

from tripintent.tools.language.openai.phrases import PhraseReader
from tripintent.tools.language.openai.quotes import find_quote
from tripintent.tools.language.openai.said import MoneySaid
from tripintent.tools.language.openai.verified import Verified


async def verify_money(said: Iterable[MoneySaid], text: str, turn: int, read: PhraseReader, into: Verified) -> None:
    """Keep the amounts that stand in the message and that code can read."""
    for entry in said:
        span = find_quote(text, entry.said)
        amount = await read.amount(span.text) if span else None
        if span is None or amount is None:
            into.drop(entry.slot, f"no amount in the message: {entry.said!r}")
            continue
        into.put(entry.slot, amount.amount, span, turn)
        if amount.currency:
            into.put("currency", amount.currency, span, turn)
        per_person = amount.per_person if amount.per_person is not None else entry.per_person
        if entry.slot != "max_nightly" and per_person is not None:
            into.put("budget_per_person", per_person, span, turn)
