"""The memory of a conversation about an itinerary between turns, the record of one turn, and structured questions.

One question at most is in a reply, answered by a click or in words.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import Operation, TakePlace, WhereTo
from tripintent.state.designer.parts import Part
from tripintent.state.designer.where import PlaceIdea, best_by
from tripintent.state.frame import Board
from tripintent.state.money import Money

QuestionType = Literal["single_choice", "multiple_choice", "scale", "date_range", "text"]
_CHOICES = ("single_choice", "multiple_choice")
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


class Option(Part):
    """One answer to choose."""

    id: str
    label: str
    description: str | None = None
    image_url: str | None = None
    calls: tuple[Mapping[str, JsonValue], ...] = Field(
        default=(), description="calls of the toolbox that it stands for; without any it is answered by its id"
    )


class Scale(Part):
    """A number between two ends."""

    min: float
    max: float
    step: float | None = None
    min_label: str | None = None
    max_label: str | None = None


class Question(Part):
    """A question with its answers; ``about`` is the slot that the answer fills."""

    id: str
    type: QuestionType
    question: str = Field(min_length=1)
    context: str | None = None
    options: tuple[Option, ...] = ()
    scale: Scale | None = None
    validation: Mapping[str, JsonValue] | None = None
    about: str = ""


_QUESTIONS = TypeAdapter(tuple[Question, ...])


def faults_of(raw: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return every fault of a question as a code, in the order of its fields; none when it can be asked."""
    kind = raw.get("type")
    faults = [f"missing:{name}" for name in ("id", "type", "question") if not raw.get(name)]
    if kind in _CHOICES and not raw.get("options"):
        faults.append("missing:options")
    if kind == "scale":
        faults += _scale_faults(raw.get("scale"))
    return tuple(faults)


def _scale_faults(scale: JsonValue) -> list[str]:
    if not isinstance(scale, Mapping):
        return ["missing:scale"]
    low, high = scale.get("min"), scale.get("max")
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return ["missing:scale.min_max"]
    return ["wrong:scale.min_max"] if low >= high else []


def one_question(raw: Sequence[JsonValue]) -> str | None:
    """Return what is wrong with the number of questions, ``none`` or ``many``; None when there is exactly one."""
    return None if len(raw) == 1 else "none" if not raw else "many"


def parse_questions(text: str) -> tuple[Question, ...]:
    """Return the well-formed questions in a model's reply: a fenced or bare JSON object or list; none in broken JSON."""
    fenced = _FENCE.search(text)
    try:
        found = json.loads((fenced[1] if fenced else text).strip())
    except ValueError:
        return ()
    raw = found.get("structuredQuestions", []) if isinstance(found, dict) else found
    if not isinstance(raw, list) or any(not isinstance(q, dict) or faults_of(q) for q in raw):
        return ()
    try:
        return _QUESTIONS.validate_python(raw)
    except ValidationError:
        return ()


EventKind = Literal[
    "added", "changed", "removed", "renamed", "trip_renamed", "shifted", "swapped", "nights", "freed", "planned", "undone",
    "redone", "refused", "which_one", "preview", "kept", "agreed", "declined", "imported", "import_doubt", "clash", "trip", "wishes",
    "answer", "ideas", "idea", "no_ideas", "not_planned", "nothing_read", "left_alone",
    "liked", "conflict", "places", "place_taken", "places_stand",
    "stays", "no_stays", "stay_taken",
    "places_no_more", "places_same", "places_told", "places_not_had", "place_best",
]  # fmt: skip


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Idea(_Part):
    """Something that was proposed and not added."""

    name: str
    place: str = ""
    minutes: int = 90
    lat: float | None = None
    lon: float | None = None
    ref: str = ""
    kind: str = ""
    area: str = ""
    indoor: bool = False


class StayIdea(_Part):
    """A stay that was proposed: what it costs for all nights, and what speaks for and against it."""

    option_id: str
    name: str
    area: str = ""
    stars: float | None = None
    kind: str = ""
    board: Board = "room_only"
    room: str = ""
    check_in: str
    check_out: str
    total: Money
    refundable: bool = False
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()


class Talk(_Part):
    """The topics of the conversation: the newest segments last, the day, the ideas given, and a change that waits for a yes."""

    spoken_of: tuple[str, ...] = ()
    spoken_day: str | None = None
    ideas: tuple[Idea, ...] = ()
    idea: int = 0
    pending: tuple[Operation, ...] = ()
    asked: str | None = None
    wants_days: bool = False
    free: tuple[tuple[str, str], ...] = Field(default=(), description="(day, part of day) to be left empty")
    party: str | None = None
    where: WhereTo | None = Field(default=None, description="what was wished of a place to go, until one is chosen")
    places: tuple[PlaceIdea, ...] = ()
    places_seen: tuple[str, ...] = ()
    places_for: str = Field(default="", description="what the places were asked for: the same is not asked twice")
    place_meant: int = Field(default=0, description="the proposed town that was described last, from 1")
    taken: str | None = Field(default=None, description="the proposed town that was chosen")
    stays: tuple[StayIdea, ...] = Field(
        default=(), description="places to sleep that were proposed, until one is taken"
    )

    def chosen(self, choice: TakePlace) -> PlaceIdea | None:
        """Return the proposed town that was chosen, if there is one."""
        if choice.code:
            return next((place for place in self.places if place.code == choice.code), None)
        number = best_by(self.places, choice.by) if choice.by and self.places else choice.number
        return self.places[number - 1] if 1 <= number <= len(self.places) else None


class Event(_Part):
    """One thing that happened in a turn, as facts."""

    kind: EventKind
    ids: tuple[str, ...] = ()
    facts: Mapping[str, JsonValue] = Field(default_factory=dict)


class DesignTurn(_Part):
    """One turn: what was said, what is to be done, what happened, and the document from before it."""

    text: str = ""
    handled: str = Field(default="", description="id of the message")
    operations: tuple[Operation, ...] = ()
    events: tuple[Event, ...] = ()
    start: ItineraryDocument | None = None
    question: Question | None = None
    unread: str = ""


def newest(_: "Talk", new: "Talk") -> "Talk":
    """Take the newest memory of the conversation."""
    return new


def newest_turn(_: DesignTurn, new: DesignTurn) -> DesignTurn:
    """Take the newest turn."""
    return new
