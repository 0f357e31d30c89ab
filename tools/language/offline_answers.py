"""Side questions answered from facts by rules, in six languages; what the facts do not say is not answered."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from tripintent.tools.language.answering.ledger_values import FACT_VALUES
from tripintent.tools.language.answering.phrasebook import Phrasebook, phrasebook
from tripintent.tools.language.answering.targets import Target, targets_of
from tripintent.tools.language.answering.values import PRICED, VALUES
from tripintent.tools.ports.answers import ReadTool

LONGEST_QUESTION = 500
"""Characters; a longer text is no side question."""


class FactAnswers:
    """Answers "what's the total?", "is it refundable?", "which airline?", "when does the hold expire?" and their like.

    Facts are those of the answer node: ``options``, ``selected``, ``holds``, ``approval``, ``bookings``, ``budget``. The
    question may name an option ("is the second one refundable?"); otherwise it is about the choice, or every option.
    """

    async def answer(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        read_tools: Mapping[str, ReadTool],  # noqa: ARG002 - the port's shape; the facts suffice here
        language: str,
    ) -> str | None:
        """Return an answer, or None where the topic is none of ours or the facts are silent."""
        if len(question) > LONGEST_QUESTION:
            return None
        book = phrasebook(language)
        targets, rest = targets_of(question, facts)
        topic = _topic(rest, book) or _topic(question, book)
        if topic is None:
            return None
        if topic in FACT_VALUES:
            return FACT_VALUES[topic](facts, book, language)
        return _of_trips(topic, targets, book, language)


def _topic(question: str, book: Phrasebook) -> str | None:
    """Return the topic in the thread's language, else in English."""
    return book.topic(question) or phrasebook("en").topic(question)


def _of_trips(topic: str, targets: list[Target], book: Phrasebook, language: str) -> str | None:
    """Return what is said of each trip that the question is about, with the supplier's simulation where prices stand."""
    said = [(target, VALUES[topic](target, book, language)) for target in targets]
    parts = [_labelled(target, value, book) for target, value in said if value is not None]
    if not parts:
        return None
    if topic in PRICED and any(target.simulated for target, value in said if value is not None):
        parts.append(book.say("simulated"))
    return " ".join(parts)


def _labelled(target: Target, value: str, book: Phrasebook) -> str:
    values: dict[str, Any] = {"value": value}
    return book.say("choice", **values) if target.number is None else book.say("option", number=target.number, **values)
