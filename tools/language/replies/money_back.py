"""What an airline's change of a booking brings back, in words: how much, and to where."""

from collections.abc import Mapping
from typing import Any

from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.texts import Texts

Facts = Mapping[str, Any]


def money_back(facts: Facts | None, texts: Texts, formats: Formats) -> list[str]:
    """Return what comes back and to where, from ``refund`` and ``refund_to``; nothing where nothing does."""
    if not facts or not facts.get("refund"):
        return []
    return [texts.word(f"back.{facts.get('refund_to') or 'unknown'}").format(formats.money(facts["refund"]))]


def airline_change(facts: Facts, texts: Texts, formats: Formats) -> str:
    """Return that an airline changes a booking, and what that brings back."""
    return "; ".join((texts.word("change.at_airline"), *money_back(facts, texts, formats)))
