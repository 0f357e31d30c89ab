"""answer: a side question is answered from facts and READ tools; the booking itself does not move."""

from typing import NamedTuple, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.config import get_stream_writer
from pydantic import JsonValue

from tripintent.nodes.booking.facts.question_facts import facts_for_questions
from tripintent.nodes.booking.facts.screen import screen_of
from tripintent.nodes.booking.parts.read_tools import read_tools
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.model_spending import may_ask_model, spent_patch
from tripintent.nodes.runtime import Run, message, reply, said_last
from tripintent.state.derived import shown_ranking, waits_for
from tripintent.state.operations import Answer, Question, operation_line
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.answers import Beside
from tripintent.tools.ports.ports import Ports

HISTORY = 8
"""Earlier messages that a question may refer to."""


_WAITS = ("presenting_options", "risk_checked", "awaiting_purchase_approval")
"""States in which the traveller has the next word: it is said again behind an answer."""


class AnswerUpdate(TypedDict):
    """What answer writes."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def answer(state: BookingState, ports: Ports, run: Run) -> AnswerUpdate:
    """Answer the question, or say plainly that it cannot be answered here; small talk gets a word and the next step."""
    trip, turn = state["trip_intent"], state["turn"]
    asked = turn.question
    words, use, described = await _words(state, ports, run)
    spoken: list[AnyMessage] = []
    if turn.social and not asked and trip.working_memory.approval is None:
        spoken.append(await reply(ports, trip, "courtesy", what=turn.social))
    elif words is not None:
        spoken.append(message(words, "answer"))
        if trip.status.state in _WAITS and not (turn.news or turn.queue):  # what comes next is shown, and asks
            step = await reply(ports, trip, "next_step", **_next_step(trip), other=_other(trip, described))
            spoken += [] if _puts_off(state) else [step]
    else:
        spoken += await _without_answer(state, ports)
    note = "answered" if words else "no answer in the facts"
    return {
        "messages": spoken,
        "trip_intent": [
            Patch(by="answer", note=note, merge={"working_memory": {"described": _id_of(trip, described)}}),
            *await spent_patch(trip, use, ports, run),
        ],
        "turn": turn.model_copy(update={"question": None, "spoke": True}),
    }


async def _without_answer(state: BookingState, ports: Ports) -> list[AnyMessage]:
    """Say that nothing was found, and the next step; what was said just before is not said again, but what one can say."""
    trip, turn = state["trip_intent"], state["turn"]
    waiting = trip.working_memory.approval is not None
    unpriced = shown_ranking(trip) is None and not (trip.working_memory.bookings or trip.working_memory.holds)
    kind = "cannot_answer" if turn.question else "noted"
    told = await reply(ports, trip, kind, **_next_step(trip), unpriced=unpriced)
    spoken = state["messages"]
    before = said_last(spoken)
    noted = bool(spoken) and spoken[-1].type == "ai"  # what was noted is above, and was understood
    heard = noted or _puts_off(state)
    if not (waiting or heard) and any(
        one.additional_kwargs.get("kind") == "choices" or one.text == told.text for one in before
    ):
        return [await reply(ports, trip, "choices", said=turn.text, **_next_step(trip))]
    unread = [await reply(ports, trip, "unread")] if turn.unread and not waiting else []
    waits = [await reply(ports, trip, "noted", **_next_step(trip))] if waiting and turn.question else []
    return [*unread, told, *waits]


class _Told(NamedTuple):
    """The answer, what it cost, and the number of the one option that it is about."""

    words: str | None
    use: ModelUse
    described: int | None


async def _words(state: BookingState, ports: Ports, run: Run) -> _Told:
    """Answer, told piece by piece while a model writes it."""
    trip, turn = state["trip_intent"], state["turn"]
    facts = await facts_for_questions(trip, ports) | {"asked": turn.question is not None}
    writer, spent, named = get_stream_writer(), [ModelUse()], set[int]()
    plain = turn.plain or not await may_ask_model(trip, ports, run)
    beside = Beside(
        about=turn.about,
        history=tuple(f"{_who(one)}: {one.text}" for one in state["messages"][-HISTORY - 1 : -1]),
        message=turn.text,
        done=_done(state),
        screen=() if plain or ports.meter is None else screen_of(facts),
        plain=plain,
        tell=lambda text: writer({"writes": text}),
        spend=spent.append,
        points=named.update,
    )
    tools, language = read_tools(trip, ports), trip.request.language
    words = await ports.answers.answer(turn.question or turn.text, facts, tools, language, beside)
    return _Told(words, sum(spent[1:], spent[0]), next(iter(named)) if len(named) == 1 else None)


def _puts_off(state: BookingState) -> bool:
    """Tell whether the message says no, or not yet, to what was offered: it is not offered again at once."""
    said = state.get("reading") or Reading()
    return any(isinstance(one, Answer) and one.stance != "yes" for one in said.operations)


def _done(state: BookingState) -> tuple[str, ...]:
    """Return what the message says beside the question, a line each: it was done before this."""
    said = state.get("reading") or Reading()
    return tuple(operation_line(one) for part in said.parts for one in part.journey if not isinstance(one, Question))


def _id_of(trip: TripIntent, number: int | None) -> str | None:
    """Return the option of that number."""
    ranking = shown_ranking(trip)
    bundles = ranking.bundles if ranking and number else ()
    return bundles[number - 1].bundle_id if number and number <= len(bundles) else None


def _other(trip: TripIntent, number: int | None) -> int | None:
    """Return the number of the option that was described, where it is not the chosen one."""
    return None if _id_of(trip, number) == trip.working_memory.selected.bundle_id else number


def _who(one: AnyMessage) -> str:
    return "assistant" if one.type == "ai" else "user"


def _next_step(trip: TripIntent) -> dict[str, JsonValue]:
    return {"state": trip.status.state, "waits": waits_for(trip)}
