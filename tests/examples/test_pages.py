"""Every Python block of the pages runs as it is pasted: without a key, a network or a setting, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/README.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^# → (.*)$", re.MULTILINE)
OPENING = re.compile(r"^\s*```\s*\{?\.?(?:python|py)\b.*$", re.MULTILINE)
BLOCKS = [
    pytest.param(match[1], id=f"{page.relative_to(ROOT)}:{page.read_text('utf-8')[: match.start()].count(chr(10)) + 1}")
    for page in PAGES
    for match in BLOCK.finditer(page.read_text("utf-8"))
]
OURS = ("TRIPINTENT_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_", "OTEL_", "DATABASE_URL", "HTTP_PROXY", "HTTPS_PROXY")
LOGGED = re.compile("stamina.retry_scheduled|the model gave nothing .*")
"""What the page on a model says of one that is not there."""
ALONE = """import socket
real = socket.socket.connect
def connect(self, address):
    local = not isinstance(address, tuple) or address[0] in ("127.0.0.1", "::1", "localhost")
    if not local:
        raise OSError("a page's program may not leave this machine: " + repr(address))
    return real(self, address)
socket.socket.connect = connect
"""


def test_every_block_is_one_that_runs() -> None:
    """No block is written so that it would be passed over: indented, with options, or in another spelling."""
    begun = {str(page.relative_to(ROOT)): len(OPENING.findall(page.read_text("utf-8"))) for page in PAGES}
    taken = {str(page.relative_to(ROOT)): len(BLOCK.findall(page.read_text("utf-8"))) for page in PAGES}
    assert begun == taken
    assert len(BLOCKS) > 12


@pytest.mark.release
@pytest.mark.parametrize("program", BLOCKS)
def test_a_block_runs_as_it_is_pasted(program: str, tmp_path: Path) -> None:
    """It ends without an error and a warning, and prints what it says behind "→"; "…" stands for anything."""
    ran = _run(program, tmp_path)
    assert [line for line in ran.stderr.splitlines() if not LOGGED.fullmatch(line)] == []
    for line in PRINTED.findall(program):
        pattern = ".*".join(re.escape(part) for part in line.strip().split("…"))
        assert re.search(f"^{pattern}$", ran.stdout, re.MULTILINE), f"{line!r} is not in:\n{ran.stdout}"


@pytest.mark.release
def test_the_page_on_postgres_keeps_trips_there(tmp_path: Path, database: str) -> None:
    """The same block with a database says so, and leaves no file of ours in the data folder but the simulated supplier's."""
    program = BLOCK.findall((ROOT / "docs/hosts/postgres.md").read_text("utf-8"))[0]
    ran = _run(program, tmp_path, DATABASE_URL=database)
    assert "postgresql://" in ran.stdout
    assert [one.name for one in (tmp_path / "data").rglob("*.db")] == ["tripintent.supplier.db"]


def _run(program: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a program from a file, as somebody who pasted it does."""
    (folder / "pasted.py").write_text(program, encoding="utf-8")
    (folder / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    kept = {k: v for k, v in os.environ.items() if not k.upper().startswith(OURS)}
    here = {
        "TRIPINTENT_DATA_DIR": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join((str(folder), *filter(None, sys.path))),
    }
    played = {"TRIPINTENT_NOW": "2027-03-01T09:00:00+00:00"}
    ran = subprocess.run(
        [sys.executable, "pasted.py"],
        cwd=folder,
        env=kept | here | played | settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return ran
