"""What a supplier's refusal means for money: one table of every known code. A code that is not in it is UNKNOWN.

Sources: Duffel's published error lists (create order, pay, cancel), LiteAPI and Expedia Rapid references, and the codes
of the embedded supplier. ``refused`` means that certainly nothing happened; ``declined`` also, because of the means of
payment; ``lapsed`` also, because the offer or hold is over; ``evidence`` means that an earlier attempt landed: read.
"""

from collections.abc import Mapping

from tripintent.tools.errors import InvalidRequest, OfferGone, Rejected, SupplierError
from tripintent.tools.ports.suppliers import Verdict

__all__ = ["VERDICTS", "Verdict", "verdict"]

REFUSED = (
    # authentication, form and permission: the request was turned away at the door
    "access_token_not_found",
    "expired_access_token",
    "insufficient_permissions",
    "missing_authorization_header",
    "missing_version_header",
    "unsupported_version",
    "bad_request",
    "not_found",
    "validation_required",
    "invalid_data_param",
    "unavailable_feature",
    "unsupported_action",
    # create order: definite rejections
    "ancillary_service_not_available",
    "duplicate_passenger_name",
    "invalid_loyalty_card",
    "invalid_passenger_name",
    "invalid_phone_number",
    "not_valid_with_selected_offer",
    "payments_not_allowed_for_order_type",
    "services_not_allowed_for_order_type",
    "high_fraud_risk",
    "order_not_created",
    # pay: definite rejections
    "order_type_not_eligible_for_payment",
    "payment_amount_does_not_match_order_amount",
    "payment_currency_does_not_match_order_currency",
    "price_changed",
    "schedule_changed",
    # cancel
    "order_cancellation_stale",
    "not_cancellable",
    # the embedded supplier
    "hold_not_supported",
    "missing_traveller_details",
    "wrong_party",
    "not_paid",
    "service_unavailable",
    # ours
    "rejected",
    "failed",
    "wrong_amount",
    "not_supported",
    "not_sent",
    "skipped",
    "never_landed",
    "told_not_done",
    "invalid_request",
    "InvalidRequest",
    "Rejected",
)
DECLINED = (
    "declined",
    "payment_declined",
    "card_declined",
    "insufficient_balance",
    "payment_failed",
    "invalid_payment_method",
)
LAPSED = (
    "offer_no_longer_available",
    "offer_expired",
    "past_payment_required_by_date",
    "hold_expired",
    "order_expired",
    "expired",
    "sold_out",
    "offer_gone",
    "OfferGone",
    "45029",
    "45084",
    "unknown_offer",
)
EVIDENCE = (
    "already_paid",
    "already_cancelled",
    "already_released",
    "duplicate_booking",
    "order_creation_already_attempted",
    "duplicate_itinerary",
    "duplicate_order",
    "45036",
    "45087",
    "idempotency_key_reused",
)
UNCERTAIN = (
    "airline_internal",
    "airline_unknown",
    "internal_server_error",
    "rate_limit_exceeded",
    "45035",
    "55014",
    "55018",
    "timeout",
    "unavailable",
    "rate_limited",
)

_LISTS: tuple[tuple[Verdict, tuple[str, ...]], ...] = (
    ("refused", REFUSED),
    ("declined", DECLINED),
    ("lapsed", LAPSED),
    ("evidence", EVIDENCE),
    ("unknown", UNCERTAIN),
)
VERDICTS: dict[str, Verdict] = {code: meaning for meaning, codes in _LISTS for code in codes}


def verdict(error: Exception, declared: Mapping[str, Verdict] | None = None) -> Verdict:
    """Judge the error of a commit. Only a known code of a certain refusal is one; everything else may have happened.

    ``declared`` are the supplier's own codes, by its capabilities; they count before the common ones.
    """
    if not isinstance(error, SupplierError):
        return "unknown"
    known = (declared or {}).get(error.code) or VERDICTS.get(error.code, "unknown")
    if known == "evidence":
        return known
    return known if isinstance(error, Rejected | OfferGone | InvalidRequest) else "unknown"
