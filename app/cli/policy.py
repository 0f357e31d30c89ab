"""``policy``: an organisation's rules, from a file or from words."""

import sys
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripintent.app.cli.failing import CliFailure, write_json
from tripintent.app.cli.options import json_option, opened, settings_of, stored
from tripintent.app.errors import settings_in_words

if TYPE_CHECKING:
    from tripintent.app.session import Session
    from tripintent.app.settings import Settings
    from tripintent.state.wishes import PolicyRules
    from tripintent.tools.ports.profiles import Directory

FORMS = "Give a file (YAML), - for stdin, or rules as name=value."
rules_argument = click.argument("given", nargs=-1, metavar="[FILE | NAME=VALUE …]")


@click.group("policy")
def policy_command() -> None:
    """See, set and try the rules of an organisation (--organisation), or of one traveller of it (--traveller)."""


@policy_command.command("show")
@json_option
@stored
def show_policy(*, as_json: bool, **flags: object) -> None:
    """Show the rules in force, and whose they are."""
    from tripintent.app.policy import written

    settings = settings_of(**flags)

    async def work(session: "Session") -> None:
        policy = await session.ports.policies.rules(settings.organisation, settings.traveller)
        if as_json:
            write_json(policy.model_dump(mode="json"))
            return
        click.echo(f"# {policy.source}")
        click.echo(
            written(policy.rules) or "{}  # the defaults: the traveller approves, nothing is limited\n", nl=False
        )

    _run(flags, work)


@policy_command.command("set")
@rules_argument
@click.option("--clear", is_flag=True, help="Drop the rules: what is more general is in force again.")
@click.option("--by", default="operator", metavar="NAME", help="Who sets them; written to the audit.")
@stored
def set_policy(*, given: tuple[str, ...], clear: bool, by: str, **flags: object) -> None:
    """Set the rules. They replace those that were there: a rule that is left out is no rule any more."""
    settings = settings_of(**flags)

    async def work(session: "Session") -> None:
        from tripintent.app.policy import check_approver
        from tripintent.tools.ports.profiles import PolicyBook

        book = session.ports.policies
        if not isinstance(book, PolicyBook):
            raise CliFailure("this host keeps its policies elsewhere: set them there")
        whose = settings.organisation, settings.traveller
        if clear:
            await book.clear(*whose, by=by)
            click.echo("dropped")
            return
        rules = _read(given)
        await check_approver(rules, settings.organisation, _directory(settings))
        await book.set(settings.organisation, rules, settings.traveller, by=by)
        click.echo(f"set for {' / '.join(filter(None, whose)) or 'whoever has no organisation'}")

    _run(flags, work)


@policy_command.command("test")
@rules_argument
@click.option("--thread", metavar="ID", help="A conversation that shows options: which of them the rules forbid.")
@stored
def test_policy(*, given: tuple[str, ...], thread: str | None, **flags: object) -> None:
    """Try rules without setting them; without any, those in force."""
    settings = settings_of(**flags)

    async def work(session: "Session") -> None:
        from tripintent.app.policy import check_approver, tried

        whose = settings.organisation, settings.traveller
        rules = _read(given) if given else (await session.ports.policies.rules(*whose)).rules
        await check_approver(rules, settings.organisation, _directory(settings))
        click.echo(_who_decides(rules))
        for one in await tried(await session.trip(thread), rules, session.ports) if thread else ():
            verdict = " ".join(dict.fromkeys(issue.text for issue in one.broken)) or "allowed"
            click.echo(f"{one.option}. {one.bundle.estimated_total}: {verdict}")

    _run(flags, work)


def _directory(settings: "Settings") -> "Directory":
    """Return who there is: as the settings say, or as the server's tokens do."""
    from tripintent.app.directory import directory_of
    from tripintent.app.http.web_settings import WebSettings

    with settings_in_words():
        return directory_of(settings, tuple(WebSettings().tokens.values()))


def _who_decides(rules: "PolicyRules") -> str:
    if not rules.require_user_approval_to_purchase:
        return "the rules hold together; no person is asked before a purchase that breaks none of them"
    token = ", with a one-time token" if rules.approval_token_required else ""
    return f"the rules hold together; {rules.approver or 'the traveller'} approves each purchase{token}"


def _read(given: tuple[str, ...]) -> "PolicyRules":
    import yaml

    from tripintent.app.policy import checked_rules, rules_of

    if given and all("=" in one for one in given):
        pairs = (one.partition("=") for one in given)
        return checked_rules({name: yaml.safe_load(value) for name, _, value in pairs})
    if len(given) != 1:
        raise CliFailure(FORMS)
    return rules_of(sys.stdin.read()) if given[0] == "-" else rules_of(Path(given[0]).read_text("utf-8"))


def _run(flags: Mapping[str, object], work: Callable[["Session"], Coroutine[object, object, None]]) -> None:
    with opened(flags) as session:
        session.wait_for(work(session.session))
