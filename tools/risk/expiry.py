"""Holds and offers that end soon, or have ended."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from tripintent.state.bundles import Issue
from tripintent.state.offers import Offer
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ranking.words import duration

HOLD_SOON = timedelta(hours=2)
"""Whoever must approve may be in a meeting: a hold with less than this left is worth a word."""
OFFER_SOON = timedelta(minutes=15)
"""Offers commonly live for half an hour; only the last minutes of one are news."""


def expiry_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield what ends soon. Once things are held, only the holds count: they keep the price of their offers."""
    if request.hold_expiries:
        yield from _ending("hold", min(request.hold_expiries), HOLD_SOON, request.now)
        return
    offers: tuple[Offer, ...] = (*request.flights, *request.hotels)
    if offers:
        yield from _ending("offer", min(offer.expires_at for offer in offers), OFFER_SOON, request.now)


def _ending(thing: str, ends: datetime, soon: timedelta, now: datetime) -> Iterator[Issue]:
    left = int((ends - now).total_seconds() // 60)
    facts = {"expires_at": ends.isoformat(), "minutes": str(left)}
    if ends <= now:
        text = f"The first {thing} of this trip expired at {_clock(ends)}: new quotes are needed."
        yield Issue(code=f"{thing}_expired", severity="block", text=text, facts=facts)
    elif ends - now < soon:
        text = f"The first {thing} of this trip expires in {duration(left)}, at {_clock(ends)}."
        yield Issue(code=f"{thing}_expires_soon", text=text, facts=facts)


def _clock(moment: datetime) -> str:
    return f"{formats_of('en').clock(moment)} {moment.tzname() or ''}".rstrip()
