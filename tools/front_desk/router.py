"""The functions for a message: a search over the service's examples with SQLite's FTS5, and what the talk so far speaks for.

Beside the organisation's examples stand our own phrases: what no function serves, and what only goes on with the talk
("for three people"), which belongs to the function that answered before. ``routed`` takes the benchmark of docs/evals.md.
"""

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tripintent.state.concierge.service import Service
from tripintent.tools.front_desk.speech import turn
from tripintent.tools.knowledge.passages import features, fold, glossary, phrases
from tripintent.tools.ports.desk_service import Routing, Spoken

WEIGHTS = (1.0, 0.6, 0.15, 2.0)
"""How much words, pairs, pieces of words and concepts count."""
NEAREST, BEST, EVEN, SHARP = 60, 10, 1.5, 2.0
"""Examples that are looked at, and of one label; how much the best of these count beside the others, and one label beside another."""
LEAST = 0.001
"""Share of a label that nothing speaks for."""
ENOUGH, OTHERS = 13, 2
"""Examples of a function for our phrases to count in full; functions named beside the best."""
BESIDE, OUTSIDE = 0.3, 0.5
"""Share, of the best one's, of a function that answers beside it; how much speaks against what no function serves, in logits."""
TOLD = 3.0
"""How much speaks for nothing, in logits, where words only tell a day, a number or who comes."""
DETAILS = frozenset(("night", "room", "bed", "child", "stay", "early", "late"))
"""Concepts of such words."""
NOTHING, GOES_ON = "", "/"
"""Labels of what no function serves, and of what only goes on with the talk."""


class ExampleSearch:
    """Texts with their labels, ranked by bm25 over words, pairs, pieces of words and concepts."""

    def __init__(self, rows: Iterable[tuple[str, tuple[str, ...], float]]) -> None:
        """Index the rows: a text, its labels, and what it counts."""
        self._rows = list(rows)
        self._counts = Counter(label for _, labels, _ in self._rows for label in labels)
        self._table = sqlite3.connect(":memory:", check_same_thread=False)
        columns = ", ".join(features("")._fields)
        self._table.execute(
            f"CREATE VIRTUAL TABLE example USING fts5({columns}, tokenize=\"unicode61 tokenchars '_'\")"
        )
        found = ((n, *map(" ".join, features(text))) for n, (text, _, _) in enumerate(self._rows))
        self._table.executemany("INSERT INTO example(rowid, " + columns + ") VALUES (?, ?, ?, ?, ?)", found)  # noqa: S608 - names of ours
        self.shares = lru_cache(maxsize=4096)(self._shares)

    def _shares(self, text: str) -> Mapping[str, float]:
        """Return the share of each label in what speaks for any; all of it goes on with the talk where nothing is found."""
        scores = defaultdict[str, list[float]](list)
        for number, score in self._nearest(text):
            _, labels, weight = self._rows[number]
            for label in labels:
                scores[label].append(score * weight / math.sqrt(len(labels)))
        summed = {
            label: (sum(one**EVEN for one in sorted(found)[-BEST:]) / min(BEST, self._counts[label])) ** SHARP
            for label, found in scores.items()
        } or {GOES_ON: 1.0}
        total = sum(summed.values())
        return {label: value / total for label, value in summed.items()}

    def _nearest(self, text: str) -> Sequence[tuple[int, float]]:
        quoted = {
            kind: " OR ".join(f'"{one}"' for one in sorted(found)) for kind, found in features(text)._asdict().items()
        }
        asked = [f"{kind}: ({words})" for kind, words in quoted.items() if words]
        sql = "SELECT rowid, -bm25(example, ?, ?, ?, ?) AS score FROM example WHERE example MATCH ? ORDER BY score DESC LIMIT ?"
        return self._table.execute(sql, (*WEIGHTS, " OR ".join(asked), NEAREST)).fetchall() if asked else ()


class ServiceRouter:
    """Made once for a service; ``more`` are examples (text, functions) beside the file's."""

    def __init__(self, service: Service, more: Iterable[tuple[str, tuple[str, ...]]] = ()) -> None:
        self.names = tuple(f.name for f in service.enabled)
        self.several = any(len(example.functions) > 1 for example in service.functions_examples)
        own = [*self._own(service), *more]
        weight = min(1.0, len(own) / len(self.names) / ENOUGH)
        beside = {"elsewhere": NOTHING, "details": NOTHING if self.several else GOES_ON}
        ours = ((text, (label,), weight) for name, label in beside.items() for text in phrases(name))
        self._search = ExampleSearch([*((text, labels, 1.0) for text, labels in own), *ours])

    def route(self, text: str, history: Sequence[Spoken] = (), last: tuple[str, ...] = ()) -> Routing:
        """Return the functions for a message."""
        before = [name for name in last if name in self.names] or [NOTHING]
        logits = self._logits(text, history, before)
        grown = {label: math.exp(value - max(logits.values())) for label, value in logits.items()}
        ranked = sorted(self.names, key=lambda name: -grown[name])
        chosen = [name for name in ranked if grown[name] >= max(grown[NOTHING], grown[ranked[0]] * BESIDE)]
        functions = tuple(chosen) if self.several else tuple(chosen[:1])
        best = functions or (ranked[0],)
        return Routing(functions, grown[ranked[0]] / sum(grown.values()), best, tuple(ranked[1 : 1 + OTHERS]))

    def _logits(self, text: str, history: Sequence[Spoken], before: Sequence[str]) -> dict[str, float]:
        found = self._search.shares(text)
        goes_on = found.get(GOES_ON, 0.0) if history else 0.0
        shares = {
            label: found.get(label, 0.0) + (goes_on if label in before else 0) for label in (*self.names, NOTHING)
        }
        logits = {label: math.log(share + LEAST) for label, share in shares.items()}
        if not history:
            folded = fold(text)
            tells = turn("day_or_number").search(folded) and not turn("requests").search(folded)
            logits[NOTHING] += (TOLD if tells and not glossary().concepts(folded) - DETAILS else 0) - OUTSIDE
        return logits

    def _own(self, service: Service) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the organisation's own examples: its descriptions, names, commands, and what it wrote as such."""
        for one in service.enabled:
            spoken = (one.description, one.name.replace("_", " "), one.base_command.strip("/").replace("-", " "))
            yield from ((text, (one.name,)) for text in spoken)
        yield from ((one.input, one.functions) for one in service.examples)


def routed(router: ServiceRouter, rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield {"id", "functions", "confidence", "best"} for each {"id", "message", "history", "prev"}.

    ``prev`` is the id of the row before in the same talk: its own answer is carried over, never anything else.
    """
    answered: dict[str, tuple[str, ...]] = {}
    for row in rows:
        said = [Spoken(m["role"] == "user", str(m["text"])) for m in row.get("history") or ()]
        found = router.route(str(row["message"]), said, answered.get(row.get("prev") or "", ()))
        answered[row["id"]] = found.functions
        confidence = round(found.confidence, 6)
        yield {"id": row["id"], "functions": found.functions, "confidence": confidence, "best": found.best}
