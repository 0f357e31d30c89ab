"""``tripintent chat``: one conversation at the command line, interactive, from a pipe, or scripted with ``--say``."""

import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import click

from tripintent.app.cli.deciding import ask_approval, deciding
from tripintent.app.cli.failing import EXIT, in_words, turn_line, write_json
from tripintent.app.cli.options import settings_of, stored
from tripintent.app.cli.rendering import Renderer, past
from tripintent.app.cli.slash import HELP, LEAVING, Quit, ShowApproval, ToolFound, Wanted, completed, run_slash
from tripintent.app.cli.starting import Starting, shown_progress
from tripintent.app.errors import SessionError

if TYPE_CHECKING:
    from tripintent.app.incoming import Answer
    from tripintent.app.results import Pending, TurnResult
    from tripintent.app.session import OnProgress
    from tripintent.app.sync import SyncSession


class TerminalTurns:
    """Turns of one thread. A message that is refused is said on stderr, and the next one is worked."""

    def __init__(self, starting: Starting, thread: str, *, as_json: bool, interactive: bool) -> None:
        self._starting = starting
        self.thread = thread
        self.interactive = interactive
        self.refused = False
        self._as_json = as_json
        self._renderer = Renderer()

    def read(self, texts: Iterable[str]) -> None:
        """Work messages one after another, up to the first that leaves."""
        with suppress(Quit):
            for text in texts:
                self._try(text)

    @property
    def session(self) -> "SyncSession":
        """The session, once it is open."""
        return self._starting.session()

    def talk(self, *, new: bool) -> None:
        """Talk until the traveller leaves. A new conversation is greeted before the session is open."""
        _complete_commands()
        if new:
            self._renderer.greet()
        else:
            self._renderer.greet_again(self.session, self.thread)
        waiting = None if new else self._waiting()
        while True:
            try:
                if waiting:
                    waiting = self._decide(waiting)
                    continue
                with self._starting.listening():
                    text = self._renderer.prompt()
                if text.strip():
                    waiting = self._try(text)
            except (EOFError, KeyboardInterrupt, Quit, click.Abort):
                self._starting.check()
                click.echo(f"\nGo on any time with: tripintent chat --thread {self.thread}", err=True)
                return

    def _waiting(self) -> "Pending | None":
        from tripintent.app.results import card_of

        return card_of(self.session.waiting(self.thread))

    def _decide(self, pending: "Pending", method: str | None = None, *, again: bool = False) -> "Pending | None":
        """Show the card, once or ``again``, and take an answer; other words are a message."""
        me = self.session.session.me
        answer = ask_approval(pending, self._renderer, method, again=again, me=me, language=self._spoken())
        if isinstance(answer, str):
            return self._try(answer)
        if answer is None:
            return None
        decision, details, reason = answer
        return self._decided(decision, details, reason)

    def _decided(self, decision: str, details: "Answer", reason: str) -> "Pending | None":
        try:
            if decision == "approve":
                return self._told(lambda on: self.session.approve(self.thread, details, on_progress=on))
            return self._shown(self.session.reject(self.thread, reason, details))
        except SessionError as error:
            self._refuse(error)
            return None

    def _try(self, text: str) -> "Pending | None":
        """Work one message or command; return what waits afterwards."""
        try:
            if text.startswith("/") or text.strip().casefold() in LEAVING:
                result = run_slash(self._starting.session, self.thread, f"/{text.strip().lstrip('/')}")
                return (
                    self._wanted(result) if isinstance(result, str | ShowApproval | ToolFound) else self._shown(result)
                )
            return self._told(lambda on: self.session.say(self.thread, text, on_progress=on), text)
        except SessionError as error:
            self._refuse(error)
            return None

    def _wanted(self, what: Wanted) -> "Pending | None":
        """Show what a command asks for."""
        if what == "help":
            click.echo(HELP, err=True)
            return None
        if isinstance(what, ShowApproval):
            return self._card(what.method)
        if isinstance(what, ToolFound):
            click.echo(what.facts)
            return None
        found = [
            said.facts["options"]
            for said in past(self.session, self.thread)
            if said.kind == "options" and said.facts.get("options")
        ]
        if not found:
            raise SessionError("there are no options yet: say where, when and who travels", "bad_event")
        if self._as_json:
            raise SessionError("with --json the options are in the line of their turn", "bad_event")
        self._renderer.table(found[-1])
        return None

    def _card(self, method: str | None) -> "Pending | None":
        """Ask for the decision that waits; without a person to ask, refuse and say where it is taken."""
        waiting = self._waiting() if past(self.session, self.thread) else None
        if self.interactive and waiting:
            return self._decide(waiting, method, again=True)
        if self.interactive:
            raise SessionError("nothing waits for approval yet: choose an option and hold it first", "nothing_pending")
        if waiting is None:
            raise SessionError("a script cannot approve, and nothing waits for approval yet", "bad_event")
        if not self._as_json:
            self._renderer.card(waiting, language=self._spoken())
        raise SessionError(
            f"a script cannot approve. {deciding(waiting, self.thread, self.session.session.me)}", "bad_event"
        )

    def _told(self, work: Callable[["OnProgress"], "TurnResult"], words: str = "") -> "Pending | None":
        """Do the work and write each reply as it comes; as JSON the whole turn is one line, at its end."""
        from tripintent.app.results import card_of

        self._starting.session()
        if self._as_json:
            with shown_progress(language=self._heard(words)) as on_progress:
                result = work(on_progress)
            return self._shown(result)
        with shown_progress(self._renderer.say, self._heard(words)) as on_progress:
            result = work(on_progress)
        return self._offered(card_of(result.interrupt))

    def _offered(self, waiting: "Pending | None") -> "Pending | None":
        """Write a new card where no person will be asked, and how it is decided; return what waits."""
        if waiting and not self.interactive:
            from tripintent.tools.cards.words import CardWords

            language = self._spoken()
            new = self._renderer.card(waiting, again=False, language=language)
            how = deciding(waiting, self.thread, self.session.session.me, language)
            click.echo(how if new else CardWords(language).say("decide_still"), err=True)
        return waiting

    def _heard(self, words: str) -> str:
        """Return the language in which the reply to these words is likely: where steps are shown, theirs."""
        if not sys.stderr.isatty():
            return "en"
        from tripintent.tools.language.exact.detect import detect

        thread = self._spoken()
        return detect(words, thread) if words else thread

    def _spoken(self) -> str:
        """Return the language of the conversation by now."""
        last = past(self.session, self.thread)[-1:]
        return last[0].language or "en" if last else "en"

    def _shown(self, result: "TurnResult") -> "Pending | None":
        from tripintent.app.results import card_of

        if self._as_json:
            write_json(turn_line(result, self.session.document(self.thread)))
            return card_of(result.interrupt)
        self._renderer.show(result, card=False)
        return self._offered(card_of(result.interrupt))

    def _refuse(self, error: SessionError) -> None:
        self.refused = True
        click.echo(f"tripintent: {error}", err=True)


def _complete_commands() -> None:
    """Complete commands with Tab; where Python has no readline a terminal does without."""
    with suppress(ImportError):
        import readline

        readline.set_completer_delims(" ")
        readline.set_completer(lambda text, n: dict(enumerate(completed(text))).get(n))
        readline.parse_and_bind("tab: complete")


@click.command("chat")
@click.option("--thread", metavar="ID", help="Conversation to begin or to go on with; a new one by default.")
@click.option("--say", multiple=True, metavar="TEXT", help="Say this and end; may be repeated.")
@click.option(
    "--graph",
    type=click.Choice(["assistant", "planning"]),
    help="Talk to one system alone; the front door to all of them by default.",
)
@click.option("--service", type=click.Path(path_type=Path), help="Talk to the desk of this service file.")
@click.option("--json", "as_json", is_flag=True, help="Write one line of JSON for each turn.")
@stored
def chat_command(*, thread: str | None, say: tuple[str, ...], as_json: bool, **flags: object) -> None:
    """Plan, choose, approve and buy a trip in a conversation.

    Started again with the same --thread, it goes on where it stopped. In the conversation, /help lists commands.
    """
    from tripintent.app.cli.conversation import TerminalTurns
    from tripintent.app.cli.starting import Starting, reader_line
    from tripintent.app.storage import shown_name, storage_of

    with in_words():
        settings = settings_of(**flags)
        name = thread if thread is not None else f"trip-{uuid4().hex[:8]}"
        interactive = not say and not as_json and sys.stdin.isatty()
        kept = storage_of(settings).threads
        new = thread is None or not ("://" in kept or Path(kept).exists())
        with closing(Starting(settings)) as starting:
            conversation = TerminalTurns(starting, name, as_json=as_json, interactive=interactive)
            if not interactive:
                starting.session()
            if thread is None:
                click.echo(f"conversation {name}, kept in {shown_name(kept)} (go on with --thread {name})", err=True)
            if not as_json:
                click.echo(reader_line(settings, look=interactive), err=True)
            if interactive:
                conversation.talk(new=new)
            else:
                conversation.read(say or _lines())
    if conversation.refused:
        sys.exit(EXIT)


def _lines() -> Iterable[str]:
    """Return the lines of a pipe that say something; bytes that are no UTF-8 are left for the session to refuse."""
    lines = (raw.decode("utf-8", "replace").rstrip("\r\n") for raw in sys.stdin.buffer)
    return (line for line in lines if line.strip())
