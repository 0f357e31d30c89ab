"""Answers on holds, approvals, purchases, bookings and the budget."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from tripintent.tools.formats import span, stars
from tripintent.tools.language.replies.answering.figures import assumptions, moment, money, title
from tripintent.tools.language.replies.answering.overview import booked, held, overview
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook
from tripintent.tools.language.replies.formats import Formats, ended
from tripintent.tools.language.replies.reasons import outcome
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.language.replies.told import told

SayFacts = Callable[[Mapping[str, object], Phrasebook, str], str]


def _approval(facts: Mapping[str, Any], book: Phrasebook, language: str) -> list[str]:
    until = moment((facts.get("approval") or {}).get("expires_at"), language)
    return [book.say("approval_until", until=until)] if until else []


def _expiry(facts: Mapping[str, object], book: Phrasebook, language: str) -> str:
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


def _booked(facts: Mapping[str, object], book: Phrasebook, language: str) -> str:
    said = list(booked(facts, book, language))
    return "\n".join(said or [book.say("none_booked"), *held(facts, book, language)])


def _payment(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return the state of the latest purchase; a booking that was cancelled since says so itself.

    Before any, "did it work?" means the last change or the hold: these are said, and that nothing is paid.
    """
    state, note = facts.get("purchase_state"), str(facts.get("purchase_note") or "")
    if not state:
        done = list(held(facts, book, language)) or (
            [_changed(facts, book, language)] if facts.get("last_change") else []
        )
        return "\n".join([*done, book.say("none_paid")])
    if state == "PURCHASED":
        return "\n".join([book.say("paid"), *booked(facts, book, language)])
    return book.say("purchase_stands", standing=ended(outcome(note, state, texts_of(language))))


def _budget(facts: Mapping[str, object], book: Phrasebook, language: str) -> str:
    """Return the budget, and which of the trips on the screen, or the chosen one, stay within it."""
    budget = cast("Mapping[str, Any] | None", facts.get("budget"))
    amount = money(budget, language)
    if not budget or not amount:
        return book.say("no_budget")
    chosen = cast("Mapping[str, Any] | None", facts.get("selected"))
    options = cast("Sequence[Mapping[str, Any]]", facts.get("options") or ())
    totals = [(0, chosen["total"])] if chosen else [(one["number"], one["total"]) for one in options]
    known = [(n, total) for n, total in totals if total and total["currency"] == budget["currency"]]
    within = [n for n, total in known if Decimal(total["amount"]) <= Decimal(budget["amount"])]
    if not known:
        return book.say("budget", budget=amount)
    if not within:
        return book.say("budget_exceeded", budget=amount)
    return book.say("budget_chosen" if chosen else "budget_kept", budget=amount, numbers=", ".join(map(str, within)))


def _assumptions(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    made = assumptions(facts.get("assumptions") or (), language)
    return book.say("assumed", assumed=made) if made else book.say("none_assumed")


def _risks(facts: Mapping[str, Any], book: Phrasebook, _: str) -> str:
    return "\n".join(f"- {risk}" for risk in facts.get("risks") or ()) or book.say("no_risks")


def _refund_due(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return what bookings bring back that were cancelled, or changed at their airline; where none is, that."""
    said = [
        book.say("refund_due", title=title(b.get("title"), language), amount=amount)
        for b in facts.get("bookings") or ()
        if b.get("status") in ("cancelled", "changed") and (amount := money(b.get("refund"), language))
    ]
    return "\n".join(said) or book.say("no_refund_due")


def _receipt(facts: Mapping[str, object], book: Phrasebook, language: str) -> str:
    rows = list(booked(facts, book, language))
    return "\n".join([book.say("receipt"), *rows]) if rows else book.say("none_booked")


def _once(facts: Mapping[str, object], book: Phrasebook, language: str) -> str:
    rows = list(booked(facts, book, language))
    return "\n".join([book.say("bought_once"), *rows]) if rows else book.say("none_paid")


def _ranking(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return how trips are ranked, and the figures of those that are shown."""
    rows = [
        book.say("option", number=option["number"], value=_figures(option, book, language))
        for option in facts.get("options") or ()
    ]
    return "\n".join([book.say("ranking"), *rows])


def _figures(option: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    known = [
        money(option.get("total"), language),
        span(option["minutes"]) if option.get("minutes") else None,
        stars(option["stars"]) if option.get("stars") else None,
        book.say("whole_refund" if option.get("refundable") else "no_whole_refund"),
    ]
    return ", ".join(k for k in known if k)


def _dear(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return what prices follow, and the cheapest of all ranked trips."""
    totals = [total for option in facts.get("ranked") or () if (total := option.get("total"))]
    least = min(totals, key=lambda total: Decimal(str(total["amount"])), default=None)
    said = [book.say("dear"), book.say("dear_least", total=money(least, language)) if least else ""]
    return " ".join(part for part in said if part)


def _airports(facts: Mapping[str, Any], book: Phrasebook, _: str) -> str:
    """Return the names of the airports of the choice, of what is booked, or of the options shown."""
    offers = [*((facts.get("selected") or {}).get("offers") or ()), *(facts.get("bought") or ())]
    flights = offers or [flight for option in facts.get("options") or () for flight in option.get("flights") or ()]
    names = facts.get("airports") or {}
    codes = dict.fromkeys(code for flight in flights for code in flight.get("route") or () if code in names)
    said = [book.say("airport", code=code, name=names[code]) for code in codes]
    return f"{'; '.join(said)}." if said else book.say("plan_empty")


def _changed(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return what the last change was."""
    texts = texts_of(language)
    change = facts.get("last_change")
    return told(change, texts, Formats(texts)) if change else book.say("nothing_changed")


def _next(facts: Mapping[str, Any], book: Phrasebook, _: str) -> str:
    """Return what the traveller does next; an approval that waits is told by what it is for."""
    state, approval = facts.get("state"), facts.get("approval")
    if approval:
        return book.say(f"next_{approval['waits']}" if approval["waits"] in ("change", "cancel") else "next_purchase")
    return book.say(f"next_{state}" if state in _NEXT else "next_start")


_NEXT = ("presenting_options", "risk_checked", "completed")


def _says(key: str) -> SayFacts:
    return lambda _facts, book, _language: book.say(key)


FACT_VALUES: Mapping[str, SayFacts] = {
    "expiry": _expiry,
    "locator": _locator,
    "payment": _payment,
    "booked": _booked,
    "budget": _budget,
    "trip": overview,
    "assumptions": _assumptions,
    "risks": _risks,
    "refund_due": _refund_due,
    "receipt": _receipt,
    "once": _once,
    "ranking": _ranking,
    "dear": _dear,
    "airports": _airports,
    "changed": _changed,
    "next": _next,
    "help": _says("help"),
    "pay_when": _says("pay_when"),
    "infant_seat": _says("infant_seat"),
    "how_are_you": _says("how_are_you"),
    **{key: _says(key) for key in ("languages", "pay_how", "send", "by_land")},
    "disrupted": _says("disrupted"),
    "person": _says("person"),
    "visa": _says("visa"),
    "safety": _says("safety"),
    "weather": _says("weather"),
    "practical": _says("practical"),
    "children_price": _says("children_price"),
}
"""Topics that are about the ledger or the plan; they are never silent."""
