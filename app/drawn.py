"""The booking graph as a picture."""

from typing import cast

from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.tools.ports.ports import Ports


def drawn_booking_graph() -> str:
    """Return Mermaid text. Drawing runs no node, so no adapter is made and no database opened."""
    graph = build_booking_graph(cast("Ports", None))
    text: str = graph.get_graph().draw_mermaid()
    return text
