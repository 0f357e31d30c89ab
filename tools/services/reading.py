"""The reader of service files and of people's YAML: whatever is wrong is said with the file and the line.

YAML is read with limits, so that nothing grows while it is read.
"""

import math
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import get_args

import yaml
from pydantic import ValidationError
from yaml.constructor import ConstructorError
from yaml.reader import ReaderError

from tripintent.state.concierge.service import Kind, Service
from tripintent.tools.errors import ToolError
from tripintent.tools.knowledge.passages import Passage, read_folder

MAX_BYTES = 1_000_000
LONGEST = 300
"""Characters of what is said of one problem."""


class ServiceFileError(ToolError):
    """A service file that cannot be used; each problem is ``file:line: what``."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def read_service(path: Path) -> Service:
    """Return the service of a file. Raises ServiceFileError with every problem, each with its line."""
    try:
        node, raw = parsed(_text(path))
    except Unreadable as error:
        raise ServiceFileError([f"{path}:{error.line}: {error}"]) from error
    if node is None or not isinstance(raw, dict):
        raise ServiceFileError([f"{path}:1: a service file is a mapping with functions:"])
    try:
        called = {"kind": path.stem} if path.stem in get_args(Kind) else {}  # restaurant.yaml is a restaurant
        named = {} if {"name", "service"} & raw.keys() else {"name": re.sub(r"[-_]+", " ", path.stem).capitalize()}
        service = Service.model_validate({**called, **named, **raw, **_with_examples(path, raw)})
    except ValidationError as error:
        raise ServiceFileError(_problems(path, node, error)) from error
    _check_knowledge(path, node, service)
    return service


def examples_beside(path: Path) -> Path:
    """Return the file of examples that people accepted, beside a service file: house.yaml has house.examples.yaml."""
    return path.with_suffix(".examples.yaml")


def _with_examples(path: Path, raw: dict[str, object]) -> dict[str, object]:
    """Return the examples of a service file with those of the file beside it, after its own."""
    beside, own = examples_beside(path), raw.get("functions_examples") or []
    if not beside.is_file() or not isinstance(own, list):
        return {}
    try:
        _, more = parsed(_text(beside))
    except Unreadable as error:
        raise ServiceFileError([f"{beside}:{error.line}: {error}"]) from error
    if more is not None and not isinstance(more, list):
        raise ServiceFileError([f"{beside}:1: a file of examples is a list of input and func"])
    return {"functions_examples": [*own, *(more or [])]}


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ServiceFileError([f"{path}: larger than {MAX_BYTES:,} bytes: this is no service file"])
        body = path.read_bytes()
    except OSError as error:
        raise ServiceFileError([f"{path}: cannot be read: {error}"]) from error
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise ServiceFileError([f"{path}:{line}: is no UTF-8 text"]) from error


def knowledge_folder(path: Path, service: Service) -> Path | None:
    """Return the folder of a service's knowledge, or None where it has none."""
    return path.parent / service.knowledge if service.knowledge else None


def read_knowledge(path: Path, service: Service) -> tuple[list[Passage], list[str]]:
    """Return the passages of a service's knowledge, and the source of each sentence that was left out. Raises ValueError.

    Where the service file is a link, the folder beside the file that it leads to is the house's own, too.
    """
    folder = knowledge_folder(path, service)
    return read_folder(folder, knowledge_folder(path.resolve(), service)) if folder else ([], [])


def _check_knowledge(path: Path, node: yaml.Node, service: Service) -> None:
    folder = knowledge_folder(path, service)
    if folder is None:
        return
    line = _line(node, ("knowledge",))
    try:
        beside, there = path.parent.resolve() in folder.resolve().parents, folder.is_dir()
    except (OSError, RuntimeError) as error:  # a name too long, or a link that leads to itself
        raise ServiceFileError(
            [f"{path}:{line}: knowledge: no such folder can be: {getattr(error, 'strerror', error)}"]
        ) from error
    if not beside:
        raise ServiceFileError([f"{path}:{line}: knowledge: the folder has to lie beside the service file"])
    if not there:
        raise ServiceFileError([f"{path}:{line}: knowledge: there is no folder {folder}"])


def _problems(path: Path, node: yaml.Node, error: ValidationError) -> list[str]:
    rows: list[str] = []
    for one in error.errors(include_url=False):
        message = one["msg"].removeprefix("Value error, ")
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"
        where, what = one["loc"], ".".join(str(p) for p in one["loc"])
        if not where:
            where, what = _named(message), "file"
        rows.append(f"{path}:{_line(node, where)}: {what}: {message}")
    return rows


def _named(message: str) -> tuple[str | int, ...]:
    """Return the place that a message about the whole file names: an example by number, or a doubled name."""
    if example := _EXAMPLE.match(message):
        return ("functions_examples", int(example[1]), *example[2].split(".")[1:])
    words = message.split()
    return ("functions", words[2]) if message.endswith("appears twice") and len(words) > 2 else ()


def _line(node: yaml.Node, where: Sequence[str | int]) -> int:
    """Return the line of a place in the file, from 1; of the last part that is there."""
    line = node.start_mark.line + 1
    for part in where:
        below: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value in (part, "service" if part == "name" else part):
                    line, below = key.start_mark.line + 1, value
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            item: yaml.Node = node.value[part]
            below, line = item, item.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode):
            line = _last_named(node, str(part)) or line
        if below is None:
            break
        node = below
    return line


def _last_named(node: yaml.SequenceNode, name: str) -> int | None:
    """Return the line of the last item of a list that has a name or command."""
    found = [
        value.start_mark.line + 1
        for item in node.value
        if isinstance(item, yaml.MappingNode)
        for _, value in item.value
        if isinstance(value, yaml.ScalarNode) and value.value.split()[:1] == [name]
    ]
    return found[-1] if found else None


_EXAMPLE = re.compile(r"functions_examples\[(\d+)\]((?:\.\w+)*)")
DEEPEST, MOST_VALUES, LARGEST = 30, 200_000, 2**63
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Unreadable(ValueError):
    """A text that cannot be read; ``line`` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Loader(yaml.SafeLoader):
    """The safe loader; a value that Python cannot make of its text is an error with a mark, like all others."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:  # noqa: FBT001, FBT002 - PyYAML's own signature
        try:
            value = super().construct_object(node, deep=deep)
        except (ValueError, OverflowError, TypeError, KeyError, IndexError) as error:
            raise ConstructorError(None, None, "a value that cannot be", node.start_mark) from error
        if isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise ConstructorError(None, None, "a number that is too large", node.start_mark)
        if isinstance(value, float) and not math.isfinite(value):
            raise ConstructorError(None, None, "a number that cannot be read, or too large", node.start_mark)
        return value


def parsed(text: str) -> tuple[yaml.Node | None, object]:
    """Return a text's nodes, which know their lines, and its values. Raises Unreadable."""
    try:
        _check_depth(text)
        node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
        if node is not None:
            _counted(node, {}, set())
        return node, yaml.load(text, Loader=_Loader)  # noqa: S506 - it is a safe loader
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Unreadable(f"a control character (U+{error.character:04X})", line) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Unreadable(f"not readable as YAML: {error.problem}", line) from error


def _check_depth(text: str) -> None:
    """Go through the text from mark to mark, which needs no stack, before anything follows its nesting."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            line = event.start_mark.line + 1 if event.start_mark else 1
            raise Unreadable(f"more than {DEEPEST} levels of lists and mappings in one another", line)


def _counted(node: yaml.Node, known: dict[int, int], above: set[int]) -> int:
    """Return how many values a node has with its aliases written out. Raises Unreadable for too many, or endless ones."""
    if id(node) in known:
        return known[id(node)]
    line = node.start_mark.line + 1 if node.start_mark else 1
    if id(node) in above:
        raise Unreadable("an alias that contains itself", line)
    if isinstance(node, yaml.ScalarNode):
        if _CONTROL.search(node.value):
            raise Unreadable("a control character within a text", line)
        return 1
    below = [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]
    count = 1 + sum(_counted(part, known, {*above, id(node)}) for part in below)
    if count > MOST_VALUES:
        raise Unreadable(f"more than {MOST_VALUES:,} values, with the aliases written out", line)
    known[id(node)] = count
    return count


def copy_demonstration(kind: str, folder: Path) -> Path:
    """Copy a kind's service file and knowledge into a folder and return the file.

    Raises ValueError for an unknown kind, FileExistsError where the file is there already.
    """
    if kind not in get_args(Kind):
        raise ValueError(f"{kind!r} is no kind: choose one of {', '.join(get_args(Kind))}")
    source = files("tripintent.tools.services.demonstration")
    target = folder / f"{kind}.yaml"
    if target.exists():
        raise FileExistsError(f"{target} is there already: nothing was overwritten")
    (folder / kind).mkdir(parents=True, exist_ok=True)
    target.write_text(source.joinpath(f"{kind}.yaml").read_text("utf-8"), "utf-8")
    for page in source.joinpath(kind).iterdir():
        (folder / kind / page.name).write_text(page.read_text("utf-8"), "utf-8")
    return target
