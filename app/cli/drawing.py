"""``graph``: the drawn graph."""

from typing import TYPE_CHECKING, cast

import click

from tripintent.app.cli.options import json_option

if TYPE_CHECKING:
    from tripintent.tools.ports.ports import Ports


@click.command("graph")
@json_option
def graph_command(*, as_json: bool) -> None:
    """Draw the booking graph as Mermaid text: no node runs, no adapter is made, no database opened."""
    from tripintent.app.cli.output import write_json
    from tripintent.graph.booking.wiring import build_booking_graph

    text: str = build_booking_graph(cast("Ports", None)).get_graph().draw_mermaid()
    if as_json:
        write_json({"graph": "booking", "mermaid": text})
    else:
        click.echo(text)
