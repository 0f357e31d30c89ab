"""Passages of a knowledge folder. A sentence that gives orders to a machine is of no use to a guest, and is left out."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tripintent.tools.knowledge.orders import gives_orders, without_orders

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
        lines, title = [], _heading(line, path)
        top = title if line.startswith("# ") else top


def _heading(line: str, path: Path) -> str:
    """Return a heading; guests read it as the source of an answer, so one that gives orders is the file's name."""
    heading = line.lstrip("# ").strip()
    return path.stem.replace("-", " ") if gives_orders(heading) else heading


def _questions(path: Path) -> Iterator[Passage]:
    rows = csv.DictReader(_text(path).splitlines())
    if not {"question", "answer"} <= set(rows.fieldnames or ()):
        raise ValueError(f"{path}:1: a CSV file of knowledge has the columns question and answer")
    for number, row in enumerate(rows, 2):
        if row["question"] and row["answer"]:
            yield Passage(row["question"].strip(), row["answer"].strip(), f"{path.name}, line {number}")
