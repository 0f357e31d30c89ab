"""Phrases computed by code: the offline engine reads a quoted phrase as the answer to that very question."""

from typing import Any, NamedTuple

from tripintent.state.frame import Frame, When
from tripintent.state.money import Amount
from tripintent.tools.language.openai.unread import unread_date_words
from tripintent.tools.ports.language import Hearing, Language

_QUESTIONS = {
    "depart": "What date do you leave?",
    "return_": "What date do you return?",
    "check_in": "What is your check-in date?",
    "check_out": "What is your check-out date?",
    "budget": "What is your budget?",
}


class AmountRead(NamedTuple):
    """An amount as code read it."""

    amount: Amount
    currency: str | None
    per_person: bool | None


class PhraseReader:
    """Reads date and money phrases through the offline engine, so that a model never computes one."""

    def __init__(self, offline: Language, hearing: Hearing) -> None:
        self._offline = offline
        self._hearing = hearing

    async def date(self, slot: str, phrase: str, before: Frame) -> When | None:
        """Return the day or days of a phrase, counted from the traveller's today.

        None where it holds no date, or where code reads only a part of it: a part is a guess.
        ``before`` is what is known: "three days later" needs the departure it counts from.
        """
        known = Frame(depart=before.depart, check_in=before.check_in, nights=before.nights)
        frame = await self._answer(slot, phrase, known.model_copy(update={slot: None}))
        when: When | None = frame.get(slot)
        return None if when is None or unread_date_words(phrase, when.said) else when

    async def amount(self, phrase: str) -> AmountRead | None:
        """Return the amount of a phrase; None where it holds none ("cheap")."""
        frame = await self._answer("budget", phrase, Frame())
        amount = frame.get("budget")
        return None if amount is None else AmountRead(amount, frame.get("currency"), frame.get("budget_per_person"))

    async def _answer(self, slot: str, phrase: str, known: Frame) -> dict[str, Any]:
        heard = self._hearing.model_copy(
            update={
                "text": phrase,
                "frame": known,
                "asked": (slot,),
                "last_assistant": _QUESTIONS[slot],
                "history": (),
            }
        )
        reading = await self._offline.extract(heard)
        return dict(reading.frame)
