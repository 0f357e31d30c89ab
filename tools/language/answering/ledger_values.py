"""What is said of holds, approvals, bookings and the budget."""

from collections.abc import Callable, Mapping
from typing import Any

from tripintent.tools.language.answering.figures import moment, money
from tripintent.tools.language.answering.overview import booked, held, overview
from tripintent.tools.language.answering.phrasebook import Phrasebook

SayFacts = Callable[[Mapping[str, Any], Phrasebook, str], str]


def _approval(facts: Mapping[str, Any], book: Phrasebook, language: str) -> list[str]:
    until = moment((facts.get("approval") or {}).get("expires_at"), language)
    return [book.say("approval_until", until=until)] if until else []


def _expiry(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    said = [*held(facts, book, language), *_approval(facts, book, language)]
    open_ended = facts.get("holds") and not said
    return " ".join(said) or book.say("held_open" if open_ended else "none_held")


def _locator(facts: Mapping[str, Any], book: Phrasebook, _: str) -> str:
    said = [
        book.say("locator", title=b.get("title") or "–", locator=b["locator"])
        for b in facts.get("bookings") or ()
        if b.get("locator")
    ]
    return " ".join(said) or book.say("none_booked")


def _booked(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    said = list(booked(facts, book, language))
    return "\n".join(said or [book.say("none_booked"), *held(facts, book, language)])


def _budget(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    amount = money(facts.get("budget"), language)
    return book.say("budget", budget=amount) if amount else book.say("no_budget")


FACT_VALUES: Mapping[str, SayFacts] = {
    "expiry": _expiry,
    "locator": _locator,
    "booked": _booked,
    "budget": _budget,
    "trip": overview,
}
"""Topics that are about the ledger or the plan; they are never silent."""
