"""One conversation at the command line."""

from collections.abc import Iterable

import click

from tripintent.app.cli.asking import ask_approval
from tripintent.app.cli.output import turn_line, write_json
from tripintent.app.cli.progress import shown_progress
from tripintent.app.cli.rendering import Renderer
from tripintent.app.cli.slash import HELP, Quit, run_slash
from tripintent.app.errors import SessionError
from tripintent.app.pending import Answer
from tripintent.app.results import Pending, TurnResult
from tripintent.app.sync import SyncSession


class Conversation:
    """Turns of one thread. A message that is refused is said on stderr, and the next one is worked."""

    def __init__(self, session: SyncSession, thread: str, *, as_json: bool, interactive: bool) -> None:
        self.session = session
        self.thread = thread
        self.interactive = interactive
        self.refused = False
        self._as_json = as_json
        self._renderer = Renderer()

    def read(self, texts: Iterable[str]) -> None:
        """Work messages one after another."""
        for text in texts:
            self._try(text)

    def talk(self) -> None:
        """Talk until the traveller leaves."""
        self._renderer.greet(self.session, self.thread)
        waiting = self._waiting()
        while True:
            try:
                if waiting:
                    waiting = self._decide(waiting)
                    continue
                text = self._renderer.prompt()
                if text.strip():
                    waiting = self._try(text)
            except (EOFError, KeyboardInterrupt, Quit, click.Abort):
                click.echo(f"\nGo on any time with: tripintent chat --thread {self.thread}", err=True)
                return

    def _waiting(self) -> Pending | None:
        return self.session.waiting(self.thread)

    def _decide(self, pending: Pending) -> Pending | None:
        """Show the card and take an answer; other words are a message."""
        answer = ask_approval(pending, self._renderer)
        if isinstance(answer, str):
            return self._try(answer)
        if answer is None:
            return self._try(self._renderer.prompt())
        decision, details, reason = answer
        return self._decided(decision, details, reason)

    def _decided(self, decision: str, details: Answer, reason: str) -> Pending | None:
        try:
            if decision == "approve":
                with shown_progress() as on_progress:
                    result = self.session.approve(self.thread, details, on_progress=on_progress)
            else:
                result = self.session.reject(self.thread, reason, details)
        except SessionError as error:
            self._refuse(error)
            return None
        return self._shown(result)

    def _try(self, text: str) -> Pending | None:
        """Work one message or command; return what waits afterwards."""
        try:
            if text.startswith("/"):
                result = run_slash(self.session, self.thread, text, interactive=self.interactive)
                if result is None:
                    click.echo(HELP, err=True)
                    return None
            else:
                with shown_progress() as on_progress:
                    result = self.session.say(self.thread, text, on_progress=on_progress)
        except SessionError as error:
            self._refuse(error)
            return None
        return self._shown(result)

    def _shown(self, result: TurnResult) -> Pending | None:
        if self._as_json:
            write_json(turn_line(result, self.session.document(self.thread)))
        else:
            self._renderer.show(result, card=not self.interactive)
        return result.interrupt

    def _refuse(self, error: SessionError) -> None:
        self.refused = True
        click.echo(f"tripintent: {error}", err=True)
