"""Documents in a model's words. A line is kept only while it says what the offline line says: same figures, same names.

The model sees the lines that rules wrote; own items, amounts, ids and ticks never go there. A line that is wrong stays as the
rules wrote it.
"""

import logging
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import LONGEST_ITEM, Category, Checklist
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.language.model.client import ChatModel
from tripintent.tools.language.model.replies import json_in, strict_schema
from tripintent.tools.ports.registry import ToolRegistry

_STEM = 4
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(rf"[^\W\d_]{{{_STEM},}}")
_NAME = re.compile(r"(?<=[\w,:;(\"–] )[^\W\d_a-zà-öø-ÿ]\w+|\b[A-Z]{2,}\b")
"""Capitalised words inside a line, and codes."""
_LOG = logging.getLogger(__name__)
T = TypeVar("T", Checklist, Budget)


class Line(BaseModel):
    """One line in new words."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(description="the id of the line, unchanged")
    text: str


class Lines(BaseModel):
    """All lines, in their order."""

    model_config = ConfigDict(frozen=True)

    lines: tuple[Line, ...]


class ModelDocumentWording:
    """Words documents with a model; without an answer of it they stay as the rules wrote them."""

    def __init__(self, model: ChatModel, registry: ToolRegistry) -> None:
        self._model, self._registry = model, registry

    async def worded(self, document: T) -> T:
        """Return the document in better words. Never raises for what a model does."""
        before = _lines(document)
        if not before:
            return document
        try:
            after = await self._reworded(before, document.language)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not word the %s (%s): it stays as the rules wrote it", document.kind, error)
            return document
        return _with_lines(document, after)

    async def _reworded(self, before: Mapping[str, str], language: str) -> Mapping[str, str]:
        return _checked(await self._asked(self._messages(before, language)), before)

    async def _asked(self, messages: Sequence[BaseMessage]) -> AIMessage:
        return await self._model.structured(messages, "lines", strict_schema(Lines))

    def _messages(self, before: Mapping[str, str], language: str) -> list[BaseMessage]:
        rules = f"{self._registry.prompt('system')}\n\n{self._registry.prompt('documents')}"
        return [SystemMessage(rules), HumanMessage(f"Language: {language}\n\n<<<\n{_listed(before)}\n>>>")]


def _listed(lines: Mapping[str, str]) -> str:
    return "\n".join(f"- {name}: {' '.join(text.split())}" for name, text in lines.items())


def _checked(reply: AIMessage, before: Mapping[str, str]) -> dict[str, str]:
    """Return the lines that may be kept; unreadable JSON keeps none."""
    said = {line.id: " ".join(line.text.split()) for line in _read(reply).lines}
    return {name: said[name] for name, text in before.items() if name in said and _same(said[name], text)}


def _read(reply: AIMessage) -> Lines:
    """Return the lines of a reply; none when it cannot be read."""
    try:
        return Lines.model_validate(json_in(reply, "lines"))
    except (LanguageUnavailable, ValidationError):
        return Lines(lines=())


def _same(text: str, before: str) -> bool:
    """Say whether a line still says what it said: figures, names, some of its words, and short enough."""
    if not text or (len(before) < LONGEST_ITEM <= len(text)) or len(text) > 2 * len(before) + 40:
        return False
    if Counter(_FIGURE.findall(text)) != Counter(_FIGURE.findall(before)):
        return False
    if not all(name in text for name in _NAME.findall(before)):
        return False
    return bool(_stems(text) & _stems(before)) or not _stems(before)


def _stems(text: str) -> set[str]:
    return {word[:_STEM].casefold() for word in _WORD.findall(text)}


def _lines(document: Checklist | Budget) -> dict[str, str]:
    """Return the lines that a model may word, by id."""
    if isinstance(document, Checklist):
        return {item.key: item.text for item in document.items if not item.own}
    notes = {f"note-{number}": text for number, text in enumerate(document.notes)}
    return notes | {f"tip-{number}": text for number, text in enumerate(document.tips)}


def _with_lines(document: T, lines: Mapping[str, str]) -> T:
    if isinstance(document, Checklist):
        return document.model_copy(update={"categories": tuple(_category(one, lines) for one in document.categories)})
    update = {
        "notes": tuple(lines.get(f"note-{number}", text) for number, text in enumerate(document.notes)),
        "tips": tuple(lines.get(f"tip-{number}", text) for number, text in enumerate(document.tips)),
    }
    return document.model_copy(update=update)


def _category(category: Category, lines: Mapping[str, str]) -> Category:
    items = tuple(
        item if item.own else item.model_copy(update={"text": lines.get(item.key, item.text)})
        for item in category.items
    )
    return category.model_copy(update={"items": items})
