"""All tools, by name and toolset."""

from collections.abc import Mapping, Sequence

from rapidfuzz import process

from tripintent.state.acts import Outcome
from tripintent.tools.toolbox import (  # noqa: F401 - each registers its tools when it is imported
    booked,
    booking,
    checklist,
    debts,
    designer,
    documents,
    itinerary,
    knowledge,
    more,
    options,
    purse,
    quoted,
    spending,
    travellers,
    trip,
    where_to,
)
from tripintent.tools.toolbox.base import Tool, Toolset, registered

OF_DOCUMENTS: tuple[Toolset, ...] = ("itinerary", "documents")
"""The toolsets that leave the trip as it is."""


def tools(*toolsets: Toolset) -> Sequence[Tool]:
    """Return the tools of these toolsets, or all: they are laid out at once, and no client has to ask for more."""
    whole = (one for one in registered().values() if one.name != more.MORE)
    return tuple(one for one in whole if not toolsets or one.toolset in toolsets)


def by_name() -> Mapping[str, Tool]:
    """Return every tool by its name, that which lays out others among them."""
    return registered()


def unknown_tool(name: str) -> Outcome:
    """Return the refusal of a name that no tool has, with the nearest ones."""
    near = tuple(str(one) for one, *_ in process.extract(name, tuple(by_name()), limit=5))
    return Outcome.refused(f"there is no such tool; the nearest: {', '.join(near[:2])}", "name", near)
