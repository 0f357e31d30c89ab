"""LiteAPI's rates as ours: boards, what is paid at the property, and until when cancelling is free."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from html.parser import HTMLParser
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tripintent.state.frame import Board
from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.ports.clock import Rates, UnknownCurrency
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.liteapi import wire
from tripintent.tools.suppliers.liteapi.failures import SUPPLIER

CODES: Mapping[Board, Sequence[str]] = table("tools/suppliers/liteapi/codes.yaml")["boards"]
BOARDS: Mapping[str, Board] = {code: board for board, codes in CODES.items() for code in codes}
"""A code is read with its number left off (BB1, BB2); an unknown one promises no meal."""

REFUNDABLE = "RFN"


class PenaltyStep(NamedTuple):
    """From a moment on, cancelling costs this much. None: no one says how much."""

    at: datetime
    fee: Decimal | None


def board_of(rates: Sequence[wire.LiteRate]) -> Board:
    """Return the board that every room has; room only where they differ."""
    boards: set[Board] = {BOARDS.get(rate.board.rstrip("0123456789").upper(), "room_only") for rate in rates}
    return boards.pop() if len(boards) == 1 else "room_only"


def total_of(offer: wire.LiteOffer) -> Money:
    """Return the price of all rooms. Raises SupplierUnavailable where it is not said in one currency."""
    sums = offer.price or tuple(one for rate in offer.rates for one in rate.retail.total[:1])
    if not sums or len({one.currency for one in sums}) > 1 or (not offer.price and len(sums) < len(offer.rates)):
        said = "an offer's price is not said, or in several currencies"
        raise SupplierUnavailable(said, supplier=SUPPLIER, code="unreadable")
    return Money(amount=sum((one.amount for one in sums), Decimal(0)), currency=sums[0].currency)


def due_at_property(rates: Sequence[wire.LiteRate], currency: str, exchange: Rates) -> Money | None:
    """Return what is paid at the desk. What is not said to be included is not; other currencies are converted."""
    due = Decimal(0)
    for charge in (one for rate in rates for one in rate.retail.taxes_and_fees if not one.included and one.amount):
        amount = Money(amount=charge.amount or Decimal(0), currency=charge.currency or currency)
        try:
            due += exchange.convert(amount, currency).amount
        except UnknownCurrency as error:
            said = f"a fee is in {amount.currency}, and its exchange rate is not known"
            raise SupplierUnavailable(said, supplier=SUPPLIER, code="unreadable") from error
    return Money(amount=due, currency=currency) if due else None


def terms_of(policies: Sequence[wire.LitePolicies], total: Money, now: datetime) -> Terms:
    """Return the terms of rooms that are booked together: what cancelling costs now, and until when it is free."""
    if not is_refundable(policies):
        return Terms()
    steps = [step for policy in policies for step in steps_of(policy, total)]
    first = min((step.at for step in steps), default=None)
    if first is None:
        return Terms()  # refundable, and no one says until when: not promised
    if first > now:
        return Terms(refundable=True, free_until=first)
    fee = fee_at(policies, total, now)
    return Terms(refundable=True, refund_penalty=fee) if fee.amount < total.amount else Terms()


def is_refundable(policies: Sequence[wire.LitePolicies]) -> bool:
    """Tell whether every room gives money back."""
    return bool(policies) and all(policy.tag.upper() == REFUNDABLE for policy in policies)


def fee_at(policies: Sequence[wire.LitePolicies], total: Money, moment: datetime) -> Money:
    """Return what cancelling costs at a moment: never more than all, and all where it is not said."""
    if not is_refundable(policies):
        return total
    fee = Decimal(0)
    for policy in policies:
        steps = steps_of(policy, total)
        begun = [step for step in steps if step.at <= moment]
        if not steps or (begun and begun[-1].fee is None):
            return total
        fee += begun[-1].fee or Decimal(0) if begun else Decimal(0)
    return Money(amount=min(fee, total.amount), currency=total.currency)


def next_step(policies: Sequence[wire.LitePolicies], total: Money, moment: datetime) -> datetime | None:
    """Return when cancelling gets dearer the next time."""
    return min((s.at for policy in policies for s in steps_of(policy, total) if s.at > moment), default=None)


def steps_of(policy: wire.LitePolicies, total: Money) -> list[PenaltyStep]:
    """Return the steps in time order; those that cost nothing are left out."""
    found = []
    for one in policy.penalties:
        plain = one.type in ("", "amount") and one.currency in (None, total.currency)
        fee = one.amount if plain else None
        if fee is None or fee > 0:
            found.append(PenaltyStep(_moment(one), fee))
    return sorted(found, key=lambda step: step.at)


def _moment(penalty: wire.Penalty) -> datetime:
    """Return a deadline with its zone; GMT where none is said, or one that no one knows."""
    if penalty.from_.tzinfo:
        return penalty.from_.astimezone(UTC)
    try:
        zone = ZoneInfo(penalty.timezone or "UTC")
    except (ValueError, OSError):
        zone = ZoneInfo("UTC")
    return penalty.from_.replace(tzinfo=zone).astimezone(UTC)


class _Letters(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


def plain_words(rates: Sequence[wire.LiteRate]) -> str:
    """Return the rooms and what the hotel remarks, without markup."""
    reader = _Letters()
    for rate in dict.fromkeys((rate.name, rate.remarks) for rate in rates):
        reader.feed(". ".join(filter(None, rate)) + " ")
    return " ".join(filter(None, reader.words))
