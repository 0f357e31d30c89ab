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


BOMB = "    params:\n      a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"      {chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(9)
)


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
def test_what_is_wrong_is_said_with_its_line(write, old, new, line, said):
    """Of mistakes as of bombs, cycles, depth and control characters: file and line, in little time, and never a traceback."""
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


PRINTED = """# Conversation examples (currently unused)
conversation_examples: |
  no examples for, stick to guidelines

# Function definitions
functions:
  - name: GET_USER_INTENT
    command: "/general"
    description: goes on asking
  - name: FAQ_AGENT                    # Must match FuncType enum
    command: "/faq"                    # Command pattern to detect
    description: |                     # When to use this function
      for frequently asked questions or general questions
    parameters_considerations: |      # How to format parameters
      language should be the same as the user last question
    considerations: |                 # Additional guidelines
      (agent-specific considerations)
  - name: AVAILABILITY_AGENT
    command: "/reservation"
    description: |
      when user is looking for availability or pricing
      Required parameters:
        1. Rooms (list):
           - adults: number (default 2)
           - childrenAges: array (default [])
        2. startDate (required)
        3. numberOfNights (required)
    parameters_considerations: |
      for date parameter:
      - format: <weeks> <days> or DD-MM-YYYY
      - calculate based on {current_day}
      - if user asks for weekend, Thursday to Saturday

# Example conversations for training
functions_examples:
  - input: "What are the nightly rates?"
    func: FAQ_AGENT
    params: {}
  - input: "Any availability for 3 people on 12/12/25"
    func: AVAILABILITY_AGENT
    params:
      startDate: 12-12-2025
      numberOfNights: 1
      Rooms:
        - adults: 3
          childrenAges: []
  - input: "availability for 2 adults tomorrow"
    func: AVAILABILITY_AGENT
    params:
      startDate: "0 1"
      numberOfNights: 1
      Rooms:
        - adults: 2
          childrenAges: []
"""
"""The service file as the customer's description prints it: without a name, and with talk as text."""


@pytest.fixture
def printed(tmp_path: Path):
    def written(old: str = "", new: str = "") -> Path:
        path = tmp_path / "accommodations.yaml"
        path.write_text(PRINTED.replace(old, new) if old else PRINTED, "utf-8")
        return path

    return written


def test_the_printed_file_is_read(printed):
    """Name and kind are the file's, going on asking is no function of its own, and the words say the weekend."""
    service = read_service(printed())
    assert (service.name, service.kind, service.days_of_weekend) == ("Accommodations", "accommodations", "thu-sat")
    assert [f.name for f in service.enabled] == ["FAQ_AGENT", "AVAILABILITY_AGENT"]
    kinds = service.functions[2].parameters
    assert [kinds[name] for name in ("Rooms", "startDate", "numberOfNights")] == ["rooms", "day", "number"]
    assert "adults" not in kinds
    assert "format" not in kinds


def test_the_key_outranks_the_words(printed):
    """A file that writes its weekend is taken at that."""
    assert read_service(printed("functions:", "weekend: fri-sun\nfunctions:")).days_of_weekend == "fri-sun"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("startDate: 12-12-2025", "startDate: banana", "'banana' is not a day"),
        ("startDate: 12-12-2025", "startDate: 31-02-2025", "is not a day"),
        ("- adults: 3", "- adults: -2", "is not a list of rooms"),
        ("- adults: 3", "- adutls: 3", "is not a list of rooms"),
        ("childrenAges: []\n  - input", "childrenAges: [-1]\n  - input", "is not a list of rooms"),
        ("numberOfNights: 1", "numberOfNights: 1 night", "'1 night' is not a whole number"),
        ("startDate: 12-12-2025", "time: 19:30", 'HH:MM in quotation marks, such as "19:30"'),
        ("{current_day}", "{current_dya}", "{current_dya} means nothing"),
        ("Thursday to Saturday", "Friday to Monday", "the weekend fri-mon is not one of"),
        ("name: GET_USER_INTENT", "name: SOMETHING", "/general and GET_USER_INTENT belong together"),
    ],
)
def test_values_tokens_and_units_are_checked_when_a_file_is_read(printed, old, new, said):
    """What no specialist could use is refused at its line, or that of the entry that holds it."""
    path = printed(old, new)
    with pytest.raises(ServiceFileError) as caught:
        read_service(path)
    (problem,) = caught.value.problems
    line, lines = int(problem.split(":")[1]), path.read_text("utf-8").splitlines()
    changed = next(n for n, one in enumerate(lines, 1) if new.partition("\n")[0] in one)
    assert said in problem
    assert 0 <= changed - line <= 14
    assert any(word in lines[line - 1] for word in ("name:", "considerations:", *new.split(":")[:1], "Rooms:"))
