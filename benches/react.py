"""The ReAct contestant: ``langchain.agents.create_agent`` with the registry's tools on the same ports, doing the same booking.

Its model is scripted and answers at once: it plays the calls that a good model would make, with the arguments that the
tools demand. What is measured is everything around the model; what a real one would be sent is counted, not waited for.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.outputs import ChatGeneration, ChatResult

from benches.house import House
from benches.tools import BUY, tools_of

Call = tuple[str, dict[str, Any]]
CHARACTERS_PER_TOKEN = 4


class ScriptedModel(BaseChatModel):
    """A model of no latency: the next reply follows from the messages. Counts calls and approximate tokens."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    schemas: int = 0

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> "ScriptedModel":
        """Count what the tools' definitions cost in every call."""
        texts = (json.dumps(t.tool_call_schema if isinstance(t.args_schema, dict) else t.args) for t in tools)
        self.schemas = sum(len(text) for text in texts) // CHARACTERS_PER_TOKEN
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        text, calls = self.next_reply(messages)
        self.calls += 1
        wanted = [{"name": n, "args": a, "id": f"call_{self.calls}_{i}"} for i, (n, a) in enumerate(calls)]
        reply = AIMessage(content=text, tool_calls=wanted)
        self.tokens_in += self.schemas + count_tokens_approximately(messages)
        self.tokens_out += count_tokens_approximately([reply])
        return ChatResult(generations=[ChatGeneration(message=reply)])

    def next_reply(self, messages: Sequence[BaseMessage]) -> tuple[str, Sequence[Call]]:
        """Return what a good model says next."""
        return next_reply(messages)

    async def _agenerate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        return self._generate(messages)


def react_agent(house: House, model: ScriptedModel) -> Any:
    """Return the agent, with a person's approval in front of the purchase."""
    ask = HumanInTheLoopMiddleware(interrupt_on={BUY: True})
    prompt = house.ports.registry.prompt("rules")
    return create_agent(model, tools_of(house.ports), system_prompt=prompt, middleware=[ask], checkpointer=house.saver)


def next_reply(messages: Sequence[BaseMessage]) -> tuple[str, Sequence[Call]]:
    """Return what a good model says next: words, and calls of tools."""
    last = messages[-1]
    if last.type == "human":
        return _to_words(messages, str(last.content))
    results = _results(messages)
    if isinstance(last, ToolMessage) and last.name in _AFTER:
        return _AFTER[last.name](results)
    raise RuntimeError(f"the script does not know what follows on {last.type} {last.name}")


def _results(messages: Sequence[BaseMessage]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for message in messages:
        if isinstance(message, ToolMessage):
            found.setdefault(str(message.name), []).append(json.loads(str(message.content)))
    return found


def _to_words(messages: Sequence[BaseMessage], text: str) -> tuple[str, Sequence[Call]]:
    results = _results(messages)
    if "trip_option_ranker" not in results:
        return "", [("trip_requirements_extract", {"user_message": text})]
    flights, hotels = _chosen(results)
    if "policy_and_risk_check" not in results:
        return "", [("policy_and_risk_check", {"selected_flights": flights, "selected_hotels": hotels})]
    items = [{"item_type": "flight", "option_id": o["option_id"]} for o in flights]
    items += [{"item_type": "hotel", "option_id": o["option_id"]} for o in hotels]
    return "", [("reservation_hold_create", {"idempotency_key": text, "items": items})]


def _chosen(results: dict[str, list[Any]]) -> tuple[list[Any], list[Any]]:
    cheapest = min(results["trip_option_ranker"][-1]["bundles"], key=lambda b: float(b["estimated_total"]["amount"]))
    options = [o for name in _SEARCHES for found in results[name] for o in found["options"]]
    by_id = {o["option_id"]: o for o in options}
    return [by_id[i] for i in cheapest["flight_option_ids"]], [by_id[i] for i in cheapest["hotel_option_ids"]]


_SEARCHES = ("flight_quote_search", "hotel_quote_search")


def _search(_: dict[str, list[Any]]) -> tuple[str, Sequence[Call]]:
    party, days = {"adults": 2}, ("2027-06-14", "2027-06-21")
    there = {"origin": "BOS", "destination": "LIS", "departure_date": days[0], "travelers": party, "segment_index": 0}
    back = {"origin": "LIS", "destination": "BOS", "departure_date": days[1], "travelers": party, "segment_index": 1}
    stay = {"destination": "LIS", "dates": {"start_date": days[0], "end_date": days[1]}, "party": party}
    return "", [(_SEARCHES[0], there), (_SEARCHES[0], back), (_SEARCHES[1], stay)]


def _rank(results: dict[str, list[Any]]) -> tuple[str, Sequence[Call]]:
    """The registry's ranker takes the options themselves: they go through the model's hands once more."""
    legs = [found["options"] for found in results["flight_quote_search"]]
    stays = [found["options"] for found in results["hotel_quote_search"]]
    return "", [("trip_option_ranker", {"flight_options_by_segment": legs, "hotel_options_by_stay": stays})]


def _show(results: dict[str, list[Any]]) -> tuple[str, Sequence[Call]]:
    bundles = results["trip_option_ranker"][-1]["bundles"][:3]
    return "\n".join(f"{b['why_this_bundle']} {b['estimated_total']}" for b in bundles), []


def _risks(results: dict[str, list[Any]]) -> tuple[str, Sequence[Call]]:
    risks = results["policy_and_risk_check"][-1]["risks"]
    return "\n".join(r["text"] for r in risks) + "\nWho travels? Names as in the passports, birth dates, an e-mail.", []


def _purchase(results: dict[str, list[Any]]) -> tuple[str, Sequence[Call]]:
    held = results["reservation_hold_create"][-1]
    arguments = {
        "idempotency_key": "purchase",
        "approval_token": held["approval_token"],
        "hold_ids": [h["hold_id"] for h in held["holds"]],
        "payment_method_id": "pm_sim_visa_4242",
    }
    return "", [(BUY, arguments)]


def _receipt(results: dict[str, list[Any]]) -> tuple[str, Sequence[Call]]:
    outcome = results[BUY][-1]
    if outcome["kind"] != "bought":
        raise RuntimeError(f"the agent bought nothing: {outcome}")
    return "\n".join(f"{b['title']}: {b['locator']}" for b in outcome["bookings"]), []


_AFTER: dict[str, Callable[[dict[str, list[Any]]], tuple[str, Sequence[Call]]]] = {
    "trip_requirements_extract": _search,
    "flight_quote_search": _rank,
    "hotel_quote_search": _rank,
    "trip_option_ranker": _show,
    "policy_and_risk_check": _risks,
    "reservation_hold_create": _purchase,
    BUY: _receipt,
}
