"""The default registry: built-in definitions and prompts, with a host's replacements on top."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tripintent.tools.ports.registry import Effect, ToolDefinition
from tripintent.tools.registry.definitions import builtin_tools
from tripintent.tools.registry.overrides import ToolOverride, read_overrides
from tripintent.tools.registry.prompts import PROMPTS, builtin_prompt
from tripintent.tools.registry.wrong_names import no_such


class BuiltinRegistry:
    """Definitions and prompts.

    ``override`` is a mapping or the path of a YAML file::

        tools:
          flight_quote_search: {handler: acme/flights, description: "Search our contracted fares."}
        prompts:
          system: |
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

    def tools(self, effect: Effect | None = None) -> Sequence[ToolDefinition]:
        """Return the tools, of one effect or all, built-in ones first."""
        return tuple(tool for tool in self._tools.values() if effect is None or tool.effect == effect)

    def get(self, name: str) -> ToolDefinition:
        """Return one tool; KeyError names the ones there are."""
        try:
            return self._tools[name]
        except KeyError:
            msg = f"no tool {name!r}: there are {', '.join(self._tools)}"
            raise KeyError(msg) from None

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
