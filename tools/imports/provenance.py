"""Where an imported itinerary came from: stamped on it and on what was read, not on what we inferred ourselves."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, NamedTuple


class Provenance(NamedTuple):
    """A file, when it was read, by which model at what price, and how long it took."""

    filename: str
    imported_at: str
    model: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    milliseconds: int = 0


def stamped(itinerary: Mapping[str, Any], origin: Provenance) -> dict[str, Any]:
    """Return an itinerary's data with its origin in ``metadata``; the folder of the file is left out."""
    source = {
        "filename": PurePath(origin.filename).name,
        "importedAt": origin.imported_at,
        "model": origin.model,
        "processingTimeMs": origin.milliseconds,
    }
    usage = {
        "promptTokens": origin.input_tokens,
        "completionTokens": origin.output_tokens,
        "totalCost": origin.cost_usd,
    }
    metadata = {**itinerary.get("metadata", {}), "importSource": source, "llmUsage": usage}
    segments = [_of_import(s, origin) for s in itinerary.get("segments", ())]
    return {**itinerary, "metadata": metadata, "segments": segments}


def _of_import(segment: Mapping[str, Any], origin: Provenance) -> dict[str, Any]:
    if segment.get("source") != "import":
        return dict(segment)
    details = {**segment.get("sourceDetails", {}), "model": origin.model, "timestamp": origin.imported_at}
    return {**segment, "sourceDetails": details}
