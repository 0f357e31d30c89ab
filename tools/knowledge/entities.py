"""Questions about one of many organisations: which one is meant, whether its own knowledge is needed, and where the answer is."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from tripintent.tools.knowledge.index import KnowledgeIndex
from tripintent.tools.knowledge.passages import Passage
from tripintent.tools.routing.text import WORD, fold

RANKED = 20
LEAST = 3
NAMED = 86
"""Least likeness, of 100, of words to a name."""
SELECTED = 0.45
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

    def __init__(self, names: Mapping[str, str], snippets: Mapping[str, tuple[str, Passage]]) -> None:
        self._ids = tuple(snippets)
        self._index = KnowledgeIndex([passage for _, passage in snippets.values()])
        self._of: dict[str, set[int]] = {entity: set() for entity in names}
        for number, (entity, _) in enumerate(snippets.values()):
            self._of[entity].add(number)
        self._names = {entity: _plain(name) for entity, name in names.items()}

    @classmethod
    def read(cls, path: Path) -> "EntityKnowledge":
        """Read {"entities": {id: {"name"}}, "snippets": {id: {"entity", "question", "answer" | "text"}}}."""
        raw: dict[str, Any] = json.loads(path.read_text("utf-8"))
        names = {entity: str(one["name"]) for entity, one in raw["entities"].items()}
        snippets = {name: (str(one["entity"]), _passage(name, one)) for name, one in raw["snippets"].items()}
        return cls(names, snippets)

    def answer(self, message: str, history: Sequence[str]) -> Answered:
        """Answer one message; ``history`` are the texts before it, oldest first."""
        meant = self._meant(message, history)
        among = frozenset(n for entity in meant for n in self._of[entity]) if meant else None
        hits = self._index.search(message, RANKED, among)
        best = hits[0].score if hits else 0.0
        folded = fold(message)
        asks, known = bool(_ASKED.search(folded)), bool(_KNOWN.search(folded))
        needs = bool(meant) and bool(hits) and asks and not known
        selected = sum(1 for h in hits[:10] if h.score >= SELECTED * best)
        return Answered(needs, tuple(self._ids[h.number] for h in hits), max(1, selected) if hits else 0)

    def _meant(self, message: str, history: Sequence[str]) -> list[str]:
        """Return the organisations named in the message, else those of the latest text that names any."""
        for text in (message, *reversed(history)):
            plain = _plain(text)
            found = [(len(name), entity) for entity, name in self._names.items() if _says(plain.split(), name)]
            if found:
                longest = max(found)[1]
                inside = [e for _, e in found if self._names[e] not in self._names[longest] or e == longest]
                return inside[:3]
        return []


def _passage(name: str, one: Mapping[str, object]) -> Passage:
    if one.get("question"):
        return Passage(str(one["question"]), str(one["answer"]), name)
    return Passage("", str(one["text"]), name)


_KINDS = frozenset(
    ("restaurant", "hotel", "guesthouse", "guest", "house", "bar", "cambridge", "bed", "breakfast", "and", "inn")
)


def _says(words: Sequence[str], name: str) -> bool:
    """Whether neighbouring words are a name, or what is left of it without its kind; spelling may be a little off."""
    own = [word for word in name.split() if word not in _KINDS]
    for wanted in (name.split(), own):
        text = " ".join(wanted)
        if len(text) > LEAST and any(
            fuzz.ratio(text, " ".join(words[i : i + len(wanted)])) >= NAMED for i in range(len(words) - len(wanted) + 1)
        ):
            return True
    return False


def _plain(text: str) -> str:
    words = [w for w in WORD.findall(fold(text).replace("&", "and")) if w not in ("the", "a")]
    return " ".join(words)


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
