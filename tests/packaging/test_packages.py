"""What pyproject.toml says is what the tree holds."""

import re
import tomllib
from collections import Counter

from tests.packaging.conftest import LINKS, ROOT

from tripintent.app.front_door import DeskSettings
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings
from tripintent.app.traces import TraceSettings


def test_the_links_are_the_packages_at_the_root():
    """Each folder with an __init__.py at the root is linked by a relative path, and nothing else is."""
    assert set(LINKS) == {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"benches", "tests"}
    assert {name: str((ROOT / "src/tripintent" / name).readlink()) for name in LINKS} == {
        name: f"../../{name}" for name in LINKS
    }


def test_the_type_checker_is_given_each_link():
    """Pyright follows a link that is named, and silently passes over the others."""
    included = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pyright"]["include"]
    assert included == ["src/tripintent", *(f"src/tripintent/{name}" for name in LINKS)]


def test_no_module_lies_outside_of_a_package(tree):
    """A .py file in a folder without __init__.py would be missing from the wheel."""
    strays = [n for n in tree if n.endswith(".py") and f"{n.rpartition('/')[0]}/__init__.py" not in tree]
    assert strays == []


def test_every_setting_is_explained():
    """.env.example names every setting, and no other."""
    example = (ROOT / ".env.example").read_text()
    explained = {
        line.lstrip("#").split("=")[0] for line in example.splitlines() if "TRIPINTENT_" in line and "=" in line
    }
    assert explained == {
        f"{kind.model_config['env_prefix']}{name.upper()}"
        for kind in (Settings, DeskSettings, TraceSettings, WebSettings)
        for name in kind.model_fields
    }


def test_each_setting_is_explained_once():
    """A setting has one line in .env.example: a second one would outrank the first, or stand under another's words."""
    named = re.findall(r"^#?(TRIPINTENT_\w+)", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert {name: times for name, times in Counter(named).items() if times > 1} == {}


def test_an_install_line_finds_something():
    """Each first install names where it comes from, each extra is one of ours, and a wheel has its present name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/README.md")]
    lines = [
        (page.name, line)
        for page in pages
        if "decisions" not in page.parts
        for block in re.findall(r"^```(?:sh)?\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
        if "pip install" in line
    ]
    assert {name for name, _ in lines} >= {"README.md", "index.md", "concierge.md"}
    for name, line in lines:
        wheel = f"dist/tripintent-{project['version']}-py3-none-any.whl"
        assert any(
            way in line for way in ("git+<repository>", wheel, "-e '.", "in a checkout", "once it is on an index")
        ), (name, line)
        extras = {one for group in re.findall(r"\[([\w,]+)\]", line) for one in group.split(",")}
        assert extras <= set(project["optional-dependencies"]), (name, line)
    listed = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/hosts/index.md").read_text(), re.MULTILINE))
    assert listed == set(project["optional-dependencies"]) - {"docs", "studio", "dev"}


def test_each_picture_is_small_and_on_a_page():
    """The README or a page shows what lies in docs/screenshots, and nothing else lies there."""
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    shown = {name for page in pages for name in re.findall(r"screenshots/([\w-]+\.png)\)", page.read_text("utf-8"))}
    kept = {one.name: one.stat().st_size for one in (ROOT / "docs/screenshots").iterdir()}
    assert shown == set(kept)
    assert max(kept.values()) < 200_000


def test_the_example_copied_as_it_is_changes_nothing(monkeypatch, tmp_path):
    """Whoever copies .env.example to .env gets the defaults."""
    monkeypatch.chdir(tmp_path)
    for kind in (Settings, DeskSettings, TraceSettings, WebSettings):
        assert kind(_env_file=ROOT / ".env.example").model_dump() == kind(_env_file=None).model_dump()
