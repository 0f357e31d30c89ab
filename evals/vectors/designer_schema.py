"""Cases of schemas, whole itineraries, and tools run by name."""

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import compare, document_of, told, told_document
from tripintent.state.designer.editing import settled_hotel
from tripintent.state.designer.history import committed
from tripintent.state.designer.itinerary import ItineraryDocument, Traveler
from tripintent.state.designer.moments import Moment
from tripintent.state.designer.parts import Address, Location, Price
from tripintent.state.designer.segments import FlightSegment, Segment
from tripintent.tools.designer.box import ToolBox
from tripintent.tools.designer.reading import Sources
from tripintent.tools.designer.results import schema_issues
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.designer import Envelope, PlanNow
from tripintent.tools.toolbox.designer import SPECS

_TODAY = "2026-11-22"


_SHAPES: Mapping[str, object] = {
    "dateSchema": Moment,
    "locationSchema": Location,
    "addressSchema": Address,
    "moneyInputSchema": Price,
    "travelerSchema": Traveler,
    "flightSegmentSchema": FlightSegment,
    "segmentSchema": Segment,
    "itinerarySchema": ItineraryDocument,
    "itineraryCreateSchema": ItineraryDocument,
    **{f"{to_camel(name)}ArgsSchema": spec.shape for name, spec in SPECS.items()},
}


def _checked(shape: Any) -> Kind:
    adapter: TypeAdapter[Any] = TypeAdapter(shape)

    def answer(case: Case) -> JsonValue:
        try:
            found = adapter.validate_python(_as_stored(case))
        except ValidationError as error:
            return {"valid": False, "issues": [{"path": path, "code": code} for path, code in schema_issues(error)]}
        whole = settled_hotel(found) if shape is Segment else found
        return {"valid": True, "value": _in_minor_units(_told(whole, adapter))}

    return Kind(answer, _compare_checked)


def _as_stored(case: Case) -> object:
    """Return the input; a stored itinerary has been written at least once."""
    given = _without_stamps(case.input)
    return {"version": 1, **given} if case.kind == "schema.itinerarySchema" and isinstance(given, dict) else given


def _told(found: Any, adapter: TypeAdapter[Any]) -> JsonValue:
    if isinstance(found, ItineraryDocument):
        return told_document(found)
    if isinstance(found, BaseModel):
        return told(found)
    other: JsonValue = adapter.dump_python(found, mode="json")
    return other


def _compare_checked(expected: JsonValue, ours: JsonValue) -> str:
    want, have = cast("dict[str, object]", expected), cast("dict[str, object]", ours)
    value = want.get("value")
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if not (k == "id" and "segments" in value)}
        kept = {**kept, "type": str(value["type"]).lower()} if "firstName" in value and "type" in value else kept
        if isinstance(kept.get("dateOfBirth"), str):
            kept["dateOfBirth"] = kept["dateOfBirth"][:10]
        want = {**want, "value": kept}
    if want["valid"] and not have["valid"]:
        return f"refused: {have['issues']}"
    return compare(cast("JsonValue", want), ours)


def _without_stamps(value: Any) -> Any:
    drops = ("id", "userId") if isinstance(value, Mapping) and "segments" in value else ()
    if isinstance(value, Mapping):
        return {k: v for k, v in value.items() if v != "<now>" and k not in drops}
    return value


def _in_minor_units(value: JsonValue) -> JsonValue:
    """Return amounts in minor units, as the recorded ones are."""
    if isinstance(value, dict):
        if set(value) == {"amount", "currency"}:
            return {**value, "amount": Price.model_validate(value).minor}
        return {k: _in_minor_units(v) for k, v in value.items()}
    return [_in_minor_units(v) for v in value] if isinstance(value, list) else value


def _create(case: Case) -> JsonValue:
    if not case.input.get("title"):
        return {"success": False, "error": {"code": "INVALID_DATA", "field": "title"}}
    return _made(case.input, ItineraryDocument())


def _made(fields: Mapping[str, Any], before: ItineraryDocument) -> JsonValue:
    try:
        merged = {**before.model_dump(exclude_none=True), **_without_stamps(fields)}
        after = ItineraryDocument.model_validate(merged)
    except ValidationError as error:
        path, _ = schema_issues(error)[0]
        return {"success": False, "error": {"code": "CONSTRAINT_VIOLATION", "field": path}}
    return {"success": True, "value": {**told_document(committed(before, after)), "id": "id-1"}}


def _update(case: Case) -> JsonValue:
    return _made(case.input["updates"], document_of({**case.input["before"], "version": 1}))


def _metadata(case: Case) -> JsonValue:
    """A write of the head without a change in it: recorded with the next version, so the stamp is what changes."""
    want = cast("dict[str, Any]", case.wanted)["value"]
    before = document_of({**want, "version": want["version"] - 1, "startDate": "2025-12-25", "endDate": "2025-12-30"})
    return _made({"startDate": None, "endDate": None}, before)


def _execute(case: Case) -> JsonValue:
    given = case.input
    before = document_of(given["itinerary"])
    places = Gazetteer()
    # the tools of these cases ask no supplier
    sources = Sources(places, GazetteerAtlas(places), cast("Any", None), cast("Any", None))
    plan = PlanNow(before, date.fromisoformat(str(given.get("now", _TODAY))[:10]))
    run = asyncio.run(ToolBox(sources, lambda: "new").run(given["tool"], given["arguments"], plan))
    after = committed(before, run.document)
    wishes = after.trip_preferences.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {**_envelope(run.envelope), "itinerary_after": {**told_document(after), "tripPreferences": wishes}}


def _envelope(envelope: Envelope) -> dict[str, JsonValue]:
    if envelope.error:
        return {"success": False, "error": list(envelope.error.faults)}
    return {"success": True, "result": dict(envelope.result or {})}


def _compare_run(expected: JsonValue, ours: JsonValue) -> str:
    want = cast("dict[str, JsonValue]", expected)
    return compare({k: v for k, v in want.items() if k != "error" or not isinstance(v, str)}, ours)


KINDS: Kinds = {
    **{f"schema.{name}": _checked(shape) for name, shape in _SHAPES.items()},
    "itinerary.create": Kind(_create, compare),
    "itinerary.update": Kind(_update, compare),
    "itinerary.metadata": Kind(_metadata, compare),
    "tool.execute": Kind(_execute, _compare_run),
}
