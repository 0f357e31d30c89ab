"""Risks of connections inside an offer, of the order of the legs and the time between them, and of red-eye flights.

The minimum times, in minutes, are this project's figures (docs/ranking.md); a policy may override each.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, time, timedelta
from itertools import pairwise

from tripintent.state.bundles import Issue
from tripintent.state.itinerary import shared
from tripintent.state.offers import FlightHop, FlightOffer, is_red_eye
from tripintent.tools.formats import formats_of, joined, span
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.shipped import table

DEFAULTS: Mapping[str, int] = table("tools/risk/connections.yaml")["minutes"]


class Minimums:
    """The minimums in force."""

    def __init__(self, overrides: Mapping[str, int]) -> None:
        self._minutes = {**DEFAULTS, **overrides}

    def connection(self, before: FlightHop, after: FlightHop, *, self_transfer: bool) -> tuple[int, str]:
        """Return the minutes needed between two flights and the name of the rule that asks for most.

        ``terminal_change`` is added to the time of the kind of connection; ``self_transfer`` and ``airport_change`` are
        whole times, and the longest one counts.
        """
        kind = _kind(before, after)
        needed = {
            kind: self._minutes[kind] + (self._minutes["terminal_change"] if _changes_terminal(before, after) else 0)
        }
        if self_transfer:
            needed["self_transfer"] = self._minutes["self_transfer"]
        if before.destination != after.origin:
            needed["airport_change"] = self._minutes["airport_change"]
        rule = max(needed, key=lambda name: needed[name])
        return needed[rule], rule


def minutes_between(before: FlightHop, after: FlightHop) -> int:
    """Return the minutes from landing to take-off; below 0 when the second flight leaves first."""
    return int((after.depart_at - before.arrive_at).total_seconds() // 60)


def _kind(before: FlightHop, after: FlightHop) -> str:
    inland = _domestic(before) + _domestic(after)
    return ("international", "mixed", "domestic")[inland]


def _domestic(hop: FlightHop) -> bool:
    """Tell whether a flight stays in one country; an unknown country counts as abroad, which asks for more time."""
    return hop.origin_country is not None and hop.origin_country == hop.destination_country


def _changes_terminal(before: FlightHop, after: FlightHop) -> bool:
    one, two = before.destination_terminal, after.origin_terminal
    return before.destination == after.origin and one is not None and two is not None and one != two


NIGHT_STARTS, NIGHT_LASTS = time(23, 0), timedelta(hours=7)
OVERNIGHT = timedelta(hours=3)
"""A layover is overnight when at least this much of it lies between 23:00 and 06:00 local."""

_KINDS: Mapping[str, str] = table("tools/risk/connections.yaml")["words"]


def connection_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield what is risky about each connection of each flight offer."""
    minimums = Minimums(request.rules.connection_minutes)
    for i, offer in enumerate(request.flights):
        yield from _own_transfer(offer, f"flights[{i}]")
        for j, (before, after) in enumerate(pairwise(offer.segments)):
            path = f"flights[{i}].segments[{j + 1}]"
            yield from _timing(before, after, path, minimums, self_transfer=offer.self_transfer)
            yield from _airports(before, after, path)
            yield from _night(before, after, path)


def _timing(
    before: FlightHop, after: FlightHop, path: str, minimums: Minimums, *, self_transfer: bool
) -> Iterator[Issue]:
    gap = minutes_between(before, after)
    least, rule = minimums.connection(before, after, self_transfer=self_transfer)
    facts = {"airport": before.destination, "minutes": str(gap), "minimum": str(least), "rule": rule}
    where = before.destination
    if gap < 0:
        text = f"The connecting flight at {where} leaves {span(-gap)} before the first one lands."
        yield Issue(code="impossible_connection", severity="block", path=path, text=text, facts=facts)
    elif gap < least:
        text = f"The connection at {where} has {span(gap)}; {span(least)} are advised {_KINDS[rule]}."
        own_risk = rule in {"self_transfer", "airport_change"}
        yield Issue(code="short_connection", path=path, text=text, confirm=own_risk, facts=facts)


def _own_transfer(offer: FlightOffer, path: str) -> Iterator[Issue]:
    """Yield one issue for all self-transfers of an offer: three connections are one risk to accept, not three."""
    airports = [hop.destination for hop in offer.segments[:-1]]
    if offer.self_transfer and airports:
        route = f"{offer.segments[0].origin}–{offer.segments[-1].destination}"
        text = (
            f"{route}: at {joined(airports)} you collect your bags and check them in again, "
            "and if you miss the connection, the loss is yours."
        )
        facts = {"airports": ",".join(airports), "route": route}
        yield Issue(code="self_transfer", path=path, text=text, confirm=True, facts=facts)


def _airports(before: FlightHop, after: FlightHop, path: str) -> Iterator[Issue]:
    if before.destination != after.origin:
        text = f"The connection changes airport, from {before.destination} to {after.origin}."
        facts = {"from": before.destination, "to": after.origin}
        yield Issue(code="airport_change", path=path, text=text, facts=facts)


def _night(before: FlightHop, after: FlightHop, path: str) -> Iterator[Issue]:
    start, end = before.arrive_at.replace(tzinfo=None), after.depart_at.replace(tzinfo=None)
    if at_night(start, end) >= OVERNIGHT:
        gap = minutes_between(before, after)
        leaves, lands = formats_of("en").clock(end), formats_of("en").clock(start)
        text = f"The layover at {before.destination} is overnight: {span(gap)}, {lands} to {leaves}."
        facts = {"airport": before.destination, "minutes": str(gap), "from": lands, "to": leaves}
        yield Issue(code="overnight_layover", path=path, text=text, facts=facts)


def at_night(start: datetime, end: datetime) -> timedelta:
    """Return how much of a local time span lies between 23:00 and 06:00, by the clocks on the walls."""
    start, end = start.replace(tzinfo=None), end.replace(tzinfo=None)
    total, night = timedelta(0), datetime.combine(start.date() - timedelta(days=1), NIGHT_STARTS)
    while night < end:
        total += max(timedelta(0), min(end, night + NIGHT_LASTS) - max(start, night))
        night += timedelta(days=1)
    return total


def leg_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield a blocking issue for a leg that leaves before the one before has landed, a warning for a close one."""
    minimums = Minimums(request.rules.connection_minutes)
    for i, j in _caught(request):
        one, two = request.flights[i - 1], request.flights[j - 1]
        gap = minutes_between(one.segments[-1], two.segments[0])
        least, _ = minimums.connection(one.segments[-1], two.segments[0], self_transfer=True)
        facts = {"minutes": str(gap), "minimum": str(least), "before": str(i), "after": str(j)}
        if gap < 0:
            yield Issue(
                code="legs_out_of_order",
                severity="block",
                path=f"flights[{j - 1}]",
                text=f"Flight {j} leaves {span(-gap)} before flight {i} has landed.",
                facts=facts,
            )
        elif gap < least:
            yield Issue(
                code="short_time_between_flights",
                path=f"flights[{j - 1}]",
                text=f"Only {span(gap)} lie between flights {i} and {j}, which are separate tickets; "
                f"{span(least)} are advised, and a missed flight would be lost.",
                confirm=True,
                facts=facts,
            )


def _caught(request: RiskRequest) -> Iterator[tuple[int, int]]:
    """Yield the numbers of flights of which somebody takes one after the other."""
    who = request.who or ((),) * len(request.flights)
    for j, theirs in enumerate(who):
        left = {*theirs}
        for i in reversed(range(j)):
            if shared(who[i], (*left,)):
                yield i + 1, j + 1
            left -= {*who[i]}
            if not who[i] or (theirs and not left):
                break


def red_eye_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield each night flight: a warning when the traveller wished for none, else a remark."""
    for i, offer in enumerate(request.flights):
        for j, hop in enumerate(offer.segments):
            if is_red_eye(hop.depart_at, hop.arrive_at):
                leaves, lands = f"{hop.depart_at:%H:%M}", f"{hop.arrive_at:%H:%M}"
                yield Issue(
                    code="red_eye",
                    severity="warn" if request.preferences.flight.avoid_red_eye else "info",
                    path=f"flights[{i}].segments[{j}]",
                    text=f"The flight {hop.origin}–{hop.destination} is a night flight: {leaves} to {lands}.",
                    facts={"from": hop.origin, "to": hop.destination, "leaves": leaves, "lands": lands},
                )
