"""Whole conversations with the calls that a good model made: what the trip, holds, cards, bookings and documents are behind each turn."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from langchain_core.messages import ToolMessage

from tripintent.app.incoming import Answer
from tripintent.app.results import TurnResult

GOALS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("replayed.yaml").read_text(encoding="utf-8"))
T = "t1"


def steps(turn: dict[str, Any]) -> list[Any]:
    """Return the replies of the model in a turn: calls, message by message, then words."""
    asked = [[next(iter(call.items())) for call in message] for message in turn.get("calls", ())]
    return [*asked, turn["words"]]


def facts(turn: TurnResult, answers: list[ToolMessage]) -> dict[str, Any]:
    """Return what a turn left behind, by the names of the data file."""
    trip, memory = turn.trip, turn.trip.working_memory
    party = trip.party.travelers
    stand = answers[-1].artifact
    hotels = [one for option in stand.get("options", ()) for one in option.get("hotels", ())]
    second = (stand.get("chosen") or {}).get("flights", ())[1:2]
    return {
        "state": trip.status.state,
        "language": trip.request.language,
        "towns": [one.destination.code for one in trip.itinerary.segments],
        "days": [one.depart_date for one in trip.itinerary.segments],
        "stays": len(trip.itinerary.lodging.stays),
        "party": (party.adults or 0) + (party.children or 0),
        "people": [one.name for one in trip.party.guests],
        "chosen": memory.selected.bundle_id is not None,
        "held": sum(one.status == "held" for one in memory.holds),
        "waits": memory.approval.kind if memory.approval else "",
        "booked": sum(one.status == "confirmed" for one in memory.bookings),
        "cards": [one.kind for one in turn.said if "card" in one.facts],
        "boards": sorted({one["board"] for one in hotels}),
        "refundable": all(one["terms"]["refundable"] for one in hotels),
        "bags_on_leg_2": any(one["checked_bags_each"] for one in second),
        **_of_documents(turn, answers),
    }


def _of_documents(turn: TurnResult, answers: list[ToolMessage]) -> dict[str, Any]:
    days = (turn.documents.get("itinerary") or {}).get("segments", ())
    groups = (turn.documents.get("checklist") or {}).get("categories", ())
    settled = [json.loads(one.text)["facts"] for one in answers if one.name == "settle_up"]
    payments = [one for facts in settled[-1:] for one in facts["payments"]]
    return {
        "planned": sorted({one["startDatetime"][:10] for one in days if one["type"] == "ACTIVITY"}),
        "own_items": [one["text"] for group in groups for one in group["items"] if one["own"]],
        "pays": [[one["from"], one["to"], one["amount"]["amount"]] for one in payments],
    }


@pytest.mark.parametrize("goal", GOALS, ids=[one["goal"][:30] for one in GOALS])
async def test_a_conversation_ends_where_it_was_to_end(talk: Any, goal: dict[str, Any]) -> None:
    """Every call is worked, and behind each turn the facts are as the data file has them."""
    session, model = await talk(*(step for turn in goal["turns"] for step in steps(turn)))
    done: TurnResult | None = None
    for turn in goal["turns"]:
        if "approve" in turn:
            ticks = tuple(one["id"] for one in done.interrupt.args["confirmations"])
            done = await session.approve(T, Answer(confirmations=ticks))
        else:
            done = await (session.reject(T, turn["reject"]) if "reject" in turn else session.say(T, turn["say"]))
        messages = (await session._snapshot(T)).values["messages"]
        answers = [one for one in messages if isinstance(one, ToolMessage)]
        found = facts(done, answers)
        assert {name: found[name] for name in turn["now"]} == turn["now"], turn.get("say")
    assert not model.script
