"""A host's own examples, and the model that was fitted with them (``tripintent examples``).

The file is YAML, ``{language: {intent: [words]}}``; words may begin with the moment where they are said, as in the examples of the
wheel: ``[options|dates] the one after``. Beside it lies the fitted model, ``NAME.npz``.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import yaml

from tripintent.state.languages import LANGUAGES
from tripintent.tools.errors import ToolError
from tripintent.tools.language.offline.examples import Line, digest, line_of
from tripintent.tools.language.offline.model import Linear, loaded, shipped

LONGEST_FILE = 2_000_000
"""Bytes of a host's file."""
_HOST = "host"
Rows = Mapping[str, Mapping[str, Sequence[str]]]


def rows_of(path: Path) -> Rows:
    """Return what a file holds, nothing where there is none. Raises ToolError for one that is not a file of examples."""
    if not path.exists():
        return {}
    if path.stat().st_size > LONGEST_FILE:
        raise ToolError(f"{path} is larger than {LONGEST_FILE:,} bytes: keep the examples that matter")
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        for language, intents in found.items():
            for intent, rows in intents.items():
                _check(path, language, intent, rows)
    except (yaml.YAMLError, AttributeError, UnicodeError) as error:
        raise ToolError(f"{path} is no file of examples ({{language: {{intent: [words]}}}}): {error}") from error
    return dict(found)


def _check(path: Path, language: str, intent: str, rows: object) -> None:
    if language not in LANGUAGES:
        raise ToolError(f"{path}: {language!r} is not read offline; take one of {', '.join(LANGUAGES)}")
    if intent not in shipped("intents").classes:
        raise ToolError(f"{path}: {intent!r} is not a kind of sentence")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ToolError(f"{path}: {language}/{intent} has to be a list of words said")


def lines_of(path: Path) -> list[Line]:
    """Return the examples of a file."""
    found = rows_of(path)
    return [
        line_of(_HOST, language, intent, row)
        for language, intents in found.items()
        for intent, rows in intents.items()
        for row in rows
    ]


def beside(path: Path) -> Path:
    """Return where the model of a file of examples lies."""
    return path.with_suffix(".npz")


def model_of(path: Path) -> Linear:
    """Return the model of a host's examples. Raises ToolError where it is missing, or older than they are."""
    stored, command = beside(path), f"run tripintent examples --into {path} --fit"
    if not stored.exists():
        raise ToolError(f"there is no {stored}: {command}")
    model = loaded(stored.read_bytes())
    if model.made_from != made_from(path):
        raise ToolError(f"{stored} is older than its examples, or than this release: {command}")
    return model


def made_from(path: Path) -> str:
    """Return a fingerprint of a file of examples and of what this release is fitted on."""
    return sha256(path.read_bytes() + digest().encode()).hexdigest()
