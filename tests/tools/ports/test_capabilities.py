"""What a supplier declares, and what follows from it."""

from typing import Any

import pytest
from pydantic import ValidationError

from tripintent.state.travellers import Need
from tripintent.tools.ports.suppliers import Capabilities

BIRTH = Need(what="date_of_birth", when="purchase")
METHOD = Need(what="payment_method", when="purchase", of="buyer")


@pytest.mark.parametrize(("hold", "when"), [("hard", "hold"), ("soft", "purchase"), ("none", "purchase")])
def test_people_are_needed_by_the_call_that_carries_them(hold: str, when: str) -> None:
    """Paying for a held order carries nobody: what is demanded of people by then is demanded by the hold."""
    needs = Capabilities(supplier="s", hold=hold, needs=(BIRTH, METHOD)).needs
    assert needs == (BIRTH.model_copy(update={"when": when}), METHOD)


@pytest.mark.parametrize("wrong", [{"holds": "hard"}, {"takes": ("sea",)}])
def test_a_misspelt_promise_is_refused(wrong: dict[str, Any]) -> None:
    """It would be taken as one that was not made."""
    with pytest.raises(ValidationError):
        Capabilities(supplier="s", **wrong)
