"""In order: a node asks for what the edge in front of it has made sure of, because a client can jump past the edge."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import TypeVar

from pydantic import BaseModel

from tripintent.state.trip import TripIntent
from tripintent.state.turn import SearchTask, Turn
from tripintent.tools.errors import ToolError

A = TypeVar("A", bound=BaseModel)
B = TypeVar("B", bound=BaseModel)


class OutOfOrder(ToolError):
    """A node was jumped to and lacks what it works on. Nothing was done; the next words or event go on from the kept state."""

    def __init__(self, lacking: str) -> None:
        super().__init__(
            f"this step was jumped to without {lacking}. Nothing was done: send words or an event to go on"
        )


def has_a_trip(state: object) -> None:
    """Let the state of a graph pass, or a fan-out's own value. Raises OutOfOrder for what else a client's Send may bring."""
    if isinstance(state, SearchTask) or (
        isinstance(state, Mapping) and isinstance(state.get("trip_intent"), TripIntent)
    ):
        return
    raise OutOfOrder("a trip")


def next_event(turn: Turn, kind: type[A], other: type[B] | None = None) -> A | B:
    """Return the event that is next. Raises OutOfOrder when none is, or one of another kind."""
    head = turn.queue[0] if turn.queue else None
    if isinstance(head, kind):
        return head
    if other is not None and isinstance(head, other):
        return head
    raise OutOfOrder(" or ".join(one.model_fields["type"].default for one in (kind, other) if one))


def turn_now(trip: TripIntent) -> datetime:
    """Return the moment that intake stamped for this turn. Raises OutOfOrder where it stamped none."""
    try:
        return datetime.fromisoformat(trip.request.now_iso)
    except ValueError as error:
        raise OutOfOrder("the moment of its turn") from error


def turn_today(trip: TripIntent) -> date:
    """Return the traveller's date that intake stamped for this turn. Raises OutOfOrder where it stamped none."""
    try:
        return date.fromisoformat(trip.request.now_date)
    except ValueError as error:
        raise OutOfOrder("the day of its turn") from error
