"""Reads a service file. Whatever is wrong is said with the file and the line."""

from collections.abc import Sequence
from pathlib import Path

import yaml
from pydantic import ValidationError

from tripintent.state.concierge.service import Service
from tripintent.tools.errors import ToolError

MAX_BYTES = 1_000_000


class ServiceFileError(ToolError):
    """A service file that cannot be used; each problem is ``file:line: what``."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def read_service(path: Path) -> Service:
    """Return the service of a file. Raises ServiceFileError with every problem, each with its line."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ServiceFileError([f"{path}: larger than {MAX_BYTES:,} bytes: this is no service file"])
        text = path.read_text("utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        raw = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ServiceFileError([f"{path}: cannot be read: {error}"]) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ServiceFileError([f"{path}:{line}: not readable as YAML: {error.problem}"]) from error
    if node is None or not isinstance(raw, dict):
        raise ServiceFileError([f"{path}:1: a service file is a mapping that begins with name:"])
    try:
        service = Service.model_validate(raw)
    except ValidationError as error:
        raise ServiceFileError(_problems(path, node, error)) from error
    _check_knowledge(path, node, service)
    return service


def knowledge_folder(path: Path, service: Service) -> Path | None:
    """Return the folder of a service's knowledge, or None where it has none."""
    return path.parent / service.knowledge if service.knowledge else None


def _check_knowledge(path: Path, node: yaml.Node, service: Service) -> None:
    folder = knowledge_folder(path, service)
    if folder is None:
        return
    line = _line(node, ("knowledge",))
    if path.parent.resolve() not in folder.resolve().parents:
        raise ServiceFileError([f"{path}:{line}: knowledge: the folder has to lie beside the service file"])
    if not folder.is_dir():
        raise ServiceFileError([f"{path}:{line}: knowledge: there is no folder {folder}"])


def _problems(path: Path, node: yaml.Node, error: ValidationError) -> list[str]:
    rows: list[str] = []
    for one in error.errors(include_url=False):
        message = one["msg"].removeprefix("Value error, ")
        where, what = one["loc"], ".".join(str(p) for p in one["loc"])
        if not where:
            where, what = _named(message), "file"
        rows.append(f"{path}:{_line(node, where)}: {what}: {message}")
    return rows


def _named(message: str) -> tuple[str | int, ...]:
    """Return the place that a message about the whole file names: an example by number, or a doubled name."""
    if message.startswith("functions_examples["):
        return ("functions_examples", int(message[len("functions_examples[") :].partition("]")[0]))
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
