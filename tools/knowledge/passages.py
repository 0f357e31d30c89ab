"""Passages of a knowledge folder. What gives orders to a machine is data of no use to a guest, and is left out."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MAX_BYTES = 5_000_000
_ORDERS = re.compile(
    r"\b(ignore|disregard|forget|override)\b.{0,40}\b(rules?|instructions?|prompts?|orders)\b|\byou are now\b|\bdeveloper mode\b"
    r"|\bsystem prompt\b|\bsay so in every answer\b|\b(route|book|hand over|transfer|reveal"
    r"|send) .{0,30}\b(guest list|password|every guest|all guests)\b"
    r"|\bassistant must\b|\bas an ai\b",
    re.IGNORECASE,
)


class Passage(NamedTuple):
    """A piece of knowledge. ``title`` is its heading or question; ``source`` names the file and heading for people."""

    title: str
    text: str
    source: str


def gives_orders(text: str) -> bool:
    """Whether a text tries to command the desk instead of saying something about the house."""
    return bool(_ORDERS.search(text))


def read_folder(folder: Path) -> tuple[list[Passage], list[str]]:
    """Return the passages of a folder's files, and the sources of lines that were left out because they give orders.

    Raises ValueError for a file that cannot be read as text, or a CSV without the columns question and answer.
    """
    found: list[Passage] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".md", ".txt"):
            found += _markdown(path)
        elif path.suffix == ".csv":
            found += _questions(path)
    kept, dropped = [], []
    for passage in found:
        lines = passage.text.splitlines()
        good = [line for line in lines if not gives_orders(line)]
        dropped += [passage.source] * (len(lines) - len(good))
        if any(line.strip() for line in good):
            kept.append(passage._replace(text="\n".join(good).strip()))
    return kept, dropped


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
        top = title if line.startswith("# ") else top


def _questions(path: Path) -> Iterator[Passage]:
    rows = csv.DictReader(_text(path).splitlines())
    if not {"question", "answer"} <= set(rows.fieldnames or ()):
        raise ValueError(f"{path}:1: a CSV file of knowledge has the columns question and answer")
    for number, row in enumerate(rows, 2):
        if row["question"] and row["answer"]:
            yield Passage(row["question"].strip(), row["answer"].strip(), f"{path.name}, line {number}")
