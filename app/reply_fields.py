"""What every reply to a program says at its top, whichever door it came through: the designer's fields, in camelCase."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tripintent.app.branches import BranchName, PhaseName
from tripintent.app.results import ShownMessage, TurnResult
from tripintent.state.designer.profile import TripProfile
from tripintent.state.planning.gate import Action, Requirement


class CalledFunction(BaseModel):
    """A function, and its arguments as JSON."""

    name: str = Field(examples=["search_hotels"])
    arguments: str


class MadeCall(BaseModel):
    """A call of a tool."""

    function: CalledFunction


class Metadata(BaseModel):
    """Who held the conversation, where the turn ended, what it made, and what each planning document has and needs."""

    model: str = Field(default="", description="the chat model, or guide")
    phase: PhaseName = "complete"
    branches_executed: tuple[BranchName, ...] = Field(default=("TEXT",), description="documents made; else TEXT")
    requirements_status: dict[Action, Requirement] = {}


class ReplyFields(BaseModel):
    """What a turn did to the plan, what it asks, which tools a model called, and what is known of the trip."""

    model_config = ConfigDict(populate_by_name=True)

    itinerary_updated: bool = Field(
        default=False, alias="itineraryUpdated", description="whether the turn wrote a new version of the itinerary"
    )
    segments_modified: list[str] = Field(
        default=[], alias="segmentsModified", description="ids of its segments that were added, changed, removed"
    )
    tool_calls_made: list[MadeCall] = Field(default=[], alias="toolCallsMade", description="in their order")
    structured_questions: list[dict[str, Any]] = Field(
        default=[], alias="structuredQuestions", description="what is asked with answers to choose from; one at most"
    )
    limits: list[dict[str, Any]] = Field(
        default=[],
        description="limits that hold: `code` cost_limit_near (80 %, told once), cost_limit_exceeded or rate_limit_exceeded; "
        "`retryAfter` in seconds where waiting helps",
    )
    trip_profile_updated: bool = Field(default=False, alias="tripProfileUpdated")
    profile: TripProfile = Field(
        default=TripProfile(), description="what is known of the trip, with the confidence in it, 0 to .95"
    )
    requirements_status: dict[Action, Requirement] = Field(
        default={}, description="what each planning document has, still needs and assumes"
    )
    metadata: Metadata = Metadata()


def _limits(one: ShownMessage) -> list[dict[str, Any]]:
    return [dict(one.facts)] if one.kind == "limit" else list(one.facts.get("limits", ()))


def fields_of(result: TurnResult) -> dict[str, Any]:
    """Return the fields of a turn, by their names in JSON."""
    return {
        "itineraryUpdated": result.itinerary_updated,
        "segmentsModified": list(result.segments_modified),
        "toolCallsMade": [{"function": {"name": one.name, "arguments": one.arguments}} for one in result.tool_calls],
        "structuredQuestions": result.questions,
        "limits": [limit for one in result.said for limit in _limits(one)],
        "tripProfileUpdated": result.trip_profile_updated,
        "profile": result.profile,
        "requirements_status": dict(result.requirements_status),
        "metadata": {
            "model": result.model,
            "phase": result.ordered.phase,
            "branches_executed": result.ordered.branches,
            "requirements_status": dict(result.requirements_status),
        },
    }
