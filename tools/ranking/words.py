"""The English of a ranking: one sentence for why a trip is offered, and short phrases for what it gives up."""

from collections.abc import Sequence

from tripintent.state.money import Money
from tripintent.tools.formats import counted, formats_of, joined, span

_LABELS = {
    "best_overall": "the best overall",
    "cheapest": "the cheapest",
    "fastest": "the fastest",
    "fewest_stops": "the one with the fewest stops",
    "refundable": "the best that is fully refundable",
    "comfortable": "the best with hotels of three stars or more",
    "best_hotel": "the one with the best hotels",
    "wished": "the best with what you would like",
    "alternative": "also worth a look",
    "mixed": "your own mix",
}


def why(labels: Sequence[str], total: Money, facts: Sequence[str]) -> str:
    """Return the sentence that says why this trip is offered."""
    praise = joined([_LABELS[label] for label in labels]) or "a good balance"
    return f"{praise[0].upper()}{praise[1:]}: {joined([money(total), *facts])}."


def flying(flights: int, stops: int, minutes: int) -> str:
    """Return how one flies."""
    how = "non-stop" if not stops else f"with {counted(stops, 'stop')}"
    legs = "the flight" if flights == 1 else f"{flights} flights"
    return f"{legs} {how} in {span(minutes)}"


def staying(names: Sequence[str], stars: float | None) -> str:
    """Return where one stays."""
    where = joined(list(dict.fromkeys(names)))
    if stars is None:
        return where
    return f"{where} ({counted(stars, 'star')}{' on average' if len(names) > 1 else ''})"


def refunds(refundable: int, parts: int) -> str:
    """Return how much of the trip can be refunded."""
    if refundable == parts:
        return "refundable" if parts == 1 else "all refundable"
    return f"{refundable} of {parts} parts refundable" if refundable else "not refundable"


def dearer(by: Money) -> str:
    """Return by how much it costs more than the cheapest of the list."""
    return f"costs {money(by)} more than the cheapest"


def slower(minutes: int) -> str:
    """Return how much longer it takes than the fastest of the list."""
    return f"takes {span(minutes)} longer than the fastest"


def more_stops(stops: int) -> str:
    """Return how many stops it has above the one with the fewest."""
    return f"has {counted(stops, 'stop')} more than the one with the fewest"


def less_refundable(total: Money | None) -> str:
    """Return that it cannot be refunded in full, and from what price that can be had."""
    hint = f"; a fully refundable trip costs {money(total)}" if total else ""
    return f"is not fully refundable{hint}"


def plainer(stars: float, best: float) -> str:
    """Return how its hotels compare with the best of the list."""
    return f"has {stars:g}-star hotels where the best has {counted(best, 'star')}"


def simpler_hotels() -> str:
    """Return that its hotels are behind the best in more than stars."""
    return "has hotels with less board or farther out than the best"


def own_transfer() -> str:
    """Return that a connection is on separate tickets."""
    return "has a transfer on one's own: separate tickets, bags are collected and checked in again"


def beaten() -> str:
    """Return what an alternative lacks."""
    return "another trip of the list is at least as good in price, time, stops, refunds and hotels"


def over_budget(by: Money) -> str:
    """Return by how much it exceeds the budget."""
    return f"exceeds the budget by {money(by)}"


def money(amount: Money) -> str:
    """Return money as English replies write it: $1,234.50."""
    return formats_of("en").money(amount)
