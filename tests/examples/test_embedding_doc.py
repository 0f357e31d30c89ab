"""docs/embedding.md says what is so."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs/embedding.md").read_text(encoding="utf-8")


@pytest.mark.release
def test_the_ten_lines_run_as_they_are_printed(tmp_path: Path) -> None:
    """The first program of the page runs on a machine without settings and keys, and offers trips."""
    ran = _run(_programs(DOC)[0], tmp_path)
    assert "Lisbon" in ran.stdout
    assert "nothing real is booked" in ran.stdout


@pytest.mark.release
def test_the_readme_books_a_trip(tmp_path: Path) -> None:
    """The README's program, pasted as it is, goes from words to the receipt, without a warning."""
    ran = _run(_programs((ROOT / "README.md").read_text(encoding="utf-8"))[0], tmp_path)
    assert "Booked" in ran.stdout
    assert ran.stderr == ""


def _programs(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def _run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI_", "TRIPINTENT_", "LANGSMITH_"))}
    environment = kept | {"TRIPINTENT_DATA_DIR": str(folder), "TRIPINTENT_NOW": "2027-03-01T09:00:00+00:00"}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:examples|tests|docs)/[\w./-]+)`", DOC))))
def test_files_that_are_named_are_there(path: str) -> None:
    """No reference of the page dangles."""
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tripintent(?:\.\w+)+)`", DOC))))
def test_modules_that_are_named_are_there(name: str) -> None:
    """Each dotted name of the page can be imported, or is an attribute of a module."""
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError:
        assert hasattr(import_module(module), attribute)
