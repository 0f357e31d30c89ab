"""What is said of holds, approvals, purchases, bookings and the budget."""

from collections.abc import Callable, Mapping
from typing import Any

from tripintent.tools.language.answering.figures import assumptions, moment, money, title
from tripintent.tools.language.answering.overview import booked, held, overview
from tripintent.tools.language.answering.phrasebook import Phrasebook
from tripintent.tools.language.offline.formats import ended
from tripintent.tools.language.offline.reasons import outcome
from tripintent.tools.language.offline.texts import texts_of

SayFacts = Callable[[Mapping[str, Any], Phrasebook, str], str]


def _approval(facts: Mapping[str, Any], book: Phrasebook, language: str) -> list[str]:
    until = moment((facts.get("approval") or {}).get("expires_at"), language)
    return [book.say("approval_until", until=until)] if until else []


def _expiry(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    said = [*held(facts, book, language), *_approval(facts, book, language)]
    open_ended = facts.get("holds") and not said
    return " ".join(said) or book.say("held_open" if open_ended else "none_held")


def _locator(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    said = [
        book.say("locator", title=title(b.get("title"), language), locator=b["locator"])
        for b in facts.get("bookings") or ()
        if b.get("locator")
    ]
    return " ".join(said) or book.say("none_booked")


def _booked(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    said = list(booked(facts, book, language))
    return "\n".join(said or [book.say("none_booked"), *held(facts, book, language)])


def _payment(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return how the latest purchase stands; a booking that was cancelled since says so itself."""
    state, note = facts.get("purchase_state"), str(facts.get("purchase_note") or "")
    if not state:
        return book.say("none_paid")
    if state == "PURCHASED":
        return "\n".join([book.say("paid"), *booked(facts, book, language)])
    return book.say("purchase_stands", standing=ended(outcome(note, state, texts_of(language))))


def _budget(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    amount = money(facts.get("budget"), language)
    return book.say("budget", budget=amount) if amount else book.say("no_budget")


def _assumptions(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    made = assumptions(facts.get("assumptions") or (), language)
    return book.say("assumed", assumed=made) if made else book.say("none_assumed")


def _risks(facts: Mapping[str, Any], book: Phrasebook, _: str) -> str:
    return "\n".join(f"- {risk}" for risk in facts.get("risks") or ()) or book.say("no_risks")


def _help(_: Mapping[str, Any], book: Phrasebook, _language: str) -> str:
    return book.say("help")


FACT_VALUES: Mapping[str, SayFacts] = {
    "expiry": _expiry,
    "locator": _locator,
    "payment": _payment,
    "booked": _booked,
    "budget": _budget,
    "trip": overview,
    "assumptions": _assumptions,
    "risks": _risks,
    "help": _help,
}
"""Topics that are about the ledger or the plan; they are never silent."""
