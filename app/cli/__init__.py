"""The command line: ``tripintent …``. Importing it costs click and nothing else."""

from importlib import import_module

import click

COMMANDS = {
    "chat": ("tripintent.app.cli.conversation", "Plan, choose, approve and buy a trip in a conversation."),
    "trips": ("tripintent.app.cli.reading", "List the conversations and where their trips stand."),
    "show": ("tripintent.app.cli.reading", "Show one trip."),
    "pending": ("tripintent.app.cli.reading", "List the approvals that wait."),
    "approve": ("tripintent.app.cli.deciding", "Approve what waits on a thread."),
    "reject": ("tripintent.app.cli.deciding", "Refuse what waits on a thread."),
    "token": ("tripintent.app.cli.ledger", "Make an approver's one-time token."),
    "policy": ("tripintent.app.cli.policy", "See, set and try an organisation's rules."),
    "notices": ("tripintent.app.cli.ledger", "See or send what people are still to be told of approvals."),
    "purchases": ("tripintent.app.cli.ledger", "List what was bought, or is being bought."),
    "reconcile": ("tripintent.app.cli.ledger", "Finish or probe whatever a crash left open."),
    "watch": (
        "tripintent.app.cli.serving",
        "Look after what is booked: changes, lower prices, check-in; and watched prices.",
    ),
    "supplier": ("tripintent.app.cli.supplying", "Check a supplier with your own key."),
    "grants": ("tripintent.app.cli.owners", "Share a trip, see with whom it is shared, take that back."),
    "settle": ("tripintent.app.cli.ledger", "Settle an operation in doubt: what a person learned from its supplier."),
    "forget": ("tripintent.app.cli.owners", "Erase a traveller; say what stays, and why."),
    "audit": ("tripintent.app.cli.ledger", "Show the audit, or verify that it was not changed."),
    "itinerary": ("tripintent.app.cli.itinerary", "Show and change the plan of a conversation: tools, import, undo."),
    "documents": ("tripintent.app.cli.documents", "Show, make, tick and export checklist, budget and day plan."),
    "export": ("tripintent.app.cli.reading", "Write a booked trip as calendar, PDF, mail or schema.org data."),
    "serve": ("tripintent.app.cli.serving", "Serve the chat page, the approvers' page and the endpoints."),
    "mcp": ("tripintent.app.cli.serving", "Serve the agent to an MCP client over stdio."),
    "settings": ("tripintent.app.cli.serving", "List every setting: name in the environment, default, meaning."),
    "toolbox": ("tripintent.app.cli.measuring", "Write every tool with arguments, effect and result as Markdown."),
    "graph": ("tripintent.app.cli.measuring", "Draw the booking graph as Mermaid text."),
    "service": ("tripintent.app.cli.desk", "Check a service file, or begin one of your own."),
    "answer": ("tripintent.app.cli.desk", "Find the passages that answer each message of a file."),
    "desk": ("tripintent.app.cli.desk", "See which guests wait for a person, and answer them."),
    "route": ("tripintent.app.cli.desk", "Choose the functions of a service for each message of a file."),
    "routes": ("tripintent.app.cli.desk", "Take messages that a desk was unsure of as examples of its own."),
    "plan": ("tripintent.app.cli.measuring", "Plan the tours of a file of tasks with full tables."),
    "eval": ("tripintent.app.cli.measuring", "Measure how well conversations are understood."),
}


class LazyGroup(click.Group):
    """Knows the names and one-line helps of its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of a first use."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_command"
        command: click.Command = getattr(import_module(COMMANDS[cmd_name][0]), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tripintent", message="%(prog)s %(version)s")
def main() -> None:
    """Book trips in a conversation: it asks, quotes, ranks, checks, holds, gets your approval, and buys exactly once.

    Without any setting everything runs on this machine: a small guide answers, and a simulated supplier sells.
    """


__all__ = ["main"]
