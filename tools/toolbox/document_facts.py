"""Typed facts of a trip's documents for cards: days of the plan, parts of the checklist, the budget; and which of them are new."""

from collections.abc import Callable, Collection, Iterator
from decimal import Decimal
from itertools import groupby

from pydantic import Field

from tripintent.state.designer import segments
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import has_time
from tripintent.state.designer.ordering import by_time
from tripintent.state.document import TripDocuments, of_kind
from tripintent.state.money import Money
from tripintent.state.planning.budget import Basis, Budget, each_of
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.debts import debts, sharers_of
from tripintent.state.queries import fingerprint
from tripintent.tools.toolbox.facts import FactsPart


class EntryFacts(FactsPart):
    """One entry of a day. Times are those of the place, HH:MM."""

    id: str
    title: str
    flight: tuple[str, ...] = Field(default=(), description="its airline and number, then the airports of its ends")
    starts: str = ""
    ends: str = ""
    until: str = Field(default="", description="the last day of a stay or a rental")
    place: str = ""
    number: str = Field(default="", description="confirmation number")
    booked: bool = Field(default=False, description="a booking or a hold of this trip, or what is chosen for it")
    held: bool = Field(default=False, description="a hold: it is not paid")
    chosen: bool = Field(default=False, description="neither held nor paid")
    unsure: bool = Field(default=False, description="a sight of which no opening days are known")


class DayFacts(FactsPart):
    """One day of the plan, its entries in order of time."""

    day: str
    entries: tuple[EntryFacts, ...]


class DaysFacts(FactsPart):
    """Days of the plan that are shown."""

    days: tuple[DayFacts, ...]


class ItemFacts(FactsPart):
    """An item of the checklist."""

    id: str
    text: str
    done: bool = False


class GroupFacts(FactsPart):
    """A part of the checklist."""

    name: str
    items: tuple[ItemFacts, ...]


class ChecklistFacts(FactsPart):
    """Parts of the checklist that are shown, and counts of the whole."""

    groups: tuple[GroupFacts, ...]
    items: int
    done: int


class ShareFacts(FactsPart):
    """A part of the money, and where the figure comes from."""

    name: str
    amount: Money
    basis: Basis
    held: Money | None = Field(default=None, description="of it, what is held beside what is booked")
    spent: Money | None = Field(default=None, description="logged as spent on it, beside what is booked")


class DebtFacts(FactsPart):
    """What one owes another; an empty name is the one who writes."""

    giver: str = ""
    receiver: str = ""
    amount: Money


class ExchangedFacts(FactsPart):
    """An expense that was paid in other money: what it is counted as, one unit at ``rate``, of the day ``rates_of``."""

    what: str
    amount: Money
    original: Money
    rate: Decimal
    rates_of: str = ""


class PurseFacts(FactsPart):
    """The money of a trip. Without ``total`` there is no budget, only what was spent."""

    spent: Money
    total: Money | None = None
    booked: Money | None = None
    held: Money | None = None
    waits: Money | None = Field(default=None, description="what a change that waits costs; less than 0: brings back")
    lost: Money | None = Field(default=None, description="what did not come back of what was given up; it is spent")
    due_there: Money | None = None
    left: Money | None = None
    overspent: Money | None = Field(default=None, description="what was spent beyond its parts and the reserve")
    per_person: Money | None = None
    per_day: Money | None = None
    shares: tuple[ShareFacts, ...] = ()
    exchanged: tuple[ExchangedFacts, ...] = ()
    debts: tuple[DebtFacts, ...] = ()

    @property
    def short(self) -> "PurseFacts":
        """What an expense changes: the total, what is held, spent, due, left and overspent, and who owes whom."""
        return PurseFacts.model_validate(self.model_dump(exclude={"booked", "per_person", "per_day", "shares"}))


DocumentFacts = DaysFacts | ChecklistFacts | PurseFacts


def marks(documents: TripDocuments) -> tuple[str, ...]:
    """Return what tells each part of the documents from what it was."""
    return tuple(_mark(one) for one in (*_own_days(documents), *_groups(documents), *_purse(documents)))


def new_facts(documents: TripDocuments, seen: Collection[str]) -> Iterator[DocumentFacts]:
    """Yield what is other than was seen: whole days, whole parts of the checklist, the whole budget.

    Days on which nothing is but what is held or booked are shown with the first plan alone: cards of the booking told them.
    """
    own = tuple(_own_days(documents))
    new = tuple(one for one in own if _mark(one) not in seen)
    days = tuple(_days(documents)) if new == own and new else new
    groups = tuple(one for one in _groups(documents) if _mark(one) not in seen)
    if days:
        yield DaysFacts(days=days)
    if groups and (found := of_kind(documents, Checklist)):
        yield ChecklistFacts(groups=groups, items=len(found.items), done=sum(one.checked for one in found.items))
    yield from (one for one in _purse(documents) if _mark(one) not in seen)


def _mark(part: FactsPart) -> str:
    own = {"entries": _own(part)} if isinstance(part, DayFacts) else {}
    return fingerprint(type(part).__name__, part.model_copy(update=own).model_dump_json())


def _own(day: DayFacts) -> tuple[EntryFacts, ...]:
    return tuple(one for one in day.entries if not one.booked)


def _own_days(documents: TripDocuments) -> Iterator[DayFacts]:
    return (one for one in _days(documents) if _own(one))


def _days(documents: TripDocuments) -> Iterator[DayFacts]:
    plan = documents.get(ItineraryDocument.kind)
    timed = by_time(one for one in plan.live if one.start_datetime) if isinstance(plan, ItineraryDocument) else ()
    for day, entries in groupby(timed, key=lambda one: (one.start_datetime or "")[:10]):
        yield DayFacts(day=day, entries=tuple(map(_entry, entries)))


def _entry(one: segments.Segment) -> EntryFacts:
    place, title = segments.start_place(one), segments.title_of(one)
    named = place.name if place and place.name != segments.UNSAID else ""
    starts, ends = one.start_datetime or "", one.end_datetime or ""
    return EntryFacts(
        id=one.id,
        title=title,
        flight=_flown(one) if isinstance(one, segments.FlightSegment) else (),
        starts=starts[11:16] if has_time(starts) else "",
        ends=ends[11:16] if ends[:10] == starts[:10] and has_time(ends) else "",
        until=ends[:10] if segments.is_had(one) and ends[:10] > starts[:10] else "",
        place="" if named in title else named,
        number=one.confirmation_number or "",
        booked=one.source == "booking",
        held=one.status == "HELD",
        chosen=one.source == "booking" and one.status == "TENTATIVE",
        unsure=bool(one.metadata.get("place")) and not one.metadata.get("hours"),
    )


def _flown(one: segments.FlightSegment) -> tuple[str, ...]:
    return (segments.flight_name(one), *(place.code or place.name for place in (one.origin, one.destination) if place))


def _groups(documents: TripDocuments) -> Iterator[GroupFacts]:
    found = documents.get(Checklist.kind)
    for one in found.categories if isinstance(found, Checklist) else ():
        items = (ItemFacts(id=item.id, text=item.text, done=item.checked) for item in one.items)
        yield GroupFacts(name=one.category, items=tuple(items))


def _purse(documents: TripDocuments) -> Iterator[PurseFacts]:
    budget = of_kind(documents, Budget)
    if budget is not None:
        yield purse_facts(budget)


def purse_facts(budget: Budget) -> PurseFacts:
    """Return the money of a trip as cards and files tell it."""

    def money(amount: Decimal) -> Money:
        return Money(amount=amount, currency=budget.currency)

    owed = debts(budget, sharers_of(budget))
    facts = PurseFacts(
        spent=money(budget.spent),
        exchanged=tuple(
            ExchangedFacts(
                what=one.what, amount=money(one.amount), original=one.original, rate=one.rate, rates_of=one.rates_of
            )
            for one in budget.expenses
            if one.original and one.rate
        ),
        debts=tuple(DebtFacts(giver=a or budget.me, receiver=b or budget.me, amount=money(c)) for a, b, c in owed),
    )
    if budget.total_budget:
        known = {"total": budget.total_budget, "booked": budget.paid, "left": budget.left}
        known |= {"held": budget.due, "waits": budget.waits, "lost": budget.lost, "due_there": budget.due_there}
        facts = facts.model_copy(update={name: money(one) for name, one in known.items()})
    if budget.categories:
        whole = {
            "overspent": money(budget.overspent) if budget.overspent else None,
            "per_person": money(each_of(budget, budget.people)) if budget.people > 1 else None,
            "per_day": money(each_of(budget, budget.days)) if budget.days > 1 else None,
            "shares": tuple(_shares(budget, money)),
        }
        facts = facts.model_copy(update=whole)
    return facts


def _shares(budget: Budget, money: Callable[[Decimal], Money]) -> Iterator[ShareFacts]:
    for one in budget.categories:
        gone = budget.spent_on(one.key)
        yield ShareFacts(
            name=one.category,
            amount=money(one.amount),
            basis=one.basis,
            held=money(one.held) if one.held else None,
            spent=money(gone) if gone else None,
        )
