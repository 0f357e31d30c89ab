"""The READ tools behind side questions: pure look-ups in local data and in the facts of the turn."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from tripintent.tools.ports.answers import ReadTool
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.registry.questions import DistanceQuestion, NoQuestion, PlaceQuestion

ArgumentsT = TypeVar("ArgumentsT", bound=BaseModel)
_FEW = 5


def read_tools(places: Places, facts: Mapping[str, JsonValue]) -> Mapping[str, ReadTool]:
    """Return the built-in READ tools by name. ``facts`` are the trip as ``trip_summary`` gives it."""
    return {
        "airport_lookup": _checked(PlaceQuestion, lambda q: _lookup(places, q)),
        "nearby_airports": _checked(PlaceQuestion, lambda q: _nearby(places, q)),
        "distance": _checked(DistanceQuestion, lambda q: _distance(places, q)),
        "trip_summary": _checked(NoQuestion, lambda _: dict(facts)),
    }


def _checked(shape: type[ArgumentsT], answer: Callable[[ArgumentsT], JsonValue]) -> ReadTool:
    """Return a tool that checks its arguments first; wrong ones come back as a value that says what was wrong."""

    async def tool(arguments: Mapping[str, Any]) -> JsonValue:
        try:
            return answer(shape.model_validate(dict(arguments)))
        except ValidationError as error:
            return {"error": "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())}

    return tool


def _lookup(places: Places, question: PlaceQuestion) -> JsonValue:
    place = places.resolve(question.place)
    airports = places.airports_for(place.code) if place.code else ()
    return {
        "place": place.name or place.said,
        "kind": place.kind,
        "code": place.code,
        "country": place.country,
        "airports": [_airport(airport) for airport in airports[:_FEW]],
        "could_also_be": [c.name or c.said for c in place.candidates[:_FEW]],
    }


def _nearby(places: Places, question: PlaceQuestion) -> JsonValue:
    near = places.near(places.resolve(question.place), limit=_FEW)
    return {"airports": [{**_airport(airport), "km": round(km)} for airport, km in near]}


def _distance(places: Places, question: DistanceQuestion) -> JsonValue:
    codes = [places.resolve(said).code for said in (question.origin, question.destination)]
    km = places.distance_km(codes[0], codes[1]) if codes[0] and codes[1] else None
    return {"km": None if km is None else round(km)}


def _airport(airport: Airport) -> dict[str, JsonValue]:
    return {"code": airport.code, "name": airport.name, "city": airport.city, "country": airport.country}
