"""Comparing what was approved with what is for sale now: dearer or worse in anything needs a new approval."""

from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.tools.ledger.holds import HoldRow


def differences(hold: HoldRow, price: Money, terms: Terms) -> tuple[str, ...]:
    """Return what got dearer or worse, one sentence each; empty when everything is as good as approved."""
    found = [_dearer(hold.total, price), *_worse(hold.terms, terms)]
    return tuple(f"{hold.title}: {text}" for text in found if text)


def _dearer(before: Money, now: Money) -> str:
    if before.currency != now.currency:
        return f"is now charged in {now.currency} ({now} instead of {before})"
    return f"{now} instead of {before}" if now.amount > before.amount else ""


def _worse(before: Terms, now: Terms) -> list[str]:
    return [
        "is no longer refundable" if before.refundable and not now.refundable else "",
        _penalty("a refund", before.refundable and now.refundable, before.refund_penalty, now.refund_penalty),
        "can no longer be changed" if before.changeable and not now.changeable else "",
        _penalty("a change", before.changeable and now.changeable, before.change_penalty, now.change_penalty),
        _free_until(before, now),
    ]


def _penalty(what: str, applies: bool, before: Money | None, now: Money | None) -> str:  # noqa: FBT001 - a fact, not a mode
    if not applies or now is None or now == before:
        return ""
    if before is not None and before.currency == now.currency and now.amount <= before.amount:
        return ""
    return f"{what} now costs {now} instead of {before or 'nothing'}"


def _free_until(before: Terms, now: Terms) -> str:
    if before.free_until is None or (now.free_until is not None and now.free_until >= before.free_until):
        return ""
    until = "not at all" if now.free_until is None else f"only until {now.free_until:%d %b %Y %H:%M %Z}"
    return f"can be cancelled free of charge {until}, instead of until {before.free_until:%d %b %Y %H:%M %Z}"
