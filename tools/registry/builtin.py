"""The default registry: built-in tool definitions with the effect of each, and prompt files, with a host's overrides on top.

Overrides (a mapping or YAML) are checked when they are read.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, Field, ValidationError
from pydantic_core import ErrorDetails

from tripintent.state.frozen import Frozen, no_such
from tripintent.tools.ports.designer import Effect, ToolDefinition
from tripintent.tools.registry import arguments as a
from tripintent.tools.shipped import text

Where = tuple[int | str, ...]


def wrong(error: ValidationError, known: Callable[[Where], Iterable[str]]) -> str:
    """Return every problem of a document and where it is. ``known`` returns the names that there are at a place."""
    return "; ".join(_one(one, known) for one in error.errors())


def _one(problem: ErrorDetails, known: Callable[[Where], Iterable[str]]) -> str:
    where, kind, said, found = problem["loc"], problem["type"], problem["msg"], problem["input"]
    place = ".".join(map(str, where[:-1] if kind == "extra_forbidden" else where))
    if kind == "extra_forbidden":
        said = no_such("name", where[-1], known(where))
    elif kind == "missing":
        said = "this is needed"
    elif kind == "json_invalid":
        said = "this is no JSON"
    elif kind == "value_error":
        said = said.removeprefix("Value error, ")
    elif isinstance(found, str | int | float | None):
        said = f"{said} (found: {found!r})"
    return f"{place}: {said}" if place else said


SEVEN = (
    "trip_requirements_extract", "flight_quote_search", "hotel_quote_search", "trip_option_ranker",
    "policy_and_risk_check", "reservation_hold_create", "booking_confirm_and_purchase",
)  # fmt: skip
"""The tools of a booking; a host may answer any of them, and may not change what they do to the world."""


def builtin_tools() -> tuple[ToolDefinition, ...]:
    """Return every built-in tool: the seven, and the follow-up questions."""
    return (
        _tool("trip_requirements_extract", a.ExtractArguments, "READ", "Read what a message changes about the trip."),
        _tool("flight_quote_search", a.FlightSearchArguments, "READ", "Search flights for one leg."),
        _tool("hotel_quote_search", a.HotelSearchArguments, "READ", "Search hotels for one stay."),
        _tool("trip_option_ranker", a.RankArguments, "READ", "Rank whole trips made of the offers found."),
        _tool("policy_and_risk_check", a.RiskArguments, "READ", "Check a chosen trip for risks and policy."),
        _tool("reservation_hold_create", a.HoldArguments, "WRITE", "Hold the chosen offers without paying."),
        _tool("booking_confirm_and_purchase", a.PurchaseArguments, "WRITE", "Buy held offers under an approval."),
        _tool("generate_followup_questions", a.FollowupArguments, "READ", "Word questions for what is missing."),
    )


def _tool(name: str, shape: type[BaseModel], effect: Effect, description: str) -> ToolDefinition:
    return ToolDefinition(name=name, description=description, parameters=_schema(shape), effect=effect, handler=name)


@cache
def _schema(shape: type[BaseModel]) -> Mapping[str, object]:
    """Return a model's JSON schema as a tool's parameters, without the class name that pydantic puts on top."""
    schema = shape.model_json_schema()
    return {key: value for key, value in schema.items() if key not in ("title", "description")}


class ToolOverride(Frozen, extra="forbid"):
    """Fields of a tool that a host sets; what it leaves out stays as built in. A new tool is WRITE unless it says READ."""

    description: str | None = None
    parameters: Mapping[str, object] | None = None
    effect: Effect | None = None
    handler: str | None = None


class Overrides(Frozen, extra="forbid"):
    """A host's registry file: ``tools:`` by name and ``prompts:`` by name."""

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
        raise ValueError(f"{name}: {wrong(error, _names_at)}") from error


def _names_at(where: Where) -> Iterable[str]:
    return Overrides.model_fields if len(where) == 1 else ToolOverride.model_fields


def _load(source: Mapping[str, object] | str | Path) -> tuple[str, object]:
    if isinstance(source, Mapping):
        return "the host's registry", source
    try:
        return str(source), yaml.safe_load(Path(source).read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ValueError(f"{source}: cannot be read as YAML: {error}") from error


class BuiltinRegistry:
    """Definitions and prompts.

    ``override`` is a mapping or the path of a YAML file::

        tools:
          flight_quote_search: {handler: acme/flights, description: "Search our contracted fares."}
        prompts:
          rules: |
            You speak for Acme Travel. …

    Raises ValueError when an override is malformed, names an unknown prompt or, without a description, an unknown tool, or
    changes the effect of a built-in tool: what a tool does to the world is not a matter of naming.
    """

    def __init__(self, override: Mapping[str, object] | str | Path | None = None) -> None:
        overrides = read_overrides(override)
        if unknown := sorted(set(overrides.prompts) - set(PROMPTS)):
            raise ValueError(f"prompts: {no_such('prompt', unknown[0], PROMPTS)}")
        self._prompts = dict(overrides.prompts)
        self._tools = {tool.name: tool for tool in builtin_tools()}
        for name, change in overrides.tools.items():
            self._tools[name] = _changed(self._tools.get(name), name, change)

    def get(self, name: str) -> ToolDefinition:
        """Return one tool; KeyError names the ones there are."""
        try:
            return self._tools[name]
        except KeyError:
            raise KeyError(f"no tool {name!r}: there are {', '.join(self._tools)}") from None

    def prompt(self, name: str) -> str:
        """Return the host's prompt or the one that ships; KeyError names the ones there are."""
        return self._prompts[name] if name in self._prompts else builtin_prompt(name)


def _changed(built_in: ToolDefinition | None, name: str, change: ToolOverride) -> ToolDefinition:
    """Return the built-in tool with the host's fields, or the host's own new tool."""
    if built_in is None and not change.description:
        names = [tool.name for tool in builtin_tools()]
        msg = f"tools: {no_such('tool', name, names)} A tool of your own needs a description."
        raise ValueError(msg)
    base = built_in or ToolDefinition(name=name, description="", handler=name)
    if built_in is not None and change.effect not in (None, built_in.effect):
        msg = f"tools.{name}.effect: {name} is {built_in.effect}; a name cannot change what a tool does"
        raise ValueError(msg)
    return base.model_copy(update=change.model_dump(exclude_none=True))


PROMPTS = ("rules", "summary", "desk")
"""The rules of a conversation that a chat model holds, first in every request; those of its summary; what a desk adds to them."""


@cache
def builtin_prompt(name: str) -> str:
    """Return the text of a prompt file; KeyError names the prompts there are."""
    if name not in PROMPTS:
        raise KeyError(f"no prompt {name!r}: there are {', '.join(PROMPTS)}")
    return text(f"tools/model/prompts/{name}.md").strip()
