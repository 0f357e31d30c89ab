"""more_tools: opens tools that are not laid out. Hosts and MCP are given all tools and need none of it."""

from collections.abc import Mapping
from typing import Literal

from tripintent.tools.toolbox.base import Arguments, Scene, tool
from tripintent.tools.toolbox.facts import Facts

Drawer = Literal["options", "booked", "people", "days", "papers", "money", "facts"]
DRAWERS: Mapping[Drawer, tuple[str, ...]] = {
    "options": ("list_options", "option_details", "choose", "hold", "request_purchase", "release_hold",
                "decline_card", "try_again", "watch_price"),
    "booked": ("request_change", "quote_change", "request_cancellation", "quote_cancellation", "add_traveller_to_booking",
               "accept_airline_change"),
    "people": ("set_travellers", "remove_traveller", "undo", "start_over"),
    "days": ("plan_days", "edit_itinerary", "check_itinerary", "import_reservation"),
    "papers": ("create_documents", "show_documents", "edit_checklist", "requirements_status"),
    "money": ("record_expense", "correct_expense", "settle_up", "set_budget_part"),
    "facts": ("lookup", "where_to", "convert_money", "requirements_status"),
}  # fmt: skip
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
    del scene
    return DrawerOpened(tools=DRAWERS[wanted.of])
