"""The source tree, and a wheel built from a copy of it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("app", "evals", "graph", "nodes", "state", "tools")
FILES = ("pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def tree() -> dict[str, Path]:
    """Every file that belongs to the package, by its place in the wheel."""
    found = {f"tripintent/{p.relative_to(ROOT / 'src/tripintent')}": p for p in (ROOT / "src/tripintent").rglob("*")}
    for room in ROOMS:
        found |= {f"tripintent/{p.relative_to(ROOT)}": p for p in (ROOT / room).rglob("*")}
    return {name: p for name, p in found.items() if p.is_file() and not {"__pycache__", ".mypy_cache"} & set(p.parts)}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy, so that nothing is left in the tree."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    for room in (*ROOMS, "src"):
        shutil.copytree(
            ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache", "*.egg-info")
        )
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(copy)], check=True, timeout=300
    )
    (built,) = out.glob("*.whl")
    return built
