"""The command line: ``tripintent …``. Importing it costs click and nothing else."""

from importlib import import_module
from importlib.resources import files

import click

_ROWS = (files("tripintent.app") / "words/command_line.txt").read_text("utf-8").splitlines()
_PARTS = (line.split(maxsplit=2) for line in _ROWS)
COMMANDS = {name: (f"tripintent.app.cli.{module}", text) for name, module, text in _PARTS}
"""Each command with the module that has it, and its help in a line."""


class LazyGroup(click.Group):
    """Knows the names and one-line helps of its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of a first use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_command"
        command: click.Command = getattr(import_module(COMMANDS[cmd_name][0]), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tripintent", message="%(prog)s %(version)s")
def main() -> None:
    """Book trips in a conversation: it asks, quotes, ranks, checks, holds, gets your approval, and buys exactly once.

    Without any setting everything runs on this machine: a small guide answers, and a simulated supplier sells.
    """


__all__ = ["main"]
