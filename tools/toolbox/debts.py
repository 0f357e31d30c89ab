"""Who owes whom, to the cent, and what was given back."""

from decimal import Decimal

from pydantic import Field, JsonValue

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.document import of_kind
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.changes import Spend
from tripintent.state.planning.debts import balances, debts, doubtful, sharers_of, unnamed
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.purse import Name, PlainSum, Purse, Wrong, amount_facts, purse_of
from tripintent.tools.toolbox.spending import grown_up, with_people


class DebtPaid(Arguments):
    """Money that one gave back to another."""

    giver: Name
    receiver: Name
    amount: PlainSum


class Settling(Arguments):
    """What was paid back since, and who shares."""

    paid_back: tuple[DebtPaid, ...] = Field(default=(), max_length=20)
    people: tuple[Name, ...] = Field(default=(), max_length=30, description="all who share costs, where not known yet")
    me: Name | None = Field(default=None, description="name of the one who writes")


@tool("documents", "WRITE")
async def settle_up(scene: Scene, said: Settling) -> Act:
    """Work out who owes whom, to the cent; with paid_back it records first what was given back.

    Call it for 'who owes whom', 'Ben gave me the 20 back'.
    Args: paid_back, what was given back since; me and people where names are not known yet.
    Returns: what each paid, the balance of each (together nothing), and the fewest payments that settle it.
    Raises: rejected where not all who share are known by name, or it is not known who writes.
    """
    try:
        currency = next((one.amount.currency for one in said.paid_back if one.amount.currency), None)
        purse = with_people(await purse_of(scene, currency), said.me, said.people, grown_up(scene.trip))
        for number, one in enumerate(said.paid_back):
            purse = purse.changed(_repayment(purse, one, f"paid_back[{number}]"))
        lacks = _lacks(purse.budget)
        facts = _settled(purse.budget) if not lacks else {}
        act = purse.act(**facts)
    except Wrong as wrong:
        return Act(wrong.outcome)
    wrote = purse.budget != of_kind(scene.documents, Budget) and bool(said.paid_back or said.people or said.me)
    if lacks:
        refused = Outcome(ok=wrote, rejected=(lacks,), facts=act.outcome.facts)
        return Act(refused, documents=act.documents if wrote else {})
    return act if wrote else Act(act.outcome.model_copy(update={"changed": ()}))


def _lacks(budget: Budget) -> Rejected | None:
    """Return what is not known of who shares: names, or who of all it was before somebody joined."""
    if count := unnamed(budget):
        why = f"{count} who share are not known by name: ask, and give all names in people"
        return Rejected(path="people", why=why, candidates=tuple(n or budget.me or "me" for n in sharers_of(budget)))
    if open_ := doubtful(budget):
        why = "somebody joined after these were written, and who shared them is not known: ask, then correct_expense shared_by"
        return Rejected(
            path="people", why=why, candidates=tuple(f"{one.id}: {one.what}, for {one.heads}" for one in open_)
        )
    return None


def _repayment(purse: Purse, one: DebtPaid, path: str) -> Spend:
    giver, receiver = purse.person(one.giver, f"{path}.giver"), purse.person(one.receiver, f"{path}.receiver")
    if giver == receiver:
        raise Wrong("giver and receiver are the same person", f"{path}.receiver")
    what = purse.own.words.phrase("repaid_what", {}, purse.budget.language)
    return Spend(
        amount=one.amount.amount,
        currency=one.amount.currency or purse.budget.currency,
        what=what,
        payer=giver,
        shared_by=(receiver,),
        settles=True,
    )


def _settled(budget: Budget) -> dict[str, JsonValue]:
    people, currency = sharers_of(budget), budget.currency
    paid = dict.fromkeys(people, Decimal(0))
    for one in budget.expenses:
        for each in one.paid_by if not one.settles else ():
            paid[each.name] += each.amount
    found = balances(budget, people) if budget.expenses else {}
    payments: list[JsonValue] = [
        {"from": budget.named(a), "to": budget.named(b), "amount": amount_facts(amount, currency)}
        for a, b, amount in debts(budget, people)
    ]
    return {
        "paid": {budget.named(name): amount_facts(amount, currency) for name, amount in paid.items()},
        "balances": {budget.named(name): amount_facts(amount, currency) for name, amount in found.items()},
        "payments": payments,
    }
