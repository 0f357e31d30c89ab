"""The READ tools that a model may call to answer a side question. WRITE tools are never among them."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial

from pydantic import JsonValue

from tripintent.nodes.fares import baggage_of
from tripintent.state.money import Money
from tripintent.state.planning.facts import Town
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.answers import ReadTool
from tripintent.tools.ports.planning import TripKnowledge
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.rates import Rates

AROUND = timedelta(days=7)
"""Public holidays are told for a week before and after the day that is asked about."""


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
