"""``tripintent toolbox``: every tool, as a page."""

import click


@click.command("toolbox")
def toolbox_command() -> None:
    """Write the tools with arguments, effect and result as Markdown."""
    from tripintent.app.toolbox_page import toolbox_page

    click.echo(toolbox_page(), nl=False)
