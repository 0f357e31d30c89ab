"""more_tools: opens tools that are not laid out. Hosts and MCP are given all tools and need none of it."""

from collections.abc import Mapping, Sequence
from typing import Literal

from tripintent.tools.shipped import table
from tripintent.tools.toolbox.base import Arguments, Scene, tool
from tripintent.tools.toolbox.facts import Facts

Drawer = Literal["options", "booked", "people", "days", "papers", "money", "facts"]
DRAWERS: Mapping[Drawer, Sequence[str]] = table("tools/toolbox/drawers.yaml")
"""Tools that are used together."""
MORE = "more_tools"


class DrawerWanted(Arguments):
    """What is needed."""

    of: Drawer


class DrawerOpened(Facts):
    """The tools that are there from the next call on; of those that are named, what can do nothing now is left out."""

    tools: tuple[str, ...]


@tool("trip", "READ")
async def more_tools(scene: Scene, wanted: DrawerWanted) -> DrawerOpened:
    """Open tools that you miss.

    Call it for options (list, hold, buy), booked (change, cancel, join), people (names, undo, start over), days (plan,
    edit, import), papers, money (expenses, debts), facts. Returns: the tools that are there now.
    """
    return DrawerOpened(tools=tuple(DRAWERS[wanted.of]))
