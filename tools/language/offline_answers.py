"""Side questions answered from facts by rules, in six languages; what the facts do not say is not answered."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from tripintent.tools.language.answering.conversion import converted, currency_in
from tripintent.tools.language.answering.details import details
from tripintent.tools.language.answering.ledger_values import FACT_VALUES
from tripintent.tools.language.answering.phrasebook import Phrasebook, phrasebook
from tripintent.tools.language.answering.targets import Target, targets_of
from tripintent.tools.language.answering.values import PRICED, VALUES
from tripintent.tools.language.answering.which import which_option
from tripintent.tools.ports.answers import ReadTool

LONGEST_QUESTION = 500
"""Characters; a longer text is no side question."""
_CONVERT = "convert_money"


class FactAnswers:
    """Answers "which one is refundable?", "tell me more about option 2", "when does the hold expire?" and their like.

    Facts are those of the answer node: ``options``, ``ranked``, ``selected``, ``plan``, ``holds``, ``approval``,
    ``purchase_state``, ``purchase_note``, ``bookings``, ``budget``. The question may name an option ("is the second one
    refundable?"); otherwise it is about the choice, or every option. A price in another currency comes from the READ tool
    ``convert_money``.
    """

    async def answer(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        read_tools: Mapping[str, ReadTool],
        language: str,
    ) -> str | None:
        """Return an answer, or None where the topic is none of ours or the facts are silent."""
        if len(question) > LONGEST_QUESTION:
            return None
        book = phrasebook(language)
        whole = _topic(question, book)
        which = which_option(question, whole, facts, book, language)
        if which is not None:
            return which
        targets, rest = targets_of(question, facts, bare=whole == "details")
        topic = _topic(rest, book) or whole
        if topic is not None and topic in FACT_VALUES:
            return FACT_VALUES[topic](facts, book, language)
        currency = currency_in(question) if topic in (None, "total") and _CONVERT in read_tools else None
        if currency is not None:
            told = await converted(targets, currency, read_tools[_CONVERT], book, language)
            if told is not None:
                return told
        if topic == "details":
            return details(targets, book, language)
        return _of_trips(topic, targets, book, language) if topic else None


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
