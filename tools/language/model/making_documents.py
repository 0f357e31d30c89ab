"""A model's entries on documents, money and facts, as operations of the planning."""

from collections.abc import Iterator
from decimal import Decimal
from functools import singledispatch

from tripintent.state.planning import operations as op
from tripintent.state.planning.command import AmountSaid, ChecklistEdit, ExpenseSaid, RepaidSaid, SplitSaid
from tripintent.tools.language.model import said_documents as said
from tripintent.tools.language.model.making_days import NotMade
from tripintent.tools.language.model.wishes import amount_of, currency_of
from tripintent.tools.ports.reader import View


@singledispatch
def documents_made(entry: object, _view: View) -> Iterator[op.DocumentOperation]:
    """Yield the operations of one thing that was said of documents. Raises NotMade for a value that cannot be."""
    raise NotMade(type(entry).__name__)
    yield  # pragma: no cover - makes this a generator


@documents_made.register
def _(entry: said.SaidDocument, _view: View) -> Iterator[op.DocumentOperation]:
    makes = entry.do == "make"
    yield op.Documents(
        text=entry.said,
        trigger=makes,
        actions=entry.names or None if makes else None,
        mentioned=entry.names,
        refused=entry.do == "refuse",
        unknown_actions=entry.unknown,
    )


@documents_made.register
def _(entry: said.SaidItem, _view: View) -> Iterator[op.DocumentOperation]:
    for item in entry.items:
        if item.strip():
            yield op.EditList(text=entry.said, edit=ChecklistEdit(op=entry.do, what=item.strip()))


@documents_made.register
def _(entry: said.SaidSpent, _view: View) -> Iterator[op.DocumentOperation]:
    if entry.do == "strike":
        yield op.Strike(text=entry.said, what=entry.what)
        return
    amount, currency = _amount(entry.amount, entry.said), currency_of(entry.currency, entry.said)
    if entry.do == "repay":
        given = RepaidSaid(amount=amount, currency=currency, giver=entry.payer, receiver=entry.receiver)
        yield op.Repay(text=entry.said, repaid=given)
        return
    corrects = entry.what if entry.do == "correct" else None
    spent = ExpenseSaid(
        amount=amount,
        currency=currency,
        what=entry.what,
        corrects_what=corrects,
        payer=entry.payer,
        shared_by=entry.shared_by,
        without=entry.without,
    )
    yield op.Spend(text=entry.said, expense=spent)


@documents_made.register
def _(entry: said.SaidSplit, _view: View) -> Iterator[op.DocumentOperation]:
    split = SplitSaid(between=entry.between, payer=entry.payer, what=entry.what, count=entry.count)
    yield op.Split(text=entry.said, split=split)


@documents_made.register
def _(entry: said.SaidPartAmount, _view: View) -> Iterator[op.DocumentOperation]:
    amount = AmountSaid(
        part=entry.part,
        amount=_amount(entry.amount, entry.said),
        currency=currency_of(entry.currency, entry.said),
        each=entry.each,
        daily=entry.daily,
        words=entry.said,
    )
    yield op.SetAmount(text=entry.said, amount=amount)


@documents_made.register
def _(entry: said.SaidAskMoney, _view: View) -> Iterator[op.DocumentOperation]:
    yield op.AskMoney(text=entry.said, question=entry.question, category=entry.part)


@documents_made.register
def _(entry: said.SaidAskFact, _view: View) -> Iterator[op.DocumentOperation]:
    month = entry.month if entry.month and 1 <= entry.month <= _DECEMBER else None
    yield op.AskFact(text=entry.said, topic=entry.topic, month=month, places=entry.places)


_DECEMBER = 12


def _amount(amount: float | None, quote: str) -> Decimal:
    found = amount_of(amount, quote) if amount is not None else None
    if found is None:
        raise NotMade(f"{amount} is not what {quote!r} says")
    return found
