"""Read single messages as the offline reader does, with their stage and what was asked: what it does, asks and leaves."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from tripintent.state.operations import Unread
from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.offline.acts import acts
from tripintent.tools.language.offline.choices import NEEDED
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.clauses import Moment, clauses_in
from tripintent.tools.language.offline.deciding import Decided, decided
from tripintent.tools.language.offline.documents import DOCUMENTS
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.model import shipped
from tripintent.tools.language.offline.plan import PLAN
from tripintent.tools.language.offline.reader import known_of
from tripintent.tools.language.offline.readings import Slots
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.reader import View

_TODAY = date(2026, 11, 25)


def read_file(inputs: Path, output: Path) -> None:
    """Read lines ``{id, text, stage, asked, language?}`` and write ``{id, operations, asked, unread}`` for each."""
    gazetteer, people = Gazetteer(), FreeFormPeople()
    slots: Slots = {**acts(people), **PLAN, **DOCUMENTS}
    with inputs.open(encoding="utf-8") as source, output.open("w", encoding="utf-8") as target:
        for line in filter(str.strip, source):
            row = json.loads(line)
            target.write(json.dumps({"id": row["id"], **_read(row, gazetteer, slots)}, ensure_ascii=False) + "\n")


def _read(row: Mapping[str, Any], gazetteer: Gazetteer, slots: Slots) -> dict[str, Any]:
    """Return what one message comes to; what needs a screen or a booking has a kind here and no values."""
    text = str(row["text"])
    language = str(row.get("language") or detect(text))
    message = Message(text, language, _TODAY, gazetteer)
    view = View(trip=TripIntent(), today=_TODAY, language=language)
    clauses = clauses_in(message, Moment(str(row.get("stage") or ""), str(row.get("asked") or ""), shipped("intents")))
    found = decided(clauses, view, known_of(view), slots)
    operations = [one for part in found for one in _done(part)]
    return {
        "operations": operations,
        "asked": [choice.intent for part in found for choice in part.choices],
        "unread": [part.clause.text for part in found if not (part.choices or list(_done(part)))],
    }


def _done(part: Decided) -> Iterator[dict[str, Any]]:
    """Yield what is done with a clause: the kind that was decided, or a likely one that lacks its screen."""
    if part.choices or part.intent == "filler":
        return
    likely, chance = _likeliest(part.clause)
    decided_on = bool(part.operations) and not all(isinstance(one, Unread) for one in part.operations)
    if not decided_on and (chance < NEEDED["dear"] or likely == "filler"):
        return
    values = [one.model_dump(mode="json", exclude_defaults=True) for one in part.operations]
    kind, certainty = (part.intent, part.certainty) if decided_on else (likely, chance)
    yield {"kind": kind, "said": part.clause.text, "certainty": round(certainty, 3), "values": values}


def _likeliest(clause: Clause) -> tuple[str, float]:
    return max(clause.chances.items(), key=lambda one: one[1])
