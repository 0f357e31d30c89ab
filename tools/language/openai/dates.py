"""Dates that the model found: the phrase is quoted, the day is computed by code."""

from collections.abc import Iterable

from tripintent.state.frame import Frame
from tripintent.tools.language.openai.phrases import PhraseReader
from tripintent.tools.language.openai.quotes import find_quote
from tripintent.tools.language.openai.said import DateSaid
from tripintent.tools.language.openai.verified import Verified

_FIELDS = {"depart": "depart", "return": "return_", "check_in": "check_in", "check_out": "check_out"}


async def verify_dates(
    said: Iterable[DateSaid], text: str, turn: int, read: PhraseReader, *, known: Frame, into: Verified
) -> None:
    """Keep the date phrases that stand in the message and that code can read; a phrase without a date is asked about."""
    for entry in said:
        slot = _FIELDS[entry.slot]
        span = find_quote(text, entry.said)
        if span is None:
            into.drop(slot, f"not in the message: {entry.said!r}")
            continue
        when = await read.date(slot, span.text, known)
        if when is None:
            into.doubt(slot, "ambiguous_date", span.text)
            continue
        into.put(slot, when.model_copy(update={"said": span.text}), span, turn)
        known = known.model_copy(update={slot: when})
