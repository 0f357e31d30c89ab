"""The traveller's view, a line for each thing: for a reader that has to know what "the second one" or "the hotel" is."""

from collections.abc import Iterator, Mapping
from typing import Any

from tripintent.nodes.booking.facts.questions import facts_for_questions
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def screen_lines(trip: TripIntent, ports: Ports) -> tuple[str, ...]:
    """Return the options by number, the choice, holds, what waits for approval, and bookings."""
    return screen_of(await facts_for_questions(trip, ports))


def screen_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the same of the facts of a question, where they are known already."""
    return tuple(_lines(facts))


def _lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each option and each different flight and hotel of them: what options share is written once."""
    shown = {one["number"] for one in facts["options"]}
    names: dict[str, str] = {}
    parts: list[str] = []
    for one in (offer for option in facts["ranked"] for offer in (*option["flights"], *option["hotels"])):
        if one["option_id"] not in names:
            kind = one["kind"]
            names[one["option_id"]] = name = (
                f"{kind[0].upper()}{sum(n[0] == kind[0].upper() for n in names.values()) + 1}"
            )
            parts.append(f"{kind} {name}: {_offer(one)}")
    for one in facts["ranked"]:
        mark = "option" if one["number"] in shown else "further option"
        of = " + ".join(names[part["option_id"]] for part in (*one["flights"], *one["hotels"]))
        over = f"; over budget by {_amount(one['over_budget'])}" if one["over_budget"] else ""
        flying = f"; {_span(one['minutes'])} of flying" if one["flights"] else ""
        yield f"{mark} {one['number']}: {_amount(one['total'])}; {of}{flying}{over}; {_reason(one)}"
    yield from parts
    if facts["selected"]:
        offers = (names.get(one["option_id"]) or _offer(one) for one in facts["selected"]["offers"])
        yield f"chosen: {_amount(facts['selected']['total'])}; {' + '.join(offers)}"
    for hold in facts["holds"]:
        yield f"held until {hold['expires_at']}, letting go is free: {hold['title']}, {_amount(hold['total'])}"
    if facts["approval"]:
        yield f"waits for approval ({facts['approval']['waits']}): {_amount(facts['approval']['total'])}"
    for booking in facts["bookings"]:
        yield f"booking: {booking['title']}, {booking['status']}, {_amount(booking['total'])}{_ending(booking)}"


def _reason(option: dict[str, Any]) -> str:
    """Return the reason for its rank: what it is the best at, else what it costs more or takes longer."""
    scores = option["scores"]
    more = [f"{scores['price_over_cheapest']:.2f} more than the cheapest"] if scores.get("price_over_cheapest") else []
    more += [f"{_span(int(by))} longer than the fastest"] if (by := scores.get("minutes_over_fastest")) else []
    return ", ".join([label.replace("_", " ") for label in option["labels"]] + more) or "a good balance"


def _ending(booking: dict[str, Any]) -> str:
    """Return what cancelling and changing cost, where it is booked."""
    if "cancel_now" not in booking:
        return ""
    cancel, change = booking["cancel_now"], booking["change"]
    until = f" until {cancel['free_until'][:16]}, then {_amount(cancel['fee_after'])}" if cancel["free_until"] else ""
    fee = f", fee {_amount(change['fee'])}" if change["fee"] else ""
    return (
        f"; cancel now: fee {_amount(cancel['fee'])}{until}, back {_amount(cancel['refund'])}"
        f"; change: {change['how']}{fee}, {change['difference']}"
    )


def _offer(one: dict[str, Any]) -> str:
    own = _flight(one) if one["kind"] == "flight" else _hotel(one)
    return f"{own}; {_amount(one['total'])}; {_terms(one)}"


def _terms(one: dict[str, Any]) -> str:
    """Return what comes back, until when, at what fee; for a flight what a change costs too."""
    terms = one["terms"]
    until = f"free until {terms['free_until'][:16].replace('T', ' ')}" if terms["free_until"] else ""
    fee = f"cancellation fee {_amount(terms['refund_penalty'])}" if terms["refund_penalty"] else ""
    back = ", then ".join(filter(None, (until, fee))) or "free cancellation"
    said = back if terms["refundable"] else "no refund"
    if one["kind"] == "hotel":
        return said
    price = _amount(terms["change_penalty"]) if terms["change_penalty"] else "free"
    return f"{said}; {f'change {price} + fare difference' if terms['changeable'] else 'no change'}"


def _flight(one: dict[str, Any]) -> str:
    stops = {0: "non-stop", 1: "1 stop"}.get(one["stops"], f"{one['stops']} stops")
    later = f" ({one['days_later']:+d} day)" if one["days_later"] else ""
    when = f"{_moment(one['depart_at'])} to {_moment(one['arrive_at'])}{later}"
    bags = f"{one['checked_bags']} checked/{one['carry_on']} cabin bags"
    extras = "".join(f", {e['count']} {e['kind']} bought {_amount(e['price'])}" for e in one["extras"])
    tickets = ", SEPARATE TICKETS" if one["self_transfer"] else ""
    airlines = "/".join(one["airlines"])
    fare = one["fare_brand"] or one["cabin"]
    return f"{'-'.join(one['route'])} {when}, {_span(one['minutes'])}, {stops}{tickets}, {airlines}, {fare}, {bags}{extras}"


def _hotel(one: dict[str, Any]) -> str:
    centre = f", {one['distance_km']:g} km to the centre" if one["distance_km"] is not None else ""
    near = f", {one['near']['meters']} m from {one['near']['name']}" if one.get("near") else ""
    due = f", {_amount(one['due_at_property'])} tax due there" if one["due_at_property"] else ""
    stars = f" {one['stars']:g}*" if one["stars"] else ""
    has = "/".join(one["amenities"]) or "no amenities listed"
    days = f"{one['check_in']} to {one['check_out']}"
    return f"{one['name']}{stars} {one['area']}{centre}{near}, {one['room']}, {one['board']}, {days}, {has}{due}"


def _moment(iso: str) -> str:
    return iso[:16].replace("T", " ")


def _span(minutes: int) -> str:
    return f"{minutes // 60}h{minutes % 60:02d}"


def _amount(total: dict[str, Any] | None) -> str:
    return f"{total['amount']} {total['currency']}" if total else "?"
