"""The channels of the booking graph.

Clients may send less than the graph holds: ``BookingInput`` is the public door, ``BookingOutput`` what comes back.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Annotated, Any, cast

from langchain_core.messages import AnyMessage
from langgraph.channels import DeltaChannel, EphemeralValue
from langgraph.graph.message import (
    _messages_delta_reducer as merge_messages,  # the only reducer whose history DeltaChannel replays
)
from langgraph.managed import RemainingSteps
from typing_extensions import (
    TypedDict,  # typing's own gives pydantic no JSON schema before Python 3.12, and Studio no form
)

from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn

_MERGE = cast("Callable[[Any, Sequence[Any]], Any]", merge_messages)
Messages = Annotated[list[AnyMessage], DeltaChannel(_MERGE)]


def keep_journal(old: list[dict[str, Any]], new: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
    """Append the decisions of this turn; None empties the journal once it is in the audit."""
    return [] if new is None else operator.add(old, new)


def latest(_: Turn, new: Turn) -> Turn:
    """Take the newest turn: a client's goto beside a running node must not end in an error."""
    return new


class BookingInput(TypedDict, total=False):
    """What a client may send: words, or one typed event that is gone after intake."""

    messages: Messages
    event: Annotated[dict[str, Any] | None, EphemeralValue]


class BookingOutput(TypedDict):
    """What a client gets back."""

    messages: Messages
    trip_intent: Annotated[TripIntent, apply_patch]


class BookingState(TypedDict):
    """All channels. ``trip_intent`` changes through patches only; ``turn`` is made anew by intake."""

    messages: Messages
    event: Annotated[dict[str, Any] | None, EphemeralValue]
    trip_intent: Annotated[TripIntent, apply_patch]
    turn: Annotated[Turn, latest]
    remaining_steps: RemainingSteps
    journal: Annotated[list[dict[str, Any]], keep_journal]
