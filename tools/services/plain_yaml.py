"""YAML of people's files, read with limits: whatever cannot be read is said with its line, and nothing grows while it is read."""

import math
import re
from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.reader import ReaderError

DEEPEST, MOST_VALUES, LARGEST = 30, 200_000, 2**63
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Unreadable(ValueError):
    """A text that cannot be read; ``line`` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Loader(yaml.SafeLoader):
    """The safe loader; a value that Python cannot make of its text is an error with a mark, like all others."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:  # noqa: FBT001, FBT002 - PyYAML's own signature
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
