"""answer: a side question is answered from facts and READ tools; the booking itself does not move."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.question_facts import facts_for_questions
from tripintent.nodes.booking.read_tools import read_tools
from tripintent.nodes.booking.speech import message, say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class AnswerUpdate(TypedDict):
    """What answer writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def answer(state: BookingState, ports: Ports, run: Run) -> AnswerUpdate:
    """Answer the question, or say plainly that it cannot be answered here; small talk gets a word and the next step."""
    trip, turn = state["trip_intent"], state["turn"]
    asked = turn.question
    words = await _words(asked or turn.text, trip, ports)
    spoken: list[AnyMessage] = []
    if words is not None:
        spoken.append(message(words, "answer"))
    else:
        if turn.unread and trip.working_memory.approval is None:
            spoken.append(await say(ports, trip, "unread"))
        spoken.append(await say(ports, trip, "cannot_answer" if asked else "noted", **_next_step(trip)))
    note = "answered" if words else "no answer in the facts"
    return {
        "messages": spoken,
        "trip_intent": Patch(by="answer", note=note),
        "turn": turn.model_copy(update={"question": None, "spoke": True}),
    }


async def _words(question: str, trip: TripIntent, ports: Ports) -> str | None:
    facts = await facts_for_questions(trip, ports)
    return await ports.answers.answer(question, facts, read_tools(trip, ports), trip.request.language)


def _next_step(trip: TripIntent) -> dict[str, str]:
    return {"state": trip.status.state}
