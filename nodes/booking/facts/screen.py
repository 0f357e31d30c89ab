"""What a traveller has in view, a line each: for a reader that has to know what "the second one" or "the hotel" is."""

from collections.abc import Iterator
from typing import Any

from tripintent.nodes.booking.facts.question_facts import facts_for_questions
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def screen_lines(trip: TripIntent, ports: Ports) -> tuple[str, ...]:
    """Return the options by number, the choice, holds, what waits for approval, and bookings."""
    return tuple(_lines(await facts_for_questions(trip, ports)))


def _lines(facts: dict[str, Any]) -> Iterator[str]:
    shown = {one["number"] for one in facts["options"]}
    for one in facts["ranked"]:
        mark = "option" if one["number"] in shown else "further option"
        terms = "; refundable" if one["refundable"] else ""
        yield f"{mark} {one['number']}: {_amount(one['total'])}{terms}; {_offers([*one['flights'], *one['hotels']])}"
    if facts["selected"]:
        yield f"chosen: {_amount(facts['selected']['total'])}; {_offers(facts['selected']['offers'])}"
    for hold in facts["holds"]:
        yield f"held until {hold['expires_at']}: {hold['title']}, {_amount(hold['total'])}"
    if facts["approval"]:
        yield f"waits for approval ({facts['approval']['waits']}): {_amount(facts['approval']['total'])}"
    for booking in facts["bookings"]:
        yield f"booking: {booking['title']}, {booking['status']}, {_amount(booking['total'])}"


def _offers(offers: list[dict[str, object]]) -> str:
    return "; ".join(_flight(one) if one["kind"] == "flight" else _hotel(one) for one in offers)


def _flight(one: dict[str, Any]) -> str:
    stops = "non-stop" if not one["stops"] else f"{one['stops']} stops"
    airlines, bags = "/".join(one["airlines"]), one["checked_bags"]
    when = f"{one['depart_at'][:16].replace('T', ' ')} to {one['arrive_at'][:16].replace('T', ' ')}"
    return f"{'-'.join(one['route'])} {when} {stops} {airlines} {one['fare_brand'] or one['cabin']} {bags} bags"


def _hotel(one: dict[str, Any]) -> str:
    return f"{one['name']} {one['stars']}* {one['area']} {one['board']} {one['check_in']} to {one['check_out']}"


def _amount(total: dict[str, Any] | None) -> str:
    return f"{total['amount']} {total['currency']}" if total else "?"
