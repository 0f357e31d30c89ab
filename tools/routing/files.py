"""Routes a file of messages, as the benchmark of docs/concierge.md asks: one JSON line in, one out."""

import json
from pathlib import Path

from tripintent.tools.ports.functions import Spoken
from tripintent.tools.routing.router import ServiceRouter


def route_file(router: ServiceRouter, inputs: Path, output: Path) -> int:
    """Write {"id", "functions", "confidence", "best"} for each line {"id", "message", "history", "prev"}; return their number.

    ``prev`` is the id of the line before in the same talk: its own answer is carried over, never anything else.
    """
    answered: dict[str, tuple[str, ...]] = {}
    with inputs.open(encoding="utf-8") as lines, output.open("w", encoding="utf-8") as out:
        for line in filter(str.strip, lines):
            row = json.loads(line)
            said = [Spoken(m["role"] == "user", str(m["text"])) for m in row.get("history") or ()]
            found = router.route(str(row["message"]), said, answered.get(row.get("prev") or "", ()))
            answered[row["id"]] = found.functions
            written = {
                "id": row["id"],
                "functions": found.functions,
                "confidence": round(found.confidence, 6),
                "best": found.best,
            }
            out.write(json.dumps(written, ensure_ascii=False) + "\n")
    return len(answered)
