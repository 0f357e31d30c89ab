"""The source tree, and a wheel built from a copy of it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINKS = tuple(sorted(p.name for p in (ROOT / "src/tripintent").iterdir() if p.is_symlink()))
FILES = ("pyproject.toml", "README.md", "LICENSE", "Makefile")


@pytest.fixture(scope="session")
def tree() -> dict[str, Path]:
    """Every file that belongs to the wheel, by its place there: all that lies in the package but the recorded cases."""
    found = {f"tripintent/{p.name}": p for p in (ROOT / "src/tripintent").iterdir()}
    for room in LINKS:
        found |= {f"tripintent/{p.relative_to(ROOT)}": p for p in (ROOT / room).rglob("*")}
    left_out = {"__pycache__", ".mypy_cache", "vectors"}
    return {name: p for name, p in found.items() if p.is_file() and not left_out & set(name.split("/"))}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of `make wheel`, built from a copy, so that nothing is left in the tree; an earlier build left a module there."""
    copy = tmp_path_factory.mktemp("copy")
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    ignored = shutil.ignore_patterns("__pycache__", ".mypy_cache", "*.egg-info")
    for room in (*LINKS, "src"):
        shutil.copytree(ROOT / room, copy / room, symlinks=True, ignore=ignored)
    earlier = copy / "build/lib/tripintent"
    earlier.mkdir(parents=True)
    (earlier / "deleted_since.py").touch()
    subprocess.run(["make", "--silent", "wheel", f"VENV={sys.prefix}"], cwd=copy, check=True, timeout=300)
    (built,) = (copy / "dist").glob("*.whl")
    return built
