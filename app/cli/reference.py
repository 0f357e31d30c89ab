"""``graph`` and ``toolbox``: the drawn graph, and every tool as a page."""

from typing import TYPE_CHECKING, cast

import click

from tripintent.app.cli.options import json_option

if TYPE_CHECKING:
    from tripintent.tools.ports.ports import Ports


@click.command("graph")
@json_option
def graph_command(*, as_json: bool) -> None:
    """Draw the booking graph as Mermaid text."""
    from tripintent.app.cli.output import write_json
    from tripintent.graph.booking.wiring import build_booking_graph

    graph = build_booking_graph(cast("Ports", None))  # drawing runs no node: no adapter is made, no database opened
    text: str = graph.get_graph().draw_mermaid()
    if as_json:
        write_json({"graph": "booking", "mermaid": text})
    else:
        click.echo(text)


@click.command("toolbox")
def toolbox_command() -> None:
    """Write the tools with arguments, effect and result as Markdown."""
    from tripintent.app.toolbox_page import toolbox_page

    click.echo(toolbox_page(), nl=False)
