"""The table of supplier codes: every known code has one meaning, everything else is unknown."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tripintent.tools.desk.outcomes import MEANINGS, VERDICTS, meaning, verdict
from tripintent.tools.errors import CommitRejected, OfferGone, SupplierTimeout, Unknown
from tripintent.tools.suppliers import embedded
from tripintent.tools.suppliers.duffel.failures import CODES as DUFFELS
from tripintent.tools.suppliers.embedded.faults import CODES as OWN

IN_DOUBT = {"airline_internal", "airline_unknown", "internal_server_error", "rate_limit_exceeded"}
DUFFEL = [
    "access_token_not_found", "expired_access_token", "insufficient_permissions", "missing_authorization_header",
    "missing_version_header", "unsupported_version", "bad_request", "not_found", "validation_required",
    "invalid_data_param", "offer_no_longer_available", "ancillary_service_not_available", "duplicate_booking",
    "duplicate_passenger_name", "invalid_loyalty_card", "insufficient_balance", "already_cancelled",
    "airline_internal", "airline_unknown", "order_not_created", "order_cancellation_stale", "rate_limit_exceeded",
    "unavailable_feature", "unsupported_action", "internal_server_error", "offer_expired", "payment_declined",
    "invalid_passenger_name", "invalid_phone_number", "not_valid_with_selected_offer",
    "payments_not_allowed_for_order_type", "services_not_allowed_for_order_type", "high_fraud_risk", "price_changed",
    "order_creation_already_attempted", "order_type_not_eligible_for_payment",
    "payment_amount_does_not_match_order_amount", "payment_currency_does_not_match_order_currency", "already_paid",
    "past_payment_required_by_date", "schedule_changed",
]  # fmt: skip


@pytest.mark.parametrize("code", DUFFEL)
def test_every_published_code_of_duffel_has_a_meaning(code: str) -> None:
    """No code of the reference list is left to chance: what is in doubt is so on purpose."""
    assert (meaning(code, DUFFELS) == "unknown") == (code in IN_DOUBT)


def test_every_code_of_the_embedded_supplier_has_a_meaning() -> None:
    """Its source names its codes; a new one without a meaning fails here."""
    sources = Path(next(iter(embedded.__path__))).glob("*.py")
    pattern = re.compile(r"""(?:rejected|gone)\((?:[^()]|\([^()]*\))*?"([a-z_]+)"\s*\)""")
    codes = {code for source in sources for code in pattern.findall(source.read_text())}
    assert {"already_paid", "offer_no_longer_available", "payment_declined"} <= codes
    assert codes - set(VERDICTS) - set(OWN) == set()
    assert set(OWN) <= codes


def test_no_code_has_two_meanings() -> None:
    """The lists of the table do not overlap, and no supplier says again what the port says."""
    counts = Counter(code for codes in MEANINGS.values() for code in codes)
    assert [code for code, count in counts.items() if count > 1] == []
    assert set(VERDICTS) & {*DUFFELS, *OWN} == set()


def test_a_code_counts_for_the_supplier_that_declares_it() -> None:
    """The same code is in doubt where it comes from another supplier."""
    assert verdict(CommitRejected("no", code="insufficient_balance"), DUFFELS) == "declined"
    assert verdict(CommitRejected("no", code="insufficient_balance"), OWN) == "unknown"


def test_only_a_certain_refusal_is_one() -> None:
    """The class of the error must agree with the table before anything counts as refused."""
    assert verdict(CommitRejected("no", code="payment_declined"), {}) == "declined"
    assert verdict(OfferGone("gone", code="offer_expired"), {}) == "lapsed"
    assert verdict(CommitRejected("?", code="never_seen_before"), OWN) == "unknown"
    assert verdict(CommitRejected("no"), OWN) == verdict(CommitRejected("no", code="its_own"), {}) == "refused"
    assert verdict(OfferGone("gone", code="its_own"), {}) == "lapsed"
    assert verdict(Unknown("?", code="payment_declined"), {}) == "unknown"
    assert verdict(SupplierTimeout("?", code="bad_request"), {}) == "unknown"
    assert verdict(CommitRejected("?", code="already_paid"), {}) == "evidence"
    assert verdict(ValueError("a bug in the adapter"), {}) == "unknown"
