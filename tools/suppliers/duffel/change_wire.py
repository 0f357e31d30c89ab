"""Duffel's changes by request as typed values. Only what is read, as in ``wire``. A negative amount is paid back."""

from datetime import datetime

from pydantic import AliasChoices, Field

from tripintent.state.money import Currency
from tripintent.tools.suppliers.duffel.wire import DuffelPart, Slice
from tripintent.tools.suppliers.shared.over_http import Amount


class ChangedSlices(DuffelPart):
    """The ways that are flown instead, and those that are given up."""

    add: tuple[Slice, ...] = Field(min_length=1)


class ChangeOffer(DuffelPart):
    """An airline's price for a change; older replies name the penalty otherwise."""

    id: str = Field(min_length=1)
    live_mode: bool = False
    expires_at: datetime
    change_total_amount: Amount
    change_total_currency: Currency
    new_total_amount: Amount
    new_total_currency: Currency
    penalty_total_amount: Amount | None = Field(
        default=None, validation_alias=AliasChoices("penalty_total_amount", "penalty_amount")
    )
    penalty_total_currency: Currency | None = Field(
        default=None, validation_alias=AliasChoices("penalty_total_currency", "penalty_currency")
    )
    refund_to: str | None = None
    slices: ChangedSlices


class ChangeRequest(DuffelPart):
    """The request for a change, with what the airline offers."""

    id: str = Field(min_length=1)
    order_id: str
    order_change_offers: tuple[ChangeOffer, ...] = ()


class OrderChange(ChangeOffer):
    """A change that waits for its confirmation, or was confirmed."""

    order_id: str = Field(min_length=1)
    created_at: datetime
    confirmed_at: datetime | None = None
