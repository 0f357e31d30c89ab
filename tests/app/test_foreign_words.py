"""What suppliers and models write, on the terminal and in the operator's lists: letters, never commands of the terminal."""

import re
from typing import Any

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main
from tripintent.app.cli.rendering import Renderer
from tripintent.tools.errors import CommitRejected
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders

WORDS = "\x1b[2J\x1b]0;owned\x07[red]declined[/red]\x9b31m\u202e :bomb: " + "A" * 100_000
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, session: Any) -> None:
    """A supplier that refuses every payment with words for a terminal."""

    async def pay(*_: Any) -> Any:
        raise CommitRejected(WORDS, code="payment_declined")

    monkeypatch.setattr(EmbeddedOrders, "pay", pay)


@pytest.mark.usefixtures("said")
def test_the_terminal_and_the_lists_show_letters(tmp_path: Any, sentence: str) -> None:
    """Every command that shows a refusal shows it on a line, short, without a control character."""

    def run(*arguments: str) -> str:
        where = ("--db", str(tmp_path / "cli.db"), "--now", "2026-02-01T09:00")
        result = CliRunner().invoke(main, [*arguments, *where], color=True)
        assert not CONTROL.search(result.output), ascii(CONTROL.findall(result.output))
        assert max(map(len, result.output.splitlines()), default=0) < 50_000
        return result.output

    for text in (sentence, "/choose 1", "/hold", "Ann Smith 4 March 1985, ann@example.org"):
        card = run("chat", "--thread", "t", "--say", text)
    confirmed = [part for one in re.findall(r"^confirm (\S+):", card, re.MULTILINE) for part in ("--confirm", one)]
    assert "[red]declined" in run("approve", "--thread", "t", *confirmed)
    assert "REJECTED" in run("purchases")
    assert "[red]declined" in run("purchases")
    assert "payment_declined" in run("audit", "show")
    run("reconcile")
    run("show", "t")


def test_a_models_words_are_letters_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """A reply full of escape sequences moves no cursor and hides nothing."""
    Renderer()._words("first\n  second\x1b[2J\x9b\u202e")
    assert capsys.readouterr().out == "first\n  second [2J \n"
