"""The command line, command by command."""

import json
import shlex

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main
from tripintent.app.cli.__init__ import COMMANDS

STOPPED = ("--now", "2026-02-01T09:00")


@pytest.fixture
def wish(sentence):
    """A complete wish, in the words of somebody at a terminal."""
    return sentence


@pytest.fixture
def people():
    """What the traveller of the wish is asked for."""
    return "Ann Smith 4 March 1985, ann@example.org"


@pytest.fixture
def run(tmp_path):
    """Run a command on the files of this test; returns (exit code, stdout, stderr)."""

    def call(*args, stdin="", db=True, now="2026-02-01T09:00"):
        where = ("--db", str(tmp_path / "cli.db"), "--now", now) if db else ()
        result = CliRunner().invoke(main, [*args, *where], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.stderr
        return result.exit_code, result.stdout, result.stderr

    return call


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_every_command_explains_itself(run):
    """The list of commands and each command's help are there."""
    code, out, _ = run("--help", db=False)
    assert code == 0
    for name, (_, text) in COMMANDS.items():
        assert name in out
        assert text.split()[0] in out
        assert run(name, "--help", db=False)[0] == 0


def test_a_scripted_conversation_writes_one_line_for_each_turn(run, wish):
    """The line holds thread, turn, what was said by both, the document, what documents still need, and the interrupt."""
    code, out, _ = run("chat", "--thread", "t", "--json", "--say", wish, "--say", "/choose 1", "--say", "/hold")
    first, second, _ = lines(out)
    assert code == 0
    names = [
        "thread_id", "turn", "user", "messages", "trip_intent", "itineraryUpdated", "segmentsModified",
        "toolCallsMade", "structuredQuestions", "limits", "tripProfileUpdated", "profile", "requirements_status",
        "metadata", "changes", "interrupt",
    ]  # fmt: skip
    assert list(first) == names
    assert (first["thread_id"], first["turn"], first["user"]) == ("t", 1, wish)
    assert all(isinstance(m, str) for m in first["messages"])
    assert first["trip_intent"]["working_memory"]["ranked_bundles"]
    assert first["interrupt"] is None
    assert second["turn"] == 2


@pytest.mark.release
def test_a_booking_over_several_starts_of_the_program(run, wish, people):
    """Each step is a program of its own: words, names, the waiting approval, the purchase, and everything that reads."""
    run("chat", "--thread", "t", "--say", wish, "--say", "/choose 1", "--say", "/hold")
    code, out, _ = run("chat", "--thread", "t", "--json", "--say", people)
    (turn,) = lines(out)
    assert turn["interrupt"]["value"]["action_requests"][0]["name"] == "purchase"

    (pending,) = lines(run("pending", "--json")[1])
    assert pending["thread_id"] == "t"
    assert pending["approval_id"] in run("show", "--thread", "t")[1], "the line that decides names it"
    needed = [x for c in pending["confirmations"] for x in ("--confirm", c)]
    assert all(f"confirm {n}: " in run("pending")[1] for n, _ in enumerate(pending["confirmations"], 1))

    code, out, _ = run("approve", "--thread", "t", "--json")
    assert code == 2, "nothing was confirmed"
    method = turn["interrupt"]["value"]["action_requests"][0]["args"]["payment_methods"][0]["payment_method_id"]
    code, out, _ = run("approve", "--thread", "t", "--payment-method", method, *needed, "--json")
    assert code == 0
    (booked,) = lines(out)
    locator = booked["trip_intent"]["working_memory"]["bookings"][0]["locator"]
    assert locator in " ".join(booked["messages"])

    assert locator in run("show", "--thread", "t")[1]
    (shown,) = lines(run("show", "--thread", "t", "--json")[1])
    assert shown["trip_intent"]["status"]["phase"] == "completed"
    assert shown["interrupt"] is None
    (trip,) = lines(run("trips", "--json")[1])
    assert (trip["thread_id"], trip["phase"], trip["waits"]) == ("t", "completed", False)
    assert "BOS–LIS" in run("trips")[1]
    assert run("pending")[1] == ""
    (purchase,) = lines(run("purchases", "--json")[1])
    assert purchase["state"] == "PURCHASED"
    assert "PURCHASED" in run("purchases")[1]
    assert lines(run("audit", "verify", "--json")[1]) == [{"intact": True, "problem": None}]
    assert run("audit", "verify")[1] == "the audit is intact\n"
    assert "node." in run("audit", "show", "--trip", trip["trip_id"])[1]
    assert lines(run("reconcile", "--json")[1])[0]["waiting"] == 0
    assert "probed 0" in run("reconcile")[1]

    code, _, err = run("approve", "--thread", "t")
    assert (code, "nothing waits" in err) == (2, True)


def test_an_organisations_audit_is_found_by_trip_id(run, wish, monkeypatch):
    """The trip is found by its id alone within its organisation, and from outside by the name that the list shows."""
    monkeypatch.setenv("TRIPINTENT_ORGANISATION", "acme")
    run("chat", "--thread", "t", "--say", wish)
    (trip,) = lines(run("trips", "--json")[1])
    assert "node." in run("audit", "show", "--trip", trip["trip_id"])[1]
    monkeypatch.setenv("TRIPINTENT_ORGANISATION", "globex")
    assert run("audit", "show", "--trip", trip["trip_id"])[1] == ""
    assert "node." in run("audit", "show", "--trip", f"acme/{trip['trip_id']}")[1]


def test_a_rejection_with_its_reason(run, wish, people):
    """The reason is kept, and nothing waits afterwards."""
    run("chat", "--thread", "t", "--say", wish, "--say", "/choose 1", "--say", "/hold", "--say", people)
    code, out, _ = run("reject", "--thread", "t", "--reason", "too dear", "--json")
    (turn,) = lines(out)
    assert (code, turn["interrupt"], turn["user"]) == (0, None, "reject: too dear")


def test_a_pipe_is_a_conversation(run, wish):
    """Each line is a message; empty lines are none; commands choose and hold, and cannot approve."""
    code, out, err = run("chat", "--thread", "t", stdin=f"{wish}\n\n/choose 1\n/hold\n/approve\n/nonsense\n")
    assert code == 2
    assert "passport" in out
    assert "cannot approve" in err
    assert "nothing waits" in err
    assert "no command /nonsense" in err
    assert run("show", "--thread", "t", "--json")[0] == 0


def test_options_are_shown_once_and_the_table_when_asked_for(run, wish):
    """Each option is in the words of the reply; /table shows the same ones side by side, with no word broken at 80 columns."""
    code, out, _ = run("chat", "--thread", "t", "--say", wish)
    assert (code, out.count("\nOption 1: "), "Flights" in out) == (0, 1, False)
    code, out, _ = run("chat", "--thread", "t", "--say", "/table")
    assert code == 0
    assert all(name in out for name in ("Total", "Flights", "Hotels", "Stops", "Hours"))
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("BOS") >= 2


def test_no_table_without_options(run):
    """Before any option the table is refused in words, and as JSON the options are in their turn."""
    code, _, err = run("chat", "--thread", "t", "--say", "/table")
    assert (code, "no options yet" in err) == (2, True)


def test_a_script_is_told_how_to_approve(run, wish, people):
    """Where an approval waits, /approve shows its card and names the command with every point; that command buys."""
    run("chat", "--thread", "a b", "--say", wish, "--say", "/choose 1", "--say", "/hold", "--say", people)
    assert "Decide with" in run("chat", "--thread", "a b", "--say", "/hold")[2]
    code, out, err = run("chat", "--thread", "a b", stdin="/approve\n")
    assert (code, "Total" in out) == (2, True)
    command = shlex.split(err[err.index("Decide with: tripintent ") :].split("tripintent ", 1)[1].split(", or")[0])
    assert command[:3] == ["approve", "--thread", "a b"]
    assert run(*command)[0] == 0


def test_a_new_conversation_gets_a_name(run, wish):
    """Without --thread the new name is said on stderr, and stdout stays clean."""
    code, out, err = run("chat", "--json", "--say", wish)
    assert code == 0
    assert lines(out)[0]["thread_id"] in err


def test_the_graph_is_drawn(run):
    """Mermaid text with the nodes and labelled edges, as text and as JSON."""
    out = run("graph", db=False)[1]
    assert out.startswith("---\nconfig") or "graph TD" in out
    for node in ("intake", "apply", "quote_flights", "approve", "purchase"):
        assert node in out
    assert lines(run("graph", "--json", db=False)[1])[0]["mermaid"].strip() == out.strip()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chat", "--say", ""], "empty"),
        (["chat", "--say", "x" * 100_000], "100,000 characters"),
        (["chat", "--say", "a\x01b"], "not readable"),
        (["chat", "--thread", "", "--say", "hi"], "thread id"),
        (["show", "--thread", "nope"], "no conversation 'nope'"),
        (["approve", "--thread", "nope"], "no conversation 'nope'"),
        (["reject", "--thread", "nope"], "no conversation 'nope'"),
        (["chat", "--say", "/choose 7", "--thread", "nope"], "no conversation"),
        (["nonsense"], "No such command"),
        (["chat", "--nonsense"], "No such option"),
        (["show"], "--thread"),
    ],
)
def test_mistakes_are_said_in_a_sentence(run, args, words):
    """Exit code 2, one clear sentence on stderr, nothing on stdout."""
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize("now", ["yesterday", "2026-13-45"])
def test_a_clock_that_is_none(run, tmp_path, now):
    """A wrong --now names the setting."""
    code, _, err = run("chat", "--say", "hi", "--db", str(tmp_path / "x.db"), "--now", now, db=False)
    assert code == 2
    assert "TRIPINTENT_NOW" in err


def test_binary_from_a_pipe_is_refused_and_the_next_line_works(tmp_path, wish):
    """Bytes that are no UTF-8 do not end the conversation."""
    args = ["chat", "--thread", "t", "--json", "--db", str(tmp_path / "cli.db"), *STOPPED]
    result = CliRunner().invoke(main, args, input=b"\xff\xfe\x00\x01\n" + wish.encode() + b"\n")
    assert result.exit_code == 2
    assert "not readable" in result.stderr
    assert len(lines(result.stdout)) == 1


def test_commands_call_the_toolbox(run, wish):
    """/call takes any tool, /hold and /buy theirs; what is wrong is said with what would be right, and nothing is worked."""
    said = (
        f'{wish}\n/call choose {{"option": "2"}}\n/call choose {{"option": "99"}}\n/call choose nonsense\n/call fly\n'
        "/release\n/buy\n"
    )
    code, out, err = run("chat", "--thread", "t", stdin=said)
    assert code == 2
    assert "option: there is no such option (bndl_" in err
    assert "the arguments are no JSON" in err
    assert "there is no tool 'fly': " in err
    assert "nothing is held" in err
    assert "To book I need" in out
