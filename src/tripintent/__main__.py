"""``python -m tripintent`` is the command."""

from tripintent.app.cli import main

main()
