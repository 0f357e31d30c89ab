"""Several expenses in one message: each has who paid it."""

import pytest

from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside

BESIDE = Beside(has_budget=True, has_checklist=True)


@pytest.mark.parametrize(
    ("language", "text", "paid"),
    [
        ("en", "I paid 320 for the flights, Kim paid 410 for the hotel", [("320", ""), ("410", "Kim")]),
        ("en", "Ana paid 30 for lunch and Tom paid 12 for coffee", [("30", "Ana"), ("12", "Tom")]),
        ("en", "Kim paid 12 for coffee and 30 for a taxi", [("12", "Kim"), ("30", "Kim")]),
        ("en", "Kim paid 12 for coffee", [("12", "Kim")]),
        ("de", "Kim hat 410 fürs Hotel bezahlt", [("410", "Kim")]),
    ],
)
def test_each_expense_has_its_payer(language, text, paid):
    """The nearest one named before it; without a verb of paying the one before; '' is the speaker."""
    found = WordsReader().read(text, language, BESIDE).expenses
    assert [(str(one.amount), one.payer) for one in found] == paid
