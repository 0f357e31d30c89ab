"""answer: a side question is answered from facts and READ tools; the booking itself does not move."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.config import get_stream_writer
from pydantic import JsonValue

from tripintent.nodes.booking.facts.questions import facts_for_questions
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.model_spending import spent_patch
from tripintent.nodes.runtime import Run, message, reply, said_last
from tripintent.state.derived import shown_ranking, waits_for
from tripintent.state.money import Money
from tripintent.state.operations import Answer
from tripintent.state.patch import Patch
from tripintent.state.planning.facts import Town
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.state.usage import ModelUse
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.answers import Beside, ReadTool
from tripintent.tools.ports.planning import TripKnowledge
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.rates import Rates
from tripintent.tools.toolbox.fares import baggage_of

HISTORY = 8
"""Earlier messages that a question may refer to."""

_WAITS = ("presenting_options", "risk_checked", "awaiting_purchase_approval")
"""States in which the traveller has the next word: it is said again behind an answer."""

_LATELY = 3
"""Turns in which the same question is asked once."""
AROUND = timedelta(days=7)
"""Public holidays are told for a week before and after the day that is asked about."""


class AnswerUpdate(TypedDict):
    """Channels that ``answer`` updates."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def answer(state: BookingState, ports: Ports, run: Run) -> AnswerUpdate:
    """Answer the question, or say plainly that it cannot be answered here; small talk gets a word and the next step."""
    trip, turn = state["trip_intent"], state["turn"]
    asked = turn.question
    words, use, described = await _words(state, ports)
    spoken: list[AnyMessage] = []
    if turn.social and not asked:
        spoken.append(await reply(ports, trip, "courtesy", what=turn.social))
        spoken += await _step(state, described, ports) if trip.working_memory.approval else []
    elif words is not None:
        spoken.append(message(words, "answer"))
        if trip.status.state in _WAITS and not (turn.news or turn.queue):  # what comes next is shown, and asks
            spoken += [] if _puts_off(state) else await _step(state, described, ports)
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


async def _step(state: BookingState, described: int | None, ports: Ports) -> list[AnyMessage]:
    """Return the question what comes next, once in a few turns."""
    trip = state["trip_intent"]
    step = await reply(ports, trip, "next_step", **_next_step(trip), other=_other(trip, described))
    return [] if any(step.text in one.text for one in said_last(state["messages"], _LATELY)) else [step]


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


async def _words(state: BookingState, ports: Ports) -> _Told:
    """Answer, told piece by piece while it is written."""
    trip, turn = state["trip_intent"], state["turn"]
    facts = await facts_for_questions(trip, ports) | {"asked": turn.question is not None}
    writer, spent, named = get_stream_writer(), [ModelUse()], set[int]()
    beside = Beside(
        about=turn.about,
        history=tuple(f"{_who(one)}: {one.text}" for one in state["messages"][-HISTORY - 1 : -1]),
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


def read_tools(trip: TripIntent, ports: Ports) -> dict[str, ReadTool]:
    """Return the read tools by the registry's names, as far as the registry lists them as READ."""

    async def trip_summary(arguments: Mapping[str, object]) -> JsonValue:
        summary: JsonValue = trip.model_dump(mode="json", include={"itinerary", "party", "status", "constraints"})
        return summary

    async def airport_lookup(arguments: Mapping[str, object]) -> JsonValue:
        place = ports.places.resolve(str(arguments.get("name") or arguments.get("query") or ""))
        near: list[JsonValue] = [
            {"code": a.code, "name": a.name, "km": round(km)} for a, km in ports.places.near(place)
        ]
        return {"place": place.model_dump(mode="json", exclude={"candidates"}), "near": near}

    async def country_facts(arguments: Mapping[str, object]) -> JsonValue:
        def town(name: str) -> Town:
            place = ports.places.resolve(str(arguments.get(name) or ""))
            return Town(name=place.name or place.said or "", code=place.code, country=place.country)

        if ports.knowledge is None:
            return {"error": "no facts here"}
        return facts_about(town("place"), town("home") if arguments.get("home") else None, arguments, ports.knowledge)

    async def fare_baggage(arguments: Mapping[str, object]) -> JsonValue:
        return await baggage_of(trip, ports)

    tools: dict[str, ReadTool] = {
        "fare_baggage": fare_baggage,
        **({"country_facts": country_facts} if ports.knowledge else {}),
        "trip_summary": trip_summary,
        "airport_lookup": airport_lookup,
        "convert_money": partial(convert_money, ports.rates),
    }
    allowed = {t.name for t in ports.registry.tools("READ")}
    return {name: tool for name, tool in tools.items() if name in allowed}


async def convert_money(rates: Rates, arguments: Mapping[str, object]) -> JsonValue:
    """Return an amount in another currency with the day of the rates, or what is wrong with the arguments."""
    try:
        source = Money.model_validate({"amount": arguments["amount"], "currency": str(arguments["currency"]).upper()})
        target = rates.convert(source, str(arguments["to"]).upper())
    except (KeyError, ValueError, ToolError) as error:
        return {"error": str(error)}
    return {"amount": str(target.amount), "currency": target.currency, "rates_of": rates.dated().isoformat()}


def facts_about(town: Town, home: Town | None, said: Mapping[str, object], knowledge: TripKnowledge) -> JsonValue:
    """Return what is known of a place, each fact with its date or a word on how coarse it is; null is not known."""
    country = knowledge.country_of(town)
    if country is None:
        return {"place": town.name, "country": None}
    passport, day = str(said.get("passport") or "").upper(), _day(said.get("day"))
    rule = knowledge.visa(passport, country) if passport else None
    power = knowledge.power(country)
    band = knowledge.climate(town, day.month) if day else None
    clocks = knowledge.clocks(home, town, day) if home and day else None
    closed = knowledge.holidays(country, day - AROUND, day + AROUND) if day else None
    found: list[JsonValue] = [{"day": when.isoformat(), "name": name} for when, name in closed or ()]
    return {
        "place": town.name,
        "country": country,
        "entry": {**rule.model_dump(mode="json"), "check": "embassy or official site"} if rule else None,
        "power": {**power.model_dump(mode="json"), "check": "your devices"} if power else None,
        "currency": knowledge.currency(country),
        "climate": {**band.model_dump(mode="json"), "note": "coarse band, no forecast"} if band else None,
        "clocks": clocks.model_dump(mode="json") if clocks else None,
        "holidays": {"days": found, "check": "locally"} if closed is not None else None,
        "km_from_home": knowledge.distance(home, town) if home else None,
        "metres_above_sea": knowledge.altitude(town),
    }


def _day(said: object) -> date | None:
    try:
        return date.fromisoformat(str(said or ""))
    except ValueError:
        return None
