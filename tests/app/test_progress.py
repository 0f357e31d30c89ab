"""Steps of a turn on a terminal: one line, in the language of the reply."""

import sys
from io import StringIO

import pytest

from tripintent.app.cli.starting import shown_progress
from tripintent.app.results import Progress, ShownMessage, Writing
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words


class Screen(StringIO):
    """A terminal that keeps what is written."""

    def isatty(self):
        return True


def watched(monkeypatch):
    """Return a terminal of 40 columns that is stderr from now on."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    return screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_are_told_in_the_language(monkeypatch, language):
    """From the first moment, in the words of the page; a step without words leaves the line as it is."""
    screen = watched(monkeypatch)
    words = read_words(language, "page")
    with shown_progress(language=language):
        pass
    assert words["page"]["working"] in screen.getvalue()
    with shown_progress(language=language) as tell:
        tell(Progress("rank"))
        tell(Progress("no such step"))
    seen = screen.getvalue()
    assert words["steps"]["rank"][:34] in seen
    assert "no such step" not in seen


def test_the_line_is_one_line(monkeypatch):
    """What a model writes is shown by its last line, cut to the width, and no word of it is obeyed as markup."""
    screen = watched(monkeypatch)
    with shown_progress() as tell:
        tell(Writing("first line\n" + "[red]a long line that goes on and on and on and on and on[/red]"))
    assert "first line" not in screen.getvalue()
    assert "[red]a long line" in screen.getvalue()
    assert "…" in screen.getvalue()
    assert "[/red]" not in screen.getvalue()


def test_a_reply_takes_the_line_away(monkeypatch):
    """While a reply is written the line is gone; it comes back with the next step and not before."""
    screen = watched(monkeypatch)
    said = []
    with shown_progress(lambda one: said.append((one.text, screen.getvalue())), "en") as tell:
        tell(Progress("rank"))
        tell(ShownMessage("assistant", "here they are"))
        after = screen.getvalue()
        tell(Progress("risk"))
    (text, before) = said[0]
    assert (text, after) == ("here they are", before)
    assert read_words("en", "page")["steps"]["risk"][:20] in screen.getvalue()[len(after) :]


def test_elsewhere_no_step_is_told(monkeypatch):
    """A file or a pipe gets the replies alone."""
    monkeypatch.setattr(sys, "stderr", StringIO())
    said = []
    with shown_progress(said.append, "de") as tell:
        tell(Progress("rank"))
        tell(ShownMessage("assistant", "da sind sie"))
    assert [one.text for one in said] == ["da sind sie"]
    assert sys.stderr.getvalue() == ""
