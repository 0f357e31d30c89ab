"""Limits on what a model costs, told as words and facts: each once in a conversation."""

from collections.abc import Iterable

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.runtime import Run, message
from tripintent.state.trip import TripIntent
from tripintent.state.usage import WARN_AT, LimitUse
from tripintent.tools.ports.ports import Ports

KIND = "limit"


async def limits_told(
    trip: TripIntent, said: Iterable[AnyMessage], language: str, ports: Ports, run: Run
) -> list[AnyMessage]:
    """Return what is said of limits: each once in a conversation."""
    if ports.meter is None:
        return []
    told = [one.additional_kwargs.get("facts", {}) for one in said if one.additional_kwargs.get("kind") == KIND]
    near = [one for one in await ports.meter.standing(run.principal, trip.model_use) if one.share >= WARN_AT]
    facts = [_facts_of(one) for one in near]
    new = [one for one in facts if one not in told]
    return [await limit_message(one, language, ports) for one in new]


def _facts_of(one: LimitUse) -> dict[str, JsonValue]:
    code = "cost_limit_exceeded" if one.share >= 1 else "cost_limit_near"
    return {"code": code, "of": one.of, "limit": f"{one.limit:f}"}


async def limit_message(facts: dict[str, JsonValue], language: str, ports: Ports) -> AnyMessage:
    """Return what is said of one limit, with its typed facts."""
    words = await ports.language.phrase(str(facts["code"]), facts, language)
    return message(words, KIND, facts=facts, language=language)
