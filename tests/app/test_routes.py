"""A desk learns from what it was unsure of: proposed, looked at by a person, kept beside the service file, and read with it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main
from tripintent.evals.routes import Routed, proposed
from tripintent.tools.services.reading import ServiceFileError, read_service

UNSURE = "something about dogs and money"


@pytest.fixture
def service(tmp_path: Path) -> Path:
    made = CliRunner().invoke(main, ["service", "new", "--kind", "accommodations", str(tmp_path)])
    assert made.exit_code == 0, made.output
    return tmp_path / "accommodations.yaml"


def _run(tmp_path: Path, service: Path, command: str, *more: str) -> str:
    given = [command, "--service", str(service), "--db", str(tmp_path / "talks.db"), *more]
    done = CliRunner().invoke(main, given)
    assert done.exit_code == 0, done.output
    return done.output


def test_what_was_unsure_is_taken_as_an_example(tmp_path: Path, service: Path):
    """It is listed once, taken for the function that a person names, and sure from then on."""
    _run(tmp_path, service, "chat", "--thread", "t", "--say", UNSURE)
    assert UNSURE in _run(tmp_path, service, "routes")
    assert "examples.yaml" in _run(tmp_path, service, "routes", "--accept", "1", "--as", "DO_AROUND_AGENT")
    assert [one.func for one in read_service(service).functions_examples if one.input == UNSURE] == ["DO_AROUND_AGENT"]
    assert UNSURE not in _run(tmp_path, service, "routes")


def test_words_that_had_to_be_asked_about_are_those_of_the_next_function(service: Path):
    """The first words stand for what the guest then named; a hand-off teaches nothing."""
    told = [
        [Routed(True, "the other thing"), Routed(False, "?", "CLARIFY"), Routed(True, "is there a bus"), _reply(0.9)],
        [Routed(True, "HELP"), Routed(False, "…", "HAND_OFF", 0.2)],
    ]
    assert [(one.input, one.function, one.why) for one in proposed(told, read_service(service))] == [
        ("the other thing", "FAQ_AGENT", "asked")
    ]


def _reply(confidence: float) -> Routed:
    return Routed(False, "…", "FAQ_AGENT", confidence)


def test_a_file_of_examples_that_is_no_list_is_refused(service: Path):
    """The refusal names that file and not the service's."""
    service.with_suffix(".examples.yaml").write_text("input: x\n", encoding="utf-8")
    with pytest.raises(ServiceFileError, match=r"examples.yaml:1: a file of examples is a list"):
        read_service(service)
