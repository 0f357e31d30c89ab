"""Checks of an order before anything is written: names, birth dates, an address, a usable payment token."""

from datetime import date

from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.embedded.option_ids import Sealed
from tripintent.tools.suppliers.embedded.refusals import rejected

TOKEN_PREFIX = "pm_"  # noqa: S105 - the shape of a token, not one
DECLINED_PREFIX = "pm_declined"


def check_travellers(request: OrderRequest, sealed: Sealed) -> None:
    """Check what the supplier needs to hold. Raises Rejected ``missing_traveller_details`` or ``wrong_party``."""
    people = request.travellers
    if request.offer.kind == "hotel":
        people = people[:1]
    elif len(people) != sealed.units + sealed.laps:
        expected = sealed.units + sealed.laps
        raise rejected(f"the offer is for {expected} travellers, {len(people)} are named", "wrong_party")
    if not people or not all(p.given_name.strip() and p.family_name.strip() for p in people):
        raise rejected("each traveller needs a given and a family name", "missing_traveller_details")
    if request.offer.kind == "flight" and "@" not in (request.contact.email or ""):
        raise rejected("an e-mail address is needed", "missing_traveller_details")


def check_birth_dates(request: OrderRequest) -> None:
    """Check what the supplier needs to issue tickets at once. Raises Rejected ``missing_traveller_details``."""
    if request.offer.kind == "flight" and not all(_is_date(p.date_of_birth) for p in request.travellers):
        raise rejected("each traveller needs a date of birth (YYYY-MM-DD)", "missing_traveller_details")


def check_payment_method(method: str) -> None:
    """Accept any token ``pm_…`` but ``pm_declined…``. Raises Rejected."""
    if method.startswith(DECLINED_PREFIX):
        raise rejected("the payment was declined", "payment_declined")
    if not method.startswith(TOKEN_PREFIX):
        raise rejected(f"{method!r} is no payment token; tokens begin with {TOKEN_PREFIX}", "invalid_payment_method")


def _is_date(text: str | None) -> bool:
    try:
        date.fromisoformat(text or "")
    except ValueError:
        return False
    return True
