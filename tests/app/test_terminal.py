"""The conversation on a real terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import suppress

import pytest

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\].*?\x07|\r")


class Terminal:
    """A program on a pseudo-terminal: wait for words, type words."""

    def __init__(self, args, cwd):
        self.main, side = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
        heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # where the tests run without a terminal
        code = f"{heard}\nfrom tripintent.app.cli import main; main()"
        command = [sys.executable, "-c", code, *args]
        self.process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, cwd=cwd, env=env, close_fds=True)
        os.close(side)
        self.seen = self.before = ""

    def until(self, *words, seconds=240):
        """Wait for the first of the words; return it, and keep what came before it in ``before``."""
        end = time.monotonic() + seconds
        while not any(word in self.seen for word in words):
            ready, _, _ = select.select([self.main], [], [], max(end - time.monotonic(), 0))
            assert ready, f"waited for {words!r}, saw: {self.seen[-2000:]}"
            try:
                data = os.read(self.main, 65536)
            except OSError:
                data = b""
            assert data, f"ended before {words!r}: {self.seen[-2000:]}"
            self.seen += ESCAPES.sub("", data.decode(errors="replace"))
        first = min((word for word in words if word in self.seen), key=self.seen.index)
        self.before, _, self.seen = self.seen.partition(first)
        return first

    def type(self, text):
        os.write(self.main, f"{text}\n".encode())

    def end(self):
        """End the input as a person does: once more where the prompt was not ready to hear it."""
        for _ in range(24):
            os.write(self.main, b"\x04")
            with suppress(subprocess.TimeoutExpired):
                code = self.process.wait(timeout=5)
                os.close(self.main)
                return code
        raise AssertionError(f"still running: {self.seen[-2000:]}")


@pytest.mark.release
def test_a_whole_booking_at_a_terminal(tmp_path, sentence):
    """Greeting, options, names, the card, later, the card again, one yes for it and all its points, the locator."""
    args = ["chat", "--db", str(tmp_path / "tty.db"), "--now", "2026-02-01T09:00", "--thread", "t"]
    terminal = Terminal(args, tmp_path)
    terminal.until("Where would you like to go?")
    terminal.until("you>")
    terminal.type("")
    terminal.until("you>")
    terminal.type("/help")
    terminal.until("/choose OPTION")
    terminal.until("you>")
    terminal.type(sentence)
    terminal.until("you>")
    assert "Simulated" in terminal.before
    assert terminal.before.count("Option 1: ") == 1
    terminal.type("/table")
    terminal.until("Flights")
    terminal.until("you>")
    terminal.type("/choose 1")
    terminal.until("you>")
    terminal.type("/hold")
    terminal.until("you>")
    terminal.type("Ann Smith, 4 March 1985, ann@example.org")
    terminal.until("approval")
    terminal.until("Approve? It confirms")
    terminal.type("l")
    terminal.until("you>")
    terminal.type("/quit")
    terminal.until("Go on any time with: tripintent chat --thread t")
    assert terminal.process.wait(timeout=120) == 0

    again = Terminal(args, tmp_path)
    again.until("Approve? It confirms")
    again.type("l")
    again.until("/approve shows this card again")
    again.until("you>")
    again.type("/approve")
    again.until("To confirm when you approve:")
    again.until("[y/n]")
    again.type("y")
    assert again.until("[y/n]", "you>") == "you>"
    assert "booking reference" in again.before
    assert again.end() == 0


def test_help_and_leaving_wait_for_nothing(tmp_path):
    """A new conversation greets and helps before the session is open, and ends when its traveller leaves at once."""
    terminal = Terminal(["chat", "--db", str(tmp_path / "tty.db"), "--thread", "t"], tmp_path)
    terminal.until("Where would you like to go?")
    terminal.until("you>")
    terminal.type("/help")
    terminal.until("/choose OPTION")
    terminal.until("you>")
    terminal.type("Quit")
    terminal.until("Go on any time with: tripintent chat --thread t")
    assert terminal.process.wait(timeout=120) == 0


def test_a_session_that_cannot_open_ends_the_prompt(tmp_path):
    """The traveller hears of it without having to write first."""
    (tmp_path / "bad.db").write_text("no database at all, only words that go on for a while" * 100)
    terminal = Terminal(["chat", "--db", str(tmp_path / "bad.db")], tmp_path)
    terminal.until("you>")
    terminal.until("not a database of ours")
    assert terminal.process.wait(timeout=120) == 2
