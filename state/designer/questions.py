"""Structured questions: one at most in a reply, answered by a click or in words."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from tripintent.state.designer.parts import Part

QuestionType = Literal["single_choice", "multiple_choice", "scale", "date_range", "text"]
_CHOICES = ("single_choice", "multiple_choice")
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


class Option(Part):
    """One answer to choose."""

    id: str
    label: str
    description: str | None = None
    image_url: str | None = None


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
