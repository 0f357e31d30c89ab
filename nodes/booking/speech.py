"""Saying things: every message is phrased by the language port from a kind and typed facts."""

from typing import Any

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def say(ports: Ports, trip: TripIntent, kind: str, /, **facts: JsonValue) -> AIMessage:
    """Return one message to the traveller in the language of the turn."""
    text = await ports.language.phrase(kind, facts, trip.request.language)
    return message(text, kind)


def message(text: str, kind: str, **extra: Any) -> AIMessage:
    """Return a message that carries what kind of message it is, for pages that draw cards."""
    return AIMessage(content=text, additional_kwargs={"kind": kind, **extra})


def working(**fields: Any) -> dict[str, Any]:
    """Return the merge of a patch of the working memory."""
    return {"working_memory": fields}
