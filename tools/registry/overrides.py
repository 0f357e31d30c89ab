"""Overrides by a host: tool definitions and prompts, from a mapping or a YAML file, checked when it is read."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tripintent.tools.ports.registry import Effect
from tripintent.tools.registry.wrong_names import Where, wrong


class ToolOverride(BaseModel):
    """Fields of a tool that a host sets; what it leaves out stays as built in. A new tool is WRITE unless it says READ."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: str | None = None
    parameters: Mapping[str, object] | None = None
    effect: Effect | None = None
    handler: str | None = None


class Overrides(BaseModel):
    """A host's registry file: ``tools:`` by name and ``prompts:`` by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tools: Mapping[str, ToolOverride] = Field(default_factory=dict)
    prompts: Mapping[str, str] = Field(default_factory=dict)


def read_overrides(source: Mapping[str, object] | str | Path | None) -> Overrides:
    """Return the overrides of a mapping or a YAML file.

    Raises ValueError that says where the source is wrong: unreadable, no mapping, an unknown key, a wrong type.
    """
    if source is None:
        return Overrides()
    name, data = _load(source)
    try:
        return Overrides.model_validate(data)
    except ValidationError as error:
        msg = f"{name}: {wrong(error, _names_at)}"
        raise ValueError(msg) from error


def _names_at(where: Where) -> Iterable[str]:
    return Overrides.model_fields if len(where) == 1 else ToolOverride.model_fields


def _load(source: Mapping[str, object] | str | Path) -> tuple[str, object]:
    if isinstance(source, Mapping):
        return "the host's registry", source
    try:
        return str(source), yaml.safe_load(Path(source).read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        msg = f"{source}: cannot be read as YAML: {error}"
        raise ValueError(msg) from error
