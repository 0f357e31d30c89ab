"""``tripintent policy``: shown, set and tried at the command line."""

import json

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main

WISH = "Boston to Lisbon June 14-21, two adults"


@pytest.fixture
def run(settings, tmp_path, monkeypatch):
    """Run a command on the test's files; returns exit code and what was said."""
    users = tmp_path / "users.yaml"
    users.write_text("anna:\nboss: boss@acme.example\n")
    monkeypatch.setenv("TRIPINTENT_USERS", str(users))

    def command(*arguments, stdin=None):
        place = ("--db", str(settings.db), "--now", settings.now.isoformat(), "--org", "acme")
        done = CliRunner().invoke(main, [*arguments, *place], input=stdin)
        return done.exit_code, done.output

    return command


def test_rules_are_set_from_a_file_and_from_words(run, tmp_path):
    """What is set is shown in the same form; a traveller's own rules come before the organisation's."""
    rules = tmp_path / "acme.yaml"
    rules.write_text("approver: boss\nmax_stops: 1\nmax_daily_rate: 180 EUR\n")
    assert run("policy", "set", str(rules)) == (0, "set for acme\n")
    assert run("policy", "set", "max_stops=0", "--traveller", "anna") == (0, "set for acme / anna\n")
    assert run("policy", "show") == (0, "# acme\nmax_stops: 1\nmax_daily_rate: 180 EUR\napprover: boss\n")
    assert run("policy", "show", "--traveller", "anna") == (0, "# acme/anna\nmax_stops: 0\n")
    assert json.loads(run("policy", "show", "--json")[1])["rules"]["approver"] == "boss"
    assert run("policy", "set", "--clear", "--traveller", "anna") == (0, "dropped\n")
    assert run("policy", "show", "--traveller", "anna")[1].startswith("# acme\n")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("approver=bosss",), "'bosss' is not known here; did you mean boss?"),
        (("approver=zoe",), "there are: anna, boss. An approver is named"),
        (("aprover=boss",), "there is no rule 'aprover': did you mean approver?"),
        (("max_stops=many",), "max_stops: "),
        ((), "Give a file"),
    ],
)
def test_what_cannot_be_meant_is_refused(run, given, why):
    """In words, with what may have been meant; nothing is set."""
    code, said = run("policy", "set", *given)
    assert code == 2
    assert why in said
    assert run("policy", "show")[1].startswith("# default\n")


def test_rules_are_tried_on_the_options_of_a_conversation(run, settings):
    """Each shown option says which rule it breaks; nothing is set by that."""
    assert run("chat", "--thread", "t", "--say", WISH)[0] == 0
    code, said = run("policy", "test", "max_stops=0", "max_budget_total=1 USD", "approver=boss", "--thread", "t")
    assert code == 0, said
    first, *options = said.splitlines()
    assert first == "the rules hold together; boss approves each purchase"
    assert options
    assert all("the policy allows at most $1.00" in one for one in options)
    assert run("policy", "show")[1].startswith("# default\n")
