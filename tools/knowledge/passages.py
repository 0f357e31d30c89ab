"""Passages of a knowledge folder, without sentences that order a machine about; and words as a search compares them."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tripintent.tools import shipped

WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_ENDINGS = ("'s", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly", "ment", "ation", "ion")
_SHORTEST = 3
LONGEST = 2_000
"""Characters of a message that are read; what a guest wants is said by then."""


def fold(text: str) -> str:
    """Return a text in lower case without accents."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST].casefold().replace("’", "'").replace("ß", "ss"))
    return "".join(c for c in plain if not unicodedata.combining(c))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a word without a common English ending; short words stay."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word


class Glossary:
    """Words and phrases of six languages that stand for one concept."""

    def __init__(self, table: dict[str, str]) -> None:
        self._whole: dict[str, list[str]] = {}
        self._begins: dict[str, list[tuple[str, str]]] = {}
        self._phrases: list[tuple[str, str]] = []
        for concept, words in table.items():
            for word in dict.fromkeys(fold(words).split()):
                self._add(concept, word)

    def concepts(self, folded: str) -> set[str]:
        """Return the concepts of a folded text."""
        found = {concept for word in WORD.findall(folded) for concept in self._of(word)}
        return found | {concept for phrase, concept in self._phrases if phrase in folded}

    def _add(self, concept: str, word: str) -> None:
        if "_" in word:
            self._phrases.append((word.replace("_", " ").rstrip("*"), concept))
        elif word.endswith("*"):
            begin = word[:-1]
            self._begins.setdefault(begin[:3], []).append((begin, concept))
        else:
            self._whole.setdefault(word, []).append(concept)

    @lru_cache(maxsize=20_000)  # noqa: B019 - there are two glossaries for the whole life of a process
    def _of(self, word: str) -> tuple[str, ...]:
        starting = [concept for begin, concept in self._begins.get(word[:3], ()) if word.startswith(begin)]
        return tuple(dict.fromkeys((*self._whole.get(word, ()), *starting)))


@cache
def glossary(name: str = "glossary") -> Glossary:
    """Return a shipped glossary."""
    return Glossary(shipped.table(f"tools/knowledge/words/{name}.yaml"))


@cache
def phrases(name: str) -> tuple[str, ...]:
    """Return the lines of a shipped list of phrases."""
    lines = shipped.text(f"tools/knowledge/words/{name}.txt").splitlines()
    return tuple(line for line in map(str.strip, lines) if line and not line.startswith("#"))


class Features(NamedTuple):
    """The words of a text by their stems, neighbouring pairs of them, pieces of words, and concepts."""

    words: frozenset[str]
    pairs: frozenset[str]
    pieces: frozenset[str]
    concepts: frozenset[str]


def features(text: str) -> Features:
    """Return what a text is found by."""
    folded = fold(text)
    words = [re.sub(r"\W", "_", stem(word)) for word in WORD.findall(folded)]
    pairs = (f"{a}__{b}" for a, b in pairwise(["", *words, ""]))
    pieces = (piece for word in words for piece in _pieces(word))
    return Features(frozenset(words), frozenset(pairs), frozenset(pieces), frozenset(glossary().concepts(folded)))


@lru_cache(maxsize=20_000)
def _pieces(word: str) -> tuple[str, ...]:
    ends = f"_{word}_"
    return tuple(ends[start : start + size] for size in (3, 4) for start in range(len(ends) - size + 1))


MAX_BYTES = 5_000_000
SUFFIXES = (".md", ".txt", ".csv")


class Passage(NamedTuple):
    """A piece of knowledge. ``title`` is its heading or question; ``source`` names the file and heading for people."""

    title: str
    text: str
    source: str


def read_folder(folder: Path, original: Path | None = None) -> tuple[list[Passage], list[str]]:
    """Return the passages of a folder's files, and the source of each sentence that was left out because it gives orders.

    ``original`` is the folder beside the service file that a link leads to: links into it are the house's own, too.

    Raises ValueError for a file that cannot be read as text, for a link that leads out of the folder, or a CSV without the
    columns question and answer.
    """
    homes = [one.resolve() for one in (folder, original) if one is not None]
    found = list[Passage]()
    for path in _files(folder, homes):
        found += _questions(path) if path.suffix == ".csv" else _markdown(path)
    kept, dropped = list[Passage](), list[str]()
    for passage in found:
        text, orders = without_orders(passage.text)
        dropped += [passage.source] * orders
        if text:
            kept.append(passage._replace(text=text))
    return kept, dropped


def _files(folder: Path, homes: Sequence[Path]) -> list[Path]:
    """Return the files of knowledge below a folder, each once. What a link names has to lie in one of the homes."""
    found = dict[Path, Path]()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES and not path.is_dir():
            continue
        try:
            real = path.resolve()
        except (OSError, RuntimeError) as error:  # a link that leads to itself
            raise ValueError(f"{path}: is a link that leads nowhere") from error
        if not any(real.is_relative_to(home) for home in homes):
            raise ValueError(f"{path}: is a link that leads out of the knowledge folder: put a copy of the file there")
        if path.suffix in SUFFIXES and real.is_file():
            found.setdefault(real, path)
    return list(found.values())


def _text(path: Path) -> str:
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path}: larger than {MAX_BYTES:,} bytes")
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: is no UTF-8 text") from error


def _markdown(path: Path) -> Iterator[Passage]:
    title, lines, top = path.stem.replace("-", " "), list[str](), ""
    for line in [*_text(path).splitlines(), "# "]:
        if not line.startswith("#"):
            lines.append(line)
            continue
        text = "\n".join(one for one in lines if one.strip() and not one.startswith("(")).strip()
        if text:
            yield Passage(title, text, f"{path.name}, {title}" if title != top else path.name)
        lines, title = [], line.lstrip("# ").strip()
        # guests read it as the source of an answer
        title = path.stem.replace("-", " ") if gives_orders(title) else title
        top = title if line.startswith("# ") else top


def _questions(path: Path) -> Iterator[Passage]:
    rows = csv.DictReader(_text(path).splitlines())
    if not {"question", "answer"} <= set(rows.fieldnames or ()):
        raise ValueError(f"{path}:1: a CSV file of knowledge has the columns question and answer")
    for number, row in enumerate(rows, 2):
        if row["question"] and row["answer"]:
            yield Passage(row["question"].strip(), row["answer"].strip(), f"{path.name}, line {number}")


@cache
def _orders() -> re.Pattern[str]:
    words: dict[str, Any] = shipped.table("tools/knowledge/words/orders.yaml")
    orders = "|".join(words["patterns"])
    for name, part in words["parts"].items():
        orders = orders.replace(f"<{name}>", part)
    return re.compile(orders)


_ENDS = re.compile(r"(?<=[.!?…])(?=\s)|(?<=[.!?…][\"'”’)\]])(?=\s)")


def gives_orders(text: str) -> bool:
    """Check whether a sentence commands a machine instead of saying something about the house."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    said = "".join(c for c in plain if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return bool(_orders().search(" ".join(said.split())))


def without_orders(text: str) -> tuple[str, int]:
    """Return a text without its sentences that give orders, and how many these were.

    An order that goes on in the next line is one sentence. Lines of which nothing is left out stay as they are.
    """
    rows = [[piece for piece in _ENDS.split(line) if piece.strip()] for line in text.splitlines()]
    bad = {(r, s) for r, row in enumerate(rows) for s, piece in enumerate(row) if gives_orders(piece)}
    for r, (row, after) in enumerate(pairwise(rows)):
        ends = {(r, len(row) - 1), (r + 1, 0)}
        goes_on = bool(row) and row[-1].rstrip(" \"'”’)]*_")[-1:] not in ".!?…"
        if after and goes_on and not ends & bad and gives_orders(f"{row[-1]} {after[0]}"):
            bad |= ends
    kept = ("".join(p for s, p in enumerate(row) if (r, s) not in bad).strip() for r, row in enumerate(rows))
    return "\n".join(line for line in kept if line), len(bad)
