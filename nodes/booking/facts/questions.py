"""Facts for questions about the trip, and what it costs to end or change what is booked by the terms it was bought with."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic import JsonValue

from tripintent.nodes.acknowledged import acknowledged_facts
from tripintent.nodes.booking.choice import chosen_offers, lodging_facts
from tripintent.nodes.booking.facts.bookings import booking_facts
from tripintent.nodes.booking.facts.options import bundle_facts, chosen_facts, money, offer_facts, offers_of
from tripintent.nodes.booking.paging import SHOWN
from tripintent.state.applying import changed_fields
from tripintent.state.booking import Booking
from tripintent.state.derived import assumed, current_ranking, current_risk, now_of, selected_bundle, waits_for
from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.language import ParseResult
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.describe import fee_now
from tripintent.tools.toolbox.nearness import spot_facts, spot_of

RANKED = 12
"""Options that a question may name by number; those on the page that is shown are what "which one" is about."""

ASKED = "fare difference priced when a day is named"
"""The price of a new day beside a fee: the seller says it once one asks for that day."""


async def facts_for_questions(trip: TripIntent, ports: Ports) -> dict[str, JsonValue]:
    """Return the trip as plain facts: plan, options shown, choice, risks, holds, approval, purchase, bookings."""
    ranking, bundle, report = current_ranking(trip), selected_bundle(trip), current_risk(trip)
    spot = await spot_of(trip, ports)
    bundles = ranking.bundles[:RANKED] if ranking else ()
    offers = await offers_of(bundles, trip, ports) if bundles else {}
    ranked: list[Any] = [bundle_facts(n, one, trip, offers, spot) for n, one in enumerate(bundles, 1)]
    first = trip.working_memory.shown_from
    shown = ranked[first : first + SHOWN] or ranked[:SHOWN]
    chosen = await chosen_offers(trip, ports)
    selected: dict[str, Any] | None = None
    if bundle:
        selected = {"total": money(bundle.estimated_total), "offers": chosen_facts(chosen, spot)}
    approval = trip.working_memory.approval
    bought = await _bought(trip, ports)
    return {
        "today": trip.request.now_date,
        "state": trip.status.state,
        "plan": _plan(trip, await lodging_facts(trip, chosen, ports)),
        "options": list(shown),
        "near": spot_facts(spot, ranked),
        "selected": selected,
        "assumptions": list(assumed(trip)),
        "risks": [r.text for r in report.risks] if report else [],
        "holds": [_hold(h) for h in trip.working_memory.holds if h.status == "held"],
        "approval": {
            "waits": waits_for(trip),
            "total": money(approval.total),
            "expires_at": approval.expires_at.isoformat(),
        }
        if approval
        else None,
        "purchase_state": trip.working_memory.purchase_state,
        "purchase_note": trip.working_memory.purchase_note,
        "bookings": _bookings(trip),
        "bought": bought,
        "last_change": _last_change(trip),
        "airports": _airports(
            [*(f for option in ranked for f in option["flights"]), *(selected or {}).get("offers", ()), *bought], ports
        ),
        "budget": money(trip.constraints.budget_total),
        "ranked": list(ranked),  # last: a model's prompt is cut at its end
    }


def _bookings(trip: TripIntent) -> list[JsonValue]:
    """Return what is booked, with what came back of it and what ending it now costs."""
    return [
        {**booking_facts(b), "refund": money(b.refund), **ending_facts(b, now_of(trip))}
        for b in trip.working_memory.bookings
    ]


def _last_change(trip: TripIntent) -> JsonValue:
    """Return what the traveller's last change changed, as it was acknowledged; None where nothing was changed."""
    before, after = next(iter(trip.earlier[-1:]), None), trip.frame
    if before is None:
        return None
    return acknowledged_facts(before, ParseResult(frame=after, changed=changed_fields(before, after)))


def _airports(offers: Sequence[Any], ports: Ports) -> JsonValue:
    """Return the names of the airports on the way, by their codes."""
    codes = dict.fromkeys(code for offer in offers for code in offer.get("route", ()))
    known = {code: ports.places.airport(code) for code in codes}
    return {
        code: f"{one.name}, {one.city}" if one.city not in one.name else one.name for code, one in known.items() if one
    }


async def _bought(trip: TripIntent, ports: Ports) -> list[Any]:
    """Return what is bought and is, as the offers that were bought."""
    ledger_status = [b for b in trip.working_memory.bookings if b.status in ("confirmed", "in_doubt")]
    known = await ports.offers.options(trip.ledger_id, [b.option_id for b in ledger_status])
    return [offer_facts(known[b.option_id]) for b in ledger_status if b.option_id in known]


def _plan(trip: TripIntent, lodging: JsonValue) -> JsonValue:
    heads = trip.party.heads()
    return {
        "segments": [
            {
                "from": s.origin.name or s.origin.code,
                "to": s.destination.name or s.destination.code,
                "date": s.depart_date,
                "mode": s.transport_mode,
            }
            for s in trip.itinerary.segments
        ],
        "lodging": lodging,
        "adults": heads[0],
        "children": heads[1],
        "infants": heads[2],
    }


def _hold(hold: object) -> JsonValue:
    title, expires, total = (getattr(hold, n, None) for n in ("title", "expires_at", "total"))
    return {
        "title": title,
        "expires_at": expires.isoformat() if expires else None,
        "total": money(total),
        "release": "free",
    }


def ending_facts(booking: Booking, now: datetime | None) -> dict[str, JsonValue]:
    """Return what cancelling now brings back and costs, until when that holds, and what a change costs.

    The terms alone are read, and no seller is asked: what a cancellation comes to is said again before it is approved.
    """
    if booking.status != "confirmed" or now is None:
        return {}
    return {"cancel_now": _cancelled(booking.terms, booking.total, now), "change": _changed_later(booking)}


def _cancelled(terms: Terms, paid: Money | None, now: datetime) -> dict[str, JsonValue]:
    fee = fee_now(terms, paid, now)
    same = fee is not None and paid is not None and fee.currency == paid.currency
    back = (
        Money(amount=max(paid.amount - fee.amount, Decimal(0)), currency=paid.currency)
        if same and paid and fee
        else None
    )
    until = terms.free_until if terms.free_until and terms.free_until > now else None
    after = fee_now(terms, paid, until) if until else None
    return {
        "fee": money(fee),
        "refund": money(back),
        "free_until": until.isoformat() if until else None,
        "fee_after": money(after),
    }


def _changed_later(booking: Booking) -> dict[str, JsonValue]:
    """Return what a change costs: a hotel's is another booking and a cancellation of this one."""
    if booking.item_type == "hotel":
        return {"how": "book again and cancel", "fee": None, "difference": ASKED}
    if not booking.terms.changeable:
        return {"how": "not by the fare; book again and cancel", "fee": None, "difference": ASKED}
    free = Money(amount=Decimal(0), currency=booking.total.currency) if booking.total else None
    return {"how": "at the airline", "fee": money(booking.terms.change_penalty or free), "difference": ASKED}
