"""Minimum connection times in minutes. They are this project's figures (docs/ranking.md); a policy may override each."""

from collections.abc import Mapping

from tripintent.state.offers import FlightHop

DEFAULTS: Mapping[str, int] = {
    "domestic": 45,
    "international": 75,
    "mixed": 90,
    "terminal_change": 30,
    "self_transfer": 180,
    "airport_change": 240,
}


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

    def between_legs(self, before: FlightHop, after: FlightHop) -> int:
        """Return the minutes needed between two legs of the trip: separate tickets, so a self-transfer."""
        return self.connection(before, after, self_transfer=True)[0]


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
