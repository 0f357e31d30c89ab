"""Structured questions: one at most is in a reply, answered by a click or in words."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, JsonValue

from tripintent.state.designer.parts import Part

QuestionType = Literal["single_choice", "multiple_choice", "scale", "date_range", "text"]


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
