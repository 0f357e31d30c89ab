"""What is worth knowing about a destination, with source, date and how sure one is."""

from collections.abc import Sequence
from typing import Literal

from tripintent.state.designer.moments import PlainDate
from tripintent.state.designer.parts import Part
from tripintent.state.designer.sameness import plain, similar_words

Kind = Literal["evergreen", "seasonal", "event", "dated"]
_SURE = {"high": 0, "medium": 1, "low": 2}


class Intelligence(Part):
    """One finding. ``dates`` are the words that say when it holds; none is always."""

    id: str = ""
    destination: str
    category: str
    findings: str
    dates: str | None = None
    kind: Kind = "evergreen"
    level: str = "city"
    impact: str = "neutral"
    confidence: Literal["high", "medium", "low"] = "medium"
    source: str | None = None
    tags: tuple[str, ...] = ()
    stored_on: PlainDate | None = None


def kind_of(category: str, dates: str | None) -> Kind:
    """Return how long a finding holds: events by their date, weather and crowds by season, the rest always."""
    if category in ("events", "festivals"):
        return "event"
    if dates:
        return "dated"
    return "seasonal" if category in ("weather", "crowds", "prices") else "evergreen"


def relevant(
    known: Sequence[Intelligence], destination: str, categories: Sequence[str] = (), query: str | None = None
) -> tuple[Intelligence, ...]:
    """Return the findings about a destination, of the categories and words asked for, the surest first."""
    place = plain(destination)
    found = [
        one
        for one in known
        if plain(one.destination) in place or place in plain(one.destination)
        if not categories or one.category in categories
        if not query or similar_words(query, f"{one.findings} {' '.join(one.tags)} {one.category}")
    ]
    return tuple(sorted(found, key=lambda one: _SURE[one.confidence]))
