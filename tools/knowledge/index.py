"""Finds passages: SQLite's FTS5 narrows, a lexical ranker decides. Concepts bridge languages, spelling is mended."""

import math
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from tripintent.tools.knowledge.passages import WORD, Passage, fold, glossary, phrases, stem

_EMPTY = frozenset(phrases("empty"))
CANDIDATES = 40
TITLE, CONCEPT, TOPIC = 1.0, 1.3, 2.0
"""A term in the title counts so much more often; concepts and topics weigh more than words."""
FOCUS = 0.15
"""Added for a heading that says nothing but what is asked."""
BESIDE = 0.4
"""Taken from a heading that is all about something else ("vegan breakfast" for "how much is breakfast")."""
SATURATION, LENGTH = 1.2, 0.6
"""k1 and b of BM25: how soon a repeated term counts no more, and how far long passages are held back."""
MEND = 86
"""Least similarity, of 100, of a mended spelling."""


class Hit(NamedTuple):
    """A passage with its score: what of the question's weight it covers, 0 to about 1, by BM25F over title and text."""

    number: int
    passage: Passage
    score: float


class KnowledgeIndex:
    """An index in memory over all passages."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = tuple(passages)
        self.folded = fold(" ".join(f"{one.title} {one.text}" for one in passages))
        self._titles = [terms(p.title) for p in passages]
        self._meant = [_concepts_of(p.title) for p in passages]
        self._bodies = [terms(f"{p.title} {p.text}") for p in passages]
        lengths = [len(body) for body in self._bodies]
        average = sum(lengths) / (len(lengths) or 1)
        self._lengths = [SATURATION * (1 - LENGTH + LENGTH * n / (average or 1)) for n in lengths]
        counts = Counter(term for body in self._bodies for term in body)
        total = len(passages) + 1
        self._rarity = {term: math.log(1 + total / (n + 0.5)) for term, n in counts.items()}
        self._unknown = math.log(1 + total / 0.5)
        self._headings = [sum(map(self._weight, title)) or 1 for title in self._titles]
        self._vocabulary = sorted(term for term in counts if term[1:2] != "_" and len(term) > 3)
        self._table = sqlite3.connect(":memory:", check_same_thread=False)
        self._table.execute("CREATE VIRTUAL TABLE passage USING fts5(title, body, tokenize='unicode61')")
        rows = [(i, " ".join(a), " ".join(b)) for i, (a, b) in enumerate(zip(self._titles, self._bodies, strict=True))]
        self._table.executemany("INSERT INTO passage(rowid, title, body) VALUES (?, ?, ?)", rows)

    def search(self, question: str, limit: int = 5, among: frozenset[int] | None = None) -> list[Hit]:
        """Return the best passages for a question, the best first."""
        asked = self._mended(terms(question))
        if not asked:
            return []
        numbers = self._candidates(asked) if among is None else among
        weights = {term: self._weight(term) for term in asked}
        hits = (Hit(n, self.passages[n], self._score(n, weights)) for n in numbers)
        return sorted((h for h in hits if h.score > 0), key=lambda h: (-h.score, h.number))[:limit]

    def _score(self, number: int, weights: dict[str, float]) -> float:
        title, body, held_back = self._titles[number], self._bodies[number], self._lengths[number]
        found = 0.0
        for term, weight in weights.items():
            if term in body:
                often = 1 + (TITLE if term in title else 0.0)
                found += weight * often * (1 + SATURATION) / (often + held_back)
        beside = [term for term in title if term not in weights and not self._meant[number][term] & weights.keys()]
        only_asked = FOCUS if title and not beside else 0.0
        of_else = sum(map(self._weight, beside)) / self._headings[number]
        return found / sum(weights.values()) * (1 - BESIDE * of_else) + only_asked

    def _weight(self, term: str) -> float:
        rarity = self._rarity.get(term)
        if rarity is None:
            return 0.35 * self._unknown
        return rarity * (CONCEPT if term.startswith("k_") else TOPIC if term.startswith("t_") else 1.0)

    def _candidates(self, asked: set[str]) -> frozenset[int]:
        query = " OR ".join(f'"{term}"' for term in sorted(asked))
        rows = self._table.execute(
            "SELECT rowid FROM passage WHERE passage MATCH ? ORDER BY bm25(passage, 3.0, 1.0) LIMIT ?",
            (query, CANDIDATES),
        )
        return frozenset(int(row[0]) for row in rows)

    def _mended(self, asked: set[str]) -> set[str]:
        """Return the terms with misspelt words replaced by the nearest word that the knowledge has."""
        mended: set[str] = set()
        for term in asked:
            near = None
            if term not in self._rarity and len(term) > 3 and term[1:2] != "_":
                near = process.extractOne(term, self._vocabulary, scorer=fuzz.ratio, score_cutoff=MEND)
            mended.add(near[0] if near and near[0][0] == term[0] else term)
        return mended


def _concepts_of(title: str) -> defaultdict[str, set[str]]:
    """Return the concepts that the words of a heading name, by their stems: who asks in another language asks for these."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for word in WORD.findall(fold(title)):
        whole = terms(word)
        for term in whole:
            found[term] |= {one for one in whole if one[1:2] == "_"}
    return found


def terms(text: str) -> set[str]:
    """Return the stems, concepts and topics of a text; words that mean nothing alone are left out."""
    folded = fold(text)
    words = [word for word in WORD.findall(folded) if word not in _EMPTY and (len(word) > 1 or word.isdecimal())]
    found = {re.sub(r"[^a-z0-9]", "", stem(word)) for word in words}
    concepts = {f"k_{concept}" for concept in glossary().concepts(folded)}
    return concepts | {f"t_{topic}" for topic in glossary("topics").concepts(folded)} | (found - {""})
