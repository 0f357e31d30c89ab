"""Measures the house: ``make measure`` prints size and shape of the product's code, its install and its start, beside the aims.

Counted are the rooms of the product (tests, benches and examples aside): lines, uses of ``Any`` for each 1,000 lines, private
words in prose, functions over 40 lines, files over 250 lines, files under 25 lines that fewer than five others import, public
classes of one name, words in YAML, folders with more than 15 modules, and the files that four tasks run through.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benches import installed, paths, startup
from benches.rooms import ROOMS

LONGEST_FUNCTION, LONGEST_FILE, SHORTEST_FILE, FULLEST_FOLDER = 40, 250, 25, 15
SHARED = 5
"""Importers from which a short file is a leaf of the house, and no part of a neighbour."""
LOADED = ("__main__.py", "app/studio/", "migrations/env.py")
"""Files that Python, LangGraph's server or Alembic opens by its path: each is one of its own, however short."""
_ANY = re.compile(r"\bAny\b")
_PRIVATE_WORDS = re.compile(r"\b(?:[Nn]obody|[Aa]new|[Ss]tands|[Ww]hose word|(?<!there )is none)\b")
"""Words that cost a reader time: prose has the subject first and the usual word. "There is none" is usual English."""
_PROSE = (tokenize.COMMENT, tokenize.STRING)


class Source(NamedTuple):
    """One module: its path and its text."""

    path: Path
    text: str

    @property
    def lines(self) -> int:
        """Return the number of lines."""
        return self.text.count("\n")

    @property
    def prose(self) -> str:
        """Return the comments and the strings of several words; names and keys are code."""
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return "\n".join(token.string for token in tokens if token.type in _PROSE and " " in token.string)


def sources(root: Path) -> Iterator[Source]:
    """Yield the product's modules below ``root``; made migrations are left out."""
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if "versions" not in path.parts:
                yield Source(path.relative_to(root), path.read_text(encoding="utf-8"))


def functions(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the length in lines and the name of each function of a module."""
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{source.path}:{node.name}"


def classes(source: Source) -> Iterator[str]:
    """Yield the names of a module's public classes."""
    for node in ast.parse(source.text).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def thin(found: list[Source]) -> Iterator[Source]:
    """Yield the files that could be a part of the neighbour that imports them."""
    for one in found:
        if SHORTEST_FILE > one.lines > 0 and not any(part in str(one.path) for part in (*LOADED, "__init__.py")):
            name = f"tripintent.{'.'.join(one.path.with_suffix('').parts)} import "
            if sum(name in other.text for other in found) < SHARED:
                yield one


def main() -> None:
    """Print the table."""
    found = list(sources(Path.cwd()))
    lines = sum(s.lines for s in found)
    used = sum(1 for s in found for line in s.text.splitlines() if _ANY.search(line) and "import" not in line)
    lengths = sorted((f for s in found for f in functions(s)), reverse=True)
    folders = Counter(s.path.parent for s in found if s.path.name != "__init__.py")
    print(f"lines                     {lines:>7}   in {len(found)} files")
    print(f"Any for each 1,000 lines  {1000 * used / lines:>7.1f}   aim: at most 2")
    pages = [Path("README.md"), Path("CHANGELOG.md"), *sorted(Path("docs").glob("*.md"))]
    texts = [*((s.path, s.prose) for s in found), *((page, page.read_text(encoding="utf-8")) for page in pages)]
    spoken = Counter({path: len(_PRIVATE_WORDS.findall(text)) for path, text in texts})
    print(f"private words in prose    {spoken.total():>7}   aim: none")
    _row("functions over 40 lines", [f"{n} {name}" for n, name in lengths if n > LONGEST_FUNCTION])
    _row("files over 250 lines", [f"{s.lines} {s.path}" for s in found if s.lines > LONGEST_FILE])
    _row("files under 25 lines", [f"{s.lines} {s.path}" for s in thin(found)])
    names = Counter(name for s in found for name in classes(s))
    _row("class names used twice", [f"{n} {name}" for name, n in names.most_common() if n > 1])
    words = [path for room in ROOMS for path in (Path.cwd() / room).rglob("*.yaml")]
    print(
        f"lines of YAML words       {sum(path.read_text('utf-8').count(chr(10)) for path in words):>7}   aim: at most 5,500"
    )
    _row("folders over 15 modules", [f"{n} {folder}" for folder, n in folders.most_common() if n > FULLEST_FOLDER])
    paths.main()
    installed.main()
    startup.cold(3)


def _row(what: str, names: list[str]) -> None:
    print(f"{what:25} {len(names):>7}   aim: none")
    for name in names[:12]:
        print(f"    {name}")


if __name__ == "__main__":
    main()
