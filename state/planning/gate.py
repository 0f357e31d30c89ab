"""The requirement gate: what each document still needs, and whether it may be made now.

A document is made if and only if it was asked for, the word to make it was said, and everything it needs is known. A
default satisfies a need and is shown as assumed; an empty value, a placeholder, zero and less do not.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field, JsonValue

from tripintent.state.frozen import Frozen
from tripintent.state.planning.facts import TripFacts

Action = Literal["checklist", "itinerary", "budget"]
ACTIONS: tuple[Action, ...] = ("checklist", "itinerary", "budget")
LEAST_INTERESTS = 2
RADIUS_KM = 10


class Requirement(Frozen):
    """One document's line in ``requirements_status``."""

    ready: bool = False
    missing: tuple[str, ...] = Field(default=(), description="fields in the order in which they are asked for")
    has: Annotated[tuple[str, ...], BeforeValidator(tuple)] = Field(default=(), description="fields that are known")
    values: Mapping[str, JsonValue] = Field(default_factory=dict, description="of the fields that are known")
    assumed: Mapping[str, JsonValue] = Field(default_factory=dict)
    follow_up: str | None = Field(default=None, description="the field to ask for first")


class _Need(NamedTuple):
    field: str
    value: Callable[[TripFacts], JsonValue]
    default: JsonValue = None
    of: Callable[[TripFacts], bool] = lambda _: True


_START = _Need(
    "current_location", lambda f: f.origin.name if f.origin else None, of=lambda f: bool(f.flies or f.rides or f.origin)
)
"""A stay alone has no way there, and starts nowhere."""


def _names(facts: TripFacts) -> JsonValue:
    return [town.name for town in facts.destinations]


_NEEDS: Mapping[Action, tuple[_Need, ...]] = {
    "checklist": (
        _Need("destination", lambda f: f.destinations[0].name if f.destinations else None),
        _START,
        _Need("trip_duration", lambda f: f.days),
        _Need("num_travelers", lambda f: f.travellers, 1),
    ),
    "itinerary": (
        _Need("destinations", _names),
        _Need("interests", lambda f: list(f.interests) if len(f.interests) >= LEAST_INTERESTS else None),
        _Need("trip_duration", lambda f: f.days),
        _Need("max_radius_km", lambda _: None, RADIUS_KM),
    ),
    "budget": (
        _Need("total_budget", lambda f: f"{f.budget.amount} {f.budget.currency}" if f.budget else None),
        _Need("destinations", _names),
        _START,
    ),
}


def requirement(action: Action, facts: TripFacts) -> Requirement:
    """Return what one document has, misses and assumes."""
    known: dict[str, JsonValue] = {}
    assumed: dict[str, JsonValue] = {}
    missing: list[str] = []
    for need in (one for one in _NEEDS[action] if one.of(facts)):
        value = need.value(facts)
        if value:
            known[need.field] = value
        elif need.default is not None:
            assumed[need.field] = need.default
        else:
            missing.append(need.field)
    return Requirement(
        ready=not missing,
        missing=tuple(missing),
        has=tuple(known),
        values=known,
        assumed=assumed,
        follow_up=missing[0] if missing else None,
    )


def requirements(facts: TripFacts) -> dict[Action, Requirement]:
    """Return the status of all three documents: every message checks them all."""
    return {action: requirement(action, facts) for action in ACTIONS}
