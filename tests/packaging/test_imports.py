"""What importing costs."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.release

HELP = """
import sys
from tripintent.app.cli import main
try:
    main({args!r})
except SystemExit as end:
    assert not end.code
print(",".join(sorted({{name.partition(".")[0] for name in sys.modules}})), file=sys.stderr)
"""


def roots_after(*args):
    code = HELP.format(args=list(args))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    return set(done.stderr.splitlines()[-1].split(","))


def test_help_imports_neither_graph_nor_model():
    """`tripintent --help` and the help of a command are quick."""
    heavy = {"langgraph", "langchain_core", "langchain_openai", "openai", "sqlalchemy", "pydantic", "dateparser"}
    assert not heavy & roots_after("--help")
    assert not heavy & roots_after("chat", "--help")


def test_the_offline_path_never_imports_the_model_client(tmp_path):
    """A conversation without a key pays nothing for the model's libraries."""
    roots = roots_after("chat", "--db", str(tmp_path / "x.db"), "--say", "hello")
    assert "langgraph" in roots
    assert not {"langchain_openai", "openai", "numpy"} & roots


def test_importing_the_package_costs_nothing():
    """The public door imports a name when it is used."""
    code = "import sys, tripintent; assert 'langgraph' not in sys.modules; tripintent.booking_graph; print(dir(tripintent))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert "TripIntent" in done.stdout
