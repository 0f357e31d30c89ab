"""The wheel: whole, ours alone, and able to book a trip in an empty environment."""

import json
import os
import subprocess
import sys
import zipfile

import pytest

pytestmark = pytest.mark.release


def test_the_wheel_ships_tripintent_and_nothing_else(wheel):
    """One top-level package: no `graph`, `tools` or `state` that could collide with a host's own."""
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tripintent"}


def test_the_wheel_holds_every_file_of_the_tree(wheel, tree):
    """Modules, prompts, templates, word lists, page files, licence: the same set."""
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tripintent/")}
    assert shipped == set(tree)
    assert any(name.endswith("/licenses/LICENSE") for name in zipfile.ZipFile(wheel).namelist())


SCRIPT = (
    ("chat", "--say", "Boston to Lisbon June 14-21, one adult"),
    ("chat", "--say", "/choose 1", "--say", "/hold", "--say", "Ann Smith 4 March 1985, ann@example.org"),
)


@pytest.mark.timeout(900)
def test_the_wheel_books_a_trip_in_an_empty_environment(wheel, tmp_path):
    """Installed with its dependencies alone, outside of the repository, it goes from words to a record locator."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=400)
    binaries = tmp_path / "venv" / "bin"
    pip = [str(binaries / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, str(wheel)], check=True, timeout=800)
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TRIPINTENT_", "OPENAI_"))}

    def run(*args):
        options = ["--thread", "t", "--db", str(tmp_path / "w.db"), "--now", "2026-02-01T09:00", "--json"]
        done = subprocess.run(
            [str(binaries / "tripintent"), *args, *options],
            capture_output=True, text=True, check=True, timeout=400, cwd=tmp_path, env=clean, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return json.loads(done.stdout.splitlines()[-1])

    for step in SCRIPT:
        turn = run(*step)
    needed = turn["interrupt"]["value"]["action_requests"][0]["args"]["confirmations"]
    booked = run("approve", *[x for c in needed for x in ("--confirm", c["id"])])
    booking, *_ = booked["trip_intent"]["working_memory"]["bookings"]
    assert booking["locator"] in " ".join(booked["messages"])
