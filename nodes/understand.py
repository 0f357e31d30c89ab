"""understand: a message is read once into typed operations, and limits on what a model costs are told as words and facts."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.model_spending import spent_patch
from tripintent.nodes.runtime import Run, message, rest_unread
from tripintent.nodes.view import view_of
from tripintent.state.concierge.front import System
from tripintent.state.designer.operations import Import
from tripintent.state.operations import Unread
from tripintent.state.patch import Patch
from tripintent.state.reading import Choice, Reading
from tripintent.state.trip import TripIntent
from tripintent.state.usage import WARN_AT, LimitUse
from tripintent.tools.ports.ports import Ports


class Understood(TypedDict, total=False):
    """Channels that ``understand`` updates."""

    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]


async def understood(
    state: Mapping[str, Any],
    text: str,
    message_id: str,
    ports: Ports,
    run: Run,
    *,
    alone: System | None = None,
    desk: bool = False,
) -> Understood:
    """Read the words, unless a front door did."""
    known = state.get("reading")
    if isinstance(known, Reading) and message_id and known.handled == message_id:
        return {}
    view = await view_of(state, ports, run, alone=alone, desk=desk)
    reading = await _labelled(await ports.reader.read(text, view), ports)
    reading = reading.model_copy(update={"handled": message_id})
    update: Understood = {"reading": reading}
    if spent := await spent_patch(state["trip_intent"], reading.use, ports, run):
        update["trip_intent"] = spent
    told = state.get("messages", ())
    limits = await limits_told(state["trip_intent"], told, reading.language, ports, run, again=_left_unread(reading))
    if said := [*limits, *await _said_of_it(text, reading, ports)]:
        update["messages"] = said
    return update


async def _labelled(reading: Reading, ports: Ports) -> Reading:
    """Word the choices of what was meant; of two that read alike the likelier stays."""
    labelled: dict[str, Choice] = {}
    for one in reading.choices:
        label = await ports.language.phrase("reading", {"intent": one.intent, "day": one.day}, reading.language)
        labelled.setdefault(label, one.model_copy(update={"label": label}))
    return reading.model_copy(update={"choices": tuple(labelled.values())}) if labelled else reading


async def _said_of_it(text: str, reading: Reading, ports: Ports) -> list[AnyMessage]:
    """Return what is said of the reading itself: where it ended, and which words were left alone."""
    said: list[AnyMessage] = []
    pasted = any(isinstance(one, Import) for one in reading.operations)
    if not pasted and reading.engine == "offline":
        said += await rest_unread(ports, text, reading.language)
    if reading.doubted:
        words = await ports.language.phrase("doubted", {"said": list(reading.doubted)}, reading.language)
        said.append(message(words, "doubted", language=reading.language))
    if reading.choices:
        asked: list[JsonValue] = [one.label for one in reading.choices]
        words = await ports.language.phrase(
            "which_one", {"said": reading.choices[0].said, "readings": asked}, reading.language
        )
        readings = [one.model_dump(exclude={"operations", "day"}) for one in reading.choices]
        said.append(message(words, "which_one", language=reading.language, readings=readings))
    if reading.left:
        words = await ports.language.phrase("left_alone", {"said": "; ".join(reading.left)}, reading.language)
        said.append(message(words, "left_alone", language=reading.language))
    return said


KIND = "limit"


async def limits_told(
    trip: TripIntent, said: Iterable[AnyMessage], language: str, ports: Ports, run: Run, *, again: bool = False
) -> list[AnyMessage]:
    """Return what is said of limits: each once in a conversation, and ``again`` one that is why words were left unread."""
    if ports.meter is None:
        return []
    told = [one.additional_kwargs.get("facts", {}) for one in said if one.additional_kwargs.get("kind") == KIND]
    near = [one for one in await ports.meter.standing(run.principal, trip.model_use) if one.share >= WARN_AT]
    facts = [_facts_of(one) for one in near]
    new = [one for one in facts if one not in told or (again and one["code"] != "cost_limit_near")]
    return [await limit_message(one, language, ports) for one in new]


def _facts_of(one: LimitUse) -> dict[str, JsonValue]:
    code = "cost_limit_exceeded" if one.share >= 1 else "cost_limit_near"
    return {"code": code, "of": one.of, "limit": f"{one.limit:f}"}


def _left_unread(reading: Reading) -> bool:
    unread = any(isinstance(one, Unread) for one in reading.operations) or not reading.operations
    return bool(unread or reading.left or reading.unread)


async def limit_message(facts: dict[str, JsonValue], language: str, ports: Ports) -> AnyMessage:
    """Return what is said of one limit, with its typed facts."""
    words = await ports.language.phrase(str(facts["code"]), facts, language)
    return message(words, KIND, facts=facts, language=language)
