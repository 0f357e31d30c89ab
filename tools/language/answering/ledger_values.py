"""What is said of holds, approvals, bookings and the budget; None where there are none."""

from collections.abc import Callable, Mapping
from typing import Any

from tripintent.tools.language.answering.figures import moment, money
from tripintent.tools.language.answering.phrasebook import Phrasebook

SayFacts = Callable[[Mapping[str, Any], Phrasebook, str], str | None]


def _hold_expiry(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str | None:
    held = [(h, moment(h.get("expires_at"), language)) for h in facts.get("holds") or ()]
    said = [book.say("held_until", title=h.get("title") or "–", until=until) for h, until in held if until]
    return " ".join(said) or None


def _approval(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str | None:
    approval = facts.get("approval") or {}
    until = moment(approval.get("expires_at"), language)
    return book.say("approval_until", until=until) if until else None


def _expiry(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str | None:
    said = [part for part in (_hold_expiry(facts, book, language), _approval(facts, book, language)) if part]
    return " ".join(said) or None


def _locator(facts: Mapping[str, Any], book: Phrasebook, _: str) -> str | None:
    said = [
        book.say("locator", title=b.get("title") or "–", locator=b["locator"])
        for b in facts.get("bookings") or ()
        if b.get("locator")
    ]
    return " ".join(said) or None


def _budget(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str | None:
    amount = money(facts.get("budget"), language)
    return book.say("budget", budget=amount) if amount else None


FACT_VALUES: Mapping[str, SayFacts] = {"expiry": _expiry, "locator": _locator, "budget": _budget}
"""Topics that are about the ledger or the plan."""
