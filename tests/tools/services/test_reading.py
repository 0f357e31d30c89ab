"""Service files: what is right is read, what is wrong is said with its line."""

from pathlib import Path

import pytest

from tripintent.tools.services.reading import ServiceFileError, read_service

GOOD = """name: The Mill
kind: accommodations
zone: Europe/London
knowledge: mill
functions:
  - name: FAQ_AGENT
    command: /faq
    description: Facts about the house.
  - name: AVAILABILITY_AGENT
    command: /reservation [startDate]
    description: Free rooms.
functions_examples:
  - input: When is breakfast?
    func: FAQ_AGENT
    params: {}
"""


@pytest.fixture
def write(tmp_path: Path):
    (tmp_path / "mill").mkdir()

    def written(text: str) -> Path:
        path = tmp_path / "mill.yaml"
        path.write_text(text, "utf-8")
        return path

    return written


def test_a_good_file_is_read(write):
    """Names, base commands and defaults."""
    service = read_service(write(GOOD))
    assert [f.base_command for f in service.functions] == ["/faq", "/reservation"]
    assert service.threshold == 0.4


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("func: FAQ_AGENT", "func: NO_AGENT", 13, "NO_AGENT is no function of this file"),
        ("/reservation [startDate]", "/faq", 10, "the command /faq appears twice"),
        ("zone: Europe/London", "zone: Europe/Londno", 3, "no IANA time zone"),
        ("knowledge: mill", "knowledge: windmill", 4, "there is no folder"),
        ("knowledge: mill", "knowledge: ../mill", 4, "has to lie beside"),
        ("command: /faq", "command: faq", 7, "it begins with a slash"),
        ("description: Free rooms.", "descripton: Free rooms.", 11, "descripton: Extra inputs are not permitted"),
        ("name: The Mill", "name: [The Mill", 2, "not readable as YAML"),
        ("kind: accommodations", "kind: castle", 2, "Input should be"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(write, old, new, line, said):
    """Unknown functions, doubled commands, wrong zones, missing folders, misspelt keys and broken YAML."""
    path = write(GOOD.replace(old, new))
    with pytest.raises(ServiceFileError) as caught:
        read_service(path)
    assert any(p.startswith(f"{path}:{line}:") and said in p for p in caught.value.problems), caught.value.problems
