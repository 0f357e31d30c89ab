"""What was spent, by whom and for whom, put right, given back, and who owes whom. It works without a budget too."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from pydantic import Field

from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.patch import Patch
from tripintent.state.planning.budget import CENT, Budget, Expense, shares
from tripintent.state.planning.changes import PaidPart, Replace, Sharers, Spend, Strike
from tripintent.state.planning.debts import sharers_of
from tripintent.state.trip import Step, TripIntent
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.purse import ME, Name, PlainSum, Positive, Purse, Wrong, expense_facts, purse_of


class Paying(Arguments):
    """Somebody who paid, and how much; without an amount an even part."""

    name: Name = Field(description="'me' is the one who writes")
    amount: Positive | None = None


class Sharing(Arguments):
    """Somebody who shares, and the part: 2 for twice as much as 1, or an amount. Without parts all share evenly."""

    name: Name
    part: Positive | None = None


class ExpenseEntry(Arguments):
    """Money that was spent."""

    amount: PlainSum | None = Field(default=None, description="needed unless a booking is named")
    what: str = Field(default="", max_length=99)
    paid_by: tuple[Paying, ...] = Field(default=(), max_length=30, description="none: the one who writes")
    shared_by: tuple[Sharing, ...] = Field(default=(), max_length=30, description="none: everybody")
    without: tuple[Name, ...] = Field(default=(), max_length=30, description="who of everybody has no share")
    booking: str | None = Field(default=None, description="id of the booking that this paid for, or 'none'")
    me: Name | None = Field(default=None, description="who writes, by name")
    people: tuple[Name, ...] = Field(
        default=(), max_length=30, description="all who share costs, the one who writes too"
    )


@tool("documents", "WRITE")
async def record_expense(scene: Scene, said: ExpenseEntry) -> Act:
    """Record money that somebody spent, with or without a budget. Money given back between people goes to settle_up.

    Call it for 'I paid 40 for dinner', 'Ana and Ben paid the boat, Cy did not come', 'Ben paid our flights' (booking).
    Args: amount and what; who paid and who shares, by name, where it is not the one who writes and everybody.
    Returns: the expense with its id, spent and left. What paid for a booking is counted once.
    Raises: rejected for a name that looks misspelled, amounts that do not add up, or a booking that there is not.
    """
    try:
        paying, sharing = [one.name for one in said.paid_by], [one.name for one in said.shared_by]
        names = {one.casefold() for one in (*paying, *sharing, *said.without)}
        known = grown_up(scene.trip)
        known = known if names <= {*ME, *(one.casefold() for one in known)} else ()
        purse = await purse_of(scene, said.amount.currency if said.amount else None)
        purse = with_people(purse, said.me, said.people, known)
        booking, assumed = _booking(scene, said, purse.budget)
        spend = _spend(purse, said, booking)
        purse = purse.changed(spend)
        purse = purse._replace(assumed=(*purse.assumed, *assumed))
        last = purse.budget.expenses[-1]
        step = Step(label="record_expense", paths=("budget",), expense=last.id)
        kept = Patch(merge={"steps": (*scene.trip.steps, step), "taken_back": ()})
        return replace(purse.act(expense=expense_facts(last, purse.budget)), patches=(kept,))
    except Wrong as wrong:
        return Act(wrong.outcome)


def with_people(purse: Purse, me: str | None, people: Sequence[str], travellers: Sequence[str] = ()) -> Purse:
    """Return the budget with who shares all costs, and who of them writes.

    Without names, those who travel share, and the first of them writes.
    """
    known = purse.budget.sharers
    if not me and not people:
        if known or len(travellers) != purse.budget.people or any(sharers_of(purse.budget)):
            return purse
        told = f"shared by {', '.join(travellers)}, who travel; {travellers[0]} is the one who writes"
        purse = purse.changed(Sharers(people=tuple(travellers), me=travellers[0]))
        return purse._replace(assumed=(*purse.assumed, told))
    names = tuple(dict.fromkeys("" if one.casefold() in ME else one.strip() for one in people)) or known
    purse = purse.changed(Sharers(people=names, me=(me or "").strip()))
    heads = max(purse.budget.people, len(purse.budget.sharers))
    return purse._replace(budget=purse.budget.model_copy(update={"people": heads}))


def grown_up(trip: TripIntent) -> tuple[str, ...]:
    """Return the given names of those who travel, where all are known, differ, and are grown up; else nothing."""
    named = [one.given_name for one in trip.party.guests if one.passenger_type == "adult" and one.given_name]
    together = len(named) == len({*named}) == sum(trip.party.heads()) > 1
    return tuple(named) if together else ()


def _booking(scene: Scene, said: ExpenseEntry, budget: Budget) -> tuple[Booking | None, tuple[str, ...]]:
    """Return the booking that an expense paid for: the one that is named, else the one with exactly this total."""
    bought = [one for one in scene.trip.working_memory.bookings if one.status == "confirmed" and one.total]
    taken = {one.booking: one.id for one in budget.expenses if one.booking}
    there = [f"{one.booking_id}: {one.title}, {one.total}" for one in bought]
    if said.booking and said.booking.casefold() != "none":
        found = next((one for one in bought if said.booking in (one.booking_id, one.locator)), None)
        if found is None:
            raise Wrong("there is no such booking", "booking", there)
        if found.booking_id in taken:
            raise Wrong(
                f"who paid it is noted: correct_expense {taken[found.booking_id]}",
                "booking",
                (taken[found.booking_id],),
            )
        return found, ()
    if said.booking or said.amount is None:
        return None, ()
    total = (said.amount.amount, said.amount.currency or budget.currency)
    same = [
        one
        for one in bought
        if one.total and (one.total.amount, one.total.currency) == total and one.booking_id not in taken
    ]
    if len(same) != 1:
        return None, ()
    return same[0], (f"this paid for the booking {same[0].booking_id} ({same[0].title}): it is counted once",)


def _spend(purse: Purse, said: ExpenseEntry, booking: Booking | None) -> Spend:
    amount = (
        Money(amount=said.amount.amount, currency=said.amount.currency or purse.budget.currency)
        if said.amount
        else None
    )
    amount = amount or (booking.total if booking else None)
    if amount is None:
        raise Wrong("say how much was spent", "amount")
    names, weights = _shared(purse, said.shared_by)
    return Spend(
        amount=amount.amount.quantize(CENT),
        currency=amount.currency,
        what=said.what or (booking.title[:99] if booking else ""),
        booking=booking.booking_id if booking else "",
        shared_by=names,
        weights=weights,
        without=purse.people(said.without, "without"),
        **_paid(purse, said.paid_by, amount.amount),
    )


def _paid(purse: Purse, said: Sequence[Paying], amount: Decimal) -> dict[str, Any]:
    """Return who paid, and how much where several did: amounts that are said add up, without any they are even."""
    names = purse.people((one.name for one in said), "paid_by")
    if len(names) < len(said):
        raise Wrong("somebody is named twice", "paid_by")
    if len(names) < 2:
        return {"payer": names[0] if names else ""}
    parts = [one.amount for one in said if one.amount is not None]
    if not parts:
        parts = list(shares(amount.quantize(CENT), [Decimal(1)] * len(names)))
    if len(parts) < len(names) or sum(parts, Decimal(0)) != amount:
        raise Wrong(f"what each paid has to add up to {amount:f}: say an amount for each, or for none", "paid_by")
    paid = [(name, part) for name, part in zip(names, parts, strict=True) if part > 0]  # of two, one pays the one cent
    return {"payers": tuple(PaidPart(name=name, amount=part) for name, part in paid)}


def _shared(purse: Purse, said: Sequence[Sharing]) -> tuple[tuple[str, ...], tuple[Decimal, ...]]:
    names = purse.people((one.name for one in said), "shared_by")
    parts = tuple(one.part for one in said if one.part is not None)
    if len(names) < len(said) or (parts and len(parts) < len(said)):
        raise Wrong("name each who shares once, with a part for each or for none", "shared_by")
    return names, parts


class Correction(Arguments):
    """What is wrong with an expense; what is left out stays."""

    expense: str = Field(description="its id or its words")
    amount: PlainSum | None = None
    what: str | None = Field(default=None, max_length=99)
    paid_by: tuple[Paying, ...] | None = None
    shared_by: tuple[Sharing, ...] | None = Field(default=None, description="empty: everybody")
    without: tuple[Name, ...] | None = None
    booking: str | None = Field(default=None, description="'none': it did not pay for a booking")
    delete: bool = False
    me: Name | None = None


@tool("documents", "WRITE")
async def correct_expense(scene: Scene, said: Correction) -> Act:
    """Put a recorded expense or repayment right: amount, words, payers, shares; or delete it. Its id stays.

    Call it for 'it was 45, not 54', 'Ben paid that', 'Cy has no part in the taxi', 'strike the museum'.
    Args: expense, and what is wrong with it; delete for one that was none.
    Returns: the expense as it is now, spent and left.
    Raises: rejected where no expense, or several, are meant, with those that there are.
    """
    try:
        purse = with_people(await purse_of(scene, None), said.me, ())
        wrong = _expense(purse, said.expense)
        if said.delete:
            struck = purse.changed(Strike(expense=wrong.id)).act(deleted=expense_facts(wrong, purse.budget))
            steps = tuple(one for one in scene.trip.steps if one.expense != wrong.id)
            return replace(struck, patches=(Patch(merge={"steps": steps}),))
        purse = purse.changed(Replace(expense=wrong.id, by=_put_right(purse, wrong, said)))
        now = next(one for one in purse.budget.expenses if one.id == wrong.id)
        return purse.act(expense=expense_facts(now, purse.budget), before=expense_facts(wrong, purse.budget))
    except Wrong as wrong_:
        return Act(wrong_.outcome)


def _expense(purse: Purse, said: str) -> Expense:
    there = {one.id: one for one in purse.budget.expenses}
    named = said.partition(": ")[0]  # a candidate is told as its id and its words
    ids = (
        (named,)
        if named in there
        else purse.own.reader.match(said, {one.id: one.what for one in there.values() if one.what})
    )
    if len(ids) != 1:
        lines = tuple(f"{one.id}: {one.what}, {one.amount:f} {purse.budget.currency}" for one in there.values())
        raise Wrong(
            "several are meant: give an id" if ids else "no such expense is noted: give an id", "expense", lines
        )
    return there[ids[0]]


def _put_right(purse: Purse, wrong: Expense, said: Correction) -> Spend:
    """Return the expense as it should have been recorded; several payers of another amount paid in the same parts."""
    old = wrong.original or Money(amount=wrong.amount, currency=purse.budget.currency)
    new = said.amount.amount if said.amount else old.amount
    currency = (said.amount.currency if said.amount else None) or old.currency
    without = wrong.without if said.without is None else purse.people(said.without, "without")
    names, weights = _still(wrong, without) if said.shared_by is None else _shared(purse, said.shared_by)
    if said.paid_by is None:
        parts = shares(new, [one.amount for one in wrong.payers])
        paid: dict[str, Any] = {"payer": wrong.payer}
        paid["payers"] = tuple(
            PaidPart(name=o.name, amount=p) for o, p in zip(wrong.payers, parts, strict=True) if p > 0
        )
    else:
        paid = _paid(purse, said.paid_by, new)
    return Spend(
        amount=new,
        currency=currency,
        what=wrong.what if said.what is None else said.what,
        booking="" if said.booking else wrong.booking,
        shared_by=names,
        weights=weights,
        without=without,
        settles=wrong.settles,
        **paid,
    )


def _still(wrong: Expense, without: Sequence[str]) -> tuple[tuple[str, ...], tuple[Decimal, ...]]:
    """Return who shares an expense, and the parts: as before, but whoever has no share now, and whoever has one again."""
    if not wrong.shared_by:
        return (), ()
    again = tuple(name for name in wrong.without if name not in (*without, *wrong.shared_by))
    if again and wrong.weights:
        raise Wrong("its parts are not even: name each who shares, with a part", "shared_by")
    parts = dict(zip(wrong.shared_by, wrong.weights or [Decimal(1)] * len(wrong.shared_by), strict=True))
    names = tuple(name for name in (*wrong.shared_by, *again) if name not in without)
    return names, tuple(parts[name] for name in names) if wrong.weights else ()
