"""The READ tools that a model may call to answer a side question. WRITE tools are never among them."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.answers import ReadTool
from tripintent.tools.ports.ports import Ports


def read_tools(trip: TripIntent, ports: Ports) -> dict[str, ReadTool]:
    """Return the read tools by the registry's names, as far as the registry lists them as READ."""

    async def trip_summary(arguments: Mapping[str, Any]) -> JsonValue:
        summary: JsonValue = trip.model_dump(mode="json", include={"itinerary", "party", "status", "constraints"})
        return summary

    async def airport_lookup(arguments: Mapping[str, Any]) -> JsonValue:
        place = ports.places.resolve(str(arguments.get("name") or arguments.get("query") or ""))
        near: list[JsonValue] = [
            {"code": a.code, "name": a.name, "km": round(km)} for a, km in ports.places.near(place)
        ]
        return {"place": place.model_dump(mode="json", exclude={"candidates"}), "near": near}

    async def convert_money(arguments: Mapping[str, Any]) -> JsonValue:
        try:
            source = Money(amount=arguments["amount"], currency=str(arguments["currency"]).upper())
            target = ports.rates.convert(source, str(arguments["to"]).upper())
        except (KeyError, ValueError, ToolError) as error:
            return {"error": str(error)}
        return {"amount": str(target.amount), "currency": target.currency, "rates_of": ports.rates.dated().isoformat()}

    tools: dict[str, ReadTool] = {
        "trip_summary": trip_summary,
        "airport_lookup": airport_lookup,
        "convert_money": convert_money,
    }
    allowed = {t.name for t in ports.registry.tools("READ")}
    return {name: tool for name, tool in tools.items() if name in allowed}
