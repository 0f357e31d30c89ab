"""Follow-up questions in a model's words, kept only while each still asks what its template asks."""

import re
from collections.abc import Mapping

from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel, ConfigDict, Field

from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.language.openai.client import ChatModel
from tripintent.tools.language.openai.replies import parsed
from tripintent.tools.language.openai.schema import strict_schema
from tripintent.tools.ports.registry import ToolRegistry

WARMTH = 0.3
_STEM = 4
"""Letters in which two forms of a word agree ("depart", "departure")."""
_LONGEST = 240
_WORD = re.compile(rf"[^\W\d_]{{{_STEM},}}")
_INSIDE = re.compile(r"(?<=[\w,:(\"] )\w{2,}|(?<=[(\"])\w{2,}")
"""Words inside a sentence, and the first of brackets and quotes."""
_FIGURE = re.compile(r"\d+")


class Question(BaseModel):
    """One question in new words."""

    model_config = ConfigDict(frozen=True)

    path: str = Field(description="the path that the question asks for, unchanged")
    text: str


class Questions(BaseModel):
    """All questions, in their order."""

    model_config = ConfigDict(frozen=True)

    questions: tuple[Question, ...]


async def reworded(model: ChatModel, registry: ToolRegistry, each: Mapping[str, str], language: str) -> str:
    """Return the questions in the model's words.

    Raises LanguageUnavailable when the model fails, or when a question is missing, new, out of order, too long, no
    question, about something else, without a name of its template, or with a figure that its template does not have.
    """
    listed = "\n".join(f"- {path}: {text}" for path, text in each.items())
    messages = [
        SystemMessage(f"{registry.prompt('system')}\n\n{registry.prompt('followup')}"),
        HumanMessage(f"Language: {language}\n\n<<<\n{listed}\n>>>"),
    ]
    reply = await model.structured(messages, "questions", strict_schema(Questions), warmth=WARMTH)
    questions = parsed(reply, Questions).questions
    lead = set.intersection(*(_stems(text) for text in each.values())) if len(each) > 1 else set()
    if [q.path for q in questions] != list(each) or not all(_asks(q.text, each[q.path], lead) for q in questions):
        raise LanguageUnavailable("questions_changed")
    return " ".join(q.text.strip() for q in questions)


def _asks(text: str, template: str, lead: set[str]) -> bool:
    """Say whether a question still asks what its template asks; words that all templates share do not count."""
    one_question = text.count("?") == 1 and len(text) <= _LONGEST
    same_names = all(word in text for word in _INSIDE.findall(template) if word[0].isupper())
    same_figures = set(_FIGURE.findall(text)) <= set(_FIGURE.findall(template))
    return one_question and same_figures and same_names and bool(_stems(text) & (_stems(template) - lead))


def _stems(text: str) -> set[str]:
    return {word[:_STEM].casefold() for word in _WORD.findall(text)} - _EMPTY


_EMPTY = frozenset(
    {"what", "when", "wher", "whic", "woul", "your", "you", "plea", "coul", "many", "tell", "will", "have"}
)
"""Stems of question words, which say nothing about what is asked."""
