"""Questions about one of many organisations: which one the last words name, however spelt, whether its knowledge is needed, and where."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from tripintent.tools.knowledge.index import KnowledgeIndex
from tripintent.tools.knowledge.passages import WORD, Passage, fold

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


class EntitiesFound(NamedTuple):
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
        rows = ((name, one, one.get("question") or "") for name, one in raw["snippets"].items())
        snippets = {
            name: (str(one["entity"]), Passage(title, str(one["answer" if title else "text"]), name))
            for name, one, title in rows
        }
        return cls(names, snippets, {entity: str(one.get("domain", "")) for entity, one in raw["entities"].items()})

    def answer(self, message: str, history: Sequence[str]) -> EntitiesFound:
        """Answer one message; ``history`` are the texts before it, oldest first."""
        meant = self._names.meant(message, history, self._domains)
        among = frozenset(n for entity in meant for n in self._of[entity]) if meant else None
        hits = self._index.search(self._names.without(message), RANKED, among)
        best = hits[0].score if hits else 0.0
        folded = fold(message)
        asks, known = bool(_ASKED.search(folded)), bool(_KNOWN.search(folded))
        needs = bool(meant) and bool(hits) and asks and not known
        selected = sum(1 for h in hits[:10] if h.score >= SELECTED * best)
        return EntitiesFound(needs, tuple(self._ids[h.number] for h in hits), max(1, selected) if hits else 0)


def answers(knowledge: EntityKnowledge, rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield {"id", "needs_knowledge", "snippets", "selected"} for each {"id", "message", "history"}."""
    for row in rows:
        found = knowledge.answer(str(row["message"]), [str(m["text"]) for m in row.get("history") or ()])
        yield {"id": row["id"], **found._asdict()}


LEAST = 3
FUZZY = 6
"""Letters from which a name may be misspelt: "rice" is near "price"."""
NAMED = 86
"""Least likeness, of 100, of words to a name."""
MOST = 5
"""Organisations that are meant at once."""
_KINDS = frozenset(
    ("restaurant", "hotel", "guesthouse", "guest", "house", "bar", "cambridge", "bed", "breakfast", "and", "inn", "b")
)
_STREETS = frozenset(["street", "st", "road", "rd", "lane", "avenue", "square"])
"""A name before one of these is part of an address: "12 Bridge Street" is not the Bridge."""
_ALL = re.compile(r"\b(both|either|each|any of|all of|which (one|of|place)|those|these|between|two|three)\b")
_HOTEL = re.compile(r"\b(hotel|guest ?house|bed and breakfast|b&b|lodging|rooms?|stay(ing)?|check-?in)\b")
_MEAL = re.compile(r"\b(restaurant|dish(es)?|menu|dine|dining|eat|meals?|food|beer|wine|table|portions?)\b")


class _Form(NamedTuple):
    """One way to say a name: its letters, how many words they are, whether they may be misspelt."""

    letters: str
    words: int
    fuzzy: bool
    entity: str


class Said(NamedTuple):
    """A name that was said: where, in words, and whose."""

    start: int
    end: int
    entity: str
    likeness: float


class Names:
    """The names of many organisations."""

    def __init__(self, names: Mapping[str, str], common: frozenset[str] = frozenset()) -> None:
        """Take names by organisation, and ``common`` words, which alone are not a name: "city", "rice"."""
        self._begins: dict[str, list[_Form]] = {}
        for form in (form for entity, name in names.items() for form in _forms(entity, plain(name), common)):
            self._begins.setdefault(form.letters[0], []).append(form)

    def meant(self, message: str, history: Sequence[str], domains: Mapping[str, str]) -> list[str]:
        """Return the organisations of the message, else those of the latest text that says any.

        ``domains`` are the kinds (hotel, restaurant): a message that speaks of rooms goes past a restaurant. One is
        meant unless the message says several, or asks about both.
        """
        kind = _kind(message)
        several = bool(_ALL.search(fold(message)))
        for number, text in enumerate((message, *reversed(history))):
            found = self.said(text)
            fitting = [one for one in found if not kind or domains.get(one.entity, kind) == kind] if number else found
            entities = list(dict.fromkeys(one.entity for one in fitting))
            if number and several and len(entities) < 2:
                before = [one.entity for t in (*reversed(history),)[number : number + 3] for one in self.said(t)]
                earlier = [one for one in before if not kind or domains.get(one, kind) == kind]
                entities = list(dict.fromkeys([*entities, *earlier]))[: 2 if entities else 0]
            if entities:
                return entities[:MOST] if several or not number else entities[-1:]
        return self.meant(message, history, {}) if kind and domains else []

    def said(self, text: str) -> list[Said]:
        """Return the names that a text says, in their order; of names that overlap, the longest and nearest."""
        words = plain(text)
        hits = (
            hit
            for start, word in enumerate(words)
            for form in self._begins.get(word[0], ())
            for hit in _at(words, start, form)
            if not _STREETS.intersection(words[hit.end : hit.end + 1])
        )
        kept: list[Said] = []
        for hit in sorted(hits, key=lambda h: (h.start - h.end, -h.likeness, h.entity)):
            if all(hit.end <= one.start or one.end <= hit.start for one in kept):
                kept.append(hit)
        return sorted(kept)

    def without(self, text: str) -> str:
        """Return a text without the names that it says."""
        words, gone = plain(text), set[int]()
        for one in self.said(text):
            gone.update(range(one.start, one.end))
        return " ".join(word for i, word in enumerate(words) if i not in gone)


def plain(text: str) -> list[str]:
    """Return the words of a text as names are compared."""
    return [w for w in WORD.findall(fold(text).replace("&", " and ").replace("'", "")) if w != "the"]


def _forms(entity: str, whole: Sequence[str], common: frozenset[str]) -> Iterable[_Form]:
    own = [word for word in whole if word not in _KINDS]
    fuzzy = len("".join(own)) >= FUZZY
    yield _Form("".join(whole), len(whole), fuzzy, entity)
    if own != whole and len("".join(own)) > LEAST and not (len(own) == 1 and own[0] in common):
        yield _Form("".join(own), len(own), fuzzy, entity)


def _at(words: Sequence[str], start: int, form: _Form) -> Iterable[Said]:
    """Return where a name begins at a word: written in as many words, one more or one less."""
    for end in range(start + max(1, form.words - 1), min(start + form.words + 1, len(words)) + 1):
        text = "".join(words[start:end])
        if text == form.letters:
            yield Said(start, end, form.entity, 100.0)
        elif form.fuzzy and abs(len(text) - len(form.letters)) <= LEAST:
            likeness = fuzz.ratio(text, form.letters, score_cutoff=NAMED)
            if likeness:
                yield Said(start, end, form.entity, likeness)


def _kind(message: str) -> str:
    folded = fold(message)
    hotel, meal = bool(_HOTEL.search(folded)), bool(_MEAL.search(folded))
    return "" if hotel == meal else "hotel" if hotel else "restaurant"
