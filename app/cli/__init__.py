"""The command line: ``tripintent …``. Importing it costs click and nothing else."""

from tripintent.app.cli.group import main

__all__ = ["main"]
