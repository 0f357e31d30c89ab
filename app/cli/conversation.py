"""One conversation at the command line."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import click

from tripintent.app.cli.asking import ask_approval
from tripintent.app.cli.output import turn_line, write_json
from tripintent.app.cli.progress import shown_progress
from tripintent.app.cli.rendering import Renderer
from tripintent.app.cli.slash import HELP, Quit, run_slash
from tripintent.app.errors import SessionError
from tripintent.app.pending import Answer
from tripintent.app.results import Pending, TurnResult, card_of
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
        """Work messages one after another, up to the first that leaves."""
        with suppress(Quit):
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
        return card_of(self.session.waiting(self.thread))

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
                return self._told(partial(self.session.approve, self.thread, details))
            return self._shown(self.session.reject(self.thread, reason, details))
        except SessionError as error:
            self._refuse(error)
            return None

    def _try(self, text: str) -> Pending | None:
        """Work one message or command; return what waits afterwards."""
        try:
            if text.startswith("/"):
                result = run_slash(self.session, self.thread, text, interactive=self.interactive)
                if result is None:
                    click.echo(HELP, err=True)
                    return None
                return self._shown(result)
            return self._told(partial(self.session.say, self.thread, text))
        except SessionError as error:
            self._refuse(error)
            return None

    def _told(self, work: Callable[..., TurnResult]) -> Pending | None:
        """Do the work and write each reply as it comes; as JSON the whole turn is one line, at its end."""
        if self._as_json:
            with shown_progress() as on_progress:
                result = work(on_progress=on_progress)
            return self._shown(result)
        with shown_progress(self._renderer.say) as on_progress:
            result = work(on_progress=on_progress)
        waiting = card_of(result.interrupt)
        if waiting and not self.interactive:
            self._renderer.card(waiting)
            click.echo(
                f"Decide with: tripintent approve --thread {self.thread}, or tripintent reject --thread {self.thread}",
                err=True,
            )
        return waiting

    def _shown(self, result: TurnResult) -> Pending | None:
        if self._as_json:
            write_json(turn_line(result, self.session.document(self.thread)))
        else:
            self._renderer.show(result, card=not self.interactive)
        return card_of(result.interrupt)

    def _refuse(self, error: SessionError) -> None:
        self.refused = True
        click.echo(f"tripintent: {error}", err=True)
