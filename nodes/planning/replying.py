"""Words for facts: what the nodes of the planning say, through the wording port."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from tripintent.state.money import Money
from tripintent.state.planning.gate import Action
from tripintent.tools.ports.planning import PlanningPorts


def reply(text: str, kind: str) -> AIMessage:
    """Return one message to the traveller."""
    return AIMessage(content=text, additional_kwargs={"kind": kind})


def money(value: Money) -> dict[str, str]:
    """Return money as a fact for words."""
    return {"amount": str(value.amount), "currency": value.currency}


_ASKED = {"destination": "destinations", "dates": "trip_duration"}
"""Fields that are asked for as another: the days of a trip say how long it is."""


def missing_asked(fields: Sequence[str], own: PlanningPorts, language: str) -> list[str]:
    """Return one question for each missing field."""
    once = dict.fromkeys(_ASKED.get(field, field) for field in fields)
    return [own.words.phrase(f"ask.{field}", {}, language) for field in once]


def document_names(actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return documents by their names."""
    return [own.words.phrase(f"documents.{action}", {}, language) for action in actions]
