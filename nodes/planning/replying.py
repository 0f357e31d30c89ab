"""Words for facts: what the nodes of the planning say, through the wording port."""

from langchain_core.messages import AIMessage

from tripintent.state.money import Money
from tripintent.state.planning.facts import TripFacts
from tripintent.state.planning.gate import Action
from tripintent.tools.ports.planning import PlanningPorts


def reply(text: str, kind: str) -> AIMessage:
    """Return one message to the traveller."""
    return AIMessage(content=text, additional_kwargs={"kind": kind})


def money(value: Money) -> dict[str, str]:
    """Return money as a fact for words."""
    return {"amount": str(value.amount), "currency": value.currency}


def trip_words(facts: TripFacts, own: PlanningPorts, language: str) -> str:
    """Return the trip in a few words: where, who, how long, from where; only what is known."""
    parts = [town.name for town in facts.destinations]
    found = [", ".join(parts)] if parts else []
    if facts.days:
        found.append(counted("day", facts.days, own, language))
    if facts.travellers:
        found.append(counted("person", facts.travellers, own, language))
    if facts.origin:
        found.append(f"← {facts.origin.name}")
    return " · ".join(found)


def counted(unit: str, count: int, own: PlanningPorts, language: str) -> str:
    """Return a number with its unit, ``day`` or ``person``."""
    return own.words.phrase(f"units.{unit}_{'one' if count == 1 else 'many'}", {"n": count}, language)


def document_names(actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return documents by their names."""
    return [own.words.phrase(f"documents.{action}", {}, language) for action in actions]


def spells(actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return the words that make documents, in quotation marks."""
    return [f"“{own.words.phrase(f'say.{action}', {}, language)}”" for action in actions]
