"""The English of a ranking: one sentence for why a trip is offered, and short phrases for what it gives up."""

from collections.abc import Mapping, Sequence

from tripintent.state.money import Money
from tripintent.tools.formats import counted, formats_of, joined, span
from tripintent.tools.shipped import table

WORDS: Mapping[str, Mapping[str, str]] = table("tools/ranking/words.yaml")


def why(labels: Sequence[str], total: Money, facts: Sequence[str]) -> str:
    """Return the sentence that says why this trip is offered."""
    praise = joined([WORDS["labels"][label] for label in labels]) or "a good balance"
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


def gives_up(name: str, **facts: str) -> str:
    """Return one thing that a trip gives up against the best of the list."""
    return WORDS["tradeoffs"][name].format(**facts)


def money(amount: Money) -> str:
    """Return money as English replies write it: $1,234.50."""
    return formats_of("en").money(amount)
