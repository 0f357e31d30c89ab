"""The image and the compose files, as far as they can be read without Docker."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.packaging.conftest import LINKS

from tripintent.app.http.server import create_app

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
STEPS = [line for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
COMPOSE = ("compose.yaml", "examples/starter/compose.yaml")
PINNED = re.compile(r"[\w./-]+:v?\d+\.\d+[\w.-]*")


def _services(name: str) -> tuple[dict[str, Any], set[str]]:
    found = yaml.safe_load((ROOT / name).read_text("utf-8"))
    return found["services"], set(found["volumes"])


def test_what_is_needed_is_installed_before_the_source_is_copied() -> None:
    """A changed source does not install the dependencies again, and every package of the tree is copied."""
    install, own = (
        next(n for n, step in enumerate(STEPS) if words in step) for words in ("-r /tmp/needed", "--no-deps")
    )
    copied = {n: step.split()[1:-1] for n, step in enumerate(STEPS) if step.startswith("COPY")}
    assert [names for n, names in copied.items() if n < install] == [["pyproject.toml"]]
    assert max(copied) < own
    assert {"src", *LINKS} <= {one for names in copied.values() for one in names}


def test_the_list_of_what_is_needed_is_that_of_the_project() -> None:
    """The command of the image, run here, prints the dependencies and those of its extras, one a line."""
    (command,) = [step for step in STEPS if "tomllib" in step]
    program = shlex.split(command)[3]
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [one for name in ("server", "postgres", "export", "mcp") for one in project["optional-dependencies"][name]]
    assert ran.stdout.splitlines() == [*project["dependencies"], *extras]


def test_the_context_has_what_is_copied_and_nothing_else() -> None:
    """Everything is ignored but the names that the image copies."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    copied = {one for step in STEPS if step.startswith("COPY") for one in step.split()[1:-1]}
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    assert all((ROOT / one).exists() for one in copied)


def test_the_image_says_whether_it_is_ready() -> None:
    """The health check asks an address that is served, on the port that the image exposes."""
    (check,) = [step for step in STEPS if step.startswith("HEALTHCHECK")]
    (port, path) = re.findall(r"127\.0\.0\.1:(\d+)(/\w+)", check)[0]
    assert f"EXPOSE {port}" in STEPS
    assert path in create_app().openapi()["paths"]


@pytest.mark.parametrize("name", COMPOSE)
def test_a_service_is_pinned_comes_back_and_keeps_what_it_stores(name: str) -> None:
    """Each image has a version, each service restarts, and each has a volume of its own that is declared."""
    services, volumes = _services(name)
    assert PINNED.fullmatch(STEPS[0].removeprefix("FROM "))
    kept = set()
    for service in services.values():
        assert "build" in service or PINNED.fullmatch(service["image"])
        assert service["restart"] == "unless-stopped"
        named = {one.split(":")[0] for one in service["volumes"] if not one.startswith(".")}
        assert named
        assert not named & kept
        kept |= named
    assert kept == volumes


@pytest.mark.parametrize("name", COMPOSE)
def test_the_data_folder_of_the_image_is_the_volume(name: str) -> None:
    """What is a file even with Postgres outlives the container; its folder belongs to who runs there."""
    services, _ = _services(name)
    (folder,) = re.findall(r"TRIPINTENT_DATA_DIR=(\S+)", DOCKERFILE)
    assert f"trips:{folder}" in services["app"]["volumes"]
    assert f"-o traveller -g traveller {folder}" in DOCKERFILE
