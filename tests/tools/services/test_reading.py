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


BOMB = "    params:\n      a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"      {chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(9)
)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("    params: {}\n", BOMB, 21, "with the aliases written out"),
        ("params: {}", "params: &a {a: *a}", 15, "contains itself"),
        ("params: {}", "params: &a {<<: *a}", 15, "contains itself"),
        ("params: {}", f"params: {{a: {'[' * 5000}{']' * 5000}}}", 15, "levels of lists"),
        ("params: {}", f"params: {{a: {'{a: ' * 5000}1{'}' * 5000}}}", 15, "levels of lists"),
        ("params: {}", f"params: {{a: {'9' * 5000}}}", 15, "a value that cannot be"),
        ("params: {}", f"params: {{a: {'9' * 400}}}", 15, "too large"),
        ("params: {}", "params: {a: 1.0e+999}", 15, "too large"),
        ("params: {}", "params: {a: .nan}", 15, "too large"),
        ("params: {}", "params: {a: 2026-13-45}", 15, "a value that cannot be"),
        ("params: {}", "params: {a: !!binary '?'}", 15, "params.a"),
        ("params: {}", "params: {a: !!python/name:os.system x}", 15, "not readable as YAML"),
        ("params: {}", "params: {[a]: b}", 15, "not readable as YAML"),
        ("name: The Mill", "name: The\x07Mill", 1, "control character"),
        ("description: Free rooms.", 'description: "\\e[31mFree"', 11, "control character"),
        ("description: Free rooms.", 'description: "Free\\0"', 11, "control character"),
        ("knowledge: mill", f"knowledge: {'x' * 5000}", 4, "knowledge"),
        ("zone: Europe/London", "position: [1.0e+300, 0]", 3, "less than or equal to 90"),
        ("zone: Europe/London", f"zone: {'x' * 100_000}", 3, "no IANA"),
    ],
)
def test_a_hostile_file_is_refused_in_words(write, old, new, line, said):
    """Bombs, cycles, depth, numbers and control characters: file and line, in little time, and never a traceback."""
    path = write(GOOD.replace(old, new))
    with pytest.raises(ServiceFileError) as caught:
        read_service(path)
    assert any(p.startswith(f"{path}:{line}:") and said in p for p in caught.value.problems), caught.value.problems
    assert all(len(p) < 600 for p in caught.value.problems)


def test_an_alias_that_is_used_with_measure_is_read(write):
    """A note that is written once and used twice."""
    path = write(
        GOOD.replace("description: Facts about the house.", "description: &d Facts.").replace("Free rooms.", "*d")
    )
    assert [f.description for f in read_service(path).functions] == ["Facts.", "Facts."]


def test_bytes_that_are_no_text_are_named_with_their_line(tmp_path):
    """The line of the first of them."""
    path = tmp_path / "mill.yaml"
    path.write_bytes(b"name: The Mill\nkind: \xff\n")
    with pytest.raises(ServiceFileError, match=r"mill\.yaml:2: is no UTF-8"):
        read_service(path)
