"""A document as lines of a conversation: everything in it, short. Its reasons, sums and files are the exports' matter."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import Document
from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget, BudgetCategory, per_day, per_person
from tripintent.state.planning.checklist import Checklist
from tripintent.tools.planning.day_entries import Entry, entries_by_day
from tripintent.tools.planning.wording import Phrases, phrases

DONE, OPEN = "☑", "☐"


def shown(document: Document, language: str) -> list[str]:
    """Return a checklist, a budget or a day plan as lines; entries begin with a dash. Other documents have none."""
    words = phrases(language)
    if isinstance(document, Checklist):
        return list(_checklist(document))
    if isinstance(document, Budget):
        return list(_budget(document, words))
    return list(_days(document, words)) if isinstance(document, ItineraryDocument) else []


def _checklist(found: Checklist) -> Iterator[str]:
    for one in found.categories:
        yield one.category
        yield from (f"- {DONE if item.checked else OPEN} {item.text}" for item in one.items)
    yield from found.notes


def _budget(found: Budget, words: Phrases) -> Iterator[str]:
    def amount(value: Decimal) -> str:
        return words.money(Money(amount=value, currency=found.currency))

    def part(one: BudgetCategory) -> str:
        estimated = one.basis == "estimate"
        note = words.text("budget", "note_own") if one.basis == "own" else "" if estimated else one.notes
        figures = f"{'≈ ' if estimated else ''}{amount(one.amount)} ({words.number(one.percentage)} %)"
        return f"- {one.category}: {figures}" + (f", {note}" if note else "")

    yield from (part(one) for one in found.categories)
    sums = {"total": found.total_budget, "per_person": per_person(found), "per_day": per_day(found)}
    gone = {name: value for name, value in (("spent", found.spent), ("due", found.due)) if value}
    gone |= {"free": found.free} if gone else {}
    yield " · ".join(f"{words.text('page', name)}: {amount(value)}" for name, value in (sums | gone).items())
    yield from (f"≈ {note}" for note in dict.fromkeys(one.notes for one in found.categories if one.basis == "estimate"))
    yield from (*found.notes, *found.tips)


def _days(found: ItineraryDocument, words: Phrases) -> Iterator[str]:
    def entry(one: Entry) -> str:
        booked = f" ({words.text('page', 'booked')})" if one.booked else ""
        return f"{one.clock} {one.title}".strip() + booked

    for day, entries in entries_by_day(found, words).items():
        name = words.weekday(date.fromisoformat(day)) if day else words.text("page", "undated")
        yield f"- {name}: " + " · ".join(map(entry, entries))
