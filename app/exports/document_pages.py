"""Documents as plain pages of headed tables, in the words of their language: what every form of export is written from."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal

from tripintent.app.pictures.plan_map import MapStop, plan_maps
from tripintent.app.pictures.svg import printed
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import by_time
from tripintent.state.designer.segments import Segment, start_place, title_of
from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.debts import debts, sharers_of
from tripintent.tools.cards.documents import sum_lines
from tripintent.tools.cards.words import CardWords
from tripintent.tools.planning.showing import DocumentPhrases, entries_by_day, note_of, phrases, tips_of
from tripintent.tools.toolbox.document_facts import purse_facts


@dataclass(frozen=True)
class PageSection:
    """A headed table. ``boxes`` are the ticks of its rows, where it is a list to tick."""

    heading: str
    columns: list[str]
    rows: list[list[str]]
    boxes: list[bool]


@dataclass(frozen=True)
class DocumentPage:
    """One document."""

    title: str
    language: str
    lead: str
    sections: list[PageSection]
    notes: list[str]
    pictures: tuple[str, ...] = ()

    def plain(self) -> dict[str, object]:
        """Return it as JSON-able data."""
        return asdict(self)


def checklist_page(found: Checklist) -> DocumentPage:
    """Return a checklist: one list a category, each item with its reason."""
    words = phrases(found.language)
    columns = [words.text("page", "item"), words.text("page", "why")]
    sections = [
        PageSection(one.category, columns, [[i.text, i.why] for i in one.items], [i.checked for i in one.items])
        for one in found.categories
    ]
    return DocumentPage(found.title, words.code, "", sections, list(found.notes))


def budget_page(found: Budget) -> DocumentPage:
    """Return a budget: its parts, its sums, its expenses, and who owes whom."""
    words = phrases(found.language)

    def amount(value: Decimal) -> str:
        return words.formats.estimate(Money(amount=value, currency=found.currency))

    parts = [
        [one.category, amount(one.amount), f"{words.formats.number(one.percentage)} %", note_of(one, words)]
        for one in found.categories
        if one.amount >= 0
    ]
    columns = [words.text("page", name) for name in ("part", "amount", "share", "source")]
    told = [[one.label, one.money] for one in sum_lines(purse_facts(found), CardWords(found.language))]
    sections = [
        *([PageSection(words.text("page", "part"), columns, parts, [])] if parts else []),
        PageSection(words.text("page", "sums"), ["", words.text("page", "amount")], told, []),
        *_expenses(found, words, amount),
    ]
    lead = words.text("page", "made_of", people=words.people(found.people), days=words.days(found.days))
    return DocumentPage(found.title, words.code, lead, sections, tips_of(found))


def _expenses(found: Budget, words: DocumentPhrases, amount: Callable[[Decimal], str]) -> list[PageSection]:
    def name(who: str) -> str:
        return who or words.text("page", "you")

    if not found.expenses:
        return []
    columns = [words.text("page", one) for one in ("what", "amount", "payer")]
    rows = [[one.what, amount(one.amount), ", ".join(name(by.name) for by in one.paid_by)] for one in found.expenses]
    sections = [PageSection(words.text("page", "expenses"), columns, rows, [])]
    owed = [[f"{name(debtor)} → {name(lender)}", amount(a)] for debtor, lender, a in debts(found, sharers_of(found))]
    if owed:
        sections.append(PageSection(words.text("page", "debts"), ["", words.text("page", "amount")], owed, []))
    return sections


def days_page(found: ItineraryDocument, language: str) -> DocumentPage:
    """Return the day plan: one table a day, in the order of the clock, and where one sleeps; its places on a map."""
    words = phrases(language)
    stops = _stops(found)
    drawn = tuple(map(printed, plan_maps(stops, found.title)))

    def numbers(one: Segment) -> list[str]:
        return ["".join(str(stop.number) for stop in stops if stop.of == one.id)] if drawn else []

    days = {
        day: [
            [
                clock,
                title,
                place,
                *numbers(one),
                words.text("page", "booked" if one.status == "CONFIRMED" else "planned"),
            ]
            for clock, title, place, one in entries
        ]
        for day, entries in entries_by_day(found, words).items()
    }
    names = ("time", "what", "place", *(["map"] if drawn else []), "state")
    columns = [words.text("page", name) for name in names]
    named = {
        day: words.formats.full_date(date.fromisoformat(day)) if day else words.text("page", "undated") for day in days
    }
    sections = [PageSection(named[day], columns, rows, []) for day, rows in days.items()]
    return DocumentPage(found.title, words.code, "", sections, [], drawn)


def _stops(found: ItineraryDocument) -> list[MapStop]:
    """Return the places of the plan that lie somewhere, numbered in the order of the clock."""
    placed = [
        (segment.id, title_of(segment), str(segment.start_datetime)[:10], place.coordinates)
        for segment in by_time(found.live)
        if segment.start_datetime and (place := start_place(segment)) and place.coordinates
    ]
    return [MapStop(n, of, title, day, at.latitude, at.longitude) for n, (of, title, day, at) in enumerate(placed, 1)]
