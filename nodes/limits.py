"""The cost of a language model, counted for the traveller and in the trip; and its limits, told once and as facts while they hold."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.runtime import Run, message
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.usage import WARN_AT, LimitUse, ModelUse
from tripintent.tools.ports.ports import Ports


async def may_ask_model(trip: TripIntent, ports: Ports, run: Run) -> bool:
    """Say whether a model may be asked: no limit that is set has been reached."""
    return ports.meter is None or await ports.meter.allows(run.principal, trip.model_use)


async def spent_patch(trip: TripIntent, use: ModelUse, ports: Ports, run: Run) -> list[Patch]:
    """Count what a model cost, for the traveller and in the trip; nothing where none was asked."""
    if not use.requests:
        return []
    near = await ports.meter.record(run.principal, use, trip.model_use) if ports.meter is not None else ()
    note = "; ".join((f"model: {use}", *near))
    return [Patch(by="model", note=note, merge={"model_use": trip.model_use + use})]


KIND = "limit"
_SAME = ("code", "of", "limit")
"""What makes two tellings of a limit the same one."""


async def limits_told(
    trip: TripIntent, said: Iterable[AnyMessage], language: str, ports: Ports, run: Run
) -> tuple[list[AnyMessage], list[JsonValue]]:
    """Return what is said of limits, each once in a conversation, and those that were told before and still hold."""
    if ports.meter is None:
        return [], []
    told = [_mark(one.additional_kwargs.get("facts", {})) for one in said if one.additional_kwargs.get("kind") == KIND]
    near = [one for one in await ports.meter.standing(run.principal, trip.model_use) if one.share >= WARN_AT]
    facts = [_facts_of(one, ports.clock.now()) for one in near]
    new = [await limit_message(one, language, ports) for one in facts if _mark(one) not in told]
    return new, [one for one in facts if _mark(one) in told and one["code"] == "cost_limit_exceeded"]


def _mark(facts: dict[str, JsonValue]) -> tuple[JsonValue, ...]:
    return tuple(facts.get(name) for name in _SAME)


def _facts_of(one: LimitUse, now: datetime) -> dict[str, JsonValue]:
    if one.share < 1:
        return {"code": "cost_limit_near", "of": one.of, "limit": f"{one.limit:f}"}
    ends = _ends(one, now)
    wait: dict[str, JsonValue] = {"retryAfter": int((ends - now).total_seconds()) + 1} if ends else {}
    return {"code": "cost_limit_exceeded", "of": one.of, "limit": f"{one.limit:f}", **wait}


def _ends(one: LimitUse, now: datetime) -> datetime | None:
    """Return when a limit begins again; a trip's never does."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if one.of == "traveller_tokens":
        return midnight + timedelta(days=1)
    return (midnight.replace(day=1) + timedelta(days=32)).replace(day=1) if one.of == "month_dollars" else None


async def limit_message(facts: dict[str, JsonValue], language: str, ports: Ports) -> AnyMessage:
    """Return what is said of one limit, with its typed facts."""
    words = await ports.language.phrase(str(facts["code"]), facts, language)
    return message(words, KIND, facts=facts, language=language)
