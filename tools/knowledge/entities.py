"""Questions about one of many organisations: which one is meant, whether its own knowledge is needed, and where the answer is."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tripintent.tools.knowledge.index import KnowledgeIndex
from tripintent.tools.knowledge.names import Names, plain
from tripintent.tools.knowledge.passages import Passage
from tripintent.tools.routing.text import fold

RANKED = 20
COMMON = 3
"""A word that so many organisations' passages have is not a name by itself."""
SELECTED = 0.6
"""Passages this near to the best one belong to the answer."""
_KNOWN = re.compile(
    r"\b(phone|postcode|post code|zip|address|reference|book|reserve|reservation|price range|area|stars?|train|taxi|leave|leaving|depart"
    r"|arrive|arriving|people|nights?|days?|starting|thanks?|thank you|bye|looking for|need a|find me|what about a|how about a)\b"
)
_ASKED = re.compile(
    r"\?|^(do|does|is|are|can|could|how|what|which|will|would|any)\b|\b(know|tell me|wonder|curious|hear)\b"
)


class Answered(NamedTuple):
    """Ranked passages, how many of them answer, and whether the question needs them at all."""

    needs_knowledge: bool
    snippets: tuple[str, ...]
    selected: int


class EntityKnowledge:
    """Knowledge of many organisations, each with its name."""

    def __init__(
        self, names: Mapping[str, str], snippets: Mapping[str, tuple[str, Passage]], domains: Mapping[str, str]
    ) -> None:
        """Index the passages; ``domains`` are the kinds of the organisations, as far as known."""
        self._ids = tuple(snippets)
        self._index = KnowledgeIndex([passage for _, passage in snippets.values()])
        self._of: dict[str, set[int]] = {entity: set() for entity in names}
        for number, (entity, _) in enumerate(snippets.values()):
            self._of[entity].add(number)
        having: dict[str, set[str]] = {}
        for entity, passage in snippets.values():
            for word in plain(f"{passage.title} {passage.text}"):
                having.setdefault(word, set()).add(entity)
        common = frozenset(word for word, entities in having.items() if len(entities) >= COMMON)
        self._names, self._domains = Names(names, common), domains

    @classmethod
    def read(cls, path: Path) -> "EntityKnowledge":
        """Read {"entities": {id: {"name", "domain"}}, "snippets": {id: {"entity", "question", "answer" | "text"}}}."""
        raw: dict[str, Any] = json.loads(path.read_text("utf-8"))
        names = {entity: str(one["name"]) for entity, one in raw["entities"].items()}
        snippets = {name: (str(one["entity"]), _passage(name, one)) for name, one in raw["snippets"].items()}
        return cls(names, snippets, {entity: str(one.get("domain", "")) for entity, one in raw["entities"].items()})

    def answer(self, message: str, history: Sequence[str]) -> Answered:
        """Answer one message; ``history`` are the texts before it, oldest first."""
        meant = self._names.meant(message, history, self._domains)
        among = frozenset(n for entity in meant for n in self._of[entity]) if meant else None
        hits = self._index.search(self._names.without(message), RANKED, among)
        best = hits[0].score if hits else 0.0
        folded = fold(message)
        asks, known = bool(_ASKED.search(folded)), bool(_KNOWN.search(folded))
        needs = bool(meant) and bool(hits) and asks and not known
        selected = sum(1 for h in hits[:10] if h.score >= SELECTED * best)
        return Answered(needs, tuple(self._ids[h.number] for h in hits), max(1, selected) if hits else 0)


def _passage(name: str, one: Mapping[str, object]) -> Passage:
    if one.get("question"):
        return Passage(str(one["question"]), str(one["answer"]), name)
    return Passage("", str(one["text"]), name)


def answer_file(knowledge: EntityKnowledge, inputs: Path, output: Path) -> int:
    """Write {"id", "needs_knowledge", "snippets", "selected"} for each line {"id", "message", "history"}; return their number."""
    count = 0
    with inputs.open(encoding="utf-8") as lines, output.open("w", encoding="utf-8") as out:
        for line in filter(str.strip, lines):
            row = json.loads(line)
            found = knowledge.answer(str(row["message"]), [str(m["text"]) for m in row.get("history") or ()])
            out.write(json.dumps({"id": row["id"], **found._asdict()}, ensure_ascii=False) + "\n")
            count += 1
    return count
