"""A menu of the guide as the structured question that doors show: what is asked, its answers, and the calls that they stand for."""

from collections.abc import Mapping
from typing import Any

from tripintent.state.designer.question import Option, Question, QuestionType


def as_question(menu: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored menu as a structured question. The id of an answer is what one writes to give it: its number or letter."""
    lines, form = list(menu.get("choices") or ()), str(menu.get("form") or "")
    kind: QuestionType = "date_range" if form == "days" else "single_choice" if lines else "text"
    options = tuple(
        Option(id=str(one.get("key") or n), label=str(one["label"]), calls=tuple(one.get("calls") or ()))
        for n, one in enumerate(lines, 1)
    )
    question = Question(id="menu", type=kind, question=str(menu["question"]) or "…", options=options, about=form)
    return question.model_dump(mode="json", by_alias=True, exclude_none=True)
