"""Limits that stop a model, told in words and as typed facts: what it may cost, and how often it may be asked."""

from collections.abc import Iterable

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.runtime import Run, message
from tripintent.state.operations import Unread
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.state.usage import WARN_AT, LimitUse
from tripintent.tools.ports.ports import Ports

KIND = "limit"


async def limits_told(
    trip: TripIntent, said: Iterable[AnyMessage], reading: Reading, ports: Ports, run: Run
) -> list[AnyMessage]:
    """Return what is said of limits: each once in a conversation, and again where words were left unread because of one."""
    if ports.meter is None:
        return []
    told = [one.additional_kwargs.get("facts", {}) for one in said if one.additional_kwargs.get("kind") == KIND]
    near = [
        one for one in await ports.meter.standing(run.principal, trip.model_use + reading.use) if one.share >= WARN_AT
    ]
    facts = [_facts_of(one) for one in near]
    if reading.fallback == "rate_limited":
        facts.append({"code": "rate_limit_exceeded"})
    new = [one for one in facts if one not in told or _stopped(one, reading)]
    return [await _message(one, reading.language, ports) for one in new]


def _facts_of(one: LimitUse) -> dict[str, JsonValue]:
    code = "cost_limit_exceeded" if one.share >= 1 else "cost_limit_near"
    return {"code": code, "of": one.of, "limit": f"{one.limit:f}"}


def _stopped(facts: dict[str, JsonValue], reading: Reading) -> bool:
    """Check whether words were left unread in this turn, and the limit is why."""
    unread = any(isinstance(one, Unread) for one in reading.operations) or not reading.operations
    return bool(unread or reading.left or reading.unread) and facts["code"] != "cost_limit_near"


async def _message(facts: dict[str, JsonValue], language: str, ports: Ports) -> AnyMessage:
    words = await ports.language.phrase(str(facts["code"]), facts, language)
    return message(words, KIND, facts=facts, language=language)
