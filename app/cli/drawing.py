"""``graph``: the drawn graph."""

import click

from tripintent.app.cli.options import json_option


@click.command("graph")
@json_option
def graph_command(*, as_json: bool) -> None:
    """Draw the booking graph as Mermaid text."""
    from tripintent.app.cli.output import write_json
    from tripintent.app.drawn import drawn_booking_graph

    text = drawn_booking_graph()
    if as_json:
        write_json({"graph": "booking", "mermaid": text})
    else:
        click.echo(text)
