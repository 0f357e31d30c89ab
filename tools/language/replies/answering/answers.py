"""Side questions answered from facts by rules, in six languages; what the facts do not say is not answered."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.tools.formats import formats_of
from tripintent.tools.language.exact.asked_for import request_named
from tripintent.tools.language.exact.tokens import tokens_of
from tripintent.tools.language.replies.answering.conversion import converted, currency_in
from tripintent.tools.language.replies.answering.details import details
from tripintent.tools.language.replies.answering.ledger_values import FACT_VALUES
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook, phrasebook
from tripintent.tools.language.replies.answering.targets import Target, labelled, part_of, targets_of
from tripintent.tools.language.replies.answering.values import PRICED, VALUES
from tripintent.tools.language.replies.answering.which import airline_elsewhere, other_times, which_option
from tripintent.tools.ports.answers import NOTHING_BESIDE, Beside, ReadTool

LONGEST_QUESTION = 500
"""Characters; a longer text is not a side question."""
_CONVERT = "convert_money"
_JOINTS = re.compile(r"[,;?!.]+(?!\d)|\b(?:and|und|y|et|ed?)\b", re.IGNORECASE)
_QUESTION = re.compile(r"[^?]+\?")
_SEVERAL = 2
_WORDS_OF_A_QUESTION = 2
_FEW_WORDS = 4
_ON_A_LINE = 2
"""Sentences; more than these stand below each other."""
_REQUESTS = frozenset({"details", "trip", "help", "assumptions", "receipt"})
"""Topics that are asked for without a question: "more about option 2", "show my trip"."""


class FactAnswers:
    """Answers "which one is refundable?", "tell me more about option 2", "when does the hold expire?" and their like.

    Facts are those of the answer node: ``options``, ``ranked``, ``selected``, ``bought``, ``plan``, ``holds``, ``approval``,
    ``purchase_state``, ``purchase_note``, ``bookings``, ``budget``, and ``asked``: False where the words were not read as a
    question, so that a statement ("we have to cancel") gets no answer to something else. The question may name an option
    ("is the second one refundable?") or a part of the trip ("the flight home"); otherwise it is about the choice, what is
    booked, or every option.
    A price in another currency comes from the READ tool ``convert_money``.
    """

    async def answer(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        read_tools: Mapping[str, ReadTool],
        language: str,
        beside: Beside = NOTHING_BESIDE,
    ) -> str | None:
        """Return an answer, or None where the topic is not ours or the facts are silent; of several questions each is."""
        if len(question) > LONGEST_QUESTION:
            return None
        told = await self._answer(question, facts, read_tools, language, beside)
        single = [one.strip() for one in _QUESTION.findall(question)]
        if len(single) < _SEVERAL:
            return told
        each = [await self._answer(one, facts, read_tools, language, NOTHING_BESIDE) for one in single]
        if told is None and not any(each):
            return None
        known = [told] if told else [one for one in each if one]
        unknown = [
            phrasebook(language).say("unanswered", question=one)
            for one, said in zip(single, each, strict=True)
            if not said and len(one.split()) > _FEW_WORDS
        ]
        return "\n".join((*known, *unknown))

    async def _answer(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        read_tools: Mapping[str, ReadTool],
        language: str,
        beside: Beside,
    ) -> str | None:
        book = phrasebook(language)
        whole = _topic(question, book)
        if facts.get("asked") is False and whole not in _REQUESTS and not _asks(question, book):
            return None
        of_flights = whole is None or whole in VALUES
        stranger = airline_elsewhere(question, facts) if of_flights else None
        if stranger is not None:
            return book.say("other_airline", airline=stranger)
        targets, rest = targets_of(question, facts, book, bare=whole == "details")
        named = rest != question
        if named:
            beside.points([target.number for target in targets if target.number])
        which = which_option(question, whole, facts, book, language, named=named)
        if which is not None:
            beside.points(which.numbers)
            return which.said
        other = other_times(question, facts, book, language)
        if other is not None:
            return other
        if whole == "details" and rest == question and (told := _request(question, facts, book)):
            return told  # "what about a cot?" asks for no description of every option
        topics = _topics(rest, book) or _whole_topic(whole, question, book)
        priced = topics[:1] in ([], ["total"])
        currency = currency_in(question) if priced and _CONVERT in read_tools else None
        if currency is not None:
            told = await converted(targets, currency, read_tools[_CONVERT], book, language)
            if told is not None:
                return told
        asked = _Asked(question, facts, book, language)
        return "\n".join(said for topic in topics if (said := asked.about(topic, targets))) or _request(
            question, facts, book
        )


class _Asked:
    """One question with the facts and words that answer it."""

    def __init__(self, question: str, facts: Mapping[str, Any], book: Phrasebook, language: str) -> None:
        self._question, self._facts, self._book, self._language = question, facts, book, language

    def about(self, topic: str, targets: list[Target]) -> str | None:
        """Return what is said on one topic."""
        if topic in FACT_VALUES:
            return FACT_VALUES[topic](self._facts, self._book, self._language)
        plan = self._facts.get("plan") or {}
        parts = [part_of(target, self._question, plan, self._book) for target in targets]
        if topic == "details":
            return details(parts, self._book, self._language)
        said = [(part, self._value(topic, part)) for part in parts]
        if not any(value for _, value in said):  # bags, asked beside "the hotel of option 1"
            said = [(target, self._value(topic, target)) for target in targets]
        lines = labelled([(part, value) for part, value in said if value is not None], self._book)
        if lines and topic == "bags" and self._book.names("adding", self._question):
            lines.append(self._book.say("more_bags" if any(part.booked for part in parts) else "with_bags"))
        if lines and topic in PRICED and any(part.simulated for part, value in said if value is not None):
            lines.append(self._book.say("simulated"))
        return ("\n" if len(lines) > _ON_A_LINE else " ").join(lines) or None

    def _value(self, topic: str, part: Target) -> str | None:
        amenity = self._book.amenity(self._question) or phrasebook("en").amenity(self._question)
        amenity = amenity if topic == "amenities" else None
        if amenity is not None:
            return _amenity(amenity, part, self._book)
        value = VALUES[topic](part, self._book, self._language)
        if topic == "distance" and value and self._book.names("elsewhere", self._question):
            return f"{value}; {self._book.say('distance_elsewhere')}"
        each = topic == "total" and self._book.names("each", self._question) and self._each(part)
        return each or value

    def _each(self, part: Target) -> str | None:
        """Return a price for each person who has a seat, beside the whole price."""
        plan = self._facts.get("plan") or {}
        heads = int(plan.get("adults") or 0) + int(plan.get("children") or 0)
        if not part.total or heads < 1:
            return None
        total = Money.model_validate(part.total)
        money = formats_of(self._language).money
        return self._book.say("per_person", each=money(total.share(heads)), total=money(total), heads=heads)


def _request(question: str, facts: Mapping[str, Any], book: Phrasebook) -> str | None:
    """Return what can be done about something that no offer tells of (a cot, a dog, a wheelchair); None for anything else."""
    named = request_named(question)
    if named is None or named[0] == "note" or not (facts.get("asked") or "?" in question):
        return None
    to, said = named
    late = "_late" if facts.get("bought") and to != "elsewhere" else ""
    return book.say(f"request_{to}{late}", thing=said)


def _topic(question: str, book: Phrasebook) -> str | None:
    """Return the topic in the thread's language, else in English."""
    english = phrasebook("en")
    named = book.amenity(question) or english.amenity(question)
    return book.topic(question) or english.topic(question) or ("amenities" if named else None)


def _asks(question: str, book: Phrasebook) -> bool:
    """Tell whether words that were not read as a question ask something: a mark, a few words only, or how a part begins."""
    if "?" in question or len(question.split()) <= _FEW_WORDS:
        return True
    starts = (tokens_of(part) for part in _JOINTS.split(question) if part.strip())
    return any(book.part("asking").match(tokens, 0) is not None for tokens in starts)


def _whole_topic(topic: str | None, question: str, book: Phrasebook) -> list[str]:
    """Return the topic of the whole question; a share of each person is a question about the price."""
    if topic is None and book.names("each", question):
        return ["total"]
    return [topic] if topic else []


def _topics(question: str, book: Phrasebook) -> list[str]:
    """Return the topics of each part of a question, in their order, each once; that of the whole where its parts have none."""
    parts = [part for part in _JOINTS.split(question) if len(part.split()) >= _WORDS_OF_A_QUESTION]
    found = [topic for part in parts if (topic := _topic(part, book))]
    whole = _topic(question, book)
    several = list(dict.fromkeys(found))
    if len(several) > 1:  # "what about cancelling, until when is it free?" asks for no description
        several = [topic for topic in several if topic != "details"]
        whole = several[0] if whole == "details" else whole
    if "refundable" in several:  # "can I cancel for free, and until when?" is one question
        several = [topic for topic in several if topic != "expiry"]
        whole = "refundable" if whole == "expiry" else whole
    return several if len(several) > 1 or whole is None else [whole]


def _amenity(code: str, part: Target, book: Phrasebook) -> str | None:
    """Return whether each hotel lists an amenity."""
    name = book.amenity_name(code)
    said = [
        book.say(
            "has_amenity" if _lists(hotel["amenities"], code) else "lacks_amenity", hotel=hotel["name"], amenity=name
        )
        for hotel in part.hotels
        if hotel.get("amenities") is not None
    ]
    return "; ".join(said) or None


def _lists(amenities: list[str], code: str) -> bool:
    return any(code in amenity.casefold().replace(" ", "_") for amenity in amenities)
