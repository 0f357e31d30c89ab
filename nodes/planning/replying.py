"""Words for facts: what the nodes of the planning say, through the wording port."""

from collections.abc import Mapping, Sequence

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.state.planning.gate import Action, Requirement, to_ask
from tripintent.state.planning.notes import PlanningNotes
from tripintent.tools.ports.attractions import INTERESTS
from tripintent.tools.ports.planning import PlanningPorts


def reply(text: str, kind: str) -> AIMessage:
    """Return one message to the traveller."""
    return AIMessage(content=text, additional_kwargs={"kind": kind})


def money(value: Money) -> dict[str, str]:
    """Return money as a fact for words."""
    return {"amount": str(value.amount), "currency": value.currency}


def assumed(value: str, own: PlanningPorts, language: str) -> str:
    """Return a value that was not said, marked as assumed."""
    return f"{value} ({own.words.phrase('units.assumed', {}, language)})"


def progress(
    actions: Sequence[Action], status: Mapping[Action, Requirement], own: PlanningPorts, language: str
) -> list[str]:
    """Return a line for each document: what it has, what is assumed, what it misses."""
    return [_progress(action, status[action], own, language) for action in actions]


def questions(notes: PlanningNotes, actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return what is known for each document, and one question for each missing field, three at most."""
    names = document_names(actions, own, language)
    lead = own.words.phrase("needs", {"documents": list(names)}, language)
    asked = [own.words.phrase(f"ask.{field}", {}, language) for field in to_ask(actions, notes.status)]
    return [*progress(actions, notes.status, own, language), lead, *asked]


_ASKED = {"destination": "destinations", "dates": "trip_duration"}
"""Fields that are asked for as another: the days of a trip say how long it is."""


def missing_asked(fields: Sequence[str], own: PlanningPorts, language: str) -> list[str]:
    """Return one question for each missing field."""
    once = dict.fromkeys(_ASKED.get(field, field) for field in fields)
    return [own.words.phrase(f"ask.{field}", {}, language) for field in once]


def _progress(action: Action, needs: Requirement, own: PlanningPorts, language: str) -> str:
    def field(name: str, value: str) -> str:
        return f"{own.words.phrase(f'fields.{name}', {}, language)}: {value}"

    has = [f"✅ {field(name, _value(name, value, own, language))}" for name, value in needs.has.items()]
    has += [f"✅ {field(name, assumed(str(value), own, language))}" for name, value in needs.assumed.items()]
    misses = [f"❌ {field(name, own.words.phrase('units.missing', {}, language))}" for name in needs.missing]
    (name,) = document_names((action,), own, language)
    return f"{'✅' if needs.ready else '❌'} {name[:1].upper()}{name[1:]} – {' · '.join((*has, *misses))}"


def _value(field: str, value: JsonValue, own: PlanningPorts, language: str) -> str:
    if field == "trip_duration" and isinstance(value, int):
        return counted("day", value, own, language)
    if field == "total_budget":
        amount, _, currency = str(value).partition(" ")
        return own.words.phrase("amount", {"amount": {"amount": amount, "currency": currency}}, language)
    if field == "interests" and isinstance(value, list):
        known = [str(one) for one in value]
        return ", ".join(own.words.phrase(f"interests.{one}", {}, language) for one in known if one in INTERESTS)
    if field in ("destination", "destinations", "current_location"):
        value = [
            own.words.phrase("town", {"town": name}, language)
            for name in (value if isinstance(value, list) else [value])
        ]
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def counted(unit: str, count: int, own: PlanningPorts, language: str) -> str:
    """Return a number with its unit, ``day`` or ``person``."""
    return own.words.phrase(f"units.{unit}_{'one' if count == 1 else 'many'}", {"n": count}, language)


def document_names(actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return documents by their names."""
    return [own.words.phrase(f"documents.{action}", {}, language) for action in actions]


def spells(actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return the words that make documents, in quotation marks."""
    return [f"“{own.words.phrase(f'say.{action}', {}, language)}”" for action in actions]
