"""Costs put right, money given back, and who has no share: in words, and in the debts that come of them."""

from decimal import Decimal

import pytest

from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.expenses import debts, logged, sharers_of
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside

READER = WordsReader()
BESIDE = Beside(
    has_budget=True, has_expenses=True, spent_on=("lunch at the port", "boat hire", "museum"), people=("Lena", "Omar")
)


@pytest.mark.parametrize(
    ("language", "text", "what", "amount"),
    [
        ("en", "oops, the boat hire was 64", "boat hire", 64),
        ("en", "actually the museum cost €31.50", "museum", Decimal("31.5")),
        ("en", "The lunch came to 48", "lunch at the port", 48),
        ("en", "sorry, it was 20", "", 20),
        ("en", "correction: we paid 12 for the museum", "museum", 12),
        ("de", "Entschuldigung, das Museum war 33 €", "museum", 33),
        ("it", "scusa, era 20", "", 20),
        ("es", "perdón, fueron 20", "", 20),
        ("fr", "pardon, c'était 20 €", "", 20),
        ("pt", "desculpa, foi 20", "", 20),
    ],
)
def test_an_expense_said_again_is_put_right(language, text, what, amount):
    """The entry is found by its words; beside a word of putting right "it" is the latest one."""
    (said,) = READER.read(text, language, BESIDE).expenses
    assert (said.corrects_what, said.amount) == (what, amount)


@pytest.mark.parametrize(
    "text", ["the hotel was 200", "sorry, our flight was 90 minutes late", "was the museum 30?", "museum was 30"]
)
def test_other_words_put_no_expense_right(text):
    """What was not logged, a question, and a thing named without "the" change nothing."""
    assert all(one.corrects_what is None for one in READER.read(text, "en", BESIDE).expenses)


@pytest.mark.parametrize(
    ("language", "text", "giver", "receiver"),
    [
        ("en", "Omar paid me back 25", "Omar", ""),
        ("en", "I've sent Lena her 25 back", "", "Lena"),
        ("en", "got 25 back from Omar", "Omar", ""),
        ("en", "Yesterday Lena reimbursed Omar 25", "Lena", "Omar"),
        ("en", "omar gave back 25", "Omar", None),
        ("en", "Omar gave back 25", "Omar", None),
        ("de", "Omar hat mir die 25 € zurückgegeben", "Omar", ""),
        ("fr", "Omar m'a rendu 25 €", "Omar", ""),
        ("es", "Omar me devolvió 25 €", "Omar", ""),
        ("es", "A Lena le devolví 25 €", "", "Lena"),
        ("it", "ho restituito 25 € a Lena", "", "Lena"),
        ("pt", "o Omar devolveu-me 25 €", "Omar", ""),
    ],
)
def test_money_given_back_is_no_expense(language, text, giver, receiver):
    """It says who gave it to whom; the speaker is the empty name, and None is asked for."""
    said = READER.read(text, language, BESIDE)
    assert said.repaid is not None
    assert (said.repaid.giver, said.repaid.receiver, said.repaid.amount) == (giver, receiver, 25)
    assert (said.expenses, said.amounts) == ((), ())


@pytest.mark.parametrize(
    "text",
    ["Omar paid 25 for the bus back", "did Omar give me 25 back?", "we are back at 8", "Lena paid 25 on the way back"],
)
def test_a_way_back_is_no_money_given_back(text):
    """Neither a bus back, nor a question."""
    assert READER.read(text, "en", BESIDE).repaid is None


@pytest.mark.parametrize(
    ("language", "text", "payer", "without"),
    [
        ("en", "Lena paid 60 for the boat, for everybody but Omar", "Lena", ("Omar",)),
        ("en", "we paid 60 for the boat for all of us except Omar and me", "", ("Omar", "")),
        ("de", "Lena hat 60 € für das Boot bezahlt, für alle außer Omar", "Lena", ("Omar",)),
        ("es", "Lena pagó 60 € por el barco para todos menos Omar", "Lena", ("Omar",)),
        ("fr", "Lena a payé 60 € pour le bateau, pour tout le monde sauf Omar", "Lena", ("Omar",)),
        ("it", "Lena ha pagato 60 € per la barca per tutti tranne Omar", "Lena", ("Omar",)),
        ("pt", "a Lena pagou 60 € pelo barco, para todos menos Omar", "Lena", ("Omar",)),
    ],
)
def test_all_but_somebody_share(language, text, payer, without):
    """Who is left out is no part of what was paid for."""
    (said,) = READER.read(text, language, BESIDE).expenses
    assert (said.payer, said.without, said.amount) == (payer, without, 60)
    assert "Omar" not in said.what


def _budget(*expenses: Expense) -> Budget:
    budget = Budget(currency="EUR", total_budget=Decimal(500), people=3)
    for one in expenses:
        budget = logged(budget, one)
    return budget


def test_who_is_left_out_owes_nothing_and_the_writer_shares():
    """Everybody but one are the others, the one who writes among them, also who is named later."""
    boat = Expense(id="1", amount=Decimal(60), payer="Lena", without=("Omar",))
    budget = _budget(boat)
    assert debts(budget, sharers_of(budget)) == (("", "Lena", Decimal(30)),)
    later = _budget(boat, Expense(id="2", amount=Decimal(4), payer="Nia", shared_by=("Nia",)))
    assert {(a, c) for a, _, c in debts(later, sharers_of(later))} == {("", Decimal(20)), ("Nia", Decimal(20))}


def test_money_given_back_settles_and_is_not_spent():
    """The debt is gone, what was spent and is left stay."""
    boat = Expense(id="1", amount=Decimal(60), payer="Lena", shared_by=("Lena", ""))
    back = Expense(id="2", amount=Decimal(30), payer="", shared_by=("Lena",), settles=True)
    budget = _budget(boat, back)
    assert debts(budget, sharers_of(budget)) == ()
    assert (budget.spent, budget.left) == (60, 440)
