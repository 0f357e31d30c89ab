"""The channels of the booking graph.

Clients may send less than the graph holds: ``PublicInput`` is the public door, ``BookingOutput`` what comes back.
"""

from typing import Annotated, Any

from langchain_core.messages import AnyMessage
from langgraph.channels import EphemeralValue
from langgraph.managed import RemainingSteps
from typing_extensions import (
    TypedDict,  # typing's own gives pydantic no JSON schema before Python 3.12, and Studio no form
)

from tripintent.nodes.public_input import Messages, keep_journal, latest
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn


class BookingOutput(TypedDict):
    """Channels that a client gets back."""

    messages: Messages
    trip_intent: Annotated[TripIntent, apply_patch]


class FrontOutput(TypedDict):
    """Channels that a front door gets back: also how the turn ended."""

    messages: Messages
    trip_intent: Annotated[TripIntent, apply_patch]
    turn: Annotated[Turn, latest]


class BookingState(TypedDict):
    """All channels. ``trip_intent`` changes through patches only; ``turn`` is made again by intake."""

    messages: Messages
    event: Annotated[dict[str, Any] | None, EphemeralValue]
    trip_intent: Annotated[TripIntent, apply_patch]
    turn: Annotated[Turn, latest]
    remaining_steps: RemainingSteps
    journal: Annotated[list[dict[str, Any]], keep_journal]


class BookingUpdate(TypedDict, total=False):
    """Channels that a node of the booking updates, as far as it does."""

    messages: list[AnyMessage]
    trip_intent: Patch | list[Patch]
    turn: Turn
