"""The old written approval, with its token and payment method."""

import pytest

from tripintent.state.events import UserApprovedPurchase
from tripintent.tools.language.approval_text import approval_of

IDS = "approval_token=tok_9-a payment_method_id=pm_1"


@pytest.mark.parametrize(
    "text",
    [
        f"approve {IDS}",
        f"I approve. {IDS}",
        f"Confirm purchase {IDS}.",
        f"buy it {IDS}",
        "purchase with payment_method_id: 'pm_1', approval_token: 'tok_9-a'",
    ],
)
def test_complete_form(text):
    """Consent with both ids is an approval that carries them as written."""
    assert approval_of(text) == UserApprovedPurchase(approval_token="tok_9-a", payment_method_id="pm_1")


@pytest.mark.parametrize(
    "text",
    [
        f"do not buy {IDS}",
        f"I disapprove {IDS}",
        f"don't approve {IDS}",
        f"if it is refundable, buy it {IDS}",
        f"should I approve {IDS}?",
        "approve approval_token=tok_9-a",
        "approve payment_method_id=pm_1",
        IDS,
    ],
)
def test_anything_less(text):
    """Negated, supposed, asked or incomplete, it approves nothing."""
    assert approval_of(text) is None
