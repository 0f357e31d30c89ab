"""Structured questions: one at most is in a reply, answered by a click or in words."""

from collections.abc import Mapping
from typing import Any, Literal

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
        default=(), description="calls of the toolbox that it means; without any it is answered by its id"
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
    lines: int = Field(
        default=0, description="last lines of the message that are its options: leave them out beside buttons"
    )


def as_question(menu: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored menu as a structured question. The id of an answer is what one writes to give it: its number or letter."""
    lines, form = list(menu.get("choices") or ()), str(menu.get("form") or "")
    kind: QuestionType = "date_range" if form == "days" else "single_choice" if lines else "text"
    options = tuple(
        Option(id=str(one.get("key") or one.get("number") or n), label=str(one["label"]), calls=one.get("calls") or ())
        for n, one in enumerate(lines, 1)
    )
    asked, at_end = str(menu["question"]) or "…", int(menu.get("lines") or 0)
    question = Question(id="menu", type=kind, question=asked, options=options, about=form, lines=at_end)
    return question.model_dump(mode="json", by_alias=True, exclude_none=True)
